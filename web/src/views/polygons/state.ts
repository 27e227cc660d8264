// What the editor of polygons shows, and what is chosen in it; it stays while other pages are shown.
import { computed, effect, signal } from "@preact/signals";
import { writePuzzle } from "../../api/client";
import type { PolygonDoc, Problem } from "../../api/types";
import { History } from "../../store/history";
import { puzzle, setOwn } from "../../store/puzzle";
import { type Corner, FIRST, firstDoc, type Place, shapeOf, type Target } from "./model";

const PAUSE = 200; // milliseconds after the last change until it is looked over

const work = new History<PolygonDoc | null>(null);
let known: PolygonDoc | null = null; // as the other pages have it

export const doc = computed(() => work.value);
export const { canUndo, canRedo } = work;
export const target = signal<Target>(FIRST);
export const place = signal<Place | null>(null);
/** The corners that were clicked so far, while a new polygon is drawn. */
export const drawing = signal<{ into: "part" | "piece" | "hole"; corners: Corner[] } | null>(null);
export const step = signal("1/2");
/** Counts the moments at which the canvas shall show all of the shape. */
export const fitting = signal(0);

export const problems = signal<Problem[]>([]);
export const checking = signal(false);
export const silence = signal<string | null>(null); // why the server did not answer

export function begin(first: PolygonDoc): void {
  known = first;
  work.reset(first);
  choose(FIRST);
}

export function choose(next: Target): void {
  target.value = next;
  place.value = null;
  drawing.value = null;
  fitting.value++;
}

/** Take over the puzzle that is open, unless it is what is drawn here. */
export function follow(): void {
  const open = puzzle.value;
  if (open?.doc.kind !== "polygon" || open.doc === work.value || open.doc === known) return;
  begin(open.doc);
  problems.value = open.problems;
}

export function change(by: (doc: PolygonDoc) => PolygonDoc): void {
  if (work.value) work.set(by(work.value));
}

export const beginStroke = () => work.beginStroke();
export const endStroke = () => work.endStroke();

function travel(how: "undo" | "redo"): void {
  work[how]();
  drawing.value = null;
  place.value = null;
  const shown = work.value;
  if (shown && !shapeOf(shown, target.value)) choose(FIRST);
}

export const undo = () => travel("undo");
export const redo = () => travel("redo");

/** Begin a puzzle with polygons. */
export async function beginNew(): Promise<void> {
  const first = firstDoc();
  const { toml, problems: found, sizes } = await writePuzzle(first);
  setOwn(first, toml ?? "", found, sizes);
  follow();
}

let stop: AbortController | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Have the drawing looked over now. */
export async function checkNow(): Promise<void> {
  clearTimeout(timer);
  stop?.abort();
  const shown = work.value;
  if (!shown || shown === known) {
    checking.value = false;
    return;
  }
  const mine = new AbortController();
  stop = mine;
  checking.value = true;
  try {
    const { toml, problems: found, sizes } = await writePuzzle(shown, mine.signal);
    if (mine !== stop) return;
    problems.value = found;
    silence.value = null;
    if (toml !== null && work.value === shown) {
      known = shown;
      setOwn(shown, toml, found, sizes);
    }
  } catch (error) {
    if (mine === stop && !mine.signal.aborted) silence.value = (error as Error).message;
  } finally {
    if (mine === stop) checking.value = work.value !== shown;
  }
}

/** Look the drawing over whenever it changes; call what is returned to end that. */
export function keepChecking(): () => void {
  const end = effect(() => {
    const shown = doc.value;
    clearTimeout(timer);
    if (!shown || shown === known) return;
    checking.value = true;
    timer = setTimeout(() => void checkNow(), PAUSE);
  });
  return () => {
    end();
    void checkNow();
  };
}
