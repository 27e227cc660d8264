// A drawn puzzle: every change makes a new one, and leaves the old one as it was.
import type {
  BoardDoc,
  Cell,
  LatticeDoc,
  LatticeShape,
  MotionShape,
  PieceDoc,
} from "../../api/types";
import { type Grid, keyOf, moved, plus } from "../../lattice/grid";
import { translationNear } from "./layout";

/** What is drawn on: the board, or a piece by its number. */
export type Target = number;
export const BOARD: Target = -1;

/** What a cell becomes; a colour leaves a cell of the board as it is otherwise. */
export type Ink = "must" | "may" | "none" | { colour: string };
export type Tool = "fill" | "may" | "colour" | "erase" | "box" | "move";

export interface Drawn {
  cell: Cell;
  fill: "must" | "may";
  colour: string; // "": none
}

const PALETTE = [
  ..."#d4bb64 #3a50d7 #904044 #85f4da #e9771a #6a3294 #0097a2 #d5caff".split(" "),
  ..."#856523 #959cff #ff9c98 #434964 #978a63 #637d70 #7d63cb #e5f27d".split(" "),
  ..."#633c08 #b1f297 #a497d8 #7dcbcb #63153c #b18a49 #157097 #700822".split(" "),
];

/** The colour of the piece with this number, as in all pictures. */
export const paletteColour = (number: number): string => PALETTE[number % PALETTE.length]!;

export function emptyDoc(lattice: LatticeShape): LatticeDoc {
  return {
    kind: "lattice",
    title: "",
    about: "",
    source: "",
    lattice,
    board: { must: [], may: [], colours: [] },
    pieces: [],
    spare: null,
    colour_fits: null,
    marks: null,
    crossing: true,
    fixed: [],
  };
}

/** What is drawn on a canvas, by the keys of cells. */
export function drawnOn(doc: LatticeDoc, target: Target): Map<string, Drawn> {
  const drawn = new Map<string, Drawn>();
  const piece = doc.pieces[target];
  if (piece) {
    piece.cells.forEach((cell, k) => {
      drawn.set(keyOf(cell), { cell, fill: "must", colour: piece.colours[k] ?? "" });
    });
  } else if (target === BOARD) {
    for (const fill of ["must", "may"] as const)
      for (const cell of doc.board[fill]) drawn.set(keyOf(cell), { cell, fill, colour: "" });
    for (const { cell, colour } of doc.board.colours) {
      const there = drawn.get(keyOf(cell));
      if (there) there.colour = colour;
    }
  }
  return drawn;
}

export const cellsOn = (doc: LatticeDoc, target: Target): Cell[] =>
  target === BOARD ? [...doc.board.must, ...doc.board.may] : (doc.pieces[target]?.cells ?? []);

/** What a stroke does, which the cell decides where it begins. */
export function inkOf(tool: Tool, first: Drawn | undefined, target: Target, colour: string): Ink {
  if (tool === "erase") return "none";
  if (tool === "colour") return { colour: first && first.colour === colour ? "" : colour };
  const fill = tool === "may" && target === BOARD ? "may" : "must";
  return first?.fill === fill ? "none" : fill;
}

/** The puzzle after some cells of a canvas were painted; the very same if that changes nothing. */
export function painted(doc: LatticeDoc, target: Target, cells: Cell[], ink: Ink): LatticeDoc {
  const drawn = drawnOn(doc, target);
  let changed = false;
  for (const cell of cells) {
    const key = keyOf(cell);
    const before = drawn.get(key);
    if (ink === "none") {
      changed = drawn.delete(key) || changed;
      continue;
    }
    if (typeof ink === "object" && !before && !ink.colour) continue;
    const after: Drawn =
      typeof ink === "object"
        ? { cell, fill: before?.fill ?? "must", colour: ink.colour }
        : { cell, fill: ink, colour: before?.colour ?? "" };
    if (before?.fill === after.fill && before.colour === after.colour) continue;
    drawn.set(key, after);
    changed = true;
  }
  return changed ? withDrawn(doc, target, [...drawn.values()]) : doc;
}

