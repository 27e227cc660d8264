// Small lattices and puzzles for tests.
import type {
  KindShape,
  LatticeDoc,
  LatticeShape,
  MotionShape,
  PieceDoc,
  Point,
} from "../../api/types";

type Matrix = number[][];

const product = (a: Matrix, b: Matrix): Matrix =>
  a.map((row) => row.map((_, c) => row.reduce((sum, x, k) => sum + x * b[k]![c]!, 0)));

/** All motions that some make together; the identity is the first. */
function closed(generators: Record<string, { matrix: Matrix; mirror: boolean }>): MotionShape[] {
  const size = Object.values(generators)[0]!.matrix.length;
  const zero = Array.from({ length: size }, () => 0);
  const one = zero.map((_, r) => zero.map((_, c) => (r === c ? 1 : 0)));
  const found: MotionShape[] = [{ matrix: one, shift: zero, mirror: false, word: "" }];
  const seen = new Set([one.join()]);
  for (const motion of found)
    for (const [name, { matrix, mirror }] of Object.entries(generators)) {
      const next = product(matrix, motion.matrix);
      if (seen.has(next.join())) continue;
      seen.add(next.join());
      const word = `${motion.word} ${name}`.trim();
      found.push({ matrix: next, shift: zero, mirror: mirror !== motion.mirror, word });
    }
  return found;
}

function latticeOf(
  name: string,
  given: Pick<LatticeShape, "basis" | "embedding"> & {
    kinds: Pick<KindShape, "at" | "steps" | "outline">[];
    generators: Record<string, { matrix: Matrix; mirror: boolean }>;
  },
): LatticeShape {
  const motions = closed(given.generators);
  const number = (matrix: Matrix) =>
    motions.findIndex((motion) => motion.matrix.join() === matrix.join());
  const dimension = given.basis.length;
  return {
    name,
    about: "",
    dimension,
    builtin: true,
    definition: null,
    flat: dimension === 2,
    sticks: false,
    basis: given.basis,
    embedding: given.embedding,
    kinds: given.kinds.map((kind, k) => ({ name: `kind ${k}`, ...kind })),
    motions,
    generators: Object.fromEntries(
      Object.entries(given.generators).map(([word, { matrix }]) => [word, number(matrix)]),
    ),
    space: { axes: [], kinds: [] },
  };
}

const UNIT = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];
const BOX: Point[] = [
  [-0.5, -0.5],
  [0.5, -0.5],
  [0.5, 0.5],
  [-0.5, 0.5],
];
const both = (steps: number[][]) => [...steps, ...steps.map((step) => step.map((x) => -x))];
const flip = (...matrix: Matrix) => ({ matrix, mirror: true });
const turn = (...matrix: Matrix) => ({ matrix, mirror: false });
const [ROOT, THIRD] = [Math.sqrt(3), 1 / 3];

export const SQUARE = latticeOf("square", {
  basis: [
    [1, 0],
    [0, 1],
  ],
  embedding: [
    [1, 0],
    [0, 1],
  ],
  kinds: [
    {
      at: [0, 0],
      steps: both([
        [1, 0],
        [0, 1],
      ]),
      outline: BOX,
    },
  ],
  generators: { turn: turn([0, -1], [1, 0]), flip: flip([-1, 0], [0, 1]) },
});

export const TRIANGLE = latticeOf("triangle", {
  basis: [
    [3, 0],
    [0, 3],
  ],
  embedding: [
    [THIRD, 0],
    [THIRD / 2, (THIRD * ROOT) / 2],
  ],
  kinds: [
    {
      at: [2, 2],
      steps: [
        [-1, -1],
        [-1, 2],
        [2, -1],
      ],
      outline: [
        [-0.5, ROOT / 6],
        [0.5, ROOT / 6],
        [0, -ROOT / 3],
      ],
    },
    {
      at: [1, 1],
      steps: [
        [1, 1],
        [1, -2],
        [-2, 1],
      ],
      outline: [
        [0, ROOT / 3],
        [0.5, -ROOT / 6],
        [-0.5, -ROOT / 6],
      ],
    },
  ],
  generators: { turn: turn([0, -1], [1, 1]), flip: flip([0, 1], [1, 0]) },
});

export const CUBE = latticeOf("cube", {
  basis: UNIT,
  embedding: UNIT,
  kinds: [{ at: [0, 0, 0], steps: both(UNIT), outline: BOX }],
  generators: {
    x: turn([1, 0, 0], [0, 0, -1], [0, 1, 0]),
    y: turn([0, 0, 1], [0, 1, 0], [-1, 0, 0]),
    z: turn([0, -1, 0], [1, 0, 0], [0, 0, 1]),
    mirror: flip([-1, 0, 0], [0, 1, 0], [0, 0, 1]),
  },
});

export const SPHERE = latticeOf("sphere", {
  basis: UNIT,
  embedding: [
    [1, 0, 0],
    [0.5, ROOT / 2, 0],
    [0.5, ROOT / 6, Math.sqrt(2 / 3)],
  ],
  kinds: [
    {
      at: [0, 0, 0],
      steps: both([...UNIT, [1, -1, 0], [1, 0, -1], [0, 1, -1]]),
      outline: BOX,
    },
  ],
  generators: {
    x: turn([0, 0, -1], [1, 1, 1], [0, -1, 0]),
    y: turn([1, 1, 1], [-1, 0, 0], [0, -1, 0]),
    mirror: flip([0, -1, 0], [-1, 0, 0], [1, 1, 1]),
  },
});

export const pieceOf = (
  name: string,
  cells: number[][],
  given: Partial<PieceDoc> = {},
): PieceDoc => ({
  name,
  cells,
  count: "1",
  colours: [],
  marks: [],
  turn: true,
  flip: null,
  motions: [],
  colour: "#3a50d7",
  ...given,
});

export const docOf = (
  lattice: LatticeShape,
  must: number[][],
  pieces: PieceDoc[],
  given: Partial<LatticeDoc> = {},
): LatticeDoc => ({
  kind: "lattice",
  title: "A sample",
  about: "",
  source: "",
  lattice,
  board: { must, may: [], colours: [] },
  pieces,
  spare: null,
  colour_fits: null,
  marks: null,
  crossing: true,
  fixed: [],
  ...given,
});

/** All cells with coordinates below these. */
export const block = (...sizes: number[]): number[][] =>
  sizes.reduceRight<number[][]>(
    (cells, size) => cells.flatMap((cell) => Array.from({ length: size }, (_, x) => [x, ...cell])),
    [[]],
  );
