import { describe, expect, test } from "vitest";
import { keyOf, minus, plus } from "../../lattice/grid";
import { countOf, Game, type Lying } from "./game";
import { byLayer, layerAt, layoutOf, shiftOf } from "./layout";
import { block, CUBE, docOf, pieceOf, SPHERE, SQUARE, TRIANGLE } from "./samples";
import { seen, turnsOf } from "./turning";

const triangles = block(9, 9).filter(
  ([x, y]) => (x! % 3 === 2 || x! % 3 === 1) && x! % 3 === y! % 3,
);
const L = [
  [0, 0],
  [0, 1],
  [0, 2],
  [1, 2],
];
const GAMES: [string, Game][] = [
  ["square", new Game(docOf(SQUARE, block(6, 5), [pieceOf("L", L)]))],
  [
    "triangle",
    new Game(
      docOf(TRIANGLE, triangles, [
        pieceOf("T", [
          [1, 1],
          [2, 2],
          [4, 1],
          [5, 2],
        ]),
      ]),
    ),
  ],
  [
    "cube",
    new Game(
      docOf(CUBE, block(3, 3, 3), [
        pieceOf("W", [
          [0, 0, 0],
          [1, 0, 0],
          [0, 1, 0],
          [0, 0, 1],
        ]),
      ]),
    ),
  ],
  [
    "sphere",
    new Game(
      docOf(SPHERE, block(3, 3, 3), [
        pieceOf("V", [
          [0, 0, 0],
          [1, 0, 0],
          [0, 1, 1],
        ]),
      ]),
    ),
  ],
];

/** Some places for the only piece of a game. */
function places(game: Game): Lying[] {
  return [...game.stock[0]!.allowed].flatMap((motion) => {
    const own = game.oriented(0, motion);
    const shifts = game.doc.lattice.basis.flatMap((row) => [row, row.map((x) => 2 * x)]);
    return shifts.map((shift) => ({
      piece: 0,
      motion,
      cells: own.map((cell) => plus(cell, shift)),
    }));
  });
}

describe.each(GAMES)("on the lattice %s", (_, game) => {
  const turns = turnsOf(game.doc.lattice);

  test("turns lead from orientations that are allowed to such, and back again", () => {
    for (const { motion: by } of turns)
      for (const first of game.stock[0]!.allowed) {
        const visited = [first];
        for (let next = game.turned(0, first, by); next !== first; next = game.turned(0, next, by))
          visited.push(next);
        expect(visited.every((motion) => game.stock[0]!.allowed.has(motion))).toBe(true);
        expect(visited.length).toBeLessThanOrEqual(6);
      }
  });

  test("turns reach every orientation", () => {
    const reached = [0];
    for (const motion of reached)
      for (const { motion: by } of turns) {
        const next = game.turned(0, motion, by);
        if (!reached.includes(next)) reached.push(next);
      }
    expect(new Set(reached)).toEqual(game.stock[0]!.allowed);
  });

  test("a piece held over its place snaps to it, whichever cell is held", () => {
    for (const lying of places(game)) {
      if (!game.fits(lying, [])) continue;
      lying.cells.forEach((cell, grabbed) => {
        const to = game.centre(cell);
        expect(game.snap(lying, grabbed, to, game.height(cell), [])).toEqual(lying.cells);
      });
    }
  });

  test("what snaps is the piece, moved by a translation", () => {
    for (const { motion, cells } of places(game)) {
      const [x, y] = game.centre(cells[0]!);
      const lying = { piece: 0, motion };
      const found = game.snap(lying, 1, [x + 0.3, y - 0.4], game.heights[0]!, []);
      const own = game.oriented(0, motion);
      if (!found) continue;
      const shift = minus(found[0]!, own[0]!);
      expect(game.grid.isTranslation(shift)).toBe(true);
      expect(found).toEqual(own.map((cell) => plus(cell, shift)));
    }
  });

  test("a piece is known by its cells, in any order", () => {
    for (const { motion, cells } of places(game)) {
      const found = game.matching({ piece: game.stock[0]!.doc.name, cells: [...cells].reverse() });
      expect(new Set(found?.cells.map(keyOf))).toEqual(new Set(cells.map(keyOf)));
      const same = game.matching({ piece: game.stock[0]!.doc.name, cells, motion });
      expect(same).toEqual({ piece: 0, motion, cells });
    }
  });

  test("a step and the step back lead to the same place", () => {
    for (const { cells } of places(game))
      for (const side of [
        [1, 0],
        [0, 1],
      ] as const) {
        const there = game.stepped(cells, 0, [side[0], side[1]]);
        expect(there).not.toEqual(cells);
        expect(game.stepped(there, 0, [-side[0], -side[1]])).toEqual(cells);
      }
  });

  test("each point of a layer is found again on the page", () => {
    for (const [width, height] of [
      [900, 300],
      [300, 900],
    ] as const) {
      const layout = layoutOf(game, width, height, 64);
      expect(layout.width * layout.scale).toBeLessThanOrEqual(width + 1e-6);
      expect(layout.height * layout.scale).toBeLessThanOrEqual(height + 1e-6);
      for (const cell of game.cells) {
        const layer = [...byLayer(game, [cell]).keys()][0]!;
        const [u, v] = shiftOf(layout, layer);
        const [x, y] = game.centre(cell);
        const found = layerAt(layout, [x + u, y + v]);
        expect(found.layer).toBe(layer);
        expect(found.at[0]).toBeCloseTo(x);
        expect(found.at[1]).toBeCloseTo(y);
      }
    }
  });
});

