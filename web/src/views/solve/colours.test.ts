import { expect, test } from "vitest";
import type { Doc } from "../../api/types";
import { coloursOf } from "./colours";

const DOC = { pieces: [{ name: "A", colour: "#804020" }] } as unknown as Doc;

test("pieces of one name are told apart", () => {
  const placed = ["A", "A", "B", "A"].map((piece) => ({ piece }));
  const colours = coloursOf(DOC, placed);
  expect(colours[0]).toBe("#804020");
  expect(new Set(colours).size).toBe(4);
  expect(colours.every((colour) => /^#[0-9a-f]{6}$/.test(colour))).toBe(true);
});
