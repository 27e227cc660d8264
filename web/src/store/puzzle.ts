// The puzzle that is open: the same one on the pages edit, solve and play.
import { signal } from "@preact/signals";
import { readPuzzle, ServerError } from "../api/client";
import type { Doc, Problem, PuzzleSource, ReadPuzzle, Sizes } from "../api/types";
import { go, route } from "../app/router";
import { pack, unpack } from "./link";
import { recall, remember } from "./memory";

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
export const trouble = signal<{ message: string; problems: Problem[]; file: boolean } | null>(null);
export const opening = signal(false);

/** How the server is told which puzzle is meant. */
export const given = (open: OpenPuzzle): PuzzleSource =>
  open.name ? { name: open.name } : { toml: open.toml };

let latest = 0;

/** Is this puzzle open already?  Then it stays, with all that hangs on it: strokes to undo, a game. */
const isOpen = (toml: string, name: string | null) =>
  puzzle.value?.toml === toml && puzzle.value.name === name;

async function open(
  reading: () => Promise<ReadPuzzle>,
  name: string | null,
  file = false,
): Promise<boolean> {
  const mine = ++latest;
  opening.value = true;
  trouble.value = null;
  try {
    const { doc, toml, problems, sizes } = await reading();
    if (mine === latest && !isOpen(toml, name)) puzzle.value = { name, doc, toml, problems, sizes };
    return mine === latest;
  } catch (error) {
    if (mine === latest) {
      const problems = error instanceof ServerError ? error.problems : [];
      trouble.value = { message: (error as Error).message, problems, file };
    }
    return false;
  } finally {
    if (mine === latest) opening.value = false;
  }
}

export const openToml = (toml: string, file = false) =>
  open(() => readPuzzle({ toml }), null, file);
export const openRead = (read: ReadPuzzle, name: string | null) => open(async () => read, name);

/** Have no puzzle open, and wait for none. */
export function closePuzzle(): void {
  latest++;
  opening.value = false;
  trouble.value = null;
  puzzle.value = null;
}

/** A puzzle that was just drawn. */
export function setOwn(doc: Doc, toml: string, problems: Problem[], sizes: Sizes): void {
  latest++;
  opening.value = false;
  trouble.value = null;
  puzzle.value = { name: null, doc, toml, problems, sizes };
  remember(DRAFT, toml); // if that fails, the address still has it
}

/** What was drawn last, in this browser. */
export const draft = () => recall(DRAFT);

const words = new WeakMap<OpenPuzzle, string>(); // that stand for puzzles in links

/** The address of the open puzzle on a page, which opens it again anywhere. */
export async function linkTo(page: "/edit" | "/solve" | "/play"): Promise<string> {
  const shown = puzzle.value;
  if (!shown) return page;
  if (shown.name) return `${page}?puzzle=${encodeURIComponent(shown.name)}`;
  const word = words.get(shown) ?? (await pack(shown.toml));
  words.set(shown, word);
  return `${page}#p=${word}`;
}

let lookedAt = ""; // the address that was asked last which puzzle to open

/** Put the open puzzle into the address of the page that is shown, unless another is on its way. */
export async function keepInAddress(): Promise<void> {
  const { page, job } = route.value;
  const shown = puzzle.value;
  if (!shown || opening.value || job) return;
  if (!(page === "edit" || page === "solve" || page === "play")) return;
  const here = location.href;
  const link = await linkTo(`/${page}`);
  if (puzzle.value !== shown || opening.value) return;
  if (location.href !== here || lookedAt !== here) return; // somebody has gone elsewhere
  if (route.value.page !== page) return; // the address had changed before the page did
  const now = location.pathname + location.search + location.hash;
  if (link !== now && link.length < LONGEST_LINK) go(link, { replace: true });
}

const inAddress = () => ({
  name: new URLSearchParams(location.search).get("puzzle"),
  word: /^#p=(.+)$/.exec(location.hash)?.[1],
});

/** Does the address say which puzzle to open? */
export function isInAddress(): boolean {
  const { name, word } = inAddress();
  return Boolean(name || word);
}

/** Open what the address names, unless it is open already. */
export function openFromAddress(): void {
  lookedAt = location.href;
  const { name, word } = inAddress();
  const shown = puzzle.value;
  if (name && shown?.name !== name) void open(() => readPuzzle({ name }), name);
  else if (!name && word && !(shown && words.get(shown) === word))
    void open(async () => readPuzzle({ toml: await unpack(word) }), null);
}
