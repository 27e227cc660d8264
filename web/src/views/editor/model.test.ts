import { describe, expect, test } from "vitest";
import type { Cell, LatticeDoc, MotionShape } from "../../api/types";
import { Grid, keyOf } from "../../lattice/grid";
import { History } from "../../store/history";
import { boxCells, layerTurns } from "./layout";
import * as model from "./model";
import { BOARD } from "./model";
import { NAMES, sample } from "./samples";

const PATH = [
  [0, 0],
  [1, 0],
  [2, 0],
  [2, 1],
];

function started(name = "square"): LatticeDoc {
  const doc = model.emptyDoc(sample(name));
  return model.painted(doc, BOARD, PATH, "must");
}

/** A piece of some cells about the first one, with a colour and a mark that must move along. */
function withPiece(name: string): { grid: Grid; doc: LatticeDoc } {
  const lattice = sample(name);
  const grid = new Grid(lattice);
  const { at } = lattice.kinds[0]!;
  const [x, y, z] = grid.place(at);
  const box = { left: x - 0.4, top: y - 0.4, right: x + 1.4, bottom: y + 0.9 };
  const cells = [...grid.cellsIn(box, Math.round(z * 1e6) / 1e6), at].filter(
    (cell, k, all) => all.findIndex((other) => keyOf(other) === keyOf(cell)) === k,
  );
  const piece = {
    ...model.emptyPiece(),
    name: "A",
    cells,
    colours: cells.map((_, k) => (k === 0 ? "red" : "")),
    marks: [{ cell: cells[0]!, step: at.map((_, k) => +(k === 0)), mark: "tab" }],
  };
  return { grid, doc: model.withNewPieces(model.emptyDoc(lattice), [piece]) };
}

const pieceOf = (grid: Grid, doc: LatticeDoc) => {
  const { cells, colours, marks } = doc.pieces[0]!;
  const home = grid.atHome(cells);
  const by = home[0]!.map((x, k) => x - [...cells].sort(reading)[0]![k]!);
  const coloured = cells.map((cell, k) => `${keyOf(cell.map((x, c) => x + by[c]!))} ${colours[k]}`);
  const marked = marks.map((m) => `${keyOf(m.cell.map((x, c) => x + by[c]!))} ${m.step} ${m.mark}`);
  return [...coloured.sort(), ...marked];
};
const reading = (a: Cell, b: Cell) => {
  for (let k = a.length - 1; k >= 0; k--) if (a[k] !== b[k]) return a[k]! - b[k]!;
  return 0;
};

const order = ({ matrix }: MotionShape) => {
  const times = (a: number[][], b: number[][]) =>
    a.map((row) => b[0]!.map((_, c) => row.reduce((sum, x, k) => sum + x * b[k]![c]!, 0)));
  const one = String(matrix.map((row, r) => row.map((_, c) => +(r === c))));
  let power = matrix;
  let count = 1;
  for (; String(power) !== one; count++) power = times(power, matrix);
  return count;
};

describe("painting", () => {
  test("what is painted is there, what is erased is gone", () => {
    const doc = started();
    expect(doc.board.must).toEqual(PATH);
    const less = model.painted(doc, BOARD, PATH.slice(0, 3), "none");
    expect(less.board.must).toEqual([[2, 1]]);
    expect(model.painted(less, BOARD, PATH.slice(0, 3), "must").board.must.length).toBe(4);
  });

  test("what changes nothing gives the same puzzle", () => {
    const doc = started();
    expect(model.painted(doc, BOARD, PATH, "must")).toBe(doc);
    expect(model.painted(doc, BOARD, [[9, 9]], "none")).toBe(doc);
    expect(model.painted(doc, BOARD, [[9, 9]], { colour: "" })).toBe(doc);
  });

  test("a cell must or may be filled, not both, and keeps its colour", () => {
    let doc = model.painted(started(), BOARD, [[1, 0]], { colour: "A" });
    doc = model.painted(doc, BOARD, [[1, 0]], "may");
    expect(doc.board.may).toEqual([[1, 0]]);
    expect(doc.board.must.length).toBe(3);
    expect(doc.board.colours).toEqual([{ cell: [1, 0], colour: "A" }]);
    expect(model.painted(doc, BOARD, [[1, 0]], "none").board.colours).toEqual([]);
  });

  test("pieces have one colour per cell or none", () => {
    let doc = model.withNewPieces(started(), [model.emptyPiece()]);
    doc = model.painted(doc, 0, PATH, "must");
    expect(doc.pieces[0]!.colours).toEqual([]);
    doc = model.painted(doc, 0, [[2, 0]], { colour: "B" });
    expect(doc.pieces[0]!.colours).toEqual(["", "", "B", ""]);
    doc = model.painted(doc, 0, [[2, 0]], { colour: "" });
    expect(doc.pieces[0]!.colours).toEqual([]);
  });

  test("the first cell decides what a stroke does", () => {
    const there: model.Drawn = { cell: [0, 0], fill: "must", colour: "A" };
    expect(model.inkOf("fill", undefined, BOARD, "A")).toBe("must");
    expect(model.inkOf("fill", there, BOARD, "A")).toBe("none");
    expect(model.inkOf("may", there, BOARD, "A")).toBe("may");
    expect(model.inkOf("may", there, 0, "A")).toBe("none");
    expect(model.inkOf("colour", there, BOARD, "A")).toEqual({ colour: "" });
    expect(model.inkOf("colour", there, BOARD, "B")).toEqual({ colour: "B" });
  });

  test("a stroke is undone as a whole", () => {
    const history = new History(started());
    const before = history.value;
    history.beginStroke();
    for (const x of [5, 6, 7]) history.set(model.painted(history.value, BOARD, [[x, 0]], "must"));
    history.endStroke();
    expect(history.value.board.must.length).toBe(7);
    history.undo();
    expect(history.value).toBe(before);
  });
});