function withDrawn(doc: LatticeDoc, target: Target, drawn: Drawn[]): LatticeDoc {
  const cells = drawn.map(({ cell }) => cell);
  if (target === BOARD) {
    const of = (fill: string) => drawn.filter((one) => one.fill === fill).map(({ cell }) => cell);
    const colours = drawn.filter(({ colour }) => colour);
    const board: BoardDoc = {
      must: of("must"),
      may: of("may"),
      colours: colours.map(({ cell, colour }) => ({ cell, colour })),
    };
    return { ...doc, board };
  }
  const there = new Set(cells.map(keyOf));
  return withPiece(doc, target, {
    cells,
    colours: drawn.some(({ colour }) => colour) ? drawn.map(({ colour }) => colour) : [],
    marks: doc.pieces[target]!.marks.filter(({ cell }) => there.has(keyOf(cell))),
  });
}

/** Everything on a canvas moved, with the marks and fixed pieces that belong to it. */
function mapped(
  doc: LatticeDoc,
  target: Target,
  cell: (cell: Cell) => Cell,
  step: (step: number[]) => number[],
): LatticeDoc {
  if (target === BOARD) {
    const { must, may, colours } = doc.board;
    return {
      ...doc,
      board: {
        must: must.map(cell),
        may: may.map(cell),
        colours: colours.map((one) => ({ ...one, cell: cell(one.cell) })),
      },
      fixed: doc.fixed.map((one) => ({ ...one, cells: one.cells.map(cell) })),
    };
  }
  const piece = doc.pieces[target];
  if (!piece) return doc;
  return withPiece(doc, target, {
    cells: piece.cells.map(cell),
    marks: piece.marks.map((m) => ({ ...m, cell: cell(m.cell), step: step(m.step) })),
  });
}

/** Moved by a translation of the lattice. */
export const shifted = (doc: LatticeDoc, target: Target, by: number[]): LatticeDoc =>
  mapped(
    doc,
    target,
    (cell) => plus(cell, by),
    (step) => step,
  );

/** Turned or mirrored, about where it was. */
export function turned(
  grid: Grid,
  doc: LatticeDoc,
  target: Target,
  motion: MotionShape,
): LatticeDoc {
  const cells = cellsOn(doc, target);
  if (!cells.length) return doc;
  const from = cornerOf(
    grid,
    cells.map((cell) => moved(motion, cell)),
  );
  const to = cornerOf(grid, cells);
  const by = translationNear(
    grid,
    to.map((x, axis) => x - from[axis]!),
  );
  const linear = { ...motion, shift: motion.shift.map(() => 0) };
  return mapped(
    doc,
    target,
    (cell) => plus(moved(motion, cell), by),
    (step) => moved(linear, step),
  );
}

function cornerOf(grid: Grid, cells: Cell[]): number[] {
  const { left, top } = grid.boxOf(cells);
  const height = Math.min(...cells.map((cell) => grid.height(cell)));
  return grid.lattice.flat ? [left, top] : [left, top, height];
}

export const cleared = (doc: LatticeDoc, target: Target): LatticeDoc =>
  cellsOn(doc, target).length ? withDrawn(doc, target, []) : doc;

/** Nothing but these cells, all to be filled. */
export const filledWith = (doc: LatticeDoc, target: Target, cells: Cell[]): LatticeDoc =>
  withDrawn(
    doc,
    target,
    cells.map((cell) => ({ cell, fill: "must", colour: "" })),
  );

export function withPiece(doc: LatticeDoc, number: number, change: Partial<PieceDoc>): LatticeDoc {
  const before = doc.pieces[number];
  if (!before) return doc;
  const pieces = doc.pieces.with(number, { ...before, ...change });
  const name = change.name;
  if (name === undefined || name === before.name) return { ...doc, pieces };
  const fixed = doc.fixed.map((one) => (one.piece === before.name ? { ...one, piece: name } : one));
  return { ...doc, pieces, fixed };
}

const recoloured = (pieces: PieceDoc[]): PieceDoc[] =>
  pieces.map((piece, number) => {
    const colour = paletteColour(number);
    return piece.colour === colour ? piece : { ...piece, colour };
  });

