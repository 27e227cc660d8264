// The canvas on which polygons are drawn: corners are dragged, sides are split, shapes are moved.
import { useSignal } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Point, PolygonDoc } from "../../api/types";
import { Icon } from "../../components/icon";
import { Corners } from "./corners";
import { areaOf, boxOf, distance, minus, pathOf, plus, type Ring, times } from "./geometry";
import * as model from "./model";
import { type Corner, cornersOf, type Place, shapeOf } from "./model";
import { multiple, numberOf, sum } from "./numbers";
import * as state from "./state";
import { angleAt, gridPath, shown, snappedTo, type View, viewOf, zoomed } from "./view";

const ZOOM = 1.25;
const BOARD = "color-mix(in srgb, var(--accent) 40%, var(--card))";
const CLOSE = 12; // pixels from the first corner: there a polygon that is drawn is closed

interface Drag {
  what: Place | "shape" | "view";
  from: Point; // where the pointer was, in units or (of the view) pixels
  before: PolygonDoc;
  view: View;
}

const pointOf = ([x, y]: Corner): Point => [numberOf(x) ?? 0, numberOf(y) ?? 0];

/** Corners to which the pointer snaps: all that are in the same plane, but one. */
function corners(doc: PolygonDoc, without: Place | null): Corner[] {
  const { of, number } = state.target.value;
  const shapes = of === "board" ? doc.board : [shapeOf(doc, state.target.value)!];
  return shapes.flatMap((shape, k) =>
    cornersOf(shape).flatMap((ring, r) =>
      ring.filter(
        (_, c) =>
          !(
            without &&
            (of === "pieces" || k === number) &&
            r === without.ring &&
            c === without.corner
          ),
      ),
    ),
  );
}

