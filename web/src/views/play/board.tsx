// The board: layers, what lies there, the piece in the hand, and hints.
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Cell, Point } from "../../api/types";
import { keyOf } from "../../lattice/grid";
import { isTurnedOver } from "../../lattice/space";
import { FlatPiece } from "./drawing";
import type { Lying } from "./game";
import { byLayer, type Layout, layerAt, layoutOf, shiftOf } from "./layout";
import type { Pointing } from "./pointing";
import type { Session } from "./session";

const LARGEST = 96; // pixels per size of a cell
const LONG_LABEL = 125; // pixels of a layer that has room for a long name

/** A piece of the board, drawn in all of its layers. */
function OnLayers(props: { session: Session; layout: Layout; lying: Lying }) {
  const { session, layout, lying } = props;
  return (
    <>
      {[...byLayer(session.game, lying.cells)].map(([layer, numbers]) => (
        <g key={layer} transform={`translate(${shiftOf(layout, layer).join(" ")})`}>
          <FlatPiece game={session.game} {...lying} numbers={numbers} />
        </g>
      ))}
    </>
  );
}

/** Outlines of single cells, in their layers. */
function Cells(props: {
  session: Session;
  layout: Layout;
  cells: Cell[];
  kind: (number: number) => string;
}) {
  const { game } = props.session;
  return (
    <>
      {[...byLayer(game, props.cells)].map(([layer, numbers]) => (
        <g key={layer} transform={`translate(${shiftOf(props.layout, layer).join(" ")})`}>
          {numbers.map((k) => (
            <path
              key={k}
              class={props.kind(k)}
              data-cell={keyOf(props.cells[k]!)}
              d={game.grid.path([props.cells[k]!])}
            />
          ))}
        </g>
      ))}
    </>
  );
}

/** The empty board. */
function Empty(props: { session: Session; layout: Layout }) {
  const { session, layout } = props;
  const { game } = session;
  return useMemo(() => {
    const last = game.heights.length - 1;
    const wide = (layout.box.right - layout.box.left) * layout.scale > LONG_LABEL;
    const turned = isTurnedOver(game.doc.lattice, game.cells);
    const [first, final] = turned ? ["bottom", "top"] : ["top", "bottom"];
    const label = (layer: number) => {
      const end = layer === 0 ? ` (${first})` : layer === last ? ` (${final})` : "";
      return `Layer ${layer + 1}${wide ? end : ""}`;
    };
    const kind = (k: number) => (game.isMust(game.cells[k]!) ? "cell" : "cell may");
    return (
      <g class="empty">
        {last > 0 &&
          game.heights.map((height, layer) => (
            <text
              key={height}
              class="layer"
              x={layout.places[layer]![0] + 0.1}
              y={layout.places[layer]![1] - 0.25 * layout.label}
              font-size={0.68 * layout.label}
            >
              {label(layer)}
            </text>
          ))}
        <Cells session={session} layout={layout} cells={game.cells} kind={kind} />
        {game.cells.map((cell) => {
          const colour = game.colourAt(cell);
          if (!colour) return null;
          const layer = [...byLayer(game, [cell]).keys()][0]!;
          const [u, v] = shiftOf(layout, layer);
          const [x, y] = game.centre(cell);
          const size = 0.32 * game.size;
          return (
            <text
              key={keyOf(cell)}
              class="letter"
              x={x + u}
              y={y + v + size * 0.35}
              font-size={size}
            >
              {colour.slice(0, 2)}
            </text>
          );
        })}
      </g>
    );
  }, [game, layout]);
}

/** What a hint points at. */
function HintOnBoard(props: { session: Session; layout: Layout }) {
  const { session, layout } = props;
  const hint = session.hint.value;
  if (!hint?.cells.length || hint.kind === "remove") return null;
  const lying = session.hinted(hint);
  return (
    <g class={`hinted ${hint.kind}`}>
      {lying && <OnLayers session={session} layout={layout} lying={lying} />}
      {!lying && (
        <Cells session={session} layout={layout} cells={hint.cells} kind={() => "pulse"} />
      )}
    </g>
  );
}

/** Where the piece in the hand would lie. */
function Shadow(props: { session: Session; layout: Layout }) {
  const { session, layout } = props;
  const held = session.held.value;
  if (!held?.cells) return null;
  const { cells, piece, motion } = held;
  const verdict = session.verdict.value;
  const fits = session.fits.value;
  return (
    <g class={`shadow ${fits ? "fits" : "clash"}`}>
      <OnLayers session={session} layout={layout} lying={{ piece, motion, cells }} />
      <Cells
        session={session}
        layout={layout}
        cells={cells}
        kind={(k) => (verdict[k] ? "good" : "bad")}
      />
    </g>
  );
}

