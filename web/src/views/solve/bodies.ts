// A solution as bodies in space: made here at once, and with what the server knows better.
import type { BodyData, ViewerData } from "tilewright-viewer/viewer.js";
import type { Doc, LatticeDoc, NumberedSolution } from "../../api/types";
import { isTurnedOver, modelOf, turnedOver } from "../../lattice/space";
import { coloursOf } from "./colours";
import { boardOf, patchesOf } from "./flat";

/** What can be told without asking. */
export function bodiesOf(doc: LatticeDoc, solution: NumberedSolution): ViewerData {
  const made = { ...modelOf(doc.lattice, [patchesOf(doc, solution)]), title: doc.title };
  return isTurnedOver(doc.lattice, boardOf(doc)) ? turnedOver(made) : made;
}

type Vec = [number, number, number];

function middleOf({ cells, balls }: BodyData): Vec {
  const points: Vec[] = [];
  for (let k = 0; k + 3 < cells.length; k += 4)
    points.push([cells[k + 1]!, cells[k + 2]!, cells[k + 3]!]);
  for (let k = 0; k + 3 < balls.length; k += 4)
    points.push([balls[k]!, balls[k + 1]!, balls[k + 2]!]);
  const mean = (axis: 0 | 1 | 2) =>
    points.reduce((sum, point) => sum + point[axis], 0) / Math.max(1, points.length);
  return [mean(0), mean(1), mean(2)];
}

/** Which of our bodies each of the others is: of the same name, and the nearest one. */
function sameBodies(ours: BodyData[], others: BodyData[]): number[] | null {
  const free = new Set(ours.map((_, number) => number));
  const middles = ours.map(middleOf);
  const found = others.map((other) => {
    const [x, y, z] = middleOf(other);
    const far = (number: number) => {
      const [u, v, w] = middles[number]!;
      return Math.hypot(x - u, y - v, z - w);
    };
    const same = [...free].filter((number) => ours[number]!.name === other.name);
    if (!same.length) return -1;
    const nearest = same.reduce((best, number) => (far(number) < far(best) ? number : best));
    free.delete(nearest);
    return nearest;
  });
  return free.size || found.includes(-1) ? null : found;
}

/** Our bodies, put together in the order that the server found. */
export function inOrderOf(ours: ViewerData, told: ViewerData): ViewerData {
  const [mine, theirs] = [ours.models[0], told.models[0]];
  const same = mine && theirs && sameBodies(mine.bodies, theirs.bodies);
  if (!same) return ours;
  const { order, from } = theirs;
  return { ...ours, models: [{ ...mine, order: order.map((body) => same[body]!), from }] };
}

/** The server's bodies in the colours of this page: the first of a name as the first, and so on. */
export function inColoursOf(doc: Doc, solution: NumberedSolution, told: ViewerData): ViewerData {
  const colours = coloursOf(doc, solution.pieces);
  const left = new Map<string, string[]>();
  solution.pieces.forEach(({ piece }, number) => {
    left.set(piece, [...(left.get(piece) ?? []), colours[number]!]);
  });
  const models = told.models.map((model) => ({
    ...model,
    bodies: model.bodies.map((body) => ({
      ...body,
      colour: left.get(body.name)?.shift() ?? body.colour,
    })),
  }));
  return { ...told, models };
}
