// A piece that is dropped near its neighbours moves and turns so that corners and sides meet.
import type { Point } from "../../api/types";
import {
  areaOf,
  degreesOf,
  distance,
  dot,
  isInside,
  laid,
  length,
  minus,
  nearestOn,
  type Pose,
  plus,
  type Ring,
  sidesOf,
  times,
  wrapped,
} from "./geometry";

/** What a piece may lie against. */
export interface Surroundings {
  board: Ring[];
  others: Ring[][]; // the pieces that lie there, each with its rings
  size: number; // of the board
}

export interface Snapping {
  reach: number; // how far a corner may jump
  turn: number; // degrees by which it may turn; 0: it may not
}

const ANGLES = 8; // that are tried
const PINS = 14; // sides near corners, of which pairs are tried
const TOUCH = 1e-6; // of the size: that near is there
const CORNER = 3; // what a corner on a corner is worth
const SIDE = 1; // what a corner on a side is worth
const TROUBLE = 4; // what a part of the outline is worth that lies outside, or on another piece

/** A line on which a corner should come to lie: normal·shift = gap. */
interface Pin {
  normal: Point;
  gap: number;
}

/** Where the piece comes to lie; the same pose if nothing is near. */
export function snapped(ring: Ring, pose: Pose, around: Surroundings, how: Snapping): Pose {
  const targets = [around.board, ...around.others].flat();
  const sides = targets.flatMap(sidesOf);
  const corners = targets.flat();
  let best = pose;
  let most = 0;
  for (const degrees of anglesNear(ring, pose, sides, how)) {
    const there = laid(ring, { ...pose, degrees });
    for (const shift of shiftsNear(there, corners, sides, how.reach)) {
      const moved = there.map((corner) => plus(corner, shift));
      const far = length(shift) / how.reach + Math.abs(wrapped(degrees - pose.degrees)) / 15;
      const worth = contacts(moved, corners, sides, TOUCH * around.size) - 2 * far;
      if (worth <= most) continue;
      const value = worth - TROUBLE * troubles(moved, around);
      if (value > most + 1e-9) {
        most = value;
        best = { ...pose, degrees, x: pose.x + shift[0], y: pose.y + shift[1] };
      }
    }
  }
  return best;
}

/** The angle as it is, and those at which a side is parallel to one that is near. */
function anglesNear(ring: Ring, pose: Pose, sides: [Point, Point][], how: Snapping): number[] {
  const found = [pose.degrees];
  if (!how.turn) return found;
  const turns: number[] = [];
  for (const [a, b] of sidesOf(laid(ring, pose))) {
    const middle = times(plus(a, b), 0.5);
    for (const side of sides) {
      const near = Math.min(
        distance(middle, nearestOn(middle, side)),
        distance(a, nearestOn(a, side)),
        distance(b, nearestOn(b, side)),
      );
      if (near > 2 * how.reach) continue;
      const turn = wrapped(degreesOf(minus(side[1], side[0])) - degreesOf(minus(b, a)), 180);
      if (Math.abs(turn) <= how.turn) turns.push(turn);
    }
  }
  turns.sort((a, b) => Math.abs(a) - Math.abs(b));
  for (const turn of turns)
    if (found.length < ANGLES && found.every((d) => Math.abs(d - pose.degrees - turn) > 1e-7))
      found.push(pose.degrees + turn);
  return found;
}

/** Moves that bring a corner to a corner, or corners to one or two sides. */
function shiftsNear(ring: Ring, corners: Point[], sides: [Point, Point][], reach: number): Point[] {
  const shifts: Point[] = [];
  const pins: Pin[] = [];
  for (const mine of ring) {
    for (const corner of corners)
      if (distance(mine, corner) <= reach) shifts.push(minus(corner, mine));
    for (const side of sides) {
      const gap = minus(nearestOn(mine, side), mine);
      if (length(gap) > reach) continue;
      const along = minus(side[1], side[0]);
      const normal = times([-along[1], along[0]], 1 / (length(along) || 1));
      pins.push({ normal, gap: dot(normal, gap) });
    }
  }
  pins.sort((a, b) => Math.abs(a.gap) - Math.abs(b.gap));
  const kept = pins.slice(0, PINS);
  kept.forEach((one, k) => {
    shifts.push(times(one.normal, one.gap));
    for (const other of kept.slice(k + 1)) {
      const det = one.normal[0] * other.normal[1] - one.normal[1] * other.normal[0];
      if (Math.abs(det) < 0.05) continue;
      const shift: Point = [
        (one.gap * other.normal[1] - other.gap * one.normal[1]) / det,
        (one.normal[0] * other.gap - other.normal[0] * one.gap) / det,
      ];
      if (length(shift) <= reach) shifts.push(shift);
    }
  });
  return shifts;
}

/** How well a piece lies against its neighbours. */
function contacts(ring: Ring, corners: Point[], sides: [Point, Point][], touch: number): number {
  let worth = 0;
  for (const mine of ring) {
    if (corners.some((corner) => distance(mine, corner) <= touch)) worth += CORNER;
    else if (sides.some((side) => distance(mine, nearestOn(mine, side)) <= touch)) worth += SIDE;
  }
  return worth;
}

/** How many parts of the outline lie outside the board, or on other pieces. */
function troubles(ring: Ring, { board, others, size }: Surroundings): number {
  const inward = areaOf(ring) < 0 ? -1 : 1;
  let found = 0;
  for (const [a, b] of sidesOf(ring)) {
    const along = minus(b, a);
    const step = (0.01 * size * inward) / (length(along) || 1);
    for (const share of [0.08, 0.5, 0.92]) {
      const on = plus(a, times(along, share));
      const within = plus(on, [-along[1] * step, along[0] * step]);
      if (!isInside(within, board) || others.some((rings) => isInside(within, rings))) found++;
    }
  }
  return found / 3;
}