export function Canvas() {
  const svg = useRef<SVGSVGElement>(null);
  const [room, setRoom] = useState({ width: 800, height: 500 });
  const view = useSignal<View>({ left: 0, top: 4, scale: 100 });
  const pointer = useSignal<Corner | null>(null);
  const drag = useRef<Drag | null>(null);
  const doc = state.doc.value!;
  const target = state.target.value;
  const shape = shapeOf(doc, target);
  const drawing = state.drawing.value;

  const fit = () => {
    const { width, height } = svg.current!.getBoundingClientRect();
    const rings = target.of === "board" ? doc.board.flatMap((s) => s.rings) : (shape?.rings ?? []);
    const points = [...rings.flat(), ...(drawing?.corners ?? []).map(pointOf)];
    if (points.length && width) view.value = viewOf(boxOf(points), width, height);
  };
  useEffect(fit, [state.fitting.value, room]);
  useEffect(() => {
    const picture = svg.current!;
    const watch = new ResizeObserver(() => {
      const { width, height } = picture.getBoundingClientRect();
      if (width && height) setRoom({ width, height });
    });
    watch.observe(picture);
    const wheel = (event: WheelEvent) => {
      event.preventDefault();
      view.value = zoomed(view.value, event.deltaY < 0 ? ZOOM : 1 / ZOOM, at(event));
    };
    picture.addEventListener("wheel", wheel, { passive: false });
    return () => {
      watch.disconnect();
      picture.removeEventListener("wheel", wheel);
    };
  }, []);

  const at = (event: MouseEvent): Point => {
    const { left, top } = svg.current!.getBoundingClientRect();
    const { scale, left: x, top: y } = view.value;
    return [x + (event.clientX - left) / scale, y - (event.clientY - top) / scale];
  };
  const snap = (event: MouseEvent, without: Place | null = null) =>
    snappedTo(
      at(event),
      [...corners(doc, without), ...(drawing?.corners ?? [])],
      state.step.value,
      view.value.scale,
    );

  const take = (event: PointerEvent, what: Drag["what"]) => {
    if (event.button !== 0 || (drawing && what !== "view")) return;
    event.stopPropagation();
    svg.current!.setPointerCapture(event.pointerId);
    const from: Point = what === "view" ? [event.clientX, event.clientY] : at(event);
    drag.current = { what, from, before: doc, view: view.value };
    state.place.value = typeof what === "object" ? what : null;
    if (what !== "view") state.beginStroke();
  };
  const move = (event: PointerEvent) => {
    const now = drag.current;
    if (drawing) pointer.value = snap(event);
    if (!now) return;
    if (now.what === "view") {
      const [dx, dy] = minus([event.clientX, event.clientY], now.from);
      const { left, top, scale } = now.view;
      view.value = { left: left - dx / scale, top: top + dy / scale, scale };
    } else if (now.what === "shape") {
      const size = numberOf(state.step.value) ?? 1;
      const [dx, dy] = minus(at(event), now.from).map((d) =>
        multiple(Math.round(d / size), state.step.value),
      ) as Corner;
      const still = dx === "0" && dy === "0";
      state.change(() => (still ? now.before : model.shifted(now.before, target, [dx, dy])));
    } else {
      const to = snap(event, now.what);
      const { ring, corner } = now.what;
      const before = cornersOf(shapeOf(now.before, target)!)[ring]![corner]!;
      const still = before[0] === to[0] && before[1] === to[1];
      state.change(() =>
        still ? now.before : model.movedCorner(now.before, target, { ring, corner }, to),
      );
    }
  };
  const release = (event: PointerEvent) => {
    const now = drag.current;
    drag.current = null;
    if (now && now.what !== "view") state.endStroke();
    const far = now && distance([event.clientX, event.clientY], now.from) > 4;
    if (drawing && now?.what === "view" && !far && event.type === "pointerup") click(event);
  };

  /** The next corner of the polygon that is drawn; on the first one it is closed. */
  const click = (event: PointerEvent) => {
    const to = snap(event);
    const first = drawing!.corners[0];
    const closes = first && distance(pointOf(first), pointOf(to)) * view.value.scale <= CLOSE;
    if (!closes) state.setCorners([...drawing!.corners, to]);
    else if (drawing!.corners.length > 2) finish();
  };

  const keyed = (event: KeyboardEvent) => {
    if (!state.drawing.value && pressed(event)) event.preventDefault();
  };
  useEffect(() => {
    const key = (event: KeyboardEvent) => {
      const fields = event.key === "Enter" ? "input, select, button" : "input, select";
      if (event.target instanceof Element && event.target.closest(fields)) return;
      if (drawKey(event.key)) event.preventDefault();
    };
    document.addEventListener("keydown", key);
    return () => document.removeEventListener("keydown", key);
  }, []);

  const { left, top, scale } = view.value;
  const box = [left, -top, room.width / scale, room.height / scale];
  const px = (pixels: number) => pixels / scale;
  const colour = target.of === "board" ? BOARD : doc.pieces[target.number]?.colour;
  return (
    <div class="canvas">
      <svg
        ref={svg}
        class={drawing ? "paper polygons drawing" : "paper polygons"}
        viewBox={box.join(" ")}
        role="group"
        aria-label="Canvas"
        onPointerDown={(event) => take(event, "view")}
        onPointerMove={move}
        onPointerUp={release}
        onPointerCancel={release}
        onKeyDown={keyed}
      >
        <path class="grid" d={gridPath(view.value, room.width, room.height, state.step.value)} />
        <path class="axes" d={`M${left} 0H${left + box[2]!}M0 ${-top}V${-top + box[3]!}`} />
        {target.of === "board" &&
          doc.board.map((part, number) =>
            number === target.number ? null : (
              <path
                key={number}
                class="part"
                d={pathOf(part.rings)}
                fill-rule="evenodd"
                onClick={() => !drawing && state.choose({ of: "board", number })}
              />
            ),
          )}
        {shape && (
          <>
            <path
              class="shape"
              d={pathOf(shape.rings)}
              fill={colour}
              fill-rule="evenodd"
              tabIndex={0}
              role="button"
              aria-label="The whole shape"
              onPointerDown={(event) => take(event, "shape")}
              onFocus={() => {
                state.place.value = null;
              }}
            />
            {shape.rings.map((ring, r) =>
              ring.map((corner, c) => (
                <Side
                  key={`${r} ${c}`}
                  ends={[corner, ring[(c + 1) % ring.length]!]}
                  scale={scale}
                  label={shape.rings.flat().length <= 12 || touches(state.place.value, r, c, ring)}
                  outward={areaOf(ring) > 0 ? -1 : 1}
                  onSplit={(event) => split({ ring: r, corner: c }, snap(event))}
                />
              )),
            )}
            <Corners shape={shape} px={px} onTake={take} />
            <Angle rings={shape.rings} px={px} />
          </>
        )}
        {drawing && (
          <g class="sketch">
            <path d={sketch(drawing.corners, pointer.value)} />
            {[...drawing.corners, ...(pointer.value ? [pointer.value] : [])].map((corner, k) => {
              const [x, y] = pointOf(corner);
              return <circle key={k} cx={x} cy={-y} r={px(k ? 4 : 7)} />;
            })}
          </g>
        )}
      </svg>
      <div class="zoom">
        <button
          type="button"
          aria-label="Nearer"
          onClick={() => {
            view.value = zoomed(view.value, ZOOM, [left + box[2]! / 2, top - box[3]! / 2]);
          }}
        >
          <Icon name="plus" />
        </button>
        <button
          type="button"
          aria-label="Farther"
          onClick={() => {
            view.value = zoomed(view.value, 1 / ZOOM, [left + box[2]! / 2, top - box[3]! / 2]);
          }}
        >
          <Icon name="minus" />
        </button>
        <button type="button" aria-label="Show all" title="Show all" onClick={fit}>
          <Icon name="full" />
        </button>
      </div>
      <p class="where">{pointer.value && drawing ? pointer.value.join(", ") : ""}</p>
    </div>
  );
}

