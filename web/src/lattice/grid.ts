// A lattice as things one can draw, hit and move.
import type { Cell, KindShape, LatticeShape, MotionShape, Point } from "../api/types";

export const keyOf = (cell: Cell): string => cell.join(",");
export const cellOf = (key: string): Cell => key.split(",").map(Number);
export const plus = (a: number[], b: number[]) => a.map((x, k) => x + b[k]!);
export const minus = (a: number[], b: number[]) => a.map((x, k) => x - b[k]!);
export const moved = (motion: MotionShape, cell: Cell): Cell =>
  motion.matrix.map((row, r) => row.reduce((sum, a, k) => sum + a * cell[k]!, motion.shift[r]!));

/** Layer by layer, row by row, as the solver reads. */
export function inReadingOrder(a: Cell, b: Cell): number {
  for (let k = a.length - 1; k >= 0; k--) if (a[k] !== b[k]) return a[k]! - b[k]!;
  return 0;
}

const NEAR = 1e-6;

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export class Grid {
  private readonly kinds = new Map<string, number>();
  private readonly inverse: number[][];

  constructor(readonly lattice: LatticeShape) {
    lattice.kinds.forEach((kind, number) => {
      this.kinds.set(keyOf(this.residue(kind.at)), number);
    });
    this.inverse = invert(lattice.embedding);
  }

  /** What is left of a vector when whole translations are taken away. */
  residue(vector: number[]): number[] {
    let left = vector;
    for (const row of this.lattice.basis) {
      const pivot = row.findIndex((x) => x !== 0);
      const times = Math.floor(left[pivot]! / row[pivot]!);
      if (times) left = left.map((x, k) => x - times * row[k]!);
    }
    return left;
  }

  isTranslation(vector: number[]): boolean {
    return this.residue(vector).every((x) => x === 0);
  }

  /** The number of the kind of a cell; -1: there is no cell. */
  kindNumber(cell: Cell): number {
    return this.kinds.get(keyOf(this.residue(cell))) ?? -1;
  }

  kind(cell: Cell): KindShape | undefined {
    return this.lattice.kinds[this.kindNumber(cell)];
  }

  neighbours(cell: Cell): Cell[] {
    return (this.kind(cell)?.steps ?? []).map((step) => plus(cell, step));
  }

  /** Where a cell lies: x, y and, in space, the height of its layer. */
  place(cell: Cell): [number, number, number] {
    const at: [number, number, number] = [0, 0, 0];
    this.lattice.embedding.forEach((row, k) => {
      row.forEach((x, axis) => {
        at[axis as 0 | 1 | 2] += cell[k]! * x;
      });
    });
    return at;
  }

  /** Coordinates of a point (x, y and, in space, height), whole ones only if a cell could be there. */
  coordinates(point: number[]): number[] {
    return times(this.inverse, point.slice(0, this.lattice.embedding.length));
  }

  height(cell: Cell): number {
    return Math.round(this.place(cell)[2] * 1e6) / 1e6;
  }

  outline(cell: Cell): Point[] {
    const [x, y] = this.place(cell);
    return (this.kind(cell)?.outline ?? []).map(([u, v]) => [x + u, y + v]);
  }

  /** The cells of a layer that lie in a box. */
  cellsIn(box: Box, height = 0): Cell[] {
    const corners = [
      [box.left, box.top],
      [box.right, box.top],
      [box.left, box.bottom],
      [box.right, box.bottom],
    ].map(([x, y]) => times(this.inverse, this.lattice.flat ? [x!, y!] : [x!, y!, height]));
    const range = corners[0]!.map((_, axis) => {
      const values = corners.map((corner) => corner[axis]!);
      return [Math.floor(Math.min(...values) - NEAR), Math.ceil(Math.max(...values) + NEAR)];
    });
    const found: Cell[] = [];
    const visit = (cell: Cell) => {
      const bounds = range[cell.length];
      if (bounds) {
        for (let x = bounds[0]!; x <= bounds[1]!; x++) visit([...cell, x]);
        return;
      }
      if (this.kindNumber(cell) < 0) return;
      const [x, y, z] = this.place(cell);
      const inside =
        x >= box.left - NEAR &&
        x <= box.right + NEAR &&
        y >= box.top - NEAR &&
        y <= box.bottom + NEAR;
      if (inside && Math.abs(z - height) < NEAR) found.push(cell);
    };
    visit([]);
    return found;
  }

  /** Heights of layers from one to another, the first one at 0. */
  heights(cells: Cell[]): number[] {
    return [...new Set(cells.map((cell) => this.height(cell)))].sort((a, b) => a - b);
  }

  boxOf(cells: Cell[]): Box {
    const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
    for (const cell of cells)
      for (const [x, y] of this.outline(cell)) {
        box.left = Math.min(box.left, x);
        box.right = Math.max(box.right, x);
        box.top = Math.min(box.top, y);
        box.bottom = Math.max(box.bottom, y);
      }
    return cells.length ? box : { left: 0, top: 0, right: 1, bottom: 1 };
  }

  /** The boundary of some cells of one layer, as an SVG path. */
  path(cells: Cell[]): string {
    return pathOf(joined(cells.map((cell) => this.outline(cell))));
  }

  /** All ways to turn (and flip, if allowed) some cells; alike ones once, the first is as given. */
  orientations(cells: Cell[], allowed: (motion: MotionShape) => boolean): Cell[][] {
    const seen = new Map<string, Cell[]>();
    for (const motion of this.lattice.motions) {
      if (!allowed(motion)) continue;
      const turned = this.atHome(cells.map((cell) => moved(motion, cell)));
      const key = turned.map(keyOf).join(" ");
      if (!seen.has(key)) seen.set(key, turned);
    }
    return [...seen.values()];
  }

  /** Cells in reading order, moved so that the first is where its kind is at home. */
  atHome(cells: Cell[]): Cell[] {
    const sorted = [...cells].sort(inReadingOrder);
    const first = sorted[0];
    const home = first && this.kind(first)?.at;
    if (!first || !home) return sorted;
    const shift = minus(home, first);
    return sorted.map((cell) => plus(cell, shift));
  }

  isConnected(cells: Cell[]): boolean {
    const left = new Set(cells.map(keyOf));
    const todo = cells.slice(0, 1);
    for (const cell of todo) left.delete(keyOf(cell));
    for (let cell = todo.pop(); cell; cell = todo.pop())
      for (const near of this.neighbours(cell)) if (left.delete(keyOf(near))) todo.push(near);
    return left.size === 0;
  }
}

