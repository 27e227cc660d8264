// The keyboard.
import { signal } from "@preact/signals";
import { keyOf } from "../../lattice/grid";
import { cellNear, nextCell, translationTowards } from "./layout";
import { cellsOn, inkOf, painted } from "./model";
import * as state from "./state";
import { TOOLS } from "./tools";

export const help = signal(false);

const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

const inField = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  target.matches("input:not([type=range]):not([type=radio]), textarea, select");

/** Is the canvas what keys are meant for? */
const onCanvas = (target: EventTarget | null) =>
  target instanceof Element && target.closest(".paper") !== null;

function step(direction: [number, number]): void {
  const grid = state.grid.value;
  if (!grid) return;
  const from = state.cursor.value;
  state.cursor.value = from ? nextCell(grid, from, direction) : firstCursor();
}

/** The cursor begins at the first cell that is drawn in this layer, or near the origin. */
function firstCursor() {
  const grid = state.grid.value!;
  const height = state.layers.value!.height(state.layer.value);
  const cells = cellsOn(state.doc.value!, state.target.value);
  const here = cells.find((cell) => Math.abs(grid.height(cell) - height) < 1e-5);
  return here ?? cellNear(grid, 0, 0, height);
}

function paintHere(erase: boolean): void {
  state.cursor.value ??= firstCursor();
  const cell = state.cursor.value;
  if (!cell) return;
  const tool = erase ? "erase" : state.tool.value === "move" ? "fill" : state.tool.value;
  const first = state.drawn.value.get(keyOf(cell));
  const ink = inkOf(tool, first, state.target.value, state.colour.value);
  state.change((doc) => painted(doc, state.target.value, [cell], ink));
}

function toLayer(by: number, drag: boolean): void {
  const grid = state.grid.value;
  if (!grid || grid.lattice.flat) return;
  if (drag) {
    state.shift(translationTowards(grid, [0, 0, by]));
    return;
  }
  const range = state.layers.value!.range(grid, cellsOn(state.doc.value!, state.target.value));
  const next = state.layer.value + by;
  if (range && (next < range[0] - 1 || next > range[1] + 1)) return; // one new layer is enough
  state.layer.value = next;
  const cursor = state.cursor.value;
  if (!cursor) return;
  const [x, y] = grid.place(cursor);
  state.cursor.value = cellNear(grid, x, y, state.layers.value!.height(state.layer.value));
}

/** Does what a key means; true if it means something. */
function pressed(event: KeyboardEvent): boolean {
  const { key, shiftKey, target } = event;
  const grid = state.grid.value;
  if (!grid || event.altKey) return false;
  if (event.ctrlKey || event.metaKey) {
    const letter = key.toLowerCase();
    if (letter === "z" && !shiftKey) state.undo();
    else if (letter === "y" || letter === "z") state.redo();
    else return false;
    return true;
  }
  const arrow = ARROWS[key];
  if (onCanvas(target)) {
    if (arrow && shiftKey) state.shift(translationTowards(grid, [...arrow, 0]));
    else if (arrow) step(arrow);
    else if (key === " " || key === "Enter") paintHere(false);
    else if (key === "Backspace") paintHere(true);
    if (arrow || [" ", "Enter", "Backspace"].includes(key)) return true;
  }
  const tool = TOOLS[Number(key) - 1];
  const turns = state.turns.value;
  if (tool) state.tool.value = tool.tool;
  else if (key === "r") state.turn(turns?.turn);
  else if (key === "R") state.turn(turns?.back);
  else if (key === "m" || key === "M") state.turn(turns?.mirror);
  else if (key === "[" || key === "PageUp") toLayer(-1, shiftKey);
  else if (key === "]" || key === "PageDown") toLayer(1, shiftKey);
  else if (key === "Delete") state.clear();
  else if (key === "?") help.value = !help.value;
  else if (key === "Escape" && help.value) help.value = false;
  else return false;
  return true;
}

export function listen(): () => void {
  const down = (event: KeyboardEvent) => {
    if (!inField(event.target) && pressed(event)) event.preventDefault();
  };
  document.addEventListener("keydown", down);
  return () => document.removeEventListener("keydown", down);
}

const KEYS: [string, string][] = [
  ["Arrows", "move the cursor (when the canvas is chosen)"],
  ["Space, Enter", "paint the cell at the cursor"],
  ["Backspace", "erase the cell at the cursor"],
  ["Shift + arrows", "move all that is drawn"],
  ["1 … 6", "tools"],
  ["R, Shift + R", "turn to the right, to the left"],
  ["M", "mirror"],
  ["[ ], Page Up, Page Down", "one layer up, down"],
  ["Delete", "clear the canvas"],
  ["Ctrl + Z, Ctrl + Y", "undo, redo"],
  ["Right mouse button", "erase"],
  ["Wheel, two fingers", "nearer and farther"],
];

export function Keys() {
  return (
    <div class="keys">
      <button
        type="button"
        aria-expanded={help.value}
        onClick={() => {
          help.value = !help.value;
        }}
      >
        ? Keys
      </button>
      {help.value && (
        <dl class="card">
          {KEYS.map(([keys, what]) => (
            <div key={keys}>
              <dt>
                <kbd>{keys}</kbd>
              </dt>
              <dd>{what}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}
