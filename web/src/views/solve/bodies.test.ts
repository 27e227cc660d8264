import type { BodyData, ViewerData } from "tilewright-viewer/viewer.js";
import { expect, test } from "vitest";
import type { Doc, NumberedSolution } from "../../api/types";
import { inColoursOf, inOrderOf } from "./bodies";

const body = (name: string, x: number, colour = "#000000"): BodyData => ({
  name,
  colour,
  cells: [0, x, 0, 0],
  balls: [],
});
const data = (bodies: BodyData[], order: number[]): ViewerData => ({
  title: "",
  flat: false,
  shapes: [],
  models: [{ title: "", bodies, order, from: order.map((k) => [k, 0, 0]) }],
});

test("the order of the server is told of our bodies", () => {
  const ours = data([body("A", 0), body("B", 1), body("A", 5)], [0, 1, 2]);
  const theirs = data([body("A", 4.9), body("A", 0.1), body("B", 1)], [0, 2, 1]);
  const made = inOrderOf(ours, theirs);
  expect(made.models[0]?.order).toEqual([2, 1, 0]);
  expect(made.models[0]?.from).toEqual([
    [0, 0, 0],
    [2, 0, 0],
    [1, 0, 0],
  ]);
});

test("an order of other bodies is not heeded", () => {
  const ours = data([body("A", 0)], [0]);
  expect(inOrderOf(ours, data([body("B", 0)], [0]))).toBe(ours);
  expect(inOrderOf(ours, data([body("A", 0), body("A", 1)], [1, 0]))).toBe(ours);
});

test("bodies of the server get the colours of the page", () => {
  const doc = { pieces: [{ name: "A", colour: "#804020" }] } as unknown as Doc;
  const solution: NumberedSolution = { number: 1, pieces: [{ piece: "A" }, { piece: "A" }] };
  const made = inColoursOf(
    doc,
    solution,
    data([body("A", 0), body("A", 1), body("?", 2)], [0, 1, 2]),
  );
  const colours = made.models[0]!.bodies.map(({ colour }) => colour);
  expect(colours[0]).toBe("#804020");
  expect(colours[1]).not.toBe(colours[0]);
  expect(colours[2]).toBe("#000000");
});
