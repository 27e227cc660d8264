// Colours of pieces that lie on a board: those of one name are told apart.
import type { Doc, PlacedPiece } from "../../api/types";

const UNKNOWN = "#9aa3b2";
const TURN = 24; // degrees of hue from one to the next of a name
const LIGHTER = [0, 0.14, -0.1, 0.24, -0.18];

/** A colour of another hue and lightness. */
function varied(colour: string, degrees: number, lighter: number): string {
  const [r, g, b] = [1, 3, 5].map((k) => Number.parseInt(colour.slice(k, k + 2), 16) / 255) as [
    number,
    number,
    number,
  ];
  const [most, least] = [Math.max(r, g, b), Math.min(r, g, b)];
  const chroma = most - least;
  const light = (most + least) / 2;
  let hue = 0;
  if (chroma) {
    if (most === r) hue = ((g - b) / chroma) * 60;
    else if (most === g) hue = ((b - r) / chroma) * 60 + 120;
    else hue = ((r - g) / chroma) * 60 + 240;
  }
  const full = chroma ? chroma / (1 - Math.abs(2 * light - 1)) : 0;
  const wanted = Math.max(0.2, Math.min(0.88, light + lighter));
  const half = full * Math.min(wanted, 1 - wanted);
  const part = (n: number) => {
    const k = (((n + (hue + degrees) / 30) % 12) + 12) % 12;
    const value = wanted - half * Math.max(-1, Math.min(k - 3, 9 - k, 1));
    return Math.round(value * 255)
      .toString(16)
      .padStart(2, "0");
  };
  return `#${part(0)}${part(8)}${part(4)}`;
}

/** The colour of each placed piece; others of the same name look a little different. */
export function coloursOf(doc: Doc, placed: PlacedPiece[]): string[] {
  const own = new Map<string, string>(doc.pieces.map(({ name, colour }) => [name, colour]));
  const seen = new Map<string, number>();
  return placed.map(({ piece }) => {
    const before = seen.get(piece) ?? 0;
    seen.set(piece, before + 1);
    const colour = own.get(piece) ?? UNKNOWN;
    return before ? varied(colour, before * TURN, LIGHTER[before % LIGHTER.length]!) : colour;
  });
}
