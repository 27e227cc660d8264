// The rules of playing: which pieces there are, how they may be turned, where they may lie.
import type { Cell, LatticeDoc, PieceDoc, PlacedCells, Point } from "../../api/types";
import { gridOf } from "../../components/flat";
import { type Grid, keyOf, minus, moved, plus } from "../../lattice/grid";

/** A piece where it lies; its cells are in the order of the piece's own. */
export interface Lying {
  piece: number;
  motion: number;
  cells: Cell[];
}

/** A piece with how often it may be used, and how it may be turned. */
export interface Stock {
  doc: PieceDoc;
  least: number;
  most: number;
  allowed: Set<number>;
}

const FARTHEST = 1.3; // from the board, in sizes of a cell: farther away nothing snaps
const LENIENT = 0.45; // a place where a piece fits may be so much farther than the nearest one

/** From text such as `1`, `2..5`, `3..` or `any`. */
export function countOf(text: string): [least: number, most: number] {
  if (text === "any") return [0, Infinity];
  const [least, most] = text.split("..");
  return [Number(least), most === undefined ? Number(least) : most ? Number(most) : Infinity];
}

export class Game {
  readonly grid: Grid;
  readonly cells: Cell[];
  readonly heights: number[];
  readonly stock: Stock[];
  readonly fixed: Lying[];
  /** How wide a cell is. */
  readonly size: number;
  private readonly must: Set<string>;
  private readonly board: Set<string>;
  private readonly colours: Map<string, string>;
  private readonly fit: Set<string> | null;
  private readonly numbers: Map<string, number>;
  private readonly centres = new Map<string, Point>();
  private readonly turnedCells = new Map<string, Cell[]>();

  constructor(readonly doc: LatticeDoc) {
    const { lattice, board, colour_fits, pieces } = doc;
    this.grid = gridOf(lattice);
    this.cells = [...board.must, ...board.may];
    this.heights = lattice.flat ? [0] : this.grid.heights(this.cells);
    this.must = new Set(board.must.map(keyOf));
    this.board = new Set(this.cells.map(keyOf));
    this.colours = new Map(board.colours.map(({ cell, colour }) => [keyOf(cell), colour]));
    this.fit = colour_fits && new Set(colour_fits.map(([a, b]) => `${a}\n${b}`));
    this.numbers = new Map(lattice.motions.map(({ matrix }, k) => [matrix.join(), k]));
    this.stock = pieces.map((piece) => {
      const [least, most] = countOf(piece.count);
      return { doc: piece, least, most, allowed: this.allowed(piece) };
    });
    this.fixed = doc.fixed.flatMap(
      (placed) =>
        this.matching(placed) ?? {
          piece: pieces.findIndex(({ name }) => name === placed.piece),
          motion: 0,
          cells: placed.cells,
        },
    );
    const widths = lattice.kinds.map(({ outline }) => {
      const across = (k: 0 | 1) => outline.map((point) => point[k]);
      return [0, 1].map((k) => {
        const values = across(k as 0 | 1);
        return Math.max(...values) - Math.min(...values);
      });
    });
    this.size = Math.max(0.1, ...widths.flat());
  }

  colourAt(cell: Cell): string {
    return this.colours.get(keyOf(cell)) ?? "";
  }

  isMust(cell: Cell): boolean {
    return this.must.has(keyOf(cell));
  }

  has(cell: Cell): boolean {
    return this.board.has(keyOf(cell));
  }

  /** The number of the motion that does one thing after another. */
  after(second: number, first: number): number {
    const { motions } = this.doc.lattice;
    const [a, b] = [motions[second]!.matrix, motions[first]!.matrix];
    const product = a.map((row) =>
      row.map((_, c) => row.reduce((sum, x, k) => sum + x * b[k]![c]!, 0)),
    );
    return this.numbers.get(product.join()) ?? first;
  }

  private allowed(piece: PieceDoc): Set<number> {
    const { motions, generators, flat } = this.doc.lattice;
    if (piece.motions.length)
      return new Set(
        piece.motions.map((word) =>
          word
            .split(/\s+/)
            .filter((name) => name in generators)
            .reduce((motion, name) => this.after(generators[name]!, motion), 0),
        ),
      );
    if (!piece.turn) return new Set([0]);
    const flip = piece.flip ?? flat;
    return new Set(motions.flatMap(({ mirror }, k) => (flip || !mirror ? [k] : [])));
  }

  /** The motion in which a piece comes out of the box. */
  first(piece: number): number {
    const { allowed } = this.stock[piece]!;
    return allowed.has(0) ? 0 : [...allowed][0]!;
  }

  /** A piece turned once more; by as many steps as it takes to reach what is allowed. */
  turned(piece: number, motion: number, by: number): number {
    const { allowed } = this.stock[piece]!;
    let next = this.after(by, motion);
    while (next !== motion && !allowed.has(next)) next = this.after(by, next);
    return next;
  }

