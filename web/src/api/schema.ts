// What the server takes and sends.  Made by web/make_schema.py: do not edit.

/** The cells of a board, and the colours of some of them. */
export interface BoardDoc {
  must: number[][];
  may: number[][];
  colours: ColourDoc[];
}

/** All puzzles of the catalogue. */
export interface Catalogue {
  puzzles: CatalogueEntry[];
}

/** A puzzle of the catalogue. */
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
  counts: SolutionCounts;
  picture: string;
}

/** Whether it can, and in how many ways; or that we do not know yet. */
export interface CheckAnswer {
  state: "yes" | "no" | "thinking";
  ways: number | null;
  more: boolean;
  complete: boolean;
  message: string;
  wrong: number[];
}

/** Can what lies there still be completed, and in how many ways? */
export interface CheckRequest {
  puzzle: PuzzleSource;
  placed: PlayedPiece[];
  patience?: number;
  most?: number;
}

/** The colour of a cell. */
export interface ColourDoc {
  cell: number[];
  colour: string;
}

/** Why a request was refused. */
export interface Failure {
  message: string;
  problems: Problem[];
}

/** A piece whose place is given. */
export interface FixedDoc {
  piece: string;
  cells: number[][];
}

/** A number of solutions and its name: which solutions it takes for the same. */
export interface FoundCount {
  number: number;
  name: "solutions" | "up_to_rotation" | "up_to_symmetry";
  complete: boolean;
}

/** Names of puzzles with all that was asked for; if none, why, and those nearest to it. */
export interface FoundPuzzles {
  names: string[];
  message: string;
  near: string[];
}

/** Where to look, which piece to take, where to put it, or which one to take away. */
export interface HintAnswer {
  kind: "cell" | "piece" | "move" | "remove" | "none" | "thinking";
  piece: string | null;
  cells: number[][];
  motion: number | null;
  rings: Point[][];
  placed: number | null;
  message: string;
}

/** What to do next? */
export interface HintRequest {
  puzzle: PuzzleSource;
  placed: PlayedPiece[];
  strength: "cell" | "piece" | "move";
  patience?: number;
}

/** All jobs, the newest first. */
export interface JobList {
  jobs: JobReport[];
}

/** A job, and how it is going. */
export interface JobReport {
  id: string;
  title: string;
  puzzle_name: string | null;
  kind: "lattice" | "polygon";
  task: "one" | "all" | "count";
  up_to: "symmetry" | "rotation" | "nothing" | null;
  engine: string;
  engine_used: string | null;
  threads: number;
  state: "queued" | "running" | "paused" | "done" | "cancelled" | "failed";
  message: string | null;
  created: number;
  started: number | null;
  ended: number | null;
  nodes: number;
  seconds: number;
  counts: SolutionCounts | null;
  reason: string | null;
  complete: boolean;
  found: FoundCount | null;
  counting: "solutions" | "symmetric" | null;
  progress: ProgressReport | null;
  sweep: SweepReport | null;
  waiting: number | null;
}

/** A job to be done: find one solution, store all, or count them. */
export interface JobRequest {
  puzzle: PuzzleSource;
  task: "one" | "all" | "count";
  up_to?: "symmetry" | "rotation" | "nothing" | null;
  require?: string[];
  engine?: string;
  threads?: number | null;
  max_seconds?: number | null;
  title?: string;
}

/** Cells of one kind: the first one, the steps to its neighbours, and how it is drawn. */
export interface KindShape {
  name: string;
  at: number[];
  steps: number[][];
  outline: Point[];
}

/** A puzzle on a lattice. */
export interface LatticeDoc {
  kind: "lattice";
  title: string;
  about: string;
  source: string;
  board: BoardDoc;
  pieces: PieceDoc[];
  spare: string | null;
  colour_fits: [string, string][] | null;
  marks: MarksDoc | null;
  crossing: boolean;
  fixed: FixedDoc[];
  lattice: LatticeShape;
}

/** A puzzle on a lattice, as it comes back. */
export interface LatticeDocRequest {
  kind: "lattice";
  title?: string;
  about?: string;
  source?: string;
  board?: BoardDoc;
  pieces?: PieceDoc[];
  spare?: string | null;
  colour_fits?: [string, string][] | null;
  marks?: MarksDoc | null;
  crossing?: boolean;
  fixed?: FixedDoc[];
  lattice: LatticeReference;
}

/** A lattice in short, and a puzzle of the catalogue that is on it. */
export interface LatticeEntry {
  name: string;
  about: string;
  dimension: number;
  example: string | null;
}

/** A lattice as it comes back: by its name, or with the table of its file. */
export interface LatticeReference {
  name: string;
  definition?: Record<string, unknown> | null;
}

/** All that the browser needs to know about a lattice. */
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
  motions: MotionShape[];
  generators: Record<string, number>;
  space: Space;
}

/** All lattices, and `polygon`. */
export interface Lattices {
  lattices: LatticeEntry[];
}

