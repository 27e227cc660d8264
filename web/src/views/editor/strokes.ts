// Pointers on the canvas: strokes that paint, rectangles, and two fingers that move the paper.
import { type Signal, useSignal } from "@preact/signals";
import type { RefObject } from "preact";
import { useRef } from "preact/hooks";
import type { LatticeDoc, Point } from "../../api/types";
import { type Ink, inkOf, painted } from "./model";
import * as state from "./state";
import { between, type Spot, spotAt, spotsBetween, type View, zoomed } from "./view";

interface Stroke {
  ink: Ink;
  before: LatticeDoc | null;
  last: Point;
  from: Spot | null; // where a rectangle begins
}

export function useStrokes(
  host: RefObject<SVGSVGElement | null>,
  view: Signal<View>,
  ratio: Signal<number>,
  spots: Spot[],
  grow: () => void,
) {
  const stroke = useRef<Stroke | null>(null);
  const pointers = useRef(new Map<number, Point>()); // on the screen
  const preview = useSignal<Spot[]>([]);

  const pointOf = (event: { clientX: number; clientY: number }): Point => {
    const area = host.current!.getBoundingClientRect();
    const { x, y, width } = view.peek();
    const unit = width / area.width;
    return [
      x + (event.clientX - area.left - area.width / 2) * unit,
      y + (event.clientY - area.top - area.height / 2) * unit,
    ];
  };

  const paint = (at: Spot[], ink: Ink) => {
    const cells = at.map(({ cell }) => cell);
    if (cells.length) state.change((doc) => painted(doc, state.target.peek(), cells, ink));
  };

  const end = () => {
    const made = stroke.current;
    stroke.current = null;
    if (!made) return;
    if (made.from) paint(preview.peek(), made.ink);
    preview.value = [];
    state.endStroke();
    grow();
  };

  const drop = () => {
    const made = stroke.current;
    stroke.current = null;
    preview.value = [];
    if (made) state.dropStroke(made.before);
  };

  const down = (event: PointerEvent) => {
    if (event.button > 2) return;
    pointers.current.set(event.pointerId, [event.clientX, event.clientY]);
    if (event.isTrusted) host.current!.setPointerCapture(event.pointerId);
    if (pointers.current.size > 1) {
      drop();
      return;
    }
    const tool = event.button === 2 ? "erase" : state.tool.peek();
    if (tool === "move" || event.button === 1) {
      event.preventDefault();
      return;
    }
    const point = pointOf(event);
    const spot = spotAt(spots, point);
    if (!spot) return;
    const first = state.drawn.peek().get(spot.key);
    const ink = inkOf(tool, first, state.target.peek(), state.colour.peek());
    state.beginStroke();
    stroke.current = {
      ink,
      before: state.doc.peek(),
      last: point,
      from: tool === "box" ? spot : null,
    };
    if (tool === "box") preview.value = [spot];
    else paint([spot], ink);
    state.cursor.value = null;
  };

  const move = (event: PointerEvent) => {
    const before = pointers.current.get(event.pointerId);
    if (!before) return;
    const now: Point = [event.clientX, event.clientY];
    const made = stroke.current;
    if (made) {
      const point = pointOf(event);
      if (made.from) {
        const spot = spotAt(spots, point);
        if (spot) preview.value = spotsBetween(spots, made.from, spot);
      } else {
        const hit = between(made.last, point).map((at) => spotAt(spots, at));
        paint([...new Set(hit.filter((spot) => spot !== null))], made.ink);
      }
      made.last = point;
    } else {
      slide(event.pointerId, before, now);
    }
    pointers.current.set(event.pointerId, now);
  };

  /** One finger moves the paper, two move and zoom it. */
  const slide = (id: number, before: Point, now: Point) => {
    const unit = view.peek().width / host.current!.getBoundingClientRect().width;
    const others = [...pointers.current].filter(([other]) => other !== id).map(([, at]) => at);
    const share = others.length ? 0.5 : 1;
    const { x, y, width } = view.peek();
    const moved = {
      x: x - (now[0] - before[0]) * unit * share,
      y: y - (now[1] - before[1]) * unit * share,
      width,
    };
    const [other] = others;
    if (!other) {
      view.value = moved;
      return;
    }
    const far = (at: Point) => Math.max(20, Math.hypot(at[0] - other[0], at[1] - other[1]));
    const middle = pointOf({ clientX: (now[0] + other[0]) / 2, clientY: (now[1] + other[1]) / 2 });
    const on = state.grid.peek();
    view.value = on ? zoomed(on, moved, ratio.peek(), far(before) / far(now), middle) : moved;
  };

  const up = (event: PointerEvent) => {
    pointers.current.delete(event.pointerId);
    end();
  };

  const cancel = (event: PointerEvent) => {
    pointers.current.delete(event.pointerId);
    drop();
  };

  const handlers = {
    onPointerDown: down,
    onPointerMove: move,
    onPointerUp: up,
    onPointerCancel: cancel,
    onContextMenu: (event: Event) => event.preventDefault(),
  };
  return { handlers, preview, pointOf };
}
