// Where the layers of a board lie on the page.
import type { Cell, Point } from "../../api/types";
import type { Box } from "../../lattice/grid";
import type { Game } from "./game";

const GAP = 0.6; // between two layers, in sizes of a cell
const LABEL = 22; // pixels above a layer, for its name

/** Layers beside and below each other; places are upper left corners, in units of the lattice. */
export interface Layout {
  box: Box;
  scale: number;
  width: number;
  height: number;
  label: number;
  places: Point[];
}

/** The layout that shows the board as large as possible; sizes are in pixels. */
export function layoutOf(game: Game, width: number, height: number, largest: number): Layout {
  const own = game.grid.boxOf(game.cells);
  const margin = 0.12 * game.size;
  const box = {
    left: own.left - margin,
    top: own.top - margin,
    right: own.right + margin,
    bottom: own.bottom + margin,
  };
  const many = game.heights.length;
  let label = 0;
  const wide = box.right - box.left;
  const high = () => box.bottom - box.top + label;
  const gap = GAP * game.size;
  const sizes = (columns: number): Point => {
    const rows = Math.ceil(many / columns);
    return [columns * wide + (columns - 1) * gap, rows * high() + (rows - 1) * gap * 0.7];
  };
  const scaleOf = (columns: number) => {
    const [w, h] = sizes(columns);
    return Math.min(width / w, height / h, largest / game.size);
  };
  let columns = many;
  for (let k = many - 1; k > 0; k--) if (scaleOf(k) > scaleOf(columns) * 1.05) columns = k;
  // The name of a layer is as high at any scale, which in turn depends on it a little.
  for (let k = 0; k < 3 && many > 1; k++) label = LABEL / scaleOf(columns);
  const places = game.heights.map(
    (_, k): Point => [
      (k % columns) * (wide + gap),
      Math.floor(k / columns) * (high() + gap * 0.7) + label,
    ],
  );
  const [w, h] = sizes(columns);
  return { box, scale: scaleOf(columns), width: w, height: h, label, places };
}

/** How far a layer is moved from where its cells are. */
export function shiftOf(layout: Layout, layer: number): Point {
  const [x, y] = layout.places[layer]!;
  return [x - layout.box.left, y - layout.box.top];
}

/** The layer that a point of the page is in or nearest to, and the point in it. */
export function layerAt(layout: Layout, [x, y]: Point): { layer: number; at: Point } {
  const { box, places } = layout;
  let best = { layer: 0, far: Infinity };
  places.forEach(([left, top], layer) => {
    const dx = Math.max(left - x, 0, x - left - (box.right - box.left));
    const dy = Math.max(top - y, 0, y - top - (box.bottom - box.top));
    const far = Math.hypot(dx, dy);
    if (far < best.far) best = { layer, far };
  });
  const [u, v] = shiftOf(layout, best.layer);
  return { layer: best.layer, at: [x - u, y - v] };
}

/** Cells by the number of their layer; those that are in no layer of the board are left out. */
export function byLayer(game: Game, cells: Cell[]): Map<number, number[]> {
  const layers = new Map<number, number[]>();
  cells.forEach((cell, number) => {
    const height = game.height(cell);
    const layer = game.heights.findIndex((z) => Math.abs(z - height) < 1e-6);
    if (layer >= 0) layers.set(layer, [...(layers.get(layer) ?? []), number]);
  });
  return layers;
}
