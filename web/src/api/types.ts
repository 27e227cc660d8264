// What the server sends and takes; see docs/reference/rest.md.

/** Whole coordinates, two or three. */
export type Cell = number[];
/** On the screen: x to the right, y down. */
export type Point = [number, number];

export interface Problem {
  line: number | null;
  severity: "error" | "note";
  place: string[];
  message: string;
}

export interface ServerInfo {
  version: string;
  limits: {
    max_seconds: number;
    max_memory_mib: number;
    max_cells: number;
    max_pieces: number;
    max_queue: number;
    max_upload_bytes: number;
    max_threads: number;
  };
  engines: string[];
  formats: string[];
}

export interface Counts {
  solutions: number | null;
  up_to_rotation: number | null;
  up_to_symmetry: number | null;
}

/** Puzzles of the catalogue that were looked for. */
export interface FoundPuzzles {
  names: string[];
  /** Why there are none. */
  message: string;
  near: string[];
}

export interface CatalogueEntry {
  name: string;
  title: string;
  about: string;
  source: string;
  kind: "lattice" | "polygon";
  lattice: string;
  dimension: number;
  cells: number | null;
  pieces: string;
  counts: Counts;
  picture: string;
}

export interface LatticeInfo {
  name: string;
  about: string;
  dimension: number;
  example: string | null;
}

export interface KindShape {
  name: string;
  at: Cell;
  steps: Cell[];
  outline: Point[];
}

export interface Motion {
  matrix: number[][];
  shift: number[];
  mirror: boolean;
  word: string;
}

export interface Solid {
  points: number[][];
  faces: number[][];
}

export interface LatticeShape {
  name: string;
  about: string;
  dimension: number;
  builtin: boolean;
  definition: Record<string, unknown> | null;
  flat: boolean;
  sticks: boolean;
  basis: number[][];
  embedding: number[][];
  kinds: KindShape[];
  motions: Motion[];
  generators: Record<string, number>;
  space: { axes: number[][]; kinds: { solids: Solid[]; balls: number[][] }[] };
}

export interface EdgeMark {
  cell: Cell;
  step: number[];
  mark: string;
}

export interface PieceDoc {
  name: string;
  cells: Cell[];
  count: string;
  colours: string[];
  marks: EdgeMark[];
  turn: boolean;
  flip: boolean | null;
  motions: string[];
  colour: string;
}

export interface BoardDoc {
  must: Cell[];
  may: Cell[];
  colours: { cell: Cell; colour: string }[];
}

export interface PlacedCells {
  piece: string;
  cells: Cell[];
  /** Of the lattice, by number: which way round it lies, if its colours or marks need that. */
  motion?: number;
}

export interface LatticeDoc {
  kind: "lattice";
  title: string;
  about: string;
  source: string;
  lattice: LatticeShape;
  board: BoardDoc;
  pieces: PieceDoc[];
  spare: string | null;
  colour_fits: [string, string][] | null;
  marks: { fits: [string, string][]; border: string } | null;
  crossing: boolean;
  fixed: PlacedCells[];
}

/** Coordinates as they are written, and as numbers; y goes up, as in files. */
export interface PolygonShape {
  outer: [string, string][];
  holes: [string, string][][];
  rings: Point[][];
}

export interface PolygonPieceDoc {
  name: string;
  shape: PolygonShape;
  count: number;
  turn: boolean;
  flip: boolean;
  colour: string;
}

export interface PolygonDoc {
  kind: "polygon";
  title: string;
  about: string;
  source: string;
  board: PolygonShape[];
  pieces: PolygonPieceDoc[];
}

export type Doc = LatticeDoc | PolygonDoc;

export interface Sizes {
  cells: number | null;
  pieces: string | null;
  placements: number | null;
}

export interface Written {
  toml: string | null;
  problems: Problem[];
  sizes: Sizes;
}

export interface Read extends Written {
  doc: Doc;
  toml: string;
}

export type PuzzleGiven = { name: string } | { toml: string };

export type Task = "one" | "all" | "count";
export type JobState = "queued" | "running" | "paused" | "done" | "cancelled" | "failed";

export interface JobRequest {
  puzzle: PuzzleGiven;
  task: Task;
  up_to?: "symmetry" | "rotation" | "nothing";
  engine?: string;
  threads?: number;
  max_seconds?: number;
  title?: string;
}

export interface Progress {
  share: number;
  share_low: number;
  share_high: number;
  seconds_left: number;
  seconds_left_low: number;
  seconds_left_high: number;
  early: boolean;
}

/** A number of solutions and its name; unless complete, more may be found. */
export interface Found {
  number: number;
  name: keyof Counts;
  complete: boolean;
}

/** Stages of engine frontier that are done, and all of them; they are not equally much work. */
export interface Sweep {
  stage: number;
  stages: number;
}

export interface Job {
  id: string;
  title: string;
  puzzle_name: string | null;
  kind: "lattice" | "polygon";
  task: Task;
  up_to: string;
  engine: string;
  engine_used: string | null;
  threads: number;
  state: JobState;
  message: string | null;
  created: number;
  started: number | null;
  ended: number | null;
  found: Found | null;
  counting: "solutions" | "symmetric" | null;
  nodes: number;
  seconds: number;
  counts: Counts | null;
  complete: boolean;
  progress: Progress | null;
  sweep: Sweep | null;
  waiting: number | null;
}

/** A piece where it lies; `rings` (y up) if it is a polygon. */
export interface PlacedPiece {
  piece: string;
  cells?: Cell[];
  rings?: Point[][];
}

export interface Solution {
  number: number;
  pieces: PlacedPiece[];
}

export interface SolutionPage {
  total: number;
  first: number;
  solutions: Solution[];
}

/** A piece on the player's board: its cells, or (a polygon) its outer ring, y up. */
export type Placed = PlacedCells | { piece: string; ring: Point[] };

export interface PlayAnswer {
  state: "yes" | "no" | "thinking";
  ways: number | null;
  more: boolean;
  complete: boolean;
  message: string;
  wrong: number[];
}

export type Strength = "cell" | "piece" | "move";

export interface Hint {
  kind: "cell" | "piece" | "move" | "remove" | "none" | "thinking";
  piece: string | null;
  cells: Cell[];
  motion: number | null;
  rings: Point[][];
  placed: number | null;
  message: string;
}
