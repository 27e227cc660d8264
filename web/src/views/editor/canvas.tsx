// The canvas on which the board or a piece is drawn.
import { useComputed, useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import type { Point } from "../../api/types";
import { Icon } from "../../components/icon";
import { inReadingOrder, keyOf } from "../../lattice/grid";
import { Cells, Lines } from "./cells";
import { rowAndColumn } from "./layout";
import { BOARD, cellsOn } from "./model";
import * as state from "./state";
import { useStrokes } from "./strokes";
import { boxOfView, firstView, grown, needed, type Spot, spotsIn, type View, zoomed } from "./view";

export function Canvas() {
  const doc = state.doc.value!;
  const grid = state.grid.value!;
  const layers = state.layers.value!;
  const target = state.target.value;
  const host = useRef<SVGSVGElement>(null);
  const ratio = useSignal(0.7);
  const view = useSignal<View>({ x: 2, y: 1.5, width: 8 });
  const all = useMemo(() => cellsOn(doc, target), [doc, target]);

  // Before it is seen, and whenever all shall be seen.
  const fitted = state.fitting.value;
  useLayoutEffect(() => {
    ratio.value = ratioOf(host.current!);
    view.value = firstView(grid, all, ratio.value);
  }, [fitted, grid]);
  useLayoutEffect(() => {
    const watch = new ResizeObserver(() => {
      ratio.value = ratioOf(host.current!);
    });
    watch.observe(host.current!);
    return () => watch.disconnect();
  }, []);

  const height = layers.height(state.layer.value);
  const box = useComputed(() => boxOfView(view.value, ratio.value)).value;
  const spots = useMemo(() => spotsIn(grid, box, height), [grid, box, height]);
  const { left, top, right, bottom } = box;
  const grow = () => {
    const now = cellsOn(state.doc.peek()!, state.target.peek());
    view.value = grown(view.peek(), ratio.peek(), needed(grid, now));
  };
  const strokes = useStrokes(host, view, ratio, spots, grow);
  const drawn = state.drawn.value;
  const piece = doc.pieces[target];
  const zoom = (factor: number, at?: Point) => {
    const { x, y } = view.peek();
    view.value = zoomed(grid, view.peek(), ratio.peek(), factor, at ?? [x, y]);
  };
  const cursor = state.cursor.value;

  useEffect(() => {
    // Preact listens passively to the wheel; the page must not scroll below the canvas.
    const turn = (event: WheelEvent) => {
      event.preventDefault();
      zoom(Math.exp(event.deltaY * (event.deltaMode ? 0.05 : 0.0015)), strokes.pointOf(event));
    };
    const element = host.current!;
    element.addEventListener("wheel", turn, { passive: false });
    return () => element.removeEventListener("wheel", turn);
  }, [grid]);

  // The cursor is always seen.
  useEffect(() => {
    if (cursor) view.value = grown(view.peek(), ratio.peek(), grid.boxOf([cursor]));
  }, [cursor]);

  const under = useMemo(() => {
    if (doc.lattice.flat) return { below: "", above: "" };
    const at = (layer: number) => {
      const level = layers.height(layer);
      return grid.path(all.filter((cell) => Math.abs(grid.height(cell) - level) < 1e-5));
    };
    return { below: at(state.layer.value + 1), above: at(state.layer.value - 1) };
  }, [doc, all, state.layer.value]);

  const name = target === BOARD ? "the board" : `piece ${piece?.name ?? ""}`;
  return (
    <div class="canvas">
      <div class="bar">
        <h2>{piece ? `Piece ${piece.name}` : "Board"}</h2>
        <span class="grow" />
        <button type="button" aria-label="Nearer" title="Nearer" onClick={() => zoom(0.8)}>
          <Icon name="plus" />
        </button>
        <button type="button" aria-label="Farther" title="Farther" onClick={() => zoom(1.25)}>
          <Icon name="minus" />
        </button>
        <button
          type="button"
          aria-label="Show all"
          title="Show all that is drawn"
          onClick={() => state.fitting.value++}
        >
          <Icon name="full" />
        </button>
      </div>
      <svg
        ref={host}
        viewBox={`${left} ${top} ${right - left} ${bottom - top}`}
        class={`paper ${state.tool.value}`}
        role="application"
        aria-label={`Canvas of ${name}. Arrow keys move the cursor, space paints.`}
        tabindex={0}
        {...strokes.handlers}
      >
        {under.below && <path class="below" d={under.below} />}
        <Lines spots={spots} />
        <Cells spots={spots} drawn={drawn} own={piece?.colour} />
        {under.above && <path class="above" d={under.above} />}
        {target === BOARD && <Fixed height={height} />}
        {strokes.preview.value.length > 0 && (
          <path class="preview" d={strokes.preview.value.map((spot: Spot) => spot.path).join("")} />
        )}
        {cursor && grid.height(cursor) === height && (
          <path class="cursor" d={grid.path([cursor])} />
        )}
      </svg>
      <CursorText />
    </div>
  );
}

/** Pieces whose place is given. */
function Fixed({ height }: { height: number }) {
  const { fixed, pieces } = state.doc.value!;
  const grid = state.grid.value!;
  return (
    <g class="fixed">
      {fixed.map(({ piece, cells }) => {
        const here = cells.filter((cell) => Math.abs(grid.height(cell) - height) < 1e-5);
        const colour = pieces.find(({ name }) => name === piece)?.colour;
        return (
          <path
            key={keyOf(cells[0] ?? [])}
            d={grid.path(here)}
            style={{ fill: colour ?? "none" }}
          />
        );
      })}
    </g>
  );
}

/** Height by width, on the screen. */
function ratioOf(element: Element): number {
  const { width, height } = element.getBoundingClientRect();
  return width && height ? height / width : 0.7;
}

/** Says where the cursor is, for those who do not see it. */
function CursorText() {
  const cell = state.cursor.value;
  const grid = state.grid.value;
  const there = cell && state.drawn.value.get(keyOf(cell));
  let text = "";
  if (cell && grid) {
    const cells = [...state.drawn.value.values()].map((one) => one.cell);
    const first = cells.sort(inReadingOrder)[0] ?? cell;
    const places = (cells.length ? cells : [first]).map((one) => grid.place(one));
    const box = {
      left: Math.min(...places.map(([x]) => x)),
      right: Math.max(...places.map(([x]) => x)),
      top: Math.min(...places.map(([, y]) => y)),
      bottom: Math.max(...places.map(([, y]) => y)),
    };
    const { row, column } = rowAndColumn(grid, cell, box);
    const what = there ? (there.fill === "may" ? "may stay empty" : "filled") : "empty";
    const tint = there?.colour ? `, colour ${there.colour}` : "";
    text = `row ${row}, column ${column}: ${what}${tint}`;
  }
  return (
    <p class="where" aria-live="polite">
      {text}
    </p>
  );
}
