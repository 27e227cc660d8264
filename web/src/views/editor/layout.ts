// Where things are on a lattice: layers, turns of a layer, steps of the cursor.
import type { Cell, LatticeShape, MotionShape } from "../../api/types";
import { type Box, type Grid, plus } from "../../lattice/grid";

const NEAR = 1e-5;
const mod = (x: number, step: number) => x - step * Math.floor(x / step + NEAR);

/** The layers of a lattice, numbered from the one at height 0; negative ones are above. */
export class Layers {
  private readonly step: number;
  private readonly offsets: number[];

  constructor(grid: Grid) {
    const { basis, kinds, flat } = grid.lattice;
    if (flat) {
      this.step = 1;
      this.offsets = [0];
      return;
    }
    const heightOf = (vector: number[]) => grid.place(vector)[2];
    this.step = basis.map(heightOf).reduce(commonPart, 0) || 1;
    const found = kinds.map(({ at }) => mod(heightOf(at), this.step)).sort((a, b) => a - b);
    this.offsets = found.filter((x, k) => k === 0 || x - found[k - 1]! > NEAR);
  }

  height(layer: number): number {
    const count = this.offsets.length;
    const whole = Math.floor(layer / count);
    return Math.round((whole * this.step + this.offsets[layer - whole * count]!) * 1e6) / 1e6;
  }

  /** The number of the layer at a height: the nearest one. */
  at(height: number): number {
    const count = this.offsets.length;
    const guess = Math.floor(height / this.step) * count;
    let best = guess;
    for (let layer = guess - 1; layer <= guess + count + 1; layer++)
      if (Math.abs(this.height(layer) - height) < Math.abs(this.height(best) - height))
        best = layer;
    return best;
  }

  /** First and last layer of some cells. */
  range(grid: Grid, cells: Cell[]): [number, number] | null {
    if (!cells.length) return null;
    const heights = cells.map((cell) => grid.height(cell));
    return [this.at(Math.min(...heights)), this.at(Math.max(...heights))];
  }
}

/** The greatest number of which both are multiples, or nearly so. */
function commonPart(a: number, b: number): number {
  let [x, y] = [Math.abs(a), Math.abs(b)];
  while (y > 1e-3) [x, y] = [y, Math.abs(x - y * Math.round(x / y))];
  return x;
}

/** A translation of the lattice that is about as long as wanted (x, y and height). */
export function translationNear(grid: Grid, wanted: number[]): number[] {
  let left = grid.coordinates(wanted);
  let total = left.map(() => 0);
  for (const row of grid.lattice.basis) {
    const pivot = row.findIndex((x) => x !== 0);
    const times = Math.round(left[pivot]! / row[pivot]!);
    left = left.map((x, k) => x - times * row[k]!);
    total = total.map((x, k) => x + times * row[k]!);
  }
  return total;
}

/** The shortest translation towards a direction; null if there is none. */
export function translationTowards(grid: Grid, direction: number[]): number[] | null {
  const { basis } = grid.lattice;
  let best: number[] | null = null;
  let least = Infinity;
  const visit = (vector: number[], row: number) => {
    const next = basis[row];
    if (next) {
      for (let times = -2; times <= 2; times++)
        visit(
          vector.map((x, k) => x + times * next[k]!),
          row + 1,
        );
      return;
    }
    const score = farness(grid.place(vector), direction, 0.7);
    if (score < least - NEAR) {
      least = score;
      best = vector;
    }
  };
  visit(
    grid.lattice.embedding.map(() => 0),
    0,
  );
  return best;
}

/** How far a step is, more so the more it misses a direction; endless if it goes elsewhere. */
function farness(step: number[], direction: number[], cosine: number): number {
  const length = Math.hypot(...step);
  if (length < NEAR) return Infinity;
  const along = direction.reduce((sum, x, axis) => sum + x * (step[axis] ?? 0), 0) / length;
  return along < cosine ? Infinity : length / along ** 2;
}

const SAME_ROW = 0.3; // units; lower cells begin a new row

interface Placed {
  cell: Cell;
  x: number;
  y: number;
}