/** How much room there is for the board, in pixels. */
function useRoom(flat: boolean) {
  const host = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState<Point>([600, 400]);
  useLayoutEffect(() => {
    const element = host.current;
    if (!element) return;
    const measure = () => {
      const narrow = window.innerWidth < 800;
      const above = element.getBoundingClientRect().top + window.scrollY;
      const high = narrow ? 0.42 * window.innerHeight : window.innerHeight - above - 28;
      setRoom([element.clientWidth, Math.max(180, flat || narrow ? high : 0.58 * high)]);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    window.addEventListener("resize", measure);
    return () => {
      observer.disconnect();
      window.removeEventListener("resize", measure);
    };
  }, []);
  return { host, room };
}

export function Board(props: {
  session: Session;
  pointing: Pointing;
  onScale: (scale: number) => void;
}) {
  const { session, pointing } = props;
  const { game, history } = session;
  const { host, room } = useRoom(game.doc.lattice.flat);
  const svg = useRef<SVGSVGElement>(null);
  const layout = useMemo(() => layoutOf(game, room[0], room[1], LARGEST), [game, room[0], room[1]]);
  useEffect(() => props.onScale(layout.scale), [layout.scale]);
  const find = (client: Point) => {
    const box = svg.current?.getBoundingClientRect();
    if (!box) return null;
    const point: Point = [
      (client[0] - box.left) / layout.scale,
      (client[1] - box.top) / layout.scale,
    ];
    const margin = game.size;
    const outside =
      point[0] < -margin ||
      point[1] < -margin ||
      point[0] > layout.width + margin ||
      point[1] > layout.height + margin;
    if (outside) return null;
    const { layer, at } = layerAt(layout, point);
    return { at, height: game.heights[layer]! };
  };
  pointing.ground = { find, scale: layout.scale };

  const nearest = (lying: Lying, at: Point, height: number) => {
    const far = lying.cells.map((cell) => {
      const [x, y] = game.centre(cell);
      return (
        Math.hypot(x - at[0], y - at[1]) + (Math.abs(game.height(cell) - height) > 1e-6 ? 99 : 0)
      );
    });
    return far.indexOf(Math.min(...far));
  };
  const press = (event: PointerEvent, number: number) => {
    const lying = history.value[number]!;
    const found = find([event.clientX, event.clientY]);
    if (session.held.value || !found) return;
    event.stopPropagation();
    const grabbed = nearest(lying, found.at, found.height);
    const [x, y] = game.centre(lying.cells[grabbed]!);
    const grab = (): Point => {
      session.lift(number, grabbed);
      return [x - found.at[0], y - found.at[1]];
    };
    pointing.down(event, grab, () => session.lift(number, grabbed));
  };
  const over = (event: PointerEvent) => {
    if (pointing.dragging || !session.held.value || event.pointerType !== "mouse") return;
    const found = find([event.clientX, event.clientY]);
    session.hold(found?.at ?? null, found?.height);
  };
  const pressGround = (event: PointerEvent) => {
    if (pointing.dragging || !session.held.value || event.button !== 0) return;
    const found = find([event.clientX, event.clientY]);
    if (!found) return;
    const held = session.held.value;
    const again = held.cells?.some((cell) => {
      const [x, y] = game.centre(cell);
      const near = Math.hypot(x - found.at[0], y - found.at[1]) < 0.5 * game.size;
      return near && Math.abs(game.height(cell) - found.height) < 1e-6;
    });
    // A second press on the piece puts it down; elsewhere it comes there first.
    if (!again) session.hold(found.at, found.height);
    session.drop();
  };
  const sendHome = (event: MouseEvent) => {
    const found = find([event.clientX, event.clientY]);
    if (!found || session.held.value) return;
    const number = history.value.findIndex((lying) => {
      const k = nearest(lying, found.at, found.height);
      const [x, y] = game.centre(lying.cells[k]!);
      const same = Math.abs(game.height(lying.cells[k]!) - found.height) < 1e-6;
      return same && Math.hypot(x - found.at[0], y - found.at[1]) < 0.5 * game.size;
    });
    if (number >= 0) session.remove(number);
  };

  const held = session.held.value;
  const hint = session.hint.value;
  const wrong = session.checker.answer.value?.wrong ?? [];
  const classOf = (number: number) => {
    const names = ["lying"];
    if (held?.from === number) names.push("lifted");
    if (hint?.kind === "remove" && hint.placed === number) names.push("pulse");
    if (wrong.includes(number)) names.push("wrong");
    return names.join(" ");
  };
  return (
    <div class="board" ref={host}>
      <svg
        ref={svg}
        width={layout.width * layout.scale}
        height={layout.height * layout.scale}
        viewBox={`0 0 ${layout.width} ${layout.height}`}
        class={held ? "holding" : ""}
        role="group"
        aria-label="Board"
        onPointerMove={over}
        onPointerDown={pressGround}
        onDblClick={sendHome}
      >
        <Empty session={session} layout={layout} />
        {game.fixed.map((lying, k) => (
          <g key={`fixed ${k}`} class="lying fixed">
            <title>{`${session.nameOf(lying.piece)}: it lies there from the start`}</title>
            <OnLayers session={session} layout={layout} lying={lying} />
          </g>
        ))}
        {history.value.map((lying, number) => (
          <g
            key={`${lying.piece} ${lying.cells.join(" ")}`}
            class={classOf(number)}
            data-piece={session.nameOf(lying.piece)}
            tabindex={0}
            role="button"
            aria-label={`${session.nameOf(lying.piece)} at ${game.where(lying.cells[0]!)}: pick up`}
            onPointerDown={(event) => press(event, number)}
            onKeyDown={(event) => {
              if (session.held.value) return;
              if (event.key === "Enter" || event.key === " ") session.lift(number);
              else if (event.key === "Delete" || event.key === "Backspace") session.remove(number);
              else return;
              event.preventDefault();
              event.stopPropagation();
            }}
          >
            <OnLayers session={session} layout={layout} lying={lying} />
          </g>
        ))}
        <HintOnBoard session={session} layout={layout} />
        <Shadow session={session} layout={layout} />
      </svg>
    </div>
  );
}
