// How colours of cells are shown: by their own name if the browser knows it.
import { coloursIn, paletteColour } from "./model";
import { doc } from "./state";

const LETTERS = "ABCDEFGHIJ0123456789KLMNOPQRSTUVWXYZ";
const FIRST = 4; // letters begin at this colour of the palette

/** The colour in which cells of a named colour are shown. */
export function tintOf(name: string): string {
  if (name.length > 2 && CSS.supports("color", name)) return name;
  const letter = name.length === 1 ? LETTERS.indexOf(name.toUpperCase()) : -1;
  const place = letter >= 0 ? letter : doc.value ? coloursIn(doc.value).indexOf(name) : 0;
  return paletteColour(FIRST + Math.max(0, place));
}

/** Letters that can be read on a colour. */
export function ink(ground: string): string {
  const found = /^#(..)(..)(..)$/.exec(ground);
  if (!found) return "#1f2430";
  const [r, g, b] = found.slice(1).map((pair) => (Number.parseInt(pair, 16) / 255) ** 2.2);
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b! < 0.25 ? "#ffffff" : "#1f2430";
}
