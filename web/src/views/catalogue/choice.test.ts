import { expect, test } from "vitest";
import type { CatalogueEntry } from "../../api/types";
import { type Choice, chosen, famousFirst, lattices, sizeOf, solutionsInWords } from "./choice";

const entry = (given: Partial<CatalogueEntry>): CatalogueEntry => ({
  name: "soma",
  title: "Soma cube",
  about: "Seven pieces fill 3×3×3.",
  source: "",
  kind: "lattice",
  lattice: "cube",
  dimension: 3,
  cells: 27,
  pieces: "7",
  counts: { solutions: 11520, up_to_rotation: 480, up_to_symmetry: 240 },
  picture: "",
  ...given,
});
const ALL: Choice = { words: "", lattice: "", size: "", unique: false };
const names = (entries: CatalogueEntry[]) => entries.map(({ name }) => name);

const CATALOGUE = [
  entry({}),
  entry({
    name: "brugner",
    title: "Brügner's rectangle",
    lattice: "polygon",
    cells: null,
    pieces: "3",
  }),
  entry({
    name: "conway",
    title: "Conway's puzzle",
    cells: 125,
    counts: { solutions: null, up_to_rotation: null, up_to_symmetry: 1 },
  }),
];

test("words leave what the server has found", () => {
  const found = { names: ["conway", "soma"], message: "", near: [] };
  expect(names(chosen(CATALOGUE, { ...ALL, words: "cube" }, found))).toEqual(["soma", "conway"]);
  expect(names(chosen(CATALOGUE, { ...ALL, words: "cube", unique: true }, found))).toEqual([
    "conway",
  ]);
  expect(chosen(CATALOGUE, { ...ALL, words: " " }, found)).toHaveLength(3);
  expect(chosen(CATALOGUE, { ...ALL, words: "not answered yet" }, null)).toHaveLength(3);
});

test("lattice, size and uniqueness are filters", () => {
  expect(names(chosen(CATALOGUE, { ...ALL, lattice: "polygon" }, null))).toEqual(["brugner"]);
  expect(names(chosen(CATALOGUE, { ...ALL, size: "large" }, null))).toEqual(["conway"]);
  expect(names(chosen(CATALOGUE, { ...ALL, unique: true }, null))).toEqual(["conway"]);
  expect(chosen(CATALOGUE, ALL, null)).toHaveLength(3);
});

test("each puzzle has one size", () => {
  expect(CATALOGUE.map(sizeOf)).toEqual(["medium", "small", "large"]);
});

test("lattices are counted", () => {
  expect(lattices(CATALOGUE)).toEqual([
    ["cube", 2],
    ["polygon", 1],
  ]);
});

test("solutions in words", () => {
  expect(CATALOGUE.map(solutionsInWords)).toEqual([
    "240 solutions up to symmetry",
    "240 solutions up to symmetry",
    "one solution up to symmetry",
  ]);
  const of = (counts: CatalogueEntry["counts"]) => solutionsInWords(entry({ counts }));
  expect(of({ solutions: 0, up_to_rotation: 0, up_to_symmetry: 0 })).toBe("no solution");
  expect(of({ solutions: 4200, up_to_rotation: null, up_to_symmetry: null })).toBe(
    "4,200 solutions",
  );
  expect(of({ solutions: null, up_to_rotation: null, up_to_symmetry: null })).toBe("");
});

test("famous puzzles come first, the others keep their order", () => {
  const given = ["a", "conway", "b", "soma"].map((name) => entry({ name }));
  expect(names(famousFirst(given))).toEqual(["soma", "conway", "a", "b"]);
});