/** A mark on the edge that leads from a cell by a step. */
export interface MarkDoc {
  cell: number[];
  step: number[];
  mark: string;
}

/** Which marks may face each other, and what the outside shows. */
export interface MarksDoc {
  fits: [string, string][];
  border: string;
}

/** A symmetry of a lattice: cell -> matrix·cell + shift. */
export interface MotionShape {
  matrix: number[][];
  shift: number[];
  mirror: boolean;
  word: string;
}

/** A solution.  Its number tells when it was found, and never changes. */
export interface NumberedSolution {
  number: number;
  pieces: PlacedPiece[];
}

/** A piece.  Its `colour` is how it is shown; that is not written. */
export interface PieceDoc {
  name: string;
  cells: number[][];
  count: string;
  colours: string[];
  marks: MarkDoc[];
  turn: boolean;
  flip: boolean | null;
  motions: string[];
  colour: string;
}

/** The pieces of a set. */
export interface PieceSet {
  lattice: string;
  pieces: PieceDoc[];
}

/** All sets of pieces. */
export interface PieceSets {
  sets: SetEntry[];
}

/** A piece in its place: its cells, or its rings if it is a polygon. */
export interface PlacedPiece {
  piece: string;
  cells?: number[][];
  rings?: Point[][];
}

/** A piece where it lies: its cells, or the corners of its outline (y up). */
export interface PlayedPiece {
  piece: string;
  cells?: number[][] | null;
  motion?: number | null;
  ring?: number[][] | null;
}

export type Point = [number, number];

/** A puzzle of free polygons. */
export interface PolygonDoc {
  kind: "polygon";
  title: string;
  about: string;
  source: string;
  board: ShapeDoc[];
  pieces: PolygonPieceDoc[];
}

/** A piece that is a polygon. */
export interface PolygonPieceDoc {
  name: string;
  shape: ShapeDoc;
  count: number;
  turn: boolean;
  flip: boolean;
  colour: string;
}

/** Something that is wrong or odd with a puzzle. */
export interface Problem {
  line: number | null;
  severity: "error" | "note";
  place: string[];
  message: string;
}

/** The fraction explored and how long the remainder takes, each with an interval of 95 %. */
export interface ProgressReport {
  fraction_explored: number;
  fraction_explored_low: number;
  fraction_explored_high: number;
  seconds_left: number;
  seconds_left_low: number;
  seconds_left_high: number;
  early: boolean;
}

/** A puzzle: by its name in the catalogue, or the text of its file. */
export interface PuzzleSource {
  name?: string | null;
  toml?: string | null;
}

/** A puzzle that was read. */
export interface ReadPuzzle {
  doc: LatticeDoc | PolygonDoc;
  toml: string;
  problems: Problem[];
  sizes: Sizes;
}

/** What the server is, and what it can do. */
export interface ServerInfo {
  version: string;
  limits: ServerLimits;
  engines: string[];
  formats: string[];
}

/** What one request or one job may take. */
export interface ServerLimits {
  max_seconds: number;
  max_memory_mib: number;
  max_cells: number;
  max_pieces: number;
  max_queue: number;
  max_upload_bytes: number;
  max_threads: number;
}

/** A set of pieces in short. */
export interface SetEntry {
  name: string;
  lattice: string;
  pieces: number;
  cells: number;
}

/** A polygon: its corners as they are written, and as numbers, with y up. */
export interface ShapeDoc {
  outer: [string, string][];
  holes: [string, string][][];
  rings: Point[][];
}

/** How large a puzzle is; what is not known is null. */
export interface Sizes {
  cells: number | null;
  pieces: string | null;
  placements: number | null;
}

/** A convex solid: its corners, and its faces as numbers of corners. */
export interface SolidShape {
  points: number[][];
  faces: number[][];
}

/** How many solutions there are, as far as that is known. */
export interface SolutionCounts {
  solutions: number | null;
  up_to_rotation: number | null;
  up_to_symmetry: number | null;
}

/** Some of the solutions found so far; `total` is how many there are that match. */
export interface SolutionPage {
  total: number;
  first: number;
  solutions: NumberedSolution[];
}

/** Where unit vectors point in a right-handed space with z up, and how cells look there. */
export interface Space {
  axes: number[][];
  kinds: SpaceKind[];
}

/** Cells of one kind in space, about their own place; a ball is x, y, z and its radius. */
export interface SpaceKind {
  solids: SolidShape[];
  balls: number[][];
}

/** Stages of engine frontier that are done, and all of them.  They are not equally much work. */
export interface SweepReport {
  stage: number;
  stages: number;
}

/** A puzzle to be written. */
export interface WriteRequest {
  doc: LatticeDocRequest | PolygonDoc;
}

/** A puzzle as the text of its file, if it can be written, and what is wrong with it. */
export interface WrittenPuzzle {
  toml: string | null;
  problems: Problem[];
  sizes: Sizes;
}
