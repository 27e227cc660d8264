// Points, rings and motions in the plane.  Here y goes up, as in files; only drawing turns it over.
import type { Point } from "../../api/types";

export type Ring = Point[];

/** How a piece lies: turned over left to right (or not), then turned, then moved. */
export interface Pose {
  x: number;
  y: number;
  degrees: number;
  flipped: boolean;
}

export interface Box {
  left: number;
  right: number;
  bottom: number;
  top: number;
}

export const plus = (a: Point, b: Point): Point => [a[0] + b[0], a[1] + b[1]];
export const minus = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1]];
export const times = (a: Point, by: number): Point => [a[0] * by, a[1] * by];
export const cross = (a: Point, b: Point) => a[0] * b[1] - a[1] * b[0];
export const dot = (a: Point, b: Point) => a[0] * b[0] + a[1] * b[1];
export const length = (a: Point) => Math.hypot(a[0], a[1]);
export const distance = (a: Point, b: Point) => Math.hypot(a[0] - b[0], a[1] - b[1]);
export const degreesOf = (a: Point) => (Math.atan2(a[1], a[0]) * 180) / Math.PI;

/** An angle from -span/2 to span/2. */
export function wrapped(degrees: number, span = 360): number {
  return degrees - span * Math.round(degrees / span);
}

/** The sides of a ring, as pairs of corners. */
export const sidesOf = (ring: Ring): [Point, Point][] =>
  ring.map((corner, k) => [corner, ring[(k + 1) % ring.length]!]);

const STEPS = [90, 60, 45, 30];

/** The degrees by which to turn pieces at a time: all sides go so, or it is 15. */
export function stepOf(rings: Ring[]): number {
  const ways = rings.flatMap((ring) => sidesOf(ring).map(([a, b]) => degreesOf(minus(b, a))));
  const fits = (step: number) =>
    ways.every((way) => Math.abs(wrapped(way - ways[0]!, step)) < 0.01);
  return STEPS.find(fits) ?? 15;
}

/** Positive if the ring runs counter-clockwise. */
export const areaOf = (ring: Ring) =>
  sidesOf(ring).reduce((sum, [a, b]) => sum + cross(a, b), 0) / 2;

/** The centre of mass. */
export function centreOf(ring: Ring): Point {
  const first = ring[0] ?? [0, 0];
  let [x, y, area] = [0, 0, 0];
  for (const [a, b] of sidesOf(ring.map((corner) => minus(corner, first)))) {
    const part = cross(a, b);
    x += (a[0] + b[0]) * part;
    y += (a[1] + b[1]) * part;
    area += part;
  }
  return Math.abs(area) < 1e-12 ? first : plus(first, [x / (3 * area), y / (3 * area)]);
}

export function boxOf(points: Point[]): Box {
  const xs = points.map((p) => p[0]);
  const ys = points.map((p) => p[1]);
  return {
    left: Math.min(...xs),
    right: Math.max(...xs),
    bottom: Math.min(...ys),
    top: Math.max(...ys),
  };
}

/** Is a point inside an odd number of rings? */
export function isInside([x, y]: Point, rings: Ring[]): boolean {
  let inside = false;
  for (const ring of rings)
    for (const [a, b] of sidesOf(ring))
      if (a[1] > y !== b[1] > y && x < a[0] + ((y - a[1]) / (b[1] - a[1])) * (b[0] - a[0]))
        inside = !inside;
  return inside;
}

/** The point of a side that is nearest. */
export function nearestOn(point: Point, [a, b]: [Point, Point]): Point {
  const along = minus(b, a);
  const share = dot(minus(point, a), along) / (dot(along, along) || 1);
  return plus(a, times(along, Math.min(1, Math.max(0, share))));
}

export function turned([x, y]: Point, degrees: number): Point {
  const quarter = wrapped(degrees) / 90;
  if (Number.isInteger(quarter)) {
    if (quarter === 0) return [x, y];
    if (quarter === 1) return [-y, x];
    return quarter === -1 ? [y, -x] : [-x, -y];
  }
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  return [cos * x - sin * y, sin * x + cos * y];
}

/** A ring of a piece, laid down.  It keeps its way (counter-clockwise) when it is turned over. */
export function laid(ring: Ring, { x, y, degrees, flipped }: Pose): Ring {
  const there = ring.map((corner) =>
    plus(turned(flipped ? [-corner[0], corner[1]] : corner, degrees), [x, y]),
  );
  return flipped ? there.reverse() : there;
}

/** The pose that lays a ring (about its centre) onto another one; null if none does. */
export function poseOnto(ring: Ring, there: Ring, tolerance: number): Pose | null {
  if (ring.length !== there.length) return null;
  const [x, y] = centreOf(there);
  const goal = areaOf(there) < 0 ? [...there].reverse() : there;
  for (const flipped of [false, true]) {
    const start = laid(ring, { x: 0, y: 0, degrees: 0, flipped });
    for (let shift = 0; shift < goal.length; shift++) {
      const pairs = start.map((a, k): [Point, Point] => [
        a,
        minus(goal[(k + shift) % goal.length]!, [x, y]),
      ]);
      const cos = pairs.reduce((sum, [a, b]) => sum + dot(a, b), 0);
      const sin = pairs.reduce((sum, [a, b]) => sum + cross(a, b), 0);
      const degrees = degreesOf([cos, sin]);
      if (pairs.every(([a, b]) => distance(turned(a, degrees), b) <= tolerance))
        return { x, y, degrees, flipped };
    }
  }
  return null;
}

const short = (x: number) => Math.round(x * 1e5) / 1e5;

/** Rings as the path of a drawing, where y goes down. */
export const pathOf = (rings: Ring[]) =>
  rings.map((ring) => `M${ring.map(([x, y]) => `${short(x)} ${short(-y)}`).join("L")}Z`).join("");