const corner = ([x, y]: Point) => `${Math.round(x * 1e4)},${Math.round(y * 1e4)}`;

/** Rings of polygons without the sides that two of them share. */
export function joined(rings: Point[][]): Point[][] {
  const sides = new Map<string, Side>();
  for (const ring of rings)
    ring.forEach((start, k) => {
      const end = ring[(k + 1) % ring.length]!;
      const back = `${corner(end)} ${corner(start)}`;
      if (!sides.delete(back)) sides.set(`${corner(start)} ${corner(end)}`, [start, end]);
    });
  const from = new Map<string, Side[]>();
  for (const side of sides.values()) {
    const key = corner(side[0]);
    from.set(key, [...(from.get(key) ?? []), side]);
  }
  const found: Point[][] = [];
  const way = Math.sign(rings.reduce((sum, ring) => sum + signedArea(ring), 0)) || 1;
  for (const first of sides.values()) {
    const ring: Point[] = [];
    let side: Side | undefined = first;
    while (side) {
      const out: Side[] = from.get(corner(side[0])) ?? [];
      const here = out.indexOf(side);
      if (here < 0) break; // it was used
      out.splice(here, 1);
      ring.push(side[0]);
      side = nextSide(side, from.get(corner(side[1])) ?? [], way);
    }
    if (ring.length > 2) found.push(ring);
  }
  return found;
}

const signedArea = (ring: Point[]): number =>
  ring.reduce((sum, [x, y], k) => {
    const [u, v] = ring[(k + 1) % ring.length]!;
    return sum + (x * v - u * y) / 2;
  }, 0);

type Side = [Point, Point];

/** Where several sides go out from a point, the one that keeps cells apart that only touch there. */
function nextSide(side: Side, out: Side[], way: number): Side | undefined {
  if (out.length < 2) return out[0];
  const back = Math.atan2(side[0][1] - side[1][1], side[0][0] - side[1][0]);
  const turn = ([start, end]: Side) => {
    const angle = way * (back - Math.atan2(end[1] - start[1], end[0] - start[0]));
    return ((angle % (2 * Math.PI)) + 2 * Math.PI) % (2 * Math.PI) || 2 * Math.PI;
  };
  return out.reduce((best, one) => (turn(one) < turn(best) ? one : best));
}

const short = (x: number) => String(Math.round(x * 1e4) / 1e4);

export const pathOf = (rings: Point[][]): string =>
  rings.map((ring) => `M${ring.map(([x, y]) => `${short(x)} ${short(y)}`).join("L")}Z`).join("");

function times(matrix: number[][], vector: number[]): number[] {
  // Rows of the embedding are images of unit vectors: place = Σ cell[k]·row[k].
  return matrix[0]!.map((_, axis) =>
    matrix.reduce((sum, row, k) => sum + row[axis]! * vector[k]!, 0),
  );
}

/** The inverse of a matrix of two or three rows. */
function invert(matrix: number[][]): number[][] {
  const size = matrix.length;
  const rows = matrix.map((row, r) => [
    ...row.slice(0, size),
    ...row.map((_, c) => (r === c ? 1 : 0)).slice(0, size),
  ]);
  for (let k = 0; k < size; k++) {
    const pivot = rows
      .slice(k)
      .reduce((best, row) => (Math.abs(row[k]!) > Math.abs(best[k]!) ? row : best));
    const at = rows.indexOf(pivot);
    [rows[k], rows[at]] = [rows[at]!, rows[k]!];
    const scale = rows[k]![k]! || 1;
    rows[k] = rows[k]!.map((x) => x / scale);
    rows.forEach((row, r) => {
      if (r !== k) rows[r] = row.map((x, c) => x - row[k]! * rows[k]![c]!);
    });
  }
  return rows.map((row) => row.slice(size));
}
