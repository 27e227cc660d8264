import { expect, test } from "vitest";
import type { LatticeShape, MotionShape } from "../api/types";
import { Grid, inReadingOrder, joined, keyOf, moved, pathOf } from "./grid";

const SQUARE: LatticeShape = {
  name: "square",
  about: "",
  dimension: 2,
  builtin: true,
  definition: null,
  flat: true,
  sticks: false,
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
      name: "square",
      at: [0, 0],
      steps: [
        [1, 0],
        [-1, 0],
        [0, 1],
        [0, -1],
      ],
      outline: [
        [-0.5, -0.5],
        [0.5, -0.5],
        [0.5, 0.5],
        [-0.5, 0.5],
      ],
    },
  ],
  motions: [
    {
      matrix: [
        [1, 0],
        [0, 1],
      ],
      shift: [0, 0],
      mirror: false,
      word: "",
    },
    {
      matrix: [
        [0, -1],
        [1, 0],
      ],
      shift: [0, 0],
      mirror: false,
      word: "turn",
    },
    {
      matrix: [
        [-1, 0],
        [0, -1],
      ],
      shift: [0, 0],
      mirror: false,
      word: "turn turn",
    },
    {
      matrix: [
        [0, 1],
        [-1, 0],
      ],
      shift: [0, 0],
      mirror: false,
      word: "turn turn turn",
    },
    {
      matrix: [
        [-1, 0],
        [0, 1],
      ],
      shift: [0, 0],
      mirror: true,
      word: "flip",
    },
    {
      matrix: [
        [0, -1],
        [-1, 0],
      ],
      shift: [0, 0],
      mirror: true,
      word: "flip turn",
    },
    {
      matrix: [
        [1, 0],
        [0, -1],
      ],
      shift: [0, 0],
      mirror: true,
      word: "flip turn turn",
    },
    {
      matrix: [
        [0, 1],
        [1, 0],
      ],
      shift: [0, 0],
      mirror: true,
      word: "flip turn turn turn",
    },
  ],
  generators: { turn: 1, flip: 4 },
  space: {
    axes: [
      [1, 0, 0],
      [0, -1, 0],
    ],
    kinds: [{ solids: [], balls: [] }],
  },
};

// Triangles: three times the centroid, two kinds in each rhombus of translations.
const TRIANGLE: LatticeShape = {
  ...SQUARE,
  name: "triangle",
  basis: [
    [3, 0],
    [0, 3],
  ],
  embedding: [
    [1 / 3, 0],
    [1 / 6, Math.sqrt(3) / 6],
  ],
  kinds: [
    {
      name: "up",
      at: [2, 2],
      steps: [
        [2, -1],
        [-1, 2],
        [-1, -1],
      ],
      outline: [],
    },
    {
      name: "down",
      at: [1, 1],
      steps: [
        [-2, 1],
        [1, -2],
        [1, 1],
      ],
      outline: [],
    },
  ],
};

const L = [
  [0, 0],
  [0, 1],
  [0, 2],
  [1, 2],
];

test("cells are told from points between them", () => {
  const grid = new Grid(TRIANGLE);
  expect(grid.kindNumber([2, 2])).toBe(0);
  expect(grid.kindNumber([-2, 4])).toBe(1);
  expect(grid.kindNumber([0, 0])).toBe(-1);
  for (const near of grid.neighbours([2, 2])) expect(grid.kindNumber(near)).toBe(1);
});

test("a box has the cells whose places lie in it", () => {
  const grid = new Grid(SQUARE);
  const cells = grid.cellsIn({ left: -0.5, top: -0.5, right: 1.5, bottom: 2.5 });
  expect(cells.map(keyOf).sort()).toEqual(["0,0", "0,1", "0,2", "1,0", "1,1", "1,2"]);
  const triangles = new Grid(TRIANGLE);
  for (const cell of triangles.cellsIn({ left: 0, top: 0, right: 4, bottom: 4 })) {
    const [x, y] = triangles.place(cell);
    expect(x >= 0 && x <= 4 && y >= 0 && y <= 4).toBe(true);
  }
  const area = Math.sqrt(3) / 4;
  const count = triangles.cellsIn({ left: 0, top: 0, right: 40, bottom: 40 }).length;
  expect(Math.abs(count * area - 1600)).toBeLessThan(80);
});

test("an L has eight orientations, four if it may not be flipped", () => {
  const grid = new Grid(SQUARE);
  expect(grid.orientations(L, () => true)).toHaveLength(8);
  expect(grid.orientations(L, ({ mirror }: MotionShape) => !mirror)).toHaveLength(4);
  for (const turned of grid.orientations(L, () => true)) {
    expect(turned[0]).toEqual([0, 0]);
    expect(grid.isConnected(turned)).toBe(true);
  }
});

test("four turns are none", () => {
  const turn = SQUARE.motions[1]!;
  let cell = [3, -7];
  for (let k = 0; k < 4; k++) cell = moved(turn, cell);
  expect(cell).toEqual([3, -7]);
});

test("the outline of cells has no inner sides", () => {
  const grid = new Grid(SQUARE);
  const rings = joined(L.map((cell) => grid.outline(cell)));
  expect(rings).toHaveLength(1);
  expect(rings[0]).toHaveLength(10); // corners and points where cells meet
  expect(pathOf(rings)).toMatch(/^M[-\d. L]+Z$/);
});

test("cells that only touch in a corner keep rings of their own", () => {
  const grid = new Grid(SQUARE);
  const corners = [
    [0, 0],
    [1, 1],
  ].map((cell) => grid.outline(cell));
  expect(joined(corners)).toHaveLength(2);
  const ring = [
    [0, 0],
    [1, 0],
    [2, 0],
    [0, 1],
    [2, 1],
    [0, 2],
    [1, 2],
    [2, 2],
  ];
  expect(joined(ring.map((cell) => grid.outline(cell)))).toHaveLength(2); // with a hole
});

test("reading order goes by rows", () => {
  const cells = [
    [1, 1],
    [0, 1],
    [5, 0],
  ];
  expect(cells.sort(inReadingOrder)).toEqual([
    [5, 0],
    [0, 1],
    [1, 1],
  ]);
});
