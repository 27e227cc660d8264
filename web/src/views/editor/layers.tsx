// Layers of drawings in space, and how the drawing looks there.
import { useEffect, useState } from "preact/hooks";
import type { ViewerData } from "tilewright-viewer/viewer.js";
import { Icon } from "../../components/icon";
import { SpaceView } from "../../components/viewer";
import { modelOf } from "../../lattice/space";
import { tintOf } from "./colours";
import { BOARD, type Drawn } from "./model";
import * as state from "./state";

const LOW = ".viewer { min-height: 0; }"; // it may be lower than it wants
const PAUSE = 150; // milliseconds after the last change

export function LayerBar() {
  const grid = state.grid.value!;
  const layers = state.layers.value!;
  const cells = [...state.drawn.value.values()].map(({ cell }) => cell);
  const layer = state.layer.value;
  const [first, last] = layers.range(grid, cells) ?? [layer, layer];
  const count = last - first + 1;
  const go = (to: number) => {
    state.layer.value = to;
    state.cursor.value = null;
  };
  const text =
    layer < first
      ? "new layer above"
      : layer > last
        ? "new layer below"
        : `layer ${layer - first + 1} of ${count}`;
  return (
    <div class="layers row" role="group" aria-label="Layers">
      <button
        type="button"
        title="One layer up ([ or Page Up)"
        disabled={layer < first}
        onClick={() => go(layer - 1)}
      >
        <Icon name="up" /> Up
      </button>
      <input
        type="range"
        min={Math.min(first, layer)}
        max={Math.max(last, layer)}
        value={layer}
        aria-label="Layer"
        aria-valuetext={text}
        onInput={(event) => go(event.currentTarget.valueAsNumber)}
      />
      <button
        type="button"
        title="One layer down (] or Page Down)"
        disabled={layer > last}
        onClick={() => go(layer + 1)}
      >
        <Icon name="down" /> Down
      </button>
      <span class="faint" aria-live="polite">
        {text}
      </span>
    </div>
  );
}

/** What is drawn, as bodies; cells of the layer that is drawn on stand out. */
function modelNow(): ViewerData | null {
  const doc = state.doc.value;
  const grid = state.grid.value;
  const layers = state.layers.value;
  if (!doc || !grid || !layers || !state.drawn.value.size) return null;
  const height = layers.height(state.layer.value);
  const own = doc.pieces[state.target.value]?.colour;
  const bodies = new Map<string, { name: string; colour: string; cells: number[][] }>();
  const nameOf = ({ cell, fill, colour }: Drawn): [string, string] => {
    const here = Math.abs(grid.height(cell) - height) < 1e-5;
    const where = here ? "this layer" : "other layers";
    if (colour) return [`${where}, ${colour}`, tintOf(colour)];
    if (fill === "may") return [`${where}, may stay empty`, here ? "#c9b6f2" : "#dcd5ea"];
    if (own) return [where, here ? own : faint(own)];
    return [where, here ? "#7f8cf0" : "#c3c9d6"];
  };
  for (const one of state.drawn.value.values()) {
    const [name, colour] = nameOf(one);
    const body = bodies.get(name) ?? { name, colour, cells: [] };
    body.cells.push(one.cell);
    bodies.set(name, body);
  }
  return modelOf(doc.lattice, [[...bodies.values()]]);
}

function faint(colour: string): string {
  const bytes = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  return `#${bytes
    .map((x) =>
      Math.round(x + (230 - x) * 0.55)
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;
}

/** The drawing in space, a moment after it changed. */
export function Solid() {
  const [data, setData] = useState<ViewerData | null>(modelNow);
  const drawn = state.drawn.value;
  const layer = state.layer.value;
  useEffect(() => {
    const timer = setTimeout(() => setData(modelNow()), PAUSE);
    return () => clearTimeout(timer);
  }, [drawn, layer]);
  const name = state.target.value === BOARD ? "The board" : "The piece";
  return (
    <div class="solid">
      {data ? (
        <SpaceView data={data} controls={false} rules={LOW} label={`${name} in space`} />
      ) : (
        <p class="faint">What you draw is shown here in space.</p>
      )}
    </div>
  );
}
