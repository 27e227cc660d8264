// Pieces of space as pictures seen from above and in front, without WebGL.
import type { Cell, Point } from "../../api/types";
import type { Grid } from "../../lattice/grid";

export interface Face {
  points: Point[];
  light: number; // 0 to 1
}

export interface Round {
  at: Point;
  radius: number;
}

/** Where something can be written on a cell. */
export interface Spot {
  at: Point;
  cell: number;
}

export interface Picture {
  parts: (Face | Round | Spot)[]; // the farthest first
  centres: Point[]; // of the cells
  left: number;
  top: number;
  width: number;
  height: number;
}

type Vector = [number, number, number];

const TURN = 0.5; // radians
const TILT = 0.62;
const LIGHT: Vector = [-0.35, -0.5, 0.79];

const turned = ([x, y, z]: Vector): Vector => {
  const u = x * Math.cos(TURN) - y * Math.sin(TURN);
  const v = x * Math.sin(TURN) + y * Math.cos(TURN);
  // to the right, up on the screen, towards the eye
  return [u, v * Math.sin(TILT) + z * Math.cos(TILT), z * Math.sin(TILT) - v * Math.cos(TILT)];
};

const less = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

/** A picture of some cells. */
export function pictureOf(grid: Grid, cells: Cell[]): Picture {
  const { axes, kinds } = grid.lattice.space;
  const bodies = cells.map((cell, number) => {
    const at = [0, 1, 2].map((axis) => cell.reduce((sum, x, k) => sum + x * axes[k]![axis]!, 0));
    const put = (point: number[]): Vector => [0, 1, 2].map((k) => at[k]! + point[k]!) as Vector;
    const kind = kinds[grid.kindNumber(cell)];
    const parts: Picture["parts"] = [];
    const corners: Vector[] = [];
    let brightest = { light: -1, at: [0, 0] as Point };
    for (const { points, faces } of kind?.solids ?? []) {
      const solid = points.map(put);
      const middle = meanOf(solid);
      corners.push(...solid);
      for (const face of faces) {
        const ring = face.map((k) => solid[k]!);
        let normal = cross(less(ring[1]!, ring[0]!), less(ring[2]!, ring[0]!));
        if (dot(normal, less(meanOf(ring), middle)) < 0) normal = less([0, 0, 0], normal);
        const length = Math.hypot(...normal) || 1;
        if (turned(normal)[2] / length < 1e-3) continue;
        const light = Math.max(0, dot(normal, LIGHT) / length);
        parts.push({ light, points: ring.map(flat) });
        if (light > brightest.light) brightest = { light, at: flat(meanOf(ring)) };
      }
    }
    for (const [x, y, z, radius] of kind?.balls ?? []) {
      const centre = put([x!, y!, z!]);
      corners.push(centre);
      parts.push({ at: flat(centre), radius: radius! });
      brightest.at = flat(centre);
    }
    parts.push({ at: brightest.at, cell: number });
    const centre = corners.length ? meanOf(corners) : put([0, 0, 0]);
    return { parts, centre: flat(centre), depth: turned(centre)[2] };
  });
  const parts = [...bodies].sort((a, b) => a.depth - b.depth).flatMap((body) => body.parts);
  const xs: number[] = [];
  const ys: number[] = [];
  for (const part of parts) {
    const reach = "radius" in part ? part.radius : 0;
    for (const [x, y] of "points" in part ? part.points : [part.at]) {
      xs.push(x - reach, x + reach);
      ys.push(y - reach, y + reach);
    }
  }
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const width = Math.max(...xs) - left;
  const height = Math.max(...ys) - top;
  return { parts, centres: bodies.map(({ centre }) => centre), left, top, width, height };
}

const flat = (point: Vector): Point => {
  const [x, y] = turned(point);
  return [x, -y];
};

const meanOf = (points: Vector[]): Vector =>
  [0, 1, 2].map((k) => points.reduce((sum, point) => sum + point[k]!, 0) / points.length) as Vector;