describe.each(NAMES)("motions of %s", (name) => {
  const { grid, doc } = withPiece(name);
  const turns = layerTurns(grid);

  test("as many turns as a full one has change nothing", () => {
    let now = doc;
    for (let k = order(turns.turn!); k > 0; k--) now = model.turned(grid, now, 0, turns.turn!);
    expect(pieceOf(grid, now)).toEqual(pieceOf(grid, doc));
  });

  test("back and forth changes nothing, nor does mirroring twice", () => {
    const there = model.turned(grid, doc, 0, turns.turn!);
    expect(pieceOf(grid, model.turned(grid, there, 0, turns.back!))).toEqual(pieceOf(grid, doc));
    const other = model.turned(grid, doc, 0, turns.mirror!);
    expect(pieceOf(grid, model.turned(grid, other, 0, turns.mirror!))).toEqual(pieceOf(grid, doc));
  });

  test("every motion leads to cells, and stays near", () => {
    const [x, y] = grid.place(doc.pieces[0]!.cells[0]!);
    for (const motion of grid.lattice.motions)
      for (const cell of model.turned(grid, doc, 0, motion).pieces[0]!.cells) {
        expect(grid.kindNumber(cell)).toBeGreaterThanOrEqual(0);
        const [u, v] = grid.place(cell);
        expect(Math.hypot(u - x, v - y)).toBeLessThan(5);
      }
  });

  test("boxes have cells, each once", () => {
    const cells = boxCells(grid, [2, 2, 2]);
    expect(cells.length).toBeGreaterThan(3);
    expect(new Set(cells.map(keyOf)).size).toBe(cells.length);
    expect(cells.every((cell) => grid.kindNumber(cell) >= 0)).toBe(true);
  });
});

test("fixed pieces go with the board", () => {
  const doc: LatticeDoc = { ...started(), fixed: [{ piece: "A", cells: [[0, 0]] }] };
  expect(model.shifted(doc, BOARD, [3, 1]).fixed[0]!.cells).toEqual([[3, 1]]);
});

describe("pieces", () => {
  const three = model.withNewPieces(started(), [
    model.emptyPiece(),
    model.emptyPiece(),
    { ...model.emptyPiece(), name: "X" },
  ]);

  test("get names and colours", () => {
    expect(three.pieces.map(({ name }) => name)).toEqual(["A", "B", "X"]);
    expect(new Set(three.pieces.map(({ colour }) => colour)).size).toBe(3);
    const copied = model.withCopy(three, 2);
    expect(copied.pieces[3]!.name).toBe("X 2");
    expect(model.withCopy(copied, 3).pieces[4]!.name).toBe("X 3");
  });

  test("take their fixed places along when they are renamed or deleted", () => {
    const doc = { ...three, fixed: [{ piece: "B", cells: [[0, 0]] }] };
    expect(model.withPiece(doc, 1, { name: "Q" }).fixed[0]!.piece).toBe("Q");
    expect(model.withoutPiece(doc, 1).fixed).toEqual([]);
    expect(model.withoutPiece(doc, 0).fixed).toEqual(doc.fixed);
  });

  test("can be put in another order", () => {
    const names = (doc: LatticeDoc) => doc.pieces.map(({ name }) => name).join("");
    expect(names(model.withPieceAt(three, 0, 2))).toBe("BXA");
    expect(model.withPieceAt(three, 2, 3)).toBe(three);
  });

  test("are counted", () => {
    expect(model.countOf("2..5")).toEqual({ lo: 2, hi: 5 });
    expect(model.countOf("3..")).toEqual({ lo: 3, hi: Infinity });
    expect(model.countOf("any")).toEqual({ lo: 0, hi: Infinity });
    for (const wrong of ["", "5..2", "x", "-1"]) expect(model.countOf(wrong)).toBeNull();
  });
});

test("totals say whether the pieces can fill the board", () => {
  let doc = model.withNewPieces(started(), [model.emptyPiece()]);
  doc = model.painted(doc, 0, PATH.slice(0, 2), "must");
  expect(model.totals(doc)).toMatchObject({ must: 4, board: 4, lo: 2, hi: 2, fits: false });
  expect(model.totals(model.withPiece(doc, 0, { count: "2" })).fits).toBe(true);
  expect(model.totals(model.withPiece(doc, 0, { count: "any" })).fits).toBe(true);
  expect(model.totals(model.withPiece(doc, 0, { count: "3" })).fits).toBe(false);
  const spare = { ...model.withPiece(doc, 0, { count: "3" }), spare: "1" };
  expect(model.totals(spare).fits).toBe(true);
});

test("undo shows the canvas that changes", () => {
  const doc = started();
  const more = model.withNewPieces(doc, [model.emptyPiece()]);
  expect(model.whereDifferent(doc, model.painted(doc, BOARD, [[9, 9]], "must"))).toBe(BOARD);
  expect(model.whereDifferent(more, model.painted(more, 0, PATH, "must"))).toBe(0);
  expect(model.whereDifferent(doc, more)).toBe(0);
  expect(model.whereDifferent(more, doc)).toBe(BOARD);
  expect(model.whereDifferent(doc, { ...doc, title: "T" })).toBeNull();
});
