import type { ViewerData } from "tilewright-viewer/viewer.js";
import { expect, test } from "vitest";
import type { LatticeShape } from "../api/types";
import { isTurnedOver, turnedOver } from "./space";

const SPACE = { flat: false } as LatticeShape;

test("a pyramid stands on its base", () => {
  const pyramid = [
    [0, 0, 0],
    [1, 0, 0],
    [0, 0, 1],
  ];
  expect(isTurnedOver(SPACE, pyramid)).toBe(true);
  expect(
    isTurnedOver(
      SPACE,
      pyramid.map(([x, y, z]) => [x!, y!, -z!]),
    ),
  ).toBe(false);
  expect(isTurnedOver({ flat: true } as LatticeShape, [[0, 0]])).toBe(false);
});

test("what is turned over twice is as before", () => {
  const data: ViewerData = {
    title: "",
    flat: false,
    shapes: [{ points: [[1, 2, 3]], faces: [[0]] }],
    models: [
      {
        title: "",
        bodies: [
          { name: "A", colour: "#000000", cells: [0, 1, 2, 3], balls: [4, 5, 6, 0.5] },
          { name: "B", colour: "#000000", cells: [], balls: [] },
        ],
        order: [0, 1],
        from: [null, null],
      },
    ],
  };
  const turned = turnedOver(data);
  expect(turned.shapes[0]?.points).toEqual([[1, -2, -3]]);
  expect(turned.models[0]?.bodies[0]?.cells).toEqual([0, 1, -2, -3]);
  expect(turned.models[0]?.bodies[0]?.balls).toEqual([4, -5, -6, 0.5]);
  expect(turned.models[0]?.order).toEqual([1, 0]);
  expect(turnedOver(turned)).toEqual(data);
});
