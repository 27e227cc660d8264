import { describe, expect, it } from "vitest";
import type { Point } from "../../api/types";
import {
  areaOf,
  centreOf,
  isInside,
  laid,
  pathOf,
  poseOnto,
  type Ring,
  stepOf,
  turned,
} from "./geometry";
import { snapped } from "./snap";

const SQUARE: Ring = [
  [0, 0],
  [2, 0],
  [2, 2],
  [0, 2],
];
const TRIANGLE: Ring = [
  [-0.5, -0.5],
  [1, -0.5],
  [-0.5, 1],
];

const round = (ring: Ring, degrees: number): Ring => ring.map((corner) => turned(corner, degrees));

const near = (ring: Ring, other: Ring) =>
  ring.every((a) => other.some((b) => Math.hypot(a[0] - b[0], a[1] - b[1]) < 1e-9));

describe("rings", () => {
  it("have an area, a centre and an inside", () => {
    expect(areaOf(SQUARE)).toBe(4);
    expect(centreOf(SQUARE)).toEqual([1, 1]);
    expect(isInside([1, 1], [SQUARE])).toBe(true);
    expect(isInside([3, 1], [SQUARE])).toBe(false);
    expect(pathOf([SQUARE])).toBe("M0 0L2 0L2 -2L0 -2Z");
  });

  it("are turned by the steps that their sides need", () => {
    expect(stepOf([SQUARE, round(SQUARE, 90)])).toBe(90);
    expect(stepOf([SQUARE, TRIANGLE])).toBe(45);
    expect(stepOf([SQUARE, round(TRIANGLE, 30)])).toBe(15);
    expect(stepOf([round(SQUARE, 10), round(SQUARE, 70)])).toBe(30);
    expect(stepOf([SQUARE, round(SQUARE, 1)])).toBe(15);
  });

  it("turn exactly by quarters, and keep their way when they are turned over", () => {
    expect(turned([1, 2], 90)).toEqual([-2, 1]);
    const over = laid(TRIANGLE, { x: 3, y: 4, degrees: 30, flipped: true });
    expect(areaOf(over)).toBeCloseTo(areaOf(TRIANGLE));
  });

  it("find the pose that lays one onto another", () => {
    for (const flipped of [false, true])
      for (const degrees of [0, 37, -120]) {
        const there = laid(TRIANGLE, { x: 5, y: -2, degrees, flipped });
        const start: Ring = [there[2]!, there[0]!, there[1]!];
        const pose = poseOnto(TRIANGLE, start, 1e-6);
        expect(pose && near(laid(TRIANGLE, pose), there)).toBe(true);
      }
    expect(poseOnto(TRIANGLE, SQUARE, 1e-6)).toBeNull();
  });
});

describe("snapping", () => {
  const how = { reach: 0.3, turn: 8 };
  const around = { board: [SQUARE], others: [], size: 2 };

  it("brings corners to corners, and sides to sides", () => {
    const pose = { x: 0.6, y: 0.45, degrees: 3, flipped: false };
    const found = snapped(TRIANGLE, pose, around, how);
    const wanted: Point[] = [
      [0, 0],
      [1.5, 0],
      [0, 1.5],
    ];
    expect(near(laid(TRIANGLE, found), wanted)).toBe(true);
  });

  it("brings a corner to a side where no corner is near", () => {
    const pose = { x: 1.6, y: 0.6, degrees: 90, flipped: false };
    const found = snapped(TRIANGLE, pose, around, how);
    const ys = laid(TRIANGLE, found).map((corner) => corner[1]);
    expect(Math.min(...ys)).toBeCloseTo(0);
  });

  it("leaves a piece alone if nothing is near, and does not turn what may not turn", () => {
    const far = { x: 9, y: 9, degrees: 3, flipped: false };
    expect(snapped(TRIANGLE, far, around, how)).toEqual(far);
    const pose = { x: 0.6, y: 0.45, degrees: 3, flipped: false };
    expect(snapped(TRIANGLE, pose, around, { reach: 0.3, turn: 0 }).degrees).toBe(3);
  });

  it("lays a piece beside another one, not onto it", () => {
    const lying = laid(TRIANGLE, { x: 0.5, y: 0.5, degrees: 0, flipped: false });
    const pose = { x: 1.1, y: 1.15, degrees: 178, flipped: false };
    const found = snapped(TRIANGLE, pose, { ...around, others: [[lying]] }, how);
    expect(found.degrees).toBeCloseTo(180);
    const corners = laid(TRIANGLE, found);
    expect(corners.every(([x, y]) => x + y > 1.5 - 1e-9 && x < 2 + 1e-9 && y < 2 + 1e-9)).toBe(
      true,
    );
  });
});
