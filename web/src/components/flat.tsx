// Cells and pieces, drawn flat; layers of space beside each other.
import type { ComponentChildren } from "preact";
import { useMemo } from "preact/hooks";
import type { Cell, LatticeShape } from "../api/types";
import { type Box, Grid } from "../lattice/grid";

export interface Patch {
  name: string;
  colour: string;
  cells: Cell[];
}

const GAP = 0.7; // between two layers, in units

const grids = new WeakMap<LatticeShape, Grid>();

/** The grid of a lattice, made once. */
export function gridOf(lattice: LatticeShape): Grid {
  let grid = grids.get(lattice);
  if (!grid) {
    grid = new Grid(lattice);
    grids.set(lattice, grid);
  }
  return grid;
}

export interface Sheet {
  grid: Grid;
  heights: number[];
  /** How far a layer is moved to the side. */
  shift(height: number): number;
  box: Box;
}

/** Where the layers of a board lie on a picture. */
export function sheetOf(lattice: LatticeShape, board: Cell[]): Sheet {
  const grid = gridOf(lattice);
  const heights = lattice.flat ? [0] : grid.heights(board);
  const box = grid.boxOf(board);
  const step = box.right - box.left + GAP;
  const shift = (height: number) => Math.max(0, heights.indexOf(height)) * step;
  const right = box.right + Math.max(0, heights.length - 1) * step;
  return { grid, heights, shift, box: { ...box, right } };
}

/** Cells by the layer that they are in, each with how far that is moved. */
function layersOf(sheet: Sheet, cells: Cell[]): { shift: number; cells: Cell[] }[] {
  const layers = new Map<number, Cell[]>();
  for (const cell of cells) {
    const height = sheet.grid.lattice.flat ? 0 : sheet.grid.height(cell);
    layers.set(height, [...(layers.get(height) ?? []), cell]);
  }
  return [...layers].map(([height, some]) => ({ shift: sheet.shift(height), cells: some }));
}

export function pathsOf(sheet: Sheet, cells: Cell[]): { shift: number; path: string }[] {
  return layersOf(sheet, cells).map(({ shift, cells: some }) => ({
    shift,
    path: sheet.grid.path(some),
  }));
}

export function viewBoxOf({ left, top, right, bottom }: Box, margin = 0.15): string {
  return [left - margin, top - margin, right - left + 2 * margin, bottom - top + 2 * margin]
    .map((x) => Math.round(x * 1e4) / 1e4)
    .join(" ");
}

/** A picture of pieces on a board. */
export function FlatPicture(props: {
  lattice: LatticeShape;
  board: Cell[];
  pieces: Patch[];
  label: string;
  chosen?: string | null;
  onHover?: (piece: number) => void; // -1: none
  children?: ComponentChildren;
}) {
  const { lattice, board, pieces } = props;
  const sheet = useMemo(() => sheetOf(lattice, board), [lattice, board]);
  const ground = useMemo(() => pathsOf(sheet, board), [sheet, board]);
  return (
    <svg class="flat" viewBox={viewBoxOf(sheet.box)} role="img" aria-label={props.label}>
      {ground.map(({ shift, path }) => (
        <path key={shift} class="ground" d={path} transform={`translate(${shift} 0)`} />
      ))}
      {pieces.map((piece, number) => (
        <g
          key={number}
          class={props.chosen && props.chosen !== piece.name ? "piece faded" : "piece"}
          onPointerEnter={() => props.onHover?.(number)}
          onPointerLeave={() => props.onHover?.(-1)}
        >
          <title>{piece.name}</title>
          {pathsOf(sheet, piece.cells).map(({ shift, path }) => (
            <path key={shift} d={path} fill={piece.colour} transform={`translate(${shift} 0)`} />
          ))}
        </g>
      ))}
      {props.children}
    </svg>
  );
}