/** A name that no piece has yet: a letter, or the name that is wanted with a number. */
export function freeName(doc: LatticeDoc, wanted?: string): string {
  const taken = new Set(doc.pieces.map(({ name }) => name));
  if (wanted !== undefined && !taken.has(wanted)) return wanted;
  if (wanted === undefined)
    for (const letter of "ABCDEFGHIJKLMNOPQRSTUVWXYZ") if (!taken.has(letter)) return letter;
  const stem = (wanted ?? "Piece").replace(/ \d+$/, "");
  for (let k = 2; ; k++) if (!taken.has(`${stem} ${k}`)) return `${stem} ${k}`;
}

export function withNewPieces(doc: LatticeDoc, pieces: PieceDoc[], at?: number): LatticeDoc {
  let next = doc;
  let place = at ?? doc.pieces.length;
  for (const piece of pieces) {
    const added = { ...piece, name: freeName(next, piece.name || undefined) };
    next = { ...next, pieces: recoloured(next.pieces.toSpliced(place++, 0, added)) };
  }
  return next;
}

export const emptyPiece = (): PieceDoc => ({
  name: "",
  cells: [],
  count: "1",
  colours: [],
  marks: [],
  turn: true,
  flip: null,
  motions: [],
  colour: "",
});

export const withCopy = (doc: LatticeDoc, number: number): LatticeDoc =>
  withNewPieces(doc, doc.pieces.slice(number, number + 1), number + 1);

export function withoutPiece(doc: LatticeDoc, number: number): LatticeDoc {
  const gone = doc.pieces[number]?.name;
  return {
    ...doc,
    pieces: recoloured(doc.pieces.toSpliced(number, 1)),
    fixed: doc.fixed.filter(({ piece }) => piece !== gone),
  };
}

/** The piece goes to another place in the list. */
export function withPieceAt(doc: LatticeDoc, number: number, place: number): LatticeDoc {
  const piece = doc.pieces[number];
  if (!piece || place < 0 || place >= doc.pieces.length) return doc;
  const pieces = recoloured(doc.pieces.toSpliced(number, 1).toSpliced(place, 0, piece));
  return { ...doc, pieces };
}

/** Least and most of a count such as "1", "2..5", "3.." or "any"; null if it is none. */
export function countOf(text: string): { lo: number; hi: number } | null {
  if (text.trim() === "any") return { lo: 0, hi: Infinity };
  const found = /^\s*(\d{1,9})\s*(?:(\.\.)\s*(\d{1,9})?\s*)?$/.exec(text);
  if (!found) return null;
  const lo = Number(found[1]);
  const hi = found[3] ? Number(found[3]) : found[2] ? Infinity : lo;
  return hi < lo ? null : { lo, hi };
}

/** How many cells there are to fill, and how many the pieces can cover. */
export function totals(doc: LatticeDoc) {
  const must = doc.board.must.length;
  const board = must + doc.board.may.length;
  let lo = 0;
  let hi = 0;
  for (const { cells, count } of doc.pieces) {
    const times = countOf(count) ?? { lo: 1, hi: 1 };
    lo += cells.length * times.lo;
    hi += cells.length ? cells.length * times.hi : 0;
  }
  if (doc.spare !== null) lo = 0;
  return { must, board, lo, hi, fits: must > 0 && hi >= must && lo <= board };
}

/** All colours that are drawn, in alphabetical order. */
export function coloursIn(doc: LatticeDoc): string[] {
  const found = new Set(doc.board.colours.map(({ colour }) => colour));
  for (const piece of doc.pieces) for (const colour of piece.colours) found.add(colour);
  found.delete("");
  return [...found].sort();
}

/** The canvas on which two puzzles differ. */
export function whereDifferent(one: LatticeDoc, other: LatticeDoc): Target | null {
  if (one.pieces.length !== other.pieces.length) {
    const at = one.pieces.findIndex((piece, k) => piece.name !== other.pieces[k]?.name);
    return Math.min(at < 0 ? one.pieces.length : at, other.pieces.length - 1);
  }
  const at = one.pieces.findIndex((piece, k) => piece !== other.pieces[k]);
  if (at >= 0) return at;
  return one.board === other.board ? null : BOARD;
}
