// What the server takes and sends, and what the front end makes of it; see docs/reference/rest.md.
import type { FixedDoc, HintRequest, JobReport, LatticeDoc, Point, PolygonDoc } from "./schema";

export type * from "./schema";

/** Whole coordinates, two or three. */
export type Cell = number[];

export type Doc = LatticeDoc | PolygonDoc;
export type Task = JobReport["task"];
export type JobState = JobReport["state"];
export type Strength = HintRequest["strength"];

/** A piece on the player's lattice board. */
export interface PlacedCells extends FixedDoc {
  /** Of the lattice, by number: which way round it lies, if its colours or marks need that. */
  motion?: number;
}
/** A piece on the player's board: its cells, or (a polygon) its outer ring, y up. */
export type Placed = PlacedCells | { piece: string; ring: Point[] };
