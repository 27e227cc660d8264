// Where the tray is: beside the board or below it, whichever shows both larger.
import type { Point } from "../../api/types";
import { type Box, boxOf, type Ring } from "./geometry";

export interface Table {
  box: Box; // of all
  homes: Point[]; // where the middle of each piece lies in the tray
  tray: Box;
}

/** Pieces in the tray are that much smaller, so that the board is larger. */
export const SMALLER = 0.7;
const APART = 1.12; // pieces in the tray have that much room, of their width
const MARGIN = 0.05; // of the board's size

/** How much room a piece needs in the tray: there it lies as drawn, but may be turned. */
export function roomOf(ring: Ring): [number, number] {
  const { left, right, bottom, top } = boxOf(ring);
  const [wide, high] = [right - left, top - bottom];
  const long = Math.max(wide, high);
  return [(wide + long) / 2, (high + long) / 2].map((x) => x * SMALLER * APART) as [number, number];
}

/** Pieces in rows, from the upper left corner of the tray; how high they are together. */
function rows(rooms: [number, number][], width: number): { homes: Point[]; height: number } {
  const homes: Point[] = [];
  let [x, top, height] = [0, 0, 0];
  let row: number[] = [];
  const close = () => {
    for (const k of row) homes[k]![1] = -(top + height / 2);
    top += height;
    [x, height, row] = [0, 0, []];
  };
  rooms.forEach(([wide, high], k) => {
    if (row.length && x + wide > width + 1e-9) close();
    homes[k] = [x + wide / 2, 0];
    x += wide;
    height = Math.max(height, high);
    row.push(k);
  });
  close();
  return { homes, height: top };
}

/** The best of several tables for a window of this shape. */
export function tableFor(
  board: Box,
  rooms: [number, number][],
  width: number,
  height: number,
): Table {
  const [wide, high] = [board.right - board.left, board.top - board.bottom];
  const margin = MARGIN * Math.max(wide, high);
  const widest = Math.max(...rooms.map((room) => room[0]));
  const tables: { table: Table; scale: number }[] = [];
  const add = (trayWidth: number, beside: boolean) => {
    const { homes, height: trayHeight } = rows(rooms, trayWidth);
    const left = beside ? board.right + 2 * margin : board.left + (wide - trayWidth) / 2;
    const top = beside ? board.top - (high - trayHeight) / 2 : board.bottom - 2 * margin;
    const tray = { left, right: left + trayWidth, top, bottom: top - trayHeight };
    const box = {
      left: Math.min(board.left, tray.left) - margin,
      right: Math.max(board.right, tray.right) + margin,
      top: Math.max(board.top, tray.top) + margin,
      bottom: Math.min(board.bottom, tray.bottom) - margin,
    };
    const scale = Math.min(width / (box.right - box.left), height / (box.top - box.bottom));
    const there = homes.map(([x, y]): Point => [left + x, top + y]);
    tables.push({ table: { box, homes: there, tray }, scale });
  };
  const all = rooms.reduce((sum, room) => sum + room[0], 0);
  for (let share = 1; share <= 16; share++) {
    const trayWidth = Math.max(widest, (all / 16) * share);
    add(trayWidth, true);
    add(trayWidth, false);
  }
  return tables.reduce((best, one) => (one.scale > best.scale + 1e-9 ? one : best)).table;
}