const touches = (at: Place | null, ring: number, side: number, { length }: Ring) =>
  at?.ring === ring && (at.corner === side || at.corner === (side + 1) % length);

function sketch(given: Corner[], last: Corner | null): string {
  const all = [...given, ...(last ? [last] : [])].map(pointOf);
  return all.length > 1 ? pathOf([all]).replace("Z", "") : "";
}

/** Take the polygon that was drawn. */
export function finish(): void {
  const { into, corners: drawn } = state.drawing.value!;
  state.endDrawing();
  if (drawn.length < 3) return;
  const target = state.target.value;
  if (into === "hole") state.change((doc) => model.withHole(doc, target, drawn));
  else if (into === "part") {
    state.change((doc) => model.withPart(doc, [drawn]));
    state.choose({ of: "board", number: state.doc.value!.board.length - 1 });
  } else {
    state.change((doc) => model.withPiece(doc, [drawn]));
    state.choose({ of: "pieces", number: state.doc.value!.pieces.length - 1 });
  }
}

/** Split a side with a new corner, which is then chosen. */
export function split(after: Place, corner: Corner): void {
  state.change((doc) => model.withCorner(doc, state.target.value, after, corner));
  state.place.value = { ring: after.ring, corner: after.corner + 1 };
}

/** While a polygon is drawn: Enter closes it, Backspace takes a corner back, Escape gives it up. */
function drawKey(key: string): boolean {
  const drawing = state.drawing.value;
  if (!drawing) return false;
  if (key === "Enter" && drawing.corners.length > 2) finish();
  else if (key === "Escape") state.endDrawing();
  else if (key === "Backspace") state.undo();
  else return false;
  return true;
}

const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

/** Does what a key means; true if it means something. */
function pressed({ key, shiftKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
  const { value: target } = state.target;
  const { value: place } = state.place;
  const doc = state.doc.value!;
  if (ctrlKey || metaKey) return false;
  const arrow = ARROWS[key];
  if (arrow) {
    const by = arrow.map((d) => multiple(d, state.step.value)) as Corner;
    const at = place && cornersOf(shapeOf(doc, target)!)[place.ring]![place.corner]!;
    state.change((now) =>
      place && at
        ? model.movedCorner(now, target, place, [
            arrow[0] ? sum(at[0], by[0]) : at[0],
            arrow[1] ? sum(at[1], by[1]) : at[1],
          ])
        : model.shifted(now, target, by),
    );
  } else if ((key === "Delete" || key === "Backspace") && place) {
    state.change((now) => model.withoutCorner(now, target, place));
    state.place.value = null;
  } else if (key === "r" || key === "R")
    state.change((now) => model.turnedShape(now, target, shiftKey ? -15 : 15));
  else if (key === "m") state.change((now) => model.mirrored(now, target));
  else return false;
  return true;
}

/** A side: its length, and (twice clicked) a new corner. */
function Side(props: {
  ends: [Point, Point];
  scale: number;
  label: boolean;
  outward: number;
  onSplit: (event: MouseEvent) => void;
}) {
  const [a, b] = props.ends;
  const along = minus(b, a);
  const long = distance(a, b);
  const middle = times(plus(a, b), 0.5);
  const off = (16 * props.outward) / props.scale / (long || 1);
  const [x, y] = plus(middle, [-along[1] * off, along[0] * off]);
  return (
    <>
      <path class="side" d={pathOf([[a, b]])} onDblClick={props.onSplit} />
      {props.label && long * props.scale > 30 && (
        <text x={x} y={-y} font-size={12 / props.scale}>
          {shown(long)}
        </text>
      )}
    </>
  );
}

/** The angle at the chosen corner. */
function Angle({ rings, px }: { rings: Ring[]; px: (pixels: number) => number }) {
  const at = state.place.value;
  const ring = at && rings[at.ring];
  const corner = ring?.[at!.corner];
  if (!ring || !corner) return null;
  const left = angleAt(ring, at!.corner);
  const degrees = areaOf(ring) > 0 ? left : 360 - left;
  return (
    <text class="angle" x={corner[0] + px(14)} y={-corner[1] - px(14)} font-size={px(13)}>
      {shown(degrees)}°
    </text>
  );
}
