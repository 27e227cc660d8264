import { describe, expect, it } from "vitest";
import type { Corner, Target } from "./model";
import * as model from "./model";
import { roomOf, tableFor } from "./table";
import { angleAt, gridPath, snappedTo, viewOf, zoomed } from "./view";

const PIECE: Target = { of: "pieces", number: 0 };
const first = model.firstDoc();
const outer = (doc = first, target = PIECE) => model.shapeOf(doc, target)!.outer;

describe("a drawing of polygons", () => {
  it("changes one corner, and leaves the others as they were written", () => {
    const exact = model.withShape(first, PIECE, [
      [
        ["0", "0"],
        ["2*sqrt(2)", "0"],
        ["0.50", "1"],
      ],
    ]);
    const moved = model.movedCorner(exact, PIECE, { ring: 0, corner: 0 }, ["1/2", "0"]);
    expect(outer(moved)).toEqual([
      ["1/2", "0"],
      ["2*sqrt(2)", "0"],
      ["0.50", "1"],
    ]);
    expect(model.shapeOf(moved, PIECE)!.rings[0]![0]).toEqual([0.5, 0]);
    expect(model.shapeOf(moved, model.FIRST)).toBe(model.shapeOf(first, model.FIRST));
  });

  it("gets corners, and loses them, but not the last three", () => {
    const more = model.withCorner(first, PIECE, { ring: 0, corner: 0 }, ["2", "-1"]);
    expect(outer(more).map(String)).toEqual(["0,0", "2,-1", "4,0", "0,4"]);
    const less = model.withoutCorner(more, PIECE, { ring: 0, corner: 1 });
    expect(outer(less)).toEqual(outer());
    expect(outer(model.withoutCorner(less, PIECE, { ring: 0, corner: 1 }))).toEqual(outer());
  });

  it("gets holes, which go when they have two corners left", () => {
    const hole: Corner[] = [
      ["1", "1"],
      ["2", "1"],
      ["1", "2"],
    ];
    const cut = model.withHole(first, model.FIRST, hole);
    expect(cut.board[0]!.holes).toEqual([hole]);
    expect(model.withoutCorner(cut, model.FIRST, { ring: 1, corner: 0 }).board[0]!.holes).toEqual(
      [],
    );
  });

  it("turns and mirrors shapes exactly", () => {
    let doc = first;
    for (let k = 0; k < 8; k++) doc = model.turnedShape(doc, PIECE, 45);
    expect(outer(doc)).toEqual(outer());
    expect(outer(model.turnedShape(first, PIECE, 45))[1]).toEqual(["2*sqrt(2)", "2*sqrt(2)"]);
    expect(outer(model.mirrored(first, PIECE))[1]).toEqual(["-4", "0"]);
    expect(outer(model.shifted(first, PIECE, ["1/3", "0"]))[1]).toEqual(["13/3", "0"]);
  });

  it("copies shapes under names of their own", () => {
    const twice = model.copied(model.copied(first, PIECE, "1"), { of: "pieces", number: 1 }, "1");
    expect(twice.pieces.map(({ name }) => name)).toEqual(["A", "A 2", "A 3"]);
    const parts = model.copied(first, model.FIRST, "1/2");
    expect(parts.board[1]!.outer[0]).toEqual(["1/2", "0"]);
    expect(model.without(parts, model.FIRST).board).toHaveLength(1);
  });
});

describe("the canvas", () => {
  const corners: Corner[] = [["sqrt(2)", "3"]];

  it("snaps to the grid, to corners, and to the line of a corner", () => {
    expect(snappedTo([0.9, 1.3], corners, "1/2", 100)).toEqual(["1", "3/2"]);
    expect(snappedTo([1.43, 2.96], corners, "1/2", 100)).toEqual(["sqrt(2)", "3"]);
    expect(snappedTo([1.42, 0.9], corners, "1/2", 100)).toEqual(["sqrt(2)", "1"]);
  });

  it("shows all of a shape, and stays where the pointer is", () => {
    const view = viewOf({ left: 0, right: 4, bottom: 0, top: 2 }, 800, 800);
    expect(view.left).toBeLessThan(0);
    expect(view.left + 800 / view.scale).toBeGreaterThan(4);
    const { left, scale } = zoomed(view, 2, [1, 1]);
    expect((1 - left) * scale).toBeCloseTo((1 - view.left) * view.scale);
    expect(gridPath(view, 800, 800, "1").split("M").length).toBeLessThan(30);
    expect(gridPath(view, 800, 800, "1/100").split("M").length).toBeLessThan(300);
  });

  it("tells the angle at a corner", () => {
    const ring = model.shapeOf(first, PIECE)!.rings[0]!;
    expect(angleAt(ring, 0)).toBeCloseTo(90);
    expect(angleAt(ring, 1)).toBeCloseTo(45);
  });
});

describe("the tray", () => {
  const board = { left: 0, right: 4, bottom: 0, top: 4 };
  const rooms = [4, 4, 2, 2, 2].map((size): [number, number] => [size, size]);

  it("is beside the board where it is wide, and below it where it is high", () => {
    expect(tableFor(board, rooms, 1200, 500).tray.left).toBeGreaterThan(board.right);
    expect(tableFor(board, rooms, 390, 700).tray.top).toBeLessThan(board.bottom);
  });

  it("has more room for pieces that are long", () => {
    const long = roomOf([
      [0, 0],
      [1, 0],
      [1, 5],
    ]);
    const short = roomOf([
      [0, 0],
      [1, 0],
      [1, 1],
    ]);
    expect(long[0]).toBeGreaterThan(short[0]);
    expect(long[1]).toBeGreaterThan(long[0]);
  });

  it("has room for every piece", () => {
    const { homes, box } = tableFor(board, rooms, 800, 600);
    expect(homes).toHaveLength(rooms.length);
    for (const [x, y] of homes) {
      expect(x).toBeGreaterThan(box.left);
      expect(x).toBeLessThan(box.right);
      expect(y).toBeGreaterThan(box.bottom);
      expect(y).toBeLessThan(box.top);
    }
  });
});
