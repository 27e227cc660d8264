// What the editor shows, and what is chosen in it; it stays while other pages are looked at.
import { computed, signal } from "@preact/signals";
import type { Cell, LatticeDoc, MotionShape } from "../../api/types";
import { gridOf } from "../../components/flat";
import { Checking } from "../../store/checking";
import { History } from "../../store/history";
import { Layers, layerTurns } from "./layout";
import * as model from "./model";
import { BOARD, type Target, type Tool } from "./model";

/** The drawing; null: none was begun. */
const work = new History<LatticeDoc | null>(null);

export const doc = computed(() => work.value);
const check = new Checking("lattice", doc);
export const { checked, checking, silence, now: checkNow, start: keepChecking } = check;
export const target = signal<Target>(BOARD);
export const tool = signal<Tool>("fill");
export const colour = signal("A");
export const layer = signal(0);
export const cursor = signal<Cell | null>(null);
/** Counts the moments at which the canvas shall show all that is drawn. */
export const fitting = signal(0);

export const { canUndo, canRedo } = work;
export const grid = computed(() => doc.value && gridOf(doc.value.lattice));
export const layers = computed(() => grid.value && new Layers(grid.value));
export const turns = computed(() => grid.value && layerTurns(grid.value));
export const drawn = computed(() =>
  doc.value ? model.drawnOn(doc.value, target.value) : new Map<string, model.Drawn>(),
);

export function begin(first: LatticeDoc | null): void {
  check.begin(first);
  work.reset(first);
  choose(BOARD);
}

/** Take over the puzzle that is open, unless it is what is drawn here. */
export function follow(): void {
  const open = check.newcomer();
  if (open) begin(open);
}

export function choose(next: Target): void {
  target.value = next;
  const shown = doc.value;
  const there = shown ? model.cellsOn(shown, next) : [];
  const range = (grid.value && layers.value?.range(grid.value, there)) ?? [0, 0];
  if (layer.value < range[0] || layer.value > range[1]) layer.value = range[0];
  cursor.value = null;
  fitting.value++;
}

export function change(by: (doc: LatticeDoc) => LatticeDoc): void {
  const before = doc.value;
  if (before) work.set(by(before));
}

export const beginStroke = () => work.beginStroke();
export const endStroke = () => work.endStroke();

/** As it was before the stroke that is being made. */
export function dropStroke(before: LatticeDoc | null): void {
  if (before) work.set(before);
  work.endStroke();
}

function travel(how: "undo" | "redo"): void {
  const before = doc.value;
  work[how]();
  const after = doc.value;
  if (!before || !after) return;
  const where = model.whereDifferent(before, after);
  if (where !== null && where !== target.value) choose(where);
  else if (target.value >= after.pieces.length) choose(after.pieces.length - 1);
}

export const undo = () => travel("undo");
export const redo = () => travel("redo");

export function turn(motion: MotionShape | null | undefined): void {
  const on = grid.value;
  if (!on || !motion) return;
  change((now) => model.turned(on, now, target.value, motion));
  keepLayer();
}

/** Stay on a layer that has cells, if what is drawn has moved away. */
function keepLayer(): void {
  const range =
    grid.value &&
    layers.value?.range(
      grid.value,
      [...drawn.value.values()].map((d) => d.cell),
    );
  if (range) layer.value = Math.min(Math.max(layer.value, range[0]), range[1]);
  fitting.value++;
}

export function shift(by: number[] | null): void {
  if (by && drawn.value.size) {
    change((now) => model.shifted(now, target.value, by));
    keepLayer();
  }
}

export function clear(): void {
  change((now) => model.cleared(now, target.value));
}

export function fillWith(cells: Cell[]): void {
  change((now) => model.filledWith(now, target.value, cells));
  keepLayer();
}

export function addPiece(): void {
  change((now) => model.withNewPieces(now, [model.emptyPiece()]));
  choose((doc.value?.pieces.length ?? 0) - 1);
}
