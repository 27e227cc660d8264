// What part of the plane the canvas shows, and where a point snaps to.
import type { Point } from "../../api/types";
import { type Box, degreesOf, distance, minus, type Ring, wrapped } from "./geometry";
import type { Corner } from "./model";
import { decimal, multiple, numberOf } from "./numbers";

/** The upper left corner, and how many pixels a unit has. */
export interface View {
  left: number;
  top: number;
  scale: number;
}

const MARGIN = 0.2; // of the shape, on each side
const LINES = 7; // pixels that lines of the grid are apart, at least
const NEAR = 7; // pixels

export function viewOf(box: Box, width: number, height: number): View {
  const [wide, high] = [box.right - box.left || 1, box.top - box.bottom || 1];
  const scale = Math.min(width / wide, height / high) / (1 + 2 * MARGIN);
  const [x, y] = [(box.left + box.right) / 2, (box.bottom + box.top) / 2];
  return { left: x - width / scale / 2, top: y + height / scale / 2, scale };
}

/** Nearer or farther; the point stays where it is. */
export function zoomed(view: View, by: number, [x, y]: Point): View {
  const scale = Math.min(1e5, Math.max(0.5, view.scale * by));
  const share = view.scale / scale;
  return { left: x - (x - view.left) * share, top: y + (view.top - y) * share, scale };
}

/** The lines of a grid, as a path; fewer of them where they would be too close. */
export function gridPath(view: View, width: number, height: number, step: string): string {
  let gap = numberOf(step) ?? 1;
  while (gap * view.scale < LINES) gap *= 2;
  const [right, bottom] = [view.left + width / view.scale, view.top - height / view.scale];
  let path = "";
  for (let k = Math.ceil(view.left / gap); k * gap <= right; k++)
    path += `M${decimal(k * gap)} ${decimal(-view.top)}V${decimal(-bottom)}`;
  for (let k = Math.ceil(bottom / gap); k * gap <= view.top; k++)
    path += `M${decimal(view.left)} ${decimal(-k * gap)}H${decimal(right)}`;
  return path;
}

/** The corner that a point means: on each axis that of a corner that is near, or of the grid. */
export function snappedTo([x, y]: Point, corners: Corner[], step: string, scale: number): Corner {
  const axis = (value: number, texts: string[]) => {
    const size = numberOf(step) ?? 1;
    const steps = Math.round(value / size);
    let best = multiple(steps, step);
    let least = Math.max(Math.abs(steps * size - value) - 1e-9, 0);
    const onGrid = least * scale <= NEAR;
    for (const text of texts) {
      const gap = Math.abs((numberOf(text) ?? Number.NaN) - value);
      if (gap * scale <= NEAR && (gap < least || !onGrid)) {
        best = text;
        least = gap;
      }
    }
    return best;
  };
  const whole = corners.find(
    ([cx, cy]) => distance([numberOf(cx) ?? 0, numberOf(cy) ?? 0], [x, y]) * scale <= NEAR,
  );
  if (whole) return whole;
  return [
    axis(
      x,
      corners.map((corner) => corner[0]),
    ),
    axis(
      y,
      corners.map((corner) => corner[1]),
    ),
  ];
}

/** The angle at a corner on the left of the ring: inside, if it runs counter-clockwise. */
export function angleAt(ring: Ring, corner: number): number {
  const count = ring.length;
  const here = ring[corner]!;
  const before = minus(ring[(corner + count - 1) % count]!, here);
  const after = minus(ring[(corner + 1) % count]!, here);
  const angle = wrapped(degreesOf(before) - degreesOf(after));
  return angle < 0 ? angle + 360 : angle;
}

/** A length or an angle as it is shown. */
export const shown = (value: number) => String(Math.round(value * 1000) / 1000);
