// Colours of pieces that lie on a board: those of one name are told apart.
import type { Doc, PlacedPiece } from "../../api/types";

const UNKNOWN = "#9aa3b2";
const SHADES: [number, number][] = [
  [255, 0],
  [255, 0.35],
  [0, 0.25],
  [255, 0.6],
]; // mixed with, and how much

/** A colour with so much white (255) or black (0) in it. */
function mixed(colour: string, other: number, part: number): string {
  const bytes = [1, 3, 5].map((k) => Number.parseInt(colour.slice(k, k + 2), 16));
  const made = bytes.map((one) => Math.round(one + (other - one) * part));
  return `#${made.map((one) => one.toString(16).padStart(2, "0")).join("")}`;
}

/** The colour of each placed piece; the second of a name is lighter, the third darker. */
export function coloursOf(doc: Doc, placed: PlacedPiece[]): string[] {
  const own = new Map<string, string>(doc.pieces.map(({ name, colour }) => [name, colour]));
  const seen = new Map<string, number>();
  return placed.map(({ piece }) => {
    const before = seen.get(piece) ?? 0;
    seen.set(piece, before + 1);
    const [other, part] = SHADES[before % SHADES.length]!;
    return mixed(own.get(piece) ?? UNKNOWN, other, part);
  });
}
