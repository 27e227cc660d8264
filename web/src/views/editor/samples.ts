// Lattices in short, for tests: what the server says of them, with plain outlines and no solids.
import type { LatticeShape, MotionShape } from "../../api/types";

/** Vectors are words apart by blanks; matrices have commas between rows. */
interface Short {
  basis: string;
  embedding: string;
  kinds: string; // where the first cells are
  generators: Record<string, string>; // matrix; shift
  mirrors: string[]; // those that mirror
}

const SHORT: Record<string, Short> = {
  square: {
    basis: "1 0, 0 1",
    embedding: "1 0, 0 1",
    kinds: "0 0",
    generators: {
      turn: "0 -1, 1 0; 0 0",
      flip: "-1 0, 0 1; 0 0",
    },
    mirrors: ["flip"],
  },
  hexagon: {
    basis: "1 0, 0 1",
    embedding: "1 0, 0.5 0.866025404",
    kinds: "0 0",
    generators: {
      turn: "0 -1, 1 1; 0 0",
      flip: "0 1, 1 0; 0 0",
    },
    mirrors: ["flip"],
  },
  triangle: {
    basis: "3 0, 0 3",
    embedding: "0.333333333 0, 0.166666667 0.288675135",
    kinds: "2 2, 1 1",
    generators: {
      turn: "0 -1, 1 1; 0 0",
      flip: "0 1, 1 0; 0 0",
    },
    mirrors: ["flip"],
  },
  tangram: {
    basis: "3 3, 0 6",
    embedding: "0.166666667 0, 0 0.166666667",
    kinds: "4 1, 5 2, 5 4, 4 5",
    generators: {
      turn: "0 -1, 1 0; 0 0",
      flip: "-1 0, 0 1; 0 0",
    },
    mirrors: ["flip"],
  },
  "square-sticks": {
    basis: "2 0, 0 2",
    embedding: "0.5 0, 0 0.5",
    kinds: "1 0, 0 1",
    generators: {
      turn: "0 -1, 1 0; 0 0",
      flip: "-1 0, 0 1; 0 0",
    },
    mirrors: ["flip"],
  },
  "hexagon-sticks": {
    basis: "2 0, 0 2",
    embedding: "0.5 0, 0.25 0.433012702",
    kinds: "1 0, 0 1, 1 1",
    generators: {
      turn: "0 -1, 1 1; 0 0",
      flip: "0 1, 1 0; 0 0",
    },
    mirrors: ["flip"],
  },
  "triangle-sticks": {
    basis: "2 0, 0 2",
    embedding: "0.5 0, 0.25 0.433012702",
    kinds: "1 0, 0 1, 1 1",
    generators: {
      turn: "0 -1, 1 1; 0 0",
      flip: "0 1, 1 0; 0 0",
    },
    mirrors: ["flip"],
  },
  cube: {
    basis: "1 0 0, 0 1 0, 0 0 1",
    embedding: "1 0 0, 0 1 0, 0 0 1",
    kinds: "0 0 0",
    generators: {
      x: "1 0 0, 0 0 -1, 0 1 0; 0 0 0",
      y: "0 0 1, 0 1 0, -1 0 0; 0 0 0",
      z: "0 -1 0, 1 0 0, 0 0 1; 0 0 0",
      mirror: "-1 0 0, 0 1 0, 0 0 1; 0 0 0",
    },
    mirrors: ["mirror"],
  },
  sphere: {
    basis: "1 0 0, 0 1 0, 0 0 1",
    embedding: "1 0 0, 0.5 0.866025404 0, 0.5 0.288675135 0.816496581",
    kinds: "0 0 0",
    generators: {
      x: "0 0 -1, 1 1 1, 0 -1 0; 0 0 0",
      y: "1 1 1, -1 0 0, 0 -1 0; 0 0 0",
      z: "0 0 -1, -1 0 0, 1 1 1; 0 0 0",
      mirror: "0 -1 0, -1 0 0, 1 1 1; 0 0 0",
    },
    mirrors: ["mirror"],
  },
  disc: {
    basis: "0 0 1",
    embedding: "1 0 0, 0 1 0, 0 0 1",
    kinds: "1 -1 0, 1 1 0, -1 1 0, -1 -1 0, 0 0 0",
    generators: {
      turn: "0 -1 0, 1 0 0, 0 0 1; 0 0 0",
      tip: "1 0 0, 0 -1 0, 0 0 -1; 0 0 0",
      mirror: "1 0 0, 0 1 0, 0 0 -1; 0 0 0",
    },
    mirrors: ["mirror"],
  },
  "hexagon-prism": {
    basis: "1 0 0, 0 1 0, 0 0 1",
    embedding: "1 0 0, 0.5 0.866025404 0, 0 0 1",
    kinds: "0 0 0",
    generators: {
      turn: "0 -1 0, 1 1 0, 0 0 1; 0 0 0",
      tip: "0 1 0, 1 0 0, 0 0 -1; 0 0 0",
      mirror: "1 0 0, 0 1 0, 0 0 -1; 0 0 0",
    },
    mirrors: ["mirror"],
  },
  "triangle-prism": {
    basis: "3 0 0, 0 3 0, 0 0 1",
    embedding: "0.333333333 0 0, 0.166666667 0.288675135 0, 0 0 1",
    kinds: "2 2 0, 1 1 0",
    generators: {
      turn: "0 -1 0, 1 1 0, 0 0 1; 0 0 0",
      tip: "0 1 0, 1 0 0, 0 0 -1; 0 0 0",
      mirror: "1 0 0, 0 1 0, 0 0 -1; 0 0 0",
    },
    mirrors: ["mirror"],
  },
  rhombic: {
    basis: "5 0 0, 0 5 0, 0 0 5",
    embedding: "0.2 0 0, 0 0.2 0, 0 0 0.2",
    kinds:
      "0 1 2, 0 3 2, 4 1 2, 4 3 2, 0 2 1, 0 2 3, 4 2 1, 4 2 3, 1 0 2, 3 0 2, 1 4 2, 3 4 2, 1 2 0, 3 2 0, 1 2 4, 3 2 4, 2 0 1, 2 0 3, 2 4 1, 2 4 3, 2 1 0, 2 3 0, 2 1 4, 2 3 4",
    generators: {
      x: "1 0 0, 0 0 -1, 0 1 0; 0 4 0",
      y: "0 0 1, 0 1 0, -1 0 0; 0 0 4",
      z: "0 -1 0, 1 0 0, 0 0 1; 4 0 0",
      mirror: "-1 0 0, 0 1 0, 0 0 1; 4 0 0",
    },
    mirrors: ["mirror"],
  },
  "tetra-octa": {
    basis: "3 3 0, 0 3 3, 0 0 6",
    embedding: "0.333333333 0 0, 0 0.333333333 0, 0 0 0.333333333",
    kinds: "1 1 1, 2 0 0, 0 2 0, 0 0 2, 2 2 2, 4 1 1, 3 0 0, 5 2 0, 5 0 2, 3 2 2",
    generators: {
      x: "1 0 0, 0 0 -1, 0 1 0; 0 2 3",
      y: "0 0 1, 0 1 0, -1 0 0; 0 0 5",
      z: "0 -1 0, 1 0 0, 0 0 1; 2 0 3",
      mirror: "-1 0 0, 0 1 0, 0 0 1; 2 0 3",
    },
    mirrors: ["mirror"],
  },
};

