// The part of a lattice that a canvas shows, and which cell is under the pointer.
import type { Cell, Point } from "../../api/types";
import { type Box, type Grid, keyOf, pathOf } from "../../lattice/grid";

/** A window: its middle, and how many units it is wide. */
export interface View {
  x: number;
  y: number;
  width: number;
}

const RING = 1.15; // units that stay free about what is drawn
const SMALL = 3; // a lattice with more kinds of cells has small ones
const leastOf = (
  grid: Grid, // units, of what is shown at first
) => (grid.lattice.kinds.length > SMALL ? { width: 5, height: 3.6 } : { width: 7, height: 5 });
const MOST_CELLS = 2500;
const NEAREST = 2; // units across
const TOUCH = 0.3; // how far from a cell one may point, in units

export const boxOfView = ({ x, y, width }: View, ratio: number): Box => ({
  left: x - width / 2,
  right: x + width / 2,
  top: y - (width * ratio) / 2,
  bottom: y + (width * ratio) / 2,
});

/** What must be seen: the drawing and a ring about it. */
export function needed(grid: Grid, cells: Cell[]): Box {
  const { basis, embedding, kinds } = grid.lattice;
  const endless = basis.length === embedding.length;
  const least = leastOf(grid);
  const box = endless
    ? cells.length
      ? grid.boxOf(cells)
      : { left: -0.5, top: -0.5, right: least.width - 2.8, bottom: least.height - 2.8 }
    : grid.boxOf(kinds.map(({ at }) => at));
  const ring = endless ? RING : 0.3;
  return {
    left: box.left - ring,
    right: box.right + ring,
    top: box.top - ring,
    bottom: box.bottom + ring,
  };
}

/** A window that shows a box; `ratio` is height by width. */
export function viewOf({ left, top, right, bottom }: Box, ratio: number): View {
  const width = right - left;
  const height = bottom - top;
  return {
    x: (left + right) / 2,
    y: (top + bottom) / 2,
    width: Math.max(width, height / ratio),
  };
}

/** A window for the beginning: with all that is drawn, and some room. */
export function firstView(grid: Grid, cells: Cell[], ratio: number): View {
  const { left, top, right, bottom } = needed(grid, cells);
  const { width, height } = leastOf(grid);
  const [more, higher] = [
    Math.max(0, width - right + left) / 2,
    Math.max(0, height - bottom + top) / 2,
  ];
  return viewOf(
    { left: left - more, right: right + more, top: top - higher, bottom: bottom + higher },
    ratio,
  );
}

/** The same window, grown if it does not show all of a box. */
export function grown(view: View, ratio: number, box: Box): View {
  const now = boxOfView(view, ratio);
  if (
    box.left >= now.left &&
    box.top >= now.top &&
    box.right <= now.right &&
    box.bottom <= now.bottom
  )
    return view;
  const all = {
    left: Math.min(box.left, now.left),
    right: Math.max(box.right, now.right),
    top: Math.min(box.top, now.top),
    bottom: Math.max(box.bottom, now.bottom),
  };
  return viewOf(all, ratio);
}

/** Nearer (factor below 1) or farther, such that the point stays where it is. */
export function zoomed(grid: Grid, view: View, ratio: number, factor: number, at: Point): View {
  const density = cellsPerArea(grid);
  const widest = Math.sqrt(MOST_CELLS / density / ratio);
  const width = Math.min(Math.max(view.width * factor, NEAREST), widest);
  const by = width / view.width;
  return { x: at[0] + (view.x - at[0]) * by, y: at[1] + (view.y - at[1]) * by, width };
}

function cellsPerArea(grid: Grid): number {
  const size = 6;
  const box = { left: 0, top: 0, right: size, bottom: size };
  return Math.max(1, grid.cellsIn(box, grid.height(grid.lattice.kinds[0]!.at)).length / size ** 2);
}

export interface Spot {
  cell: Cell;
  key: string;
  x: number;
  y: number;
  ring: Point[];
  path: string;
}

/** The cells of a layer that are seen. */
export function spotsIn(grid: Grid, box: Box, height: number): Spot[] {
  const wide = {
    left: box.left - 1,
    right: box.right + 1,
    top: box.top - 1,
    bottom: box.bottom + 1,
  };
  return grid.cellsIn(wide, height).map((cell) => {
    const [x, y] = grid.place(cell);
    const ring = grid.outline(cell);
    return { cell, key: keyOf(cell), x, y, ring, path: pathOf([ring]) };
  });
}

function isInside([x, y]: Point, ring: Point[]): boolean {
  let inside = false;
  ring.forEach(([ax, ay], k) => {
    const [bx, by] = ring[(k + 1) % ring.length]!;
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  });
  return inside;
}

function distanceTo([x, y]: Point, ring: Point[]): number {
  let least = Infinity;
  ring.forEach(([ax, ay], k) => {
    const [bx, by] = ring[(k + 1) % ring.length]!;
    const [dx, dy] = [bx - ax, by - ay];
    const part = ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1);
    const t = Math.min(1, Math.max(0, part));
    least = Math.min(least, Math.hypot(x - ax - t * dx, y - ay - t * dy));
  });
  return least;
}

/** The cell under a point, or right beside it. */
export function spotAt(spots: Spot[], point: Point): Spot | null {
  let best: Spot | null = null;
  let least = TOUCH;
  for (const spot of spots) {
    const [dx, dy] = [spot.x - point[0], spot.y - point[1]];
    if (dx > 2 || dx < -2 || dy > 2 || dy < -2) continue;
    const away = Math.hypot(dx, dy);
    // Inside is better than beside; inside of several, the one whose middle is nearest.
    const far = isInside(point, spot.ring) ? away * 1e-3 - 1 : distanceTo(point, spot.ring);
    if (far < least) {
      least = far;
      best = spot;
    }
  }
  return best;
}

/** Points on the way, so near to each other that no cell is missed. */
export function between(from: Point, to: Point): Point[] {
  const steps = Math.max(1, Math.ceil(Math.hypot(to[0] - from[0], to[1] - from[1]) / 0.15));
  return Array.from({ length: steps }, (_, k): Point => {
    const part = (k + 1) / steps;
    return [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part];
  });
}

/** The cells whose middle is in the rectangle between two cells. */
export function spotsBetween(spots: Spot[], one: Spot, other: Spot): Spot[] {
  const near = 1e-4;
  const inside = (x: number, a: number, b: number) =>
    x >= Math.min(a, b) - near && x <= Math.max(a, b) + near;
  return spots.filter(({ x, y }) => inside(x, one.x, other.x) && inside(y, one.y, other.y));
}
