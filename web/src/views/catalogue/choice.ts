// Which puzzles of the catalogue are shown.
import type { CatalogueEntry, FoundPuzzles } from "../../api/types";

export interface Choice {
  words: string;
  lattice: string; // "" is any
  size: Size | "";
  unique: boolean; // one solution only, up to symmetry
}

export type Size = "small" | "medium" | "large";

export const SIZES: Record<Size, { label: string; least: number; most: number }> = {
  small: { label: "Small (up to 20 cells)", least: 0, most: 20 },
  medium: { label: "Medium (21 to 60 cells)", least: 21, most: 60 },
  large: { label: "Large (more than 60 cells)", least: 61, most: Infinity },
};

// What people look for first, one of each kind; the others follow by name.
const FAMOUS = [
  "pentominoes-6x10",
  "soma",
  "tangram-square",
  "bedlam",
  "stomachion",
  "genius-square",
  "hexiamond-hexagon",
  "spheres-800",
  "tangram-cat",
  "tetrasticks-5x5-without-h",
  "hex-flower",
  "snowflake",
  "calendar-nov-15",
  "conway",
  "discs-12",
];

/** The same, the most famous ones first. */
export function famousFirst(entries: CatalogueEntry[]): CatalogueEntry[] {
  const place = (entry: CatalogueEntry) => FAMOUS.indexOf(entry.name) + 1 || FAMOUS.length + 1;
  return [...entries].sort((a, b) => place(a) - place(b));
}

/** A polygon puzzle has no cells: it counts by its pieces. */
export function sizeOf(entry: CatalogueEntry): Size {
  const cells = entry.cells ?? 3 * Number.parseInt(entry.pieces, 10);
  if (cells <= SIZES.small.most) return "small";
  return cells <= SIZES.medium.most ? "medium" : "large";
}

/** Those for which everything holds that is chosen; the server says which have the words. */
export function chosen(
  entries: CatalogueEntry[],
  choice: Choice,
  found: FoundPuzzles | null,
): CatalogueEntry[] {
  const names = choice.words.trim() && found ? new Set(found.names) : null;
  return entries.filter((entry) => {
    if (choice.lattice && entry.lattice !== choice.lattice) return false;
    if (choice.size && sizeOf(entry) !== choice.size) return false;
    if (choice.unique && entry.counts.up_to_symmetry !== 1) return false;
    return !names || names.has(entry.name);
  });
}

/** How many puzzles there are on each lattice, most first. */
export function lattices(entries: CatalogueEntry[]): [string, number][] {
  const found = new Map<string, number>();
  for (const { lattice } of entries) found.set(lattice, (found.get(lattice) ?? 0) + 1);
  return [...found].sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0]));
}

/** How many solutions, in words; "" if that is not known. */
export function solutionsInWords(entry: CatalogueEntry): string {
  const { up_to_symmetry: classes, solutions } = entry.counts;
  if (classes === 0 || solutions === 0) return "no solution";
  if (classes !== null)
    return `${classes === 1 ? "one solution" : `${classes.toLocaleString("en")} solutions`} up to symmetry`;
  return solutions === null ? "" : `${solutions.toLocaleString("en")} solutions`;
}