  /** The cells of a piece in an orientation, wherever the motion puts them. */
  oriented(piece: number, motion: number): Cell[] {
    const key = `${piece} ${motion}`;
    let cells = this.turnedCells.get(key);
    if (!cells) {
      const { doc } = this.stock[piece]!;
      cells = doc.cells.map((cell) => moved(this.doc.lattice.motions[motion]!, cell));
      this.turnedCells.set(key, cells);
    }
    return cells;
  }

  /** How a piece lies on some cells, by the motion that is given if it can; null if it cannot. */
  matching({ piece, cells, motion: wish }: PlacedCells): Lying | null {
    const number = this.stock.findIndex(({ doc }) => doc.name === piece);
    const stock = this.stock[number];
    if (!stock || cells.length !== stock.doc.cells.length) return null;
    const wanted = new Set(cells.map(keyOf));
    let found: Lying | null = null;
    const motions = [...stock.allowed].sort((a, b) => +(b === wish) - +(a === wish));
    for (const motion of motions) {
      const own = this.oriented(number, motion);
      for (const cell of cells) {
        const shift = minus(cell, own[0]!);
        if (!this.grid.isTranslation(shift)) continue;
        const there = own.map((one) => plus(one, shift));
        if (!there.every((one) => wanted.has(keyOf(one)))) continue;
        const lying = { piece: number, motion, cells: there };
        if (motion === wish || there.every((one, k) => this.agrees(number, k, one))) return lying;
        found ??= lying;
      }
    }
    return found;
  }

  private agrees(piece: number, number: number, cell: Cell): boolean {
    const [ground, own] = [this.colourAt(cell), this.stock[piece]!.doc.colours[number] ?? ""];
    return this.fit ? this.fit.has(`${ground}\n${own}`) : ground === own;
  }

  taken(placed: Lying[]): Set<string> {
    return new Set([...this.fixed, ...placed].flatMap(({ cells }) => cells.map(keyOf)));
  }

  /** For each cell of a piece: may it lie there? */
  judge(piece: number, cells: Cell[], placed: Lying[]): boolean[] {
    const taken = this.taken(placed);
    return cells.map(
      (cell, k) => this.has(cell) && !taken.has(keyOf(cell)) && this.agrees(piece, k, cell),
    );
  }

  fits({ piece, cells }: Lying, placed: Lying[]): boolean {
    return this.left(placed, piece) > 0 && this.judge(piece, cells, placed).every(Boolean);
  }

  /** How many of a piece are not on the board yet. */
  left(placed: Lying[], piece: number): number {
    const used = [...this.fixed, ...placed].filter((lying) => lying.piece === piece).length;
    return this.stock[piece]!.most - used;
  }

  /** Is every cell covered that must be? */
  isFull(placed: Lying[]): boolean {
    const taken = this.taken(placed);
    return [...this.must].every((key) => taken.has(key));
  }

  /** What is left of a stored position: only what the rules allow. */
  sound(placed: Lying[]): Lying[] {
    const kept: Lying[] = [];
    for (const { piece, motion, cells } of placed) {
      const name = this.stock[piece]?.doc.name;
      const lying = name === undefined ? null : this.matching({ piece: name, motion, cells });
      if (lying && this.fits(lying, kept)) kept.push(lying);
    }
    return kept;
  }

  /** As the server is told. */
  told(placed: Lying[]): PlacedCells[] {
    return placed.map(({ piece, motion, cells }) => {
      return { piece: this.stock[piece]!.doc.name, motion, cells };
    });
  }

  /** The middle of a cell, as it is drawn. */
  centre(cell: Cell): Point {
    const key = keyOf(cell);
    let centre = this.centres.get(key);
    if (!centre) {
      const ring = this.grid.outline(cell);
      const sum = ring.reduce(([x, y], [u, v]) => [x + u, y + v] as Point, [0, 0] as Point);
      centre = [sum[0] / (ring.length || 1), sum[1] / (ring.length || 1)];
      this.centres.set(key, centre);
    }
    return centre;
  }

  height(cell: Cell): number {
    return this.doc.lattice.flat ? 0 : this.grid.height(cell);
  }

  /** The cells of a layer that differ from one by a translation, the nearest to a point first. */
  private alike(anchor: Cell, to: Point, height: number): { cell: Cell; far: number }[] {
    const { grid, size } = this;
    const [x, y] = grid.place(anchor);
    const [u, v] = this.centre(anchor);
    const at: Point = [to[0] - u + x, to[1] - v + y];
    const reach = Math.max(size, ...this.doc.lattice.basis.map((row) => widthOf(grid.place(row))));
    const box = {
      left: at[0] - reach,
      right: at[0] + reach,
      top: at[1] - reach,
      bottom: at[1] + reach,
    };
    const own = (cell: Cell) => grid.isTranslation(minus(cell, anchor));
    let found = grid.cellsIn(box, height).filter(own);
    if (!found.length) found = this.inLayer(height).filter(own);
    return found
      .map((cell) => {
        const [p, q] = grid.place(cell);
        return { cell, far: Math.hypot(p - at[0], q - at[1]) };
      })
      .sort((a, b) => a.far - b.far);
  }