const vector = (text: string) => text.trim().split(" ").map(Number);
const matrixOf = (text: string) => text.split(",").map(vector);

const applied = (matrix: number[][], vector: number[]) =>
  matrix.map((row) => row.reduce((sum, a, k) => sum + a * vector[k]!, 0));

/** First one motion, then another. */
const after = (one: MotionShape, other: MotionShape): MotionShape => ({
  matrix: other.matrix.map((row) =>
    one.matrix[0]!.map((_, c) => row.reduce((sum, a, k) => sum + a * one.matrix[k]![c]!, 0)),
  ),
  shift: applied(other.matrix, one.shift).map((x, k) => x + other.shift[k]!),
  mirror: one.mirror !== other.mirror,
  word: `${one.word} ${other.word}`.trim(),
});

export const NAMES = Object.keys(SHORT);

export function sample(name: string): LatticeShape {
  const short = SHORT[name]!;
  const embedding = matrixOf(short.embedding);
  const generators = Object.entries(short.generators).map(([label, text]) => {
    const [matrix, shift] = text.split(";");
    const mirror = short.mirrors.includes(label);
    return { matrix: matrixOf(matrix!), shift: vector(shift!), mirror, word: label };
  });
  const zero = embedding.map(() => 0);
  const motions: MotionShape[] = [
    {
      matrix: zero.map((_, r) => zero.map((_, c) => +(r === c))),
      shift: zero,
      mirror: false,
      word: "",
    },
  ];
  const seen = new Set(motions.map(({ matrix }) => String(matrix)));
  for (const motion of motions)
    for (const generator of generators) {
      const next = after(motion, generator);
      if (!seen.has(String(next.matrix))) motions.push(next);
      seen.add(String(next.matrix));
    }
  const numbers = generators.map(({ matrix, word }) => [
    word,
    motions.findIndex((motion) => String(motion.matrix) === String(matrix)),
  ]);
  return {
    name,
    about: "",
    dimension: zero.length,
    builtin: true,
    definition: null,
    flat: zero.length === 2,
    sticks: name.endsWith("sticks"),
    basis: matrixOf(short.basis),
    embedding,
    kinds: matrixOf(short.kinds).map((at, k) => ({
      name: `kind ${k}`,
      at,
      steps: [],
      outline: [
        [-0.1, -0.1],
        [0.1, -0.1],
        [0.1, 0.1],
        [-0.1, 0.1],
      ],
    })),
    motions,
    generators: Object.fromEntries(numbers),
    space: { axes: [], kinds: [] },
  };
}
