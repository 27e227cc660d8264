// Where the tray is: beside the board or below it, whichever shows both larger.
import type { Point } from "../../api/types";
import type { Box } from "./geometry";

export interface Table {
  box: Box; // of all
  homes: Point[]; // where the middle of each piece lies in the tray
  tray: Box;
}

const ROOM = 0.9; // pieces in the tray may come that near, of their width
const MARGIN = 0.05; // of the board's size

/** Pieces in rows, from the upper left corner of the tray; how high they are together. */
function rows(radii: number[], width: number): { homes: Point[]; height: number } {
  const homes: Point[] = [];
  let [x, top, height] = [0, 0, 0];
  let row: number[] = [];
  const close = () => {
    for (const k of row) homes[k]![1] = -(top + height / 2);
    top += height;
    [x, height, row] = [0, 0, []];
  };
  radii.forEach((radius, k) => {
    const room = 2 * radius * ROOM;
    if (row.length && x + room > width + 1e-9) close();
    homes[k] = [x + room / 2, 0];
    x += room;
    height = Math.max(height, room);
    row.push(k);
  });
  close();
  return { homes, height: top };
}

/** The best of several tables for a window of this shape. */
export function tableFor(board: Box, radii: number[], width: number, height: number): Table {
  const [wide, high] = [board.right - board.left, board.top - board.bottom];
  const margin = MARGIN * Math.max(wide, high);
  const widest = Math.max(...radii) * 2 * ROOM;
  const tables: { table: Table; scale: number }[] = [];
  const add = (trayWidth: number, beside: boolean) => {
    const { homes, height: trayHeight } = rows(radii, trayWidth);
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
  const all = radii.reduce((sum, radius) => sum + 2 * radius * ROOM, 0);
  for (let share = 1; share <= 8; share++) {
    const trayWidth = Math.max(widest, (all / 8) * share);
    add(trayWidth, true);
    add(trayWidth, false);
  }
  return tables.reduce((best, one) => (one.scale > best.scale + 1e-9 ? one : best)).table;
}