  /** Can pieces be pushed about within a layer?  On discs they can only be swung about the axle. */
  get slides(): boolean {
    return this.doc.lattice.basis.filter((row) => widthOf(this.grid.place(row)) > 1e-6).length > 1;
  }

  /** The turn, by as many steps as it takes, that brings a cell of a piece nearest to a point. */
  swung(lying: Pick<Lying, "piece" | "motion">, grabbed: number, to: Point, by: number): number {
    const far = (motion: number) => {
      const [x, y] = this.centre(this.oriented(lying.piece, motion)[grabbed]!);
      return Math.hypot(x - to[0], y - to[1]);
    };
    let best = lying.motion;
    let next = this.turned(lying.piece, best, by);
    for (; next !== lying.motion; next = this.turned(lying.piece, next, by))
      if (far(next) < far(best) - 1e-6) best = next;
    return best;
  }

  inLayer(height: number): Cell[] {
    return this.cells.filter((cell) => Math.abs(this.height(cell) - height) < 1e-6);
  }

  /** Where a piece goes whose cell number `grabbed` is held over a point of a layer. */
  snap(
    lying: Pick<Lying, "piece" | "motion">,
    grabbed: number,
    to: Point,
    height: number,
    placed: Lying[],
  ): Cell[] | null {
    const own = this.oriented(lying.piece, lying.motion);
    const anchor = own[grabbed]!;
    const choices = this.alike(anchor, to, height);
    const nearest = choices[0];
    if (!nearest) return null;
    const at = (cell: Cell) => own.map((one) => plus(one, minus(cell, anchor)));
    for (const { cell, far } of choices) {
      if (far > nearest.far + LENIENT * this.size) break;
      if (this.judge(lying.piece, at(cell), placed).every(Boolean)) return at(cell);
    }
    const cells = at(nearest.cell);
    const near = cells.some((cell) => this.isNear(this.centre(cell), this.height(cell)));
    return near ? cells : null;
  }

  isNear(point: Point, height: number): boolean {
    return this.inLayer(height).some((cell) => {
      const [x, y] = this.centre(cell);
      return Math.hypot(x - point[0], y - point[1]) < FARTHEST * this.size;
    });
  }

  /** A piece one step further to a side; of two ways that are as good, the one to the right. */
  stepped(cells: Cell[], grabbed: number, [dx, dy]: Point): Cell[] {
    const anchor = cells[grabbed]!;
    const [x, y] = this.centre(anchor);
    const ways = this.alike(anchor, [x, y], this.height(anchor)).flatMap(({ cell, far }) => {
      const [u, v] = this.centre(cell);
      const ahead = ((u - x) * dx + (v - y) * dy) / (far || 1);
      const right = (dx * (v - y) - dy * (u - x)) / (far || 1);
      return far > 1e-6 && ahead > 0.6 ? [{ cell, cost: far - 1e-3 * right }] : [];
    });
    const best = ways.sort((a, b) => a.cost - b.cost)[0];
    return best ? cells.map((one) => plus(one, minus(best.cell, anchor))) : cells;
  }

  /** A piece some layers further. */
  lifted(cells: Cell[], grabbed: number, layers: number): Cell[] {
    const anchor = cells[grabbed]!;
    const now = this.heights.findIndex((z) => Math.abs(z - this.height(anchor)) < 1e-6);
    for (let k = now + layers; k in this.heights; k += layers) {
      const cell = this.alike(anchor, this.centre(anchor), this.heights[k]!)[0]?.cell;
      if (cell) return cells.map((one) => plus(one, minus(cell, anchor)));
    }
    return cells;
  }

  /** A cell in words. */
  where(cell: Cell): string {
    if (!this.has(cell)) return "off the board";
    const height = this.height(cell);
    const centres = this.inLayer(height).map((one) => this.centre(one));
    const [x, y] = this.centre(cell);
    const near = (a: number, b: number) => Math.abs(a - b) < 1e-3;
    const before = (values: number[], value: number) =>
      new Set(values.filter((one) => one < value - 1e-3).map((one) => Math.round(one * 1e3))).size;
    const row =
      before(
        centres.map(([, v]) => v),
        y,
      ) + 1;
    const column =
      before(
        centres.filter(([, v]) => near(v, y)).map(([u]) => u),
        x,
      ) + 1;
    const layer = this.heights.findIndex((z) => near(z, height)) + 1;
    const flat = `row ${row}, column ${column}`;
    return this.heights.length > 1 ? `layer ${layer}, ${flat}` : flat;
  }
}

const widthOf = ([x, y]: number[]) => Math.hypot(x!, y!);
