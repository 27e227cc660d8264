// The puzzle that is open: the same one on the pages edit, solve and play.
import { signal } from "@preact/signals";
import { readPuzzle, ServerError } from "../api/client";
import type { Doc, Problem, PuzzleGiven, Read, Sizes } from "../api/types";
import { go, route } from "../app/router";
import { pack, unpack } from "./link";

export interface OpenPuzzle {
  name: string | null; // in the catalogue; null: the user's own
  toml: string;
  doc: Doc;
  problems: Problem[];
  sizes: Sizes;
}

const LONGEST_LINK = 30_000; // characters; longer ones are not put into the address
const DRAFT = "tilewright.draft";

export const puzzle = signal<OpenPuzzle | null>(null);
/** Why a puzzle could not be opened. */
export const trouble = signal<{ message: string; problems: Problem[] } | null>(null);
export const opening = signal(false);

/** How the server is told which puzzle is meant. */
export const given = (open: OpenPuzzle): PuzzleGiven =>
  open.name ? { name: open.name } : { toml: open.toml };

let latest = 0;

async function open(reading: () => Promise<Read>, name: string | null): Promise<boolean> {
  const mine = ++latest;
  opening.value = true;
  trouble.value = null;
  try {
    const { doc, toml, problems, sizes } = await reading();
    if (mine === latest) puzzle.value = { name, doc, toml, problems, sizes };
    return mine === latest;
  } catch (error) {
    if (mine === latest) {
      const problems = error instanceof ServerError ? error.problems : [];
      trouble.value = { message: (error as Error).message, problems };
    }
    return false;
  } finally {
    if (mine === latest) opening.value = false;
  }
}

export const openByName = (name: string) => open(() => readPuzzle({ name }), name);
export const openToml = (toml: string) => open(() => readPuzzle({ toml }), null);
export const openRead = (read: Read, name: string | null) => open(async () => read, name);

/** A puzzle that was just drawn. */
export function setOwn(doc: Doc, toml: string, problems: Problem[], sizes: Sizes): void {
  latest++;
  trouble.value = null;
  puzzle.value = { name: null, doc, toml, problems, sizes };
  try {
    localStorage.setItem(DRAFT, toml);
  } catch {
    // a full or forbidden storage: then the address keeps the puzzle
  }
}

/** What was drawn last, in this browser. */
export function draft(): string | null {
  try {
    return localStorage.getItem(DRAFT);
  } catch {
    return null;
  }
}

/** The address of the open puzzle on a page, which opens it again anywhere. */
export async function linkTo(page: "/edit" | "/solve" | "/play"): Promise<string> {
  const shown = puzzle.value;
  if (!shown) return page;
  if (shown.name) return `${page}?puzzle=${encodeURIComponent(shown.name)}`;
  return `${page}#p=${await pack(shown.toml)}`;
}

/** Put the open puzzle into the address of the page that is shown. */
export async function keepInAddress(): Promise<void> {
  const { page, job } = route.value;
  if (job || !(page === "edit" || page === "solve" || page === "play")) return;
  const link = await linkTo(`/${page}`);
  const now = location.pathname + location.search + location.hash;
  if (route.value.page === page && link !== now && link.length < LONGEST_LINK)
    go(link, { replace: true });
}

/** Open what the address names, unless it is open already. */
export async function openFromAddress(): Promise<void> {
  const named = new URLSearchParams(location.search).get("puzzle");
  const packed = /^#p=(.+)$/.exec(location.hash)?.[1];
  if (named) {
    if (puzzle.value?.name !== named) await openByName(named);
  } else if (packed) {
    if (puzzle.value && !puzzle.value.name && (await pack(puzzle.value.toml)) === packed) return;
    try {
      await openToml(await unpack(packed));
    } catch (error) {
      trouble.value = { message: (error as Error).message, problems: [] };
    }
  }
}
