// A puzzle of polygons, and what can be done to it.  Every change makes a new document; corners that
// were not touched keep the text in which they were written.
import type { Point, PolygonDoc, PolygonPieceDoc, ShapeDoc } from "../../api/types";
import { paletteColour } from "../editor/model";
import { multiple, numberOf, opposite, sum, turnedAbout } from "./numbers";

export type Corner = [string, string];
/** The rings of a shape: the outer one, then the holes. */
export type Rings = Corner[][];
/** A part of the board, or a piece. */
export interface Target {
  of: "board" | "pieces";
  number: number;
}
/** A corner of a shape. */
export interface Place {
  ring: number;
  corner: number;
}

export const FIRST: Target = { of: "board", number: 0 };

export const sameTarget = (a: Target, b: Target) => a.of === b.of && a.number === b.number;

export function shapeOf(doc: PolygonDoc, { of, number }: Target): ShapeDoc | undefined {
  return of === "board" ? doc.board[number] : doc.pieces[number]?.shape;
}

export const cornersOf = (shape: ShapeDoc): Rings => [shape.outer, ...shape.holes];

const pointOf = ([x, y]: Corner): Point => [numberOf(x) ?? 0, numberOf(y) ?? 0];

function shapeFrom([outer = [], ...holes]: Rings): ShapeDoc {
  return { outer, holes, rings: [outer, ...holes].map((ring) => ring.map(pointOf)) };
}

export function withShape(doc: PolygonDoc, { of, number }: Target, rings: Rings): PolygonDoc {
  const shape = shapeFrom(rings);
  if (of === "board") return { ...doc, board: doc.board.with(number, shape) };
  return { ...doc, pieces: doc.pieces.with(number, { ...doc.pieces[number]!, shape }) };
}

const changed = (doc: PolygonDoc, target: Target, by: (rings: Rings) => Rings): PolygonDoc => {
  const shape = shapeOf(doc, target);
  return shape ? withShape(doc, target, by(cornersOf(shape))) : doc;
};

const eachCorner = (by: (corner: Corner) => Corner) => (rings: Rings) =>
  rings.map((ring) => ring.map(by));

export const movedCorner = (doc: PolygonDoc, target: Target, at: Place, to: Corner) =>
  changed(doc, target, (rings) => rings.with(at.ring, rings[at.ring]!.with(at.corner, to)));

/** A new corner after another one. */
export const withCorner = (doc: PolygonDoc, target: Target, after: Place, corner: Corner) =>
  changed(doc, target, (rings) =>
    rings.with(after.ring, rings[after.ring]!.toSpliced(after.corner + 1, 0, corner)),
  );

/** Without a corner; a hole goes when it has two left, and a shape keeps three. */
export const withoutCorner = (doc: PolygonDoc, target: Target, at: Place) =>
  changed(doc, target, (rings) => {
    const ring = rings[at.ring]!;
    if (ring.length > 3) return rings.with(at.ring, ring.toSpliced(at.corner, 1));
    return at.ring ? rings.toSpliced(at.ring, 1) : rings;
  });

export const withHole = (doc: PolygonDoc, target: Target, hole: Corner[]) =>
  changed(doc, target, (rings) => [...rings, hole]);

export const shifted = (doc: PolygonDoc, target: Target, [dx, dy]: Corner) =>
  changed(
    doc,
    target,
    eachCorner(([x, y]) => [dx === "0" ? x : sum(x, dx), dy === "0" ? y : sum(y, dy)]),
  );

/** Turned about its first corner, by a multiple of 15°. */
export const turnedShape = (doc: PolygonDoc, target: Target, degrees: number) =>
  changed(doc, target, (rings) =>
    eachCorner((corner) => turnedAbout(corner, rings[0]![0]!, degrees))(rings),
  );

/** Turned over about its first corner, left to right. */
export const mirrored = (doc: PolygonDoc, target: Target) =>
  changed(doc, target, (rings) => {
    const pivot = rings[0]![0]![0];
    return eachCorner(([x, y]) => [sum(pivot, pivot, opposite(x)), y])(rings);
  });

export const withPart = (doc: PolygonDoc, rings: Rings): PolygonDoc => ({
  ...doc,
  board: [...doc.board, shapeFrom(rings)],
});

/** A name that no piece has. */
export function freeName(doc: PolygonDoc, wish = ""): string {
  const taken = new Set(doc.pieces.map((piece) => piece.name));
  const base = wish.replace(/ \d+$/, "");
  if (base) for (let k = 2; ; k++) if (!taken.has(`${base} ${k}`)) return `${base} ${k}`;
  for (let k = 0; ; k++) {
    const name = String.fromCharCode(65 + (k % 26)) + (k < 26 ? "" : Math.floor(k / 26));
    if (!taken.has(name)) return name;
  }
}

export function withPiece(doc: PolygonDoc, rings: Rings): PolygonDoc {
  const piece: PolygonPieceDoc = {
    name: freeName(doc),
    shape: shapeFrom(rings),
    count: 1,
    turn: true,
    flip: true,
    colour: paletteColour(doc.pieces.length),
  };
  return { ...doc, pieces: [...doc.pieces, piece] };
}

export function changedPiece(
  doc: PolygonDoc,
  number: number,
  by: Partial<PolygonPieceDoc>,
): PolygonDoc {
  const piece = doc.pieces[number];
  return piece ? { ...doc, pieces: doc.pieces.with(number, { ...piece, ...by }) } : doc;
}

/** The same once more; a part of the board lies beside the first. */
export function copied(doc: PolygonDoc, target: Target, step: string): PolygonDoc {
  const shape = shapeOf(doc, target);
  if (!shape) return doc;
  if (target.of === "board") {
    const next = withPart(doc, cornersOf(shape));
    return shifted(next, { of: "board", number: doc.board.length }, [multiple(1, step), "0"]);
  }
  const piece = doc.pieces[target.number]!;
  const copy = {
    ...piece,
    name: freeName(doc, piece.name),
    colour: paletteColour(doc.pieces.length),
  };
  return { ...doc, pieces: [...doc.pieces, copy] };
}

export function without(doc: PolygonDoc, { of, number }: Target): PolygonDoc {
  if (of === "board") return { ...doc, board: doc.board.toSpliced(number, 1) };
  return { ...doc, pieces: doc.pieces.toSpliced(number, 1) };
}

const corners = (...points: [number, number][]): Corner[] =>
  points.map(([x, y]) => [String(x), String(y)]);

/** What a new puzzle begins with: a square, and two pieces that fill it. */
export function firstDoc(): PolygonDoc {
  const empty: PolygonDoc = {
    kind: "polygon",
    title: "",
    about: "",
    source: "",
    board: [shapeFrom([corners([0, 0], [4, 0], [4, 4], [0, 4])])],
    pieces: [],
  };
  const triangle = corners([0, 0], [4, 0], [0, 4]);
  return changedPiece(withPiece(empty, [triangle]), 0, { count: 2 });
}