/** The cells of a layer in a box, row by row; cells at nearly the same height share a row. */
function rowsIn(grid: Grid, box: Box, height: number): Placed[][] {
  const all = grid.cellsIn(box, height).map((cell) => {
    const [x, y] = grid.place(cell);
    return { cell, x, y };
  });
  all.sort((one, other) => one.y - other.y);
  const apart = (least: number) => {
    const rows: Placed[][] = [];
    all.forEach((one, k) => {
      if (k > 0 && one.y - all[k - 1]!.y < least) rows.at(-1)!.push(one);
      else rows.push([one]);
    });
    return rows;
  };
  let rows = apart(SAME_ROW);
  if (rows.length === 1) rows = apart(NEAR);
  for (const row of rows)
    row.sort((one, other) =>
      Math.abs(one.x - other.x) > NEAR ? one.x - other.x : one.y - other.y,
    );
  return rows;
}

const isAt = (cell: Cell) => (one: Placed) => one.cell.every((x, k) => x === cell[k]);

/** The next cell along the row, or the nearest one of the next row; the same if there is none. */
export function nextCell(grid: Grid, from: Cell, direction: [number, number]): Cell {
  const [x, y] = grid.place(from);
  const [dx, dy] = direction;
  const box = { left: x - 2.1, right: x + 2.1, top: y - 2.1, bottom: y + 2.1 };
  const rows = rowsIn(grid, box, grid.height(from));
  const row = rows.findIndex((some) => some.some(isAt(from)));
  if (dx) return rows[row]?.[rows[row].findIndex(isAt(from)) + dx]?.cell ?? from;
  const far = (one: Placed) => Math.abs(one.x - x) + Math.abs(one.y - y) * 1e-3;
  const next = rows[row + dy];
  if (!next) return from;
  return next.reduce((best, one) => (far(one) < far(best) - NEAR ? one : best)).cell;
}

/** The cell of a layer that is nearest to a point. */
export function cellNear(grid: Grid, x: number, y: number, height: number): Cell | null {
  for (let reach = 1; reach < 5; reach++) {
    const box = { left: x - reach, right: x + reach, top: y - reach, bottom: y + reach };
    let best: Cell | null = null;
    let least = Infinity;
    for (const cell of grid.cellsIn(box, height)) {
      const [u, v] = grid.place(cell);
      const far = Math.hypot(u - x, v - y);
      if (far < least - NEAR) {
        least = far;
        best = cell;
      }
    }
    if (best) return best;
  }
  return null;
}

/** Row and column of a cell, counted from the corner of a box; both begin at 1. */
export function rowAndColumn(grid: Grid, cell: Cell, box: Box): { row: number; column: number } {
  const [x, y] = grid.place(cell);
  const area = {
    left: Math.min(box.left, x),
    right: Math.max(box.right, x),
    top: Math.min(box.top, y),
    bottom: Math.max(box.bottom, y),
  };
  const rows = rowsIn(grid, area, grid.height(cell));
  const here = rows.findIndex((row) => row.some(isAt(cell)));
  const first = rows.findIndex((row) => row.some((one) => one.y >= box.top - NEAR));
  const along = rows[here] ?? [];
  const start = along.findIndex((one) => one.x >= box.left - NEAR);
  const column = along.findIndex(isAt(cell)) - (start < 0 ? along.length : start) + 1;
  return { row: here - first + 1, column };
}

/** What a motion does to directions of space: columns are the images of x, y and height. */
function matrixOf(grid: Grid, motion: MotionShape): number[][] {
  const size = grid.lattice.embedding.length;
  const units = Array.from({ length: size }, (_, k) =>
    Array.from({ length: size }, (_, c) => +(c === k)),
  );
  return units.map((unit) => {
    const vector = grid.coordinates(unit);
    const image = motion.matrix.map((row) => row.reduce((sum, a, k) => sum + a * vector[k]!, 0));
    return grid.place(image).slice(0, size);
  });
}

export interface LayerTurns {
  turn: MotionShape | null; // to the right, by the smallest angle
  back: MotionShape | null;
  mirror: MotionShape | null; // left and right exchanged, if there is such a one
}

