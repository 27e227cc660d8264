import { describe, expect, test } from "vitest";
import { Grid, keyOf } from "../../lattice/grid";
import {
  boxCells,
  boxSides,
  cellNear,
  Layers,
  nextCell,
  rowAndColumn,
  tippingTurns,
  translationTowards,
} from "./layout";
import { NAMES, sample } from "./samples";
import { between, firstView, grown, needed, spotAt, spotsBetween, spotsIn } from "./view";

const gridOf = (name: string) => new Grid(sample(name));

describe.each(NAMES)("%s", (name) => {
  const grid = gridOf(name);
  const layers = new Layers(grid);

  test("every layer has cells, and every cell a layer", () => {
    const box = { left: -2, top: -2, right: 2, bottom: 2 };
    for (const layer of grid.lattice.flat ? [0] : [-7, -1, 0, 1, 2, 3, 4, 5, 9]) {
      const height = layers.height(layer);
      expect(layers.at(height)).toBe(layer);
      expect(grid.cellsIn(box, height).length).toBeGreaterThan(0);
    }
    for (const { at } of grid.lattice.kinds)
      expect(layers.height(layers.at(grid.height(at)))).toBeCloseTo(grid.height(at), 5);
  });

  test("arrow keys reach every cell nearby", () => {
    const height = layers.height(0);
    const from = cellNear(grid, 0, 0, height)!;
    const seen = new Set([keyOf(from)]);
    const todo = [from];
    for (let cell = todo.pop(); cell; cell = todo.pop())
      for (const direction of [
        [1, 0],
        [-1, 0],
        [0, 1],
        [0, -1],
      ] as [number, number][]) {
        const next = nextCell(grid, cell, direction);
        const [x, y] = grid.place(next);
        if (Math.abs(x) > 2.5 || Math.abs(y) > 2.5 || seen.has(keyOf(next))) continue;
        seen.add(keyOf(next));
        todo.push(next);
      }
    const box = { left: -1, top: -1, right: 1, bottom: 1 };
    for (const cell of grid.cellsIn(box, height)) expect(seen).toContain(keyOf(cell));
  });

  test("what is moved stays on the lattice", () => {
    for (const direction of [
      [1, 0, 0],
      [0, -1, 0],
      [0, 0, 1],
    ].slice(0, grid.lattice.dimension)) {
      const by = translationTowards(grid, direction);
      if (by) expect(grid.isTranslation(by)).toBe(true);
      else expect(name).toBe("disc");
    }
  });
});

test("boxes are as large as they are said to be", () => {
  const sizes = { square: 15, hexagon: 15, triangle: 30, tangram: 120, cube: 30, disc: 10 };
  for (const [name, size] of Object.entries(sizes))
    expect([name, boxCells(gridOf(name), [5, 3, 2]).length]).toEqual([name, size]);
  expect(boxSides(gridOf("disc"))).toEqual([false, false, true]);
});

test("cubes are turned out of their layer about two axes, hexagonal prisms about one", () => {
  expect(tippingTurns(gridOf("cube")).map(({ to }) => to)).toEqual(["front", "side"]);
  expect(tippingTurns(gridOf("hexagon-prism")).map(({ to }) => to)).toEqual(["bottom"]);
  expect(tippingTurns(gridOf("square"))).toEqual([]);
});

test("rows and columns are counted from the corner of the drawing", () => {
  const grid = gridOf("square");
  const box = { left: 2, top: 1, right: 4, bottom: 3 };
  expect(rowAndColumn(grid, [2, 1], box)).toEqual({ row: 1, column: 1 });
  expect(rowAndColumn(grid, [4, 2], box)).toEqual({ row: 2, column: 3 });
});

describe("the window", () => {
  const grid = gridOf("square");

  test("grows with the drawing, and only then", () => {
    const cells = boxCells(grid, [5, 3]);
    const view = firstView(grid, cells, 0.7);
    expect(grown(view, 0.7, needed(grid, cells))).toBe(view);
    const wider = grown(view, 0.7, needed(grid, [...cells, [12, 0]]));
    expect(wider.width).toBeGreaterThan(view.width);
  });

  test("finds the cell under a point, or right beside it", () => {
    const spots = spotsIn(grid, { left: -1, top: -1, right: 5, bottom: 5 }, 0);
    expect(spotAt(spots, [2.04, 3.02])?.cell).toEqual([2, 3]);
    expect(spotAt(spots, [2.3, 3])?.cell).toEqual([2, 3]);
    expect(spotAt(spots, [2.5, 3.5])).toBeNull();
  });

  test("fast strokes miss no cell", () => {
    const spots = spotsIn(grid, { left: -1, top: -1, right: 9, bottom: 5 }, 0);
    const hit = between([0, 0], [7, 0]).map((point) => spotAt(spots, point)?.key);
    expect(new Set(hit.filter(Boolean)).size).toBe(8);
  });

  test("rectangles go from cell to cell", () => {
    const spots = spotsIn(grid, { left: -1, top: -1, right: 5, bottom: 5 }, 0);
    const at = (key: string) => spots.find((spot) => spot.key === key)!;
    expect(spotsBetween(spots, at("3,2"), at("1,1")).length).toBe(6);
  });
});