test("R turns clockwise, by as little as the lattice has", () => {
  const angles = [SQUARE, TRIANGLE, CUBE, SPHERE].map((lattice) => {
    const { motion } = turnsOf(lattice).find(({ key }) => key === "r")!;
    const [first, second] = seen(lattice, lattice.motions[motion]!);
    return Math.round((Math.atan2(second![0]!, first![0]!) * 180) / Math.PI);
  });
  expect(angles).toEqual([90, 60, 90, 120]);
});

test("counts are read", () => {
  expect(["1", "0", "2..5", "3..", "any"].map(countOf)).toEqual([
    [1, 1],
    [0, 0],
    [2, 5],
    [3, Infinity],
    [0, Infinity],
  ]);
});

test("pieces lie on free cells of the board, as often as there are", () => {
  const game = new Game(docOf(SQUARE, block(4, 1), [pieceOf("I", block(2, 1), { count: "2" })]));
  const at = (x: number): Lying => ({
    piece: 0,
    motion: 0,
    cells: [
      [x, 0],
      [x + 1, 0],
    ],
  });
  expect(game.fits(at(0), [])).toBe(true);
  expect(game.fits(at(1), [at(0)])).toBe(false);
  expect(game.fits(at(3), [])).toBe(false);
  expect(game.isFull([at(0)])).toBe(false);
  expect(game.isFull([at(0), at(2)])).toBe(true);
  expect(game.left([at(0), at(2)], 0)).toBe(0);
  expect(game.sound([at(0), at(1), at(2), at(0)])).toEqual([at(0), at(2)]);
});

test("colours must agree, or go together as the puzzle says", () => {
  const colours = [{ cell: [0, 0], colour: "a" }];
  const board = { must: block(2, 1), may: [], colours };
  const piece = pieceOf("I", block(2, 1), { colours: ["a", ""] });
  const there = { piece: 0, motion: 0, cells: block(2, 1) };
  const turned = {
    ...there,
    cells: [
      [1, 0],
      [0, 0],
    ],
  };
  const game = new Game(docOf(SQUARE, [], [piece], { board }));
  expect([game.fits(there, []), game.fits(turned, [])]).toEqual([true, false]);
  const colour_fits: [string, string][] = [
    ["a", ""],
    ["", "a"],
  ];
  const other = new Game(docOf(SQUARE, [], [piece], { board, colour_fits }));
  expect([other.fits(there, []), other.fits(turned, [])]).toEqual([false, true]);
});

test("only motions that a piece allows are used", () => {
  const sizes = [
    pieceOf("a", L),
    pieceOf("b", L, { flip: false }),
    pieceOf("c", L, { turn: false }),
    pieceOf("d", L, { motions: ["", "turn turn"] }),
  ].map((piece) => new Game(docOf(SQUARE, block(4, 4), [piece])).stock[0]!.allowed.size);
  expect(sizes).toEqual([8, 4, 1, 2]);
  const game = new Game(
    docOf(SQUARE, block(4, 4), [pieceOf("d", L, { motions: ["", "turn turn"] })]),
  );
  const right = turnsOf(SQUARE).find(({ key }) => key === "r")!.motion;
  const half = game.turned(0, 0, right);
  expect(SQUARE.motions[half]!.matrix).toEqual(
    [
      [-1, 0],
      [0, -1],
    ].map((row) => row.map((x) => x || 0)),
  );
  const flip = turnsOf(SQUARE).find(({ key }) => key === "f")!.motion;
  expect(game.turned(0, 0, flip)).toBe(0);
});

test("fixed pieces lie there, and count", () => {
  const doc = docOf(SQUARE, block(4, 1), [pieceOf("I", block(2, 1), { count: "2" })], {
    fixed: [
      {
        piece: "I",
        cells: [
          [0, 0],
          [1, 0],
        ],
      },
    ],
  });
  const game = new Game(doc);
  expect(game.fixed).toHaveLength(1);
  expect(game.left([], 0)).toBe(1);
  expect(
    game.judge(
      0,
      [
        [1, 0],
        [2, 0],
      ],
      [],
    ),
  ).toEqual([false, true]);
});

test("cells are told by layer, row and column", () => {
  const [, square] = GAMES[0]!;
  const [, cube] = GAMES[2]!;
  expect(square.where([2, 1])).toBe("row 2, column 3");
  expect(square.where([9, 9])).toBe("off the board");
  expect(cube.where([2, 1, 0])).toBe("layer 1, row 2, column 3");
});
