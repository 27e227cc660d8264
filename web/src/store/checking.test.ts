import { signal } from "@preact/signals";
import { beforeEach, expect, test, vi } from "vitest";
import type { PolygonDoc, WrittenPuzzle } from "../api/types";

const { answers } = vi.hoisted(() => {
  vi.stubGlobal("location", { pathname: "/edit", search: "", hash: "" });
  vi.stubGlobal("window", { addEventListener: () => {} });
  return { answers: [] as ((written: WrittenPuzzle | Promise<never>) => void)[] };
});
vi.mock("../api/client", () => ({
  writePuzzle: () => new Promise((resolve) => answers.push(resolve)),
}));

const { Checking } = await import("./checking");
const { closePuzzle, openRead, puzzle } = await import("./puzzle");

const sizes = { cells: null, pieces: null, placements: null };
const written = (toml: string): WrittenPuzzle => ({ toml, problems: [], sizes });
const drawn = (title: string): PolygonDoc => ({
  kind: "polygon",
  title,
  about: "",
  source: "",
  board: [],
  pieces: [],
});
const open = (doc: PolygonDoc) => openRead({ doc, ...written(doc.title) } as never, null);
const settle = () => new Promise((done) => setTimeout(done));

beforeEach(() => {
  answers.length = 0;
  closePuzzle();
});

function begun() {
  const first = drawn("first");
  const doc = signal<PolygonDoc | null>(first);
  const check = new Checking<PolygonDoc>("polygon", doc);
  check.begin(first);
  return { doc, check };
}

test("a drawing that was looked over is the puzzle that is open", async () => {
  const { doc, check } = begun();
  doc.value = drawn("mine");
  void check.now();
  expect(check.checking.value).toBe(true);
  answers[0]!(written("mine"));
  await settle();
  expect(puzzle.value?.doc).toBe(doc.value);
  expect(check.checking.value).toBe(false);
});

test("an answer that comes late leaves the puzzle alone that was opened meanwhile", async () => {
  const { doc, check } = begun();
  doc.value = drawn("mine");
  void check.now();
  await open(drawn("other"));
  answers[0]!(written("mine"));
  await settle();
  expect(puzzle.value?.doc.title).toBe("other");
});

test("of two answers the newer one counts, in whatever order they come", async () => {
  const { doc, check } = begun();
  doc.value = drawn("older");
  void check.now();
  doc.value = drawn("newer");
  void check.now();
  answers[1]!(written("newer"));
  answers[0]!(written("older"));
  await settle();
  expect(puzzle.value?.toml).toBe("newer");
  expect(check.checked.value?.toml).toBe("newer");
});

test("a puzzle that is opened is taken over, unless it is drawn here", async () => {
  const { doc, check } = begun();
  const other = drawn("other");
  await open(other);
  expect(check.newcomer()).toBe(other);
  check.begin(other);
  doc.value = other;
  expect(check.newcomer()).toBeNull();
});

test("that the server did not answer is not said of a drawing that it knows", async () => {
  const { doc, check } = begun();
  const first = doc.value;
  const end = check.start();
  doc.value = drawn("mine");
  void check.now();
  answers[0]!(Promise.reject(new Error("The server does not answer.")));
  await settle();
  expect(check.silence.value).toContain("does not answer");
  doc.value = first; // it is undone
  expect(check.silence.value).toBeNull();
  end();
});