/** The motions that turn a layer in its plane. */
export function layerTurns(grid: Grid): LayerTurns {
  const found: LayerTurns = { turn: null, back: null, mirror: null };
  let least = 10;
  let best = -10;
  for (const motion of grid.lattice.motions) {
    const [x, y, z] = matrixOf(grid, motion);
    if (z && Math.abs(z[2]! - 1) > 1e-4) continue;
    const turns = x![0]! * y![1]! - x![1]! * y![0]! > 0;
    if (turns) {
      const angle = Math.atan2(x![1]!, x![0]!);
      if (Math.abs(angle) < 1e-4) continue;
      if (angle > 0 && angle < least) {
        least = angle;
        found.turn = motion;
      }
    } else if (-x![0]! > best + 1e-4) {
      best = -x![0]!;
      found.mirror = motion;
    }
  }
  for (const motion of grid.lattice.motions) {
    const [x, , z] = matrixOf(grid, motion);
    if (motion.mirror || (z && Math.abs(z[2]! - 1) > 1e-4)) continue;
    if (Math.abs(Math.atan2(x![1]!, x![0]!) + least) < 1e-4) found.back = motion;
  }
  found.back ??= found.turn;
  return found;
}

export interface Tipping {
  name: string;
  motion: MotionShape;
  to: "front" | "side" | "bottom" | "askew"; // where the top of a body goes
}

/** The generators that turn layers out of their plane. */
export function tippingTurns(grid: Grid): Tipping[] {
  if (grid.lattice.flat) return [];
  const found: Tipping[] = [];
  for (const [name, number] of Object.entries(grid.lattice.generators)) {
    const motion = grid.lattice.motions[number]!;
    const [x, y, z] = matrixOf(grid, motion)[2]!.map((part) => Math.abs(part) > 1 - 1e-4);
    const same = z && matrixOf(grid, motion)[2]![2]! > 0;
    if (motion.mirror || same) continue;
    found.push({ name, motion, to: x ? "side" : y ? "front" : z ? "bottom" : "askew" });
  }
  return found;
}

/** The smallest multiples of the unit vectors that are translations; null: there is none. */
function periods(grid: Grid): (number | null)[] {
  return grid.lattice.embedding.map((_, axis) => {
    for (let times = 1; times <= 60; times++)
      if (grid.isTranslation(grid.lattice.embedding.map((_, k) => (k === axis ? times : 0))))
        return times;
    return null;
  });
}

/** Which sides of a box can be chosen: width, height and depth. */
export const boxSides = (grid: Grid): boolean[] => periods(grid).map((period) => period !== null);

/** The cells of a box, so many units wide, high and deep. */
export function boxCells(grid: Grid, sides: number[]): Cell[] {
  const { lattice } = grid;
  const units = periods(grid);
  const around = lattice.sticks ? facesAround(lattice, units) : null;
  const ranges = units.map((unit, axis): [number, number] => {
    if (unit === null) {
      const values = lattice.kinds.map(({ at }) => at[axis]!);
      return [Math.min(...values), Math.max(...values)];
    }
    if (around) return [0, sides[axis]! - 1];
    return [0, unit * sides[axis]! - (lattice.sticks ? 0 : 1)];
  });
  let found: Cell[] = [[]];
  for (const [low, high] of ranges) {
    const next: Cell[] = [];
    for (const cell of found) for (let x = low; x <= high; x++) next.push([...cell, x]);
    found = next;
  }
  if (!around) return found.filter((cell) => grid.kindNumber(cell) >= 0);
  const sticks = new Map<string, Cell>();
  for (const at of found)
    for (const step of around) {
      const cell = plus(
        at.map((x, axis) => x * units[axis]!),
        step,
      );
      sticks.set(cell.join(), cell);
    }
  return [...sticks.values()];
}

/** Sticks about the face at the origin, if there is a face and not a point of the grid. */
function facesAround(lattice: LatticeShape, units: (number | null)[]): Cell[] | null {
  const first = lattice.kinds[0]!;
  const far = Math.hypot(...first.at.map((x, k) => x * lattice.embedding[k]![0]!));
  const nearest = Math.min(
    ...first.outline.map(([u, v]) => {
      const [x, y] = [0, 1].map((axis) =>
        first.at.reduce((sum, a, k) => sum + a * lattice.embedding[k]![axis]!, 0),
      );
      return Math.hypot(x! + u, y! + v);
    }),
  );
  if (nearest < far * 0.5 || units.includes(null)) return null;
  const seen = new Map<string, Cell>();
  for (const { matrix } of lattice.motions) {
    const cell = matrix.map((row) => row.reduce((sum, a, k) => sum + a * first.at[k]!, 0));
    seen.set(cell.join(), cell);
  }
  return [...seen.values()];
}
