// Cells as solid bodies, for the viewer.
import type { ViewerData } from "tilewright-viewer/viewer.js";
import type { Cell, LatticeShape } from "../api/types";
import { Grid } from "./grid";

export interface Body {
  name: string;
  colour: string;
  cells: Cell[];
}

/** One or several heaps of bodies, between which the viewer can step; bodies go in bottom up. */
export function modelOf(lattice: LatticeShape, heaps: Body[][], titles: string[] = []): ViewerData {
  const grid = new Grid(lattice);
  const { axes, kinds } = lattice.space;
  const shapes = kinds.flatMap((kind) => kind.solids);
  const firstShape = kinds.map((_, k) =>
    kinds.slice(0, k).reduce((sum, kind) => sum + kind.solids.length, 0),
  );
  const placeOf = (cell: Cell) =>
    [0, 1, 2].map((axis) => cell.reduce((sum, x, k) => sum + x * axes[k]![axis]!, 0));
  const models = heaps.map((heap, number) => {
    const bodies = heap.map((body) => {
      const cells: number[] = [];
      const balls: number[] = [];
      for (const cell of body.cells) {
        const kind = grid.kindNumber(cell);
        const [x, y, z] = placeOf(cell) as [number, number, number];
        kinds[kind]?.solids.forEach((_, k) => {
          cells.push(firstShape[kind]! + k, x, y, z);
        });
        for (const [u, v, w, radius] of kinds[kind]?.balls ?? [])
          balls.push(x + u!, y + v!, z + w!, radius!);
      }
      return { name: body.name, colour: body.colour, cells, balls };
    });
    const low = heap.map((body) => Math.min(...body.cells.map((cell) => placeOf(cell)[2]!)));
    const order = heap.map((_, k) => k).sort((a, b) => low[a]! - low[b]!);
    return { title: titles[number] ?? "", bodies, order, from: order.map(() => [0, 0, 1]) };
  });
  return { title: "", flat: lattice.flat, shapes, models };
}

/** Does a board stand better on its first layer, as a pyramid that is drawn from base to tip? */
export function isTurnedOver(lattice: LatticeShape, board: Cell[]): boolean {
  if (lattice.flat || !board.length) return false;
  const heights = board.map((cell) => cell.at(-1)!);
  const size = (height: number) => heights.filter((one) => one === height).length;
  return size(Math.min(...heights)) > size(Math.max(...heights));
}

/** The same bodies, half a turn about the x axis away. */
export function turnedOver(data: ViewerData): ViewerData {
  const flip = (points: number[], step: number) =>
    points.map((x, k) => (k % 4 === step || k % 4 === step + 1 ? -x : x));
  return {
    ...data,
    shapes: data.shapes.map(({ points, faces }) => ({
      points: points.map(([x, y, z]) => [x!, -y!, -z!]),
      faces,
    })),
    models: data.models.map((model) => {
      const bodies = model.bodies.map((body) => ({
        ...body,
        cells: flip(body.cells, 2),
        balls: flip(body.balls, 1),
      }));
      return { ...model, bodies, order: [...model.order].reverse() };
    }),
  };
}
