// What the server takes and sends.  Made by web/make_schema.py: do not edit.

export interface BoardDoc {
  must?: number[][];
  may?: number[][];
  colours?: ColourDoc[];
}

export interface Catalogue {
  puzzles: CatalogueEntry[];
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
  counts: Numbers;
  picture: string;
}

export interface CheckAnswer {
  state: "yes" | "no" | "thinking";
  ways: number | null;
  more: boolean;
  complete: boolean;
  message: string;
  wrong: number[];
}

export interface CheckAsked {
  puzzle: PuzzleGiven;
  placed: PlacedGiven[];
  patience?: number;
  most?: number;
}

export interface ColourDoc {
  cell: number[];
  colour: string;
}

export interface CountsTold {
  solutions: number | null;
  up_to_rotation: number | null;
  up_to_symmetry: number | null;
}

export interface DocAnswer {
  doc: LatticeDoc | PolygonDoc;
  toml: string;
  problems: Problem[];
  sizes: Sizes;
}

export interface DocGiven {
  doc: LatticeDocGiven | PolygonDoc;
}

export interface Failure {
  message: string;
  problems: Problem[];
}

export interface FixedDoc {
  piece: string;
  cells: number[][];
}

export interface FoundPuzzles {
  names: string[];
  message: string;
  near: string[];
}

export interface FoundTold {
  number: number;
  name: "solutions" | "up_to_rotation" | "up_to_symmetry";
  complete: boolean;
}

export interface HintAnswer {
  kind: "cell" | "piece" | "move" | "remove" | "none" | "thinking";
  piece: string | null;
  cells: number[][];
  motion: number | null;
  rings: number[][][];
  placed: number | null;
  message: string;
}

export interface HintAsked {
  puzzle: PuzzleGiven;
  placed: PlacedGiven[];
  strength: "cell" | "piece" | "move";
  patience?: number;
}

export interface JobGiven {
  puzzle: PuzzleGiven;
  task: "one" | "all" | "count";
  up_to?: "symmetry" | "rotation" | "nothing";
  require?: string[];
  engine?: string;
  threads?: number | null;
  max_seconds?: number | null;
  title?: string;
}

export interface JobTold {
  id: string;
  title: string;
  puzzle_name: string | null;
  kind: "lattice" | "polygon";
  task: "one" | "all" | "count";
  up_to: "symmetry" | "rotation" | "nothing";
  engine: string;
  engine_used: string | null;
  threads: number;
  state: "queued" | "running" | "paused" | "done" | "cancelled" | "failed";
  message: string | null;
  created: number;
  started: number | null;
  ended: number | null;
  found: FoundTold | null;
  counting: "solutions" | "symmetric" | null;
  nodes: number;
  seconds: number;
  counts: CountsTold | null;
  complete: boolean;
  progress: ProgressTold | null;
  sweep: SweepTold | null;
  waiting: number | null;
}

export interface JobsTold {
  jobs: JobTold[];
}

export interface KindShape {
  name: string;
  at: number[];
  steps: number[][];
  outline: number[][];
}

export interface LatticeDoc {
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
  lattice: LatticeShape;
}

export interface LatticeDocGiven {
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
  lattice: LatticeGiven;
}

export interface LatticeEntry {
  name: string;
  about: string;
  dimension: number;
  example: string | null;
}

export interface LatticeGiven {
  name: string;
  definition?: Record<string, unknown> | null;
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
  motions: MotionShape[];
  generators: Record<string, number>;
  space: Space;
}

export interface Lattices {
  lattices: LatticeEntry[];
}

export interface LimitsShown {
  max_seconds: number;
  max_memory_mib: number;
  max_cells: number;
  max_pieces: number;
  max_queue: number;
  max_upload_bytes: number;
  max_threads: number;
}

export interface MarkDoc {
  cell: number[];
  step: number[];
  mark: string;
}

export interface MarksDoc {
  fits?: [string, string][];
  border?: string;
}

export interface MotionShape {
  matrix: number[][];
  shift: number[];
  mirror: boolean;
  word: string;
}

export interface Numbers {
  solutions: number | null;
  up_to_rotation: number | null;
  up_to_symmetry: number | null;
}

export interface PieceDoc {
  name: string;
  cells?: number[][];
  count?: string;
  colours?: string[];
  marks?: MarkDoc[];
  turn?: boolean;
  flip?: boolean | null;
  motions?: string[];
  colour?: string;
}

export interface PieceSet {
  lattice: string;
  pieces: PieceDoc[];
}

export interface PieceSets {
  sets: SetEntry[];
}

export interface PlacedGiven {
  piece: string;
  cells?: number[][] | null;
  motion?: number | null;
  ring?: number[][] | null;
}

export interface PlacedTold {
  piece: string;
  cells?: number[][] | null;
  rings?: number[][][] | null;
}

export interface PolygonDoc {
  kind: "polygon";
  title?: string;
  about?: string;
  source?: string;
  board?: ShapeDoc[];
  pieces?: PolygonPieceDoc[];
}

export interface PolygonPieceDoc {
  name: string;
  shape: ShapeDoc;
  count?: number;
  turn?: boolean;
  flip?: boolean;
  colour?: string;
}

export interface Problem {
  line: number | null;
  severity: "error" | "note";
  place: string[];
  message: string;
}

export interface ProgressTold {
  share: number;
  share_low: number;
  share_high: number;
  seconds_left: number;
  seconds_left_low: number;
  seconds_left_high: number;
  early: boolean;
}

export interface PuzzleGiven {
  name?: string | null;
  toml?: string | null;
}

export interface Server {
  version: string;
  limits: LimitsShown;
  engines: string[];
  formats: string[];
}

export interface SetEntry {
  name: string;
  lattice: string;
  pieces: number;
  cells: number;
}

export interface ShapeDoc {
  outer: [string, string][];
  holes?: [string, string][][];
  rings?: number[][][];
}

export interface Sizes {
  cells: number | null;
  pieces: string | null;
  placements: number | null;
}

export interface SolidShape {
  points: number[][];
  faces: number[][];
}

export interface SolutionTold {
  number: number;
  pieces: PlacedTold[];
}

export interface SolutionsTold {
  total: number;
  first: number;
  solutions: SolutionTold[];
}

export interface Space {
  axes: number[][];
  kinds: SpaceKind[];
}

export interface SpaceKind {
  solids: SolidShape[];
  balls: number[][];
}

export interface SweepTold {
  stage: number;
  stages: number;
}

export interface TextAnswer {
  toml: string | null;
  problems: Problem[];
  sizes: Sizes;
}
