// What the editor of polygons shows, and what is chosen in it; it stays while other pages are shown.
import { computed, signal } from "@preact/signals";
import { writePuzzle } from "../../api/client";
import type { PolygonDoc } from "../../api/types";
import { Checking } from "../../store/checking";
import { History } from "../../store/history";
import { puzzle, setOwn } from "../../store/puzzle";
import { type Corner, FIRST, firstDoc, type Place, shapeOf, type Target } from "./model";

const work = new History<PolygonDoc | null>(null);

export const doc = computed(() => work.value);
const check = new Checking("polygon", doc);
export const { checking, silence, now: checkNow, start: keepChecking } = check;
export const problems = computed(() => check.checked.value?.problems ?? []);
export const target = signal<Target>(FIRST);
export const place = signal<Place | null>(null);
/** What a polygon becomes that is drawn. */
export type Into = "part" | "piece" | "hole";
const into = signal<Into | null>(null);
const sketch = new History<Corner[]>([]);
/** The corners that were clicked so far, while a new polygon is drawn. */
export const drawing = computed(() => into.value && { into: into.value, corners: sketch.value });
/** What undo and redo are about. */
const strokes = computed(() => (drawing.value ? sketch : work));
export const canUndo = computed(() => strokes.value.canUndo.value);
export const canRedo = computed(() => strokes.value.canRedo.value);
export const step = signal("1/2");
/** Counts the moments at which the canvas shall show all of the shape. */
export const fitting = signal(0);

export function begin(first: PolygonDoc | null): void {
  check.begin(first);
  work.reset(first);
  endDrawing();
  choose(FIRST);
}

/** Draw a polygon; if one is being drawn, it keeps its corners and becomes something else. */
export function draw(what: Into): void {
  if (!into.value) sketch.reset([]);
  into.value = what;
  place.value = null;
}

export const setCorners = (corners: Corner[]) => sketch.set(corners);

export function endDrawing(): void {
  into.value = null;
}

export function choose(next: Target): void {
  target.value = next;
  place.value = null;
  fitting.value++;
}

/** Take over the puzzle that is open, unless it is what is drawn here. */
export function follow(): void {
  const open = check.newcomer();
  if (open) begin(open);
  else if (!puzzle.value && doc.value) begin(null);
}

export function change(by: (doc: PolygonDoc) => PolygonDoc): void {
  if (work.value) work.set(by(work.value));
}

export const beginStroke = () => work.beginStroke();
export const endStroke = () => work.endStroke();

function travel(how: "undo" | "redo"): void {
  strokes.value[how]();
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
