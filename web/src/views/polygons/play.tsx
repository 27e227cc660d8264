// Play with polygons: drag pieces from the tray onto the board, turn them, and let them snap.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Point, Strength } from "../../api/types";
import { given, puzzle } from "../../store/puzzle";
import { Confetti } from "../play/celebrate";
import { Game, STEP } from "./game";
import { boxOf, laid, minus, type Pose, pathOf, wrapped } from "./geometry";
import { tableFor } from "./table";
import "./polygons.css";

const CLICK = 5; // pixels: less is no drag
const TAP = 45; // degrees that a tap on the chosen piece turns it
const FINE = 1;

interface Drag {
  item: number;
  from: Point; // in pixels
  offset: Point; // from the piece's middle to the pointer
  moved: boolean;
  again: boolean; // it was chosen already
}

export function PolygonPlay() {
  const open = puzzle.value;
  const doc = open?.doc.kind === "polygon" ? open.doc : null;
  const game = useMemo(
    () => (open && doc ? new Game(given(open), doc) : null),
    [open?.toml, open?.name],
  );
  useEffect(() => () => game?.stop(), [game]);
  return game ? <Playing key={open?.toml} game={game} /> : null;
}

function Playing({ game }: { game: Game }) {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!event.ctrlKey && !event.metaKey) return;
      const key = event.key.toLowerCase();
      if (key === "z" && !event.shiftKey) game.undo();
      else if (key === "y" || key === "z") game.redo();
      else return;
      event.preventDefault();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [game]);
  return (
    <div class="game polygons">
      <div class="field">
        <div class="heading">
          <h1>{game.doc.title || "Play"}</h1>
        </div>
        <Verdict game={game} />
        <Surface game={game} />
      </div>
      <aside>
        <Tools game={game} />
        <Hints game={game} />
        <details class="faint keys">
          <summary>How to play</summary>
          <p>
            Drag a piece onto the board: it snaps to corners and sides that are near. Tap a chosen
            piece, or turn the wheel, to turn it.
          </p>
          <p>
            With keys only: Tab to a piece, arrows move it (with Shift a little), R turns it (Shift
            + R the other way), comma and full stop turn it by one degree, F turns it over, Enter
            lets it snap, Delete puts it back into the tray.
          </p>
        </details>
      </aside>
      {game.solved.value && <Confetti colours={game.doc.pieces.map((piece) => piece.colour)} />}
      <p class="unseen" aria-live="polite">
        {game.said.value}
      </p>
    </div>
  );
}

function Verdict({ game }: { game: Game }) {
  const { value: answer } = game.answer;
  const text = game.trouble.value ?? answer?.message ?? "Thinking…";
  const state = game.solved.value ? "solved" : (answer?.state ?? "thinking");
  return (
    <div class={`verdict ${state}`}>
      <p role="status" aria-live="polite">
        {text}
      </p>
    </div>
  );
}

/** Board and tray, as one picture on which pieces are dragged. */
function Surface({ game }: { game: Game }) {
  const svg = useRef<SVGSVGElement>(null);
  const [room, setRoom] = useState({ width: 1200, height: 640 });
  const drag = useRef<Drag | null>(null);
  const { items, board } = game;
  const table = useMemo(() => {
    const radii = items.map((item) => item.radius);
    return tableFor(boxOf(board.flat()), radii, room.width, room.height);
  }, [game, room]);

  useEffect(() => {
    const picture = svg.current;
    if (!picture) return;
    const watch = new ResizeObserver(() => {
      const { width, height } = picture.getBoundingClientRect();
      if (width && height) setRoom({ width, height });
    });
    watch.observe(picture);
    const wheel = (event: WheelEvent) => {
      if (game.chosen.value === null || !event.deltaY) return;
      event.preventDefault();
      game.turn((event.shiftKey ? FINE : STEP) * (event.deltaY > 0 ? -1 : 1));
    };
    picture.addEventListener("wheel", wheel, { passive: false });
    return () => {
      watch.disconnect();
      picture.removeEventListener("wheel", wheel);
    };
  }, [game]);

  const { poses, order } = game.history.value;
  const held = game.held.value;
  const poseOf = (item: number): Pose => {
    if (held?.item === item) return held.pose;
    if (order.includes(item)) return poses[item]!;
    const [x, y] = table.homes[item]!;
    const { left, right, bottom, top } = boxOf(laid(items[item]!.rings[0]!, poses[item]!));
    return { ...poses[item]!, x: x - (left + right) / 2, y: y - (bottom + top) / 2 };
  };
  const at = (event: PointerEvent): Point => {
    const to = svg.current!.getScreenCTM()!.inverse();
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(to);
    return [x, -y];
  };

  const take = (event: PointerEvent, item: number) => {
    if (event.button !== 0 || game.solved.value) return;
    event.preventDefault();
    svg.current!.setPointerCapture(event.pointerId);
    const pose = poseOf(item);
    drag.current = {
      item,
      from: [event.clientX, event.clientY],
      offset: minus(at(event), [pose.x, pose.y]),
      moved: false,
      again: game.chosen.value === item,
    };
    game.chosen.value = item;
    (event.currentTarget as SVGElement).focus({ preventScroll: true });
  };
  const move = (event: PointerEvent) => {
    const now = drag.current;
    if (!now) return;
    const [dx, dy] = minus([event.clientX, event.clientY], now.from);
    now.moved ||= Math.hypot(dx, dy) > CLICK;
    if (!now.moved) return;
    const [x, y] = minus(at(event), now.offset);
    const { degrees, flipped } = poseOf(now.item);
    game.hold(now.item, { x, y, degrees, flipped });
  };
  const release = () => {
    const now = drag.current;
    drag.current = null;
    if (now?.moved) game.drop();
    else if (now?.again) game.turn(TAP);
  };
  const cancel = () => {
    drag.current = null;
    game.held.value = null;
  };

  const hint = game.hint.value;
  const meant = hint && game.meant(hint);
  const { box } = table;
  const view = [box.left, -box.top, box.right - box.left, box.top - box.bottom];
  const resting = items.map((_, k) => k).filter((k) => !order.includes(k));
  const drawn = [...order, ...resting].filter((k) => k !== held?.item);
  if (held) drawn.push(held.item);
  return (
    <svg
      ref={svg}
      class={`table ${game.solved.value ? "solved" : ""}`}
      viewBox={view.map((x) => Math.round(x * 1e4) / 1e4).join(" ")}
      onPointerMove={move}
      onPointerUp={release}
      onPointerCancel={cancel}
      onKeyDown={(event) => keyed(event, game)}
      role="group"
      aria-label="Board and tray"
    >
      <rect
        class="tray"
        x={table.tray.left}
        y={-table.tray.top}
        width={table.tray.right - table.tray.left}
        height={table.tray.top - table.tray.bottom}
        rx={game.size * 0.02}
      />
      <path class="ground" d={pathOf(board)} fill-rule="evenodd" />
      {drawn.map((item) => {
        const { rings, piece, label } = items[item]!;
        const pose = poseOf(item);
        const classes = [
          "piece",
          held?.item === item && "held",
          game.chosen.value === item && "chosen",
          game.wrong.value.has(item) && "wrong",
          meant === item && (hint?.kind === "remove" ? "wrong meant" : "meant"),
        ];
        const where = order.includes(item) ? "on the board" : "in the tray";
        const turned = Math.round(((pose.degrees % 360) + 360) % 360);
        return (
          <path
            key={item}
            class={classes.filter(Boolean).join(" ")}
            d={pathOf(rings.map((ring) => laid(ring, pose)))}
            fill={piece.colour}
            fill-rule="evenodd"
            tabIndex={0}
            role="button"
            aria-label={`${label}, ${where}, turned ${turned}°${pose.flipped ? ", turned over" : ""}`}
            aria-pressed={game.chosen.value === item}
            data-piece={piece.name}
            data-on={order.includes(item)}
            onPointerDown={(event) => take(event, item)}
            onFocus={() => {
              game.chosen.value = item;
            }}
          />
        );
      })}
      {held && held.goal !== held.pose && (
        <path class="goal" d={pathOf(items[held.item]!.rings.map((r) => laid(r, held.goal)))} />
      )}
      {hint && hint.rings.length > 0 && (
        <path
          class={`hint ${hint.kind}`}
          d={pathOf(hint.rings)}
          fill={hint.kind === "move" && meant !== null ? items[meant]!.piece.colour : undefined}
        />
      )}
    </svg>
  );
}

const ARROWS: Record<string, Point> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

function keyed(event: KeyboardEvent, game: Game): void {
  const item = game.chosen.value;
  if (item === null || event.ctrlKey || event.metaKey || event.altKey || game.solved.value) return;
  const fine = event.shiftKey;
  const arrow = ARROWS[event.key];
  const step = game.size / (fine ? 200 : 20);
  if (arrow) game.step([arrow[0] * step, arrow[1] * step], false);
  else if (event.key === "Enter") game.step([0, 0], true);
  else if (event.key === "r" || event.key === "R") game.turn(fine ? -STEP : STEP);
  else if (event.key === "." || event.key === ",") game.turn(event.key === "," ? FINE : -FINE);
  else if (event.key === "f" || event.key === "F") game.turn(0, true);
  else if (event.key === "Delete" || event.key === "Backspace") game.lay(item, null);
  else if (event.key === "Escape") game.held.value = null;
  else return;
  event.preventDefault();
}

function Tools({ game }: { game: Game }) {
  const { chosen, history } = game;
  const item = chosen.value === null ? null : game.items[chosen.value]!;
  const pose = chosen.value === null ? null : history.value.poses[chosen.value]!;
  const on = chosen.value !== null && history.value.order.includes(chosen.value);
  return (
    <div class="tools">
      <div class="row" role="group" aria-label="The chosen piece">
        <button
          type="button"
          class="turn"
          aria-label="Turn left"
          title="Turn left (R)"
          disabled={!item?.piece.turn}
          onClick={() => game.turn(STEP)}
        >
          ⟲
        </button>
        <button
          type="button"
          class="turn"
          aria-label="Turn right"
          title="Turn right (Shift+R)"
          disabled={!item?.piece.turn}
          onClick={() => game.turn(-STEP)}
        >
          ⟳
        </button>
        <button
          type="button"
          class="turn"
          aria-label="Turn over"
          title="Turn over (F)"
          disabled={!item?.piece.flip}
          onClick={() => game.turn(0, true)}
        >
          ⇋
        </button>
        <button
          type="button"
          title="Into the tray (Delete)"
          disabled={!on}
          onClick={() => game.lay(chosen.value!, null)}
        >
          Put back
        </button>
        <span class="faint">
          {item && pose ? `${item.label}, ${Math.round(wrapped(pose.degrees) * 10) / 10}°` : ""}
        </span>
      </div>
      <div class="row" role="group" aria-label="Moves">
        <button
          type="button"
          title="Undo (Ctrl+Z)"
          disabled={!history.canUndo.value}
          onClick={() => game.undo()}
        >
          ↶ Undo
        </button>
        <button
          type="button"
          title="Redo (Ctrl+Y)"
          disabled={!history.canRedo.value}
          onClick={() => game.redo()}
        >
          ↷ Redo
        </button>
        <button type="button" disabled={!history.value.order.length} onClick={() => game.restart()}>
          Start again
        </button>
      </div>
    </div>
  );
}

const STRENGTHS: [Strength, string, string][] = [
  ["cell", "A spot", "Show a spot to look at next"],
  ["piece", "A piece", "Show which piece goes over that spot"],
  ["move", "A move", "Show where exactly a piece goes"],
];

function Hints({ game }: { game: Game }) {
  const found = game.hint.value;
  const toDo = found && (found.kind === "move" || found.kind === "remove");
  return (
    <section class="hints" aria-label="Hints">
      <div class="row" role="group" aria-label="Give me a hint">
        <span class="faint">Hint:</span>
        {STRENGTHS.map(([strength, label, title]) => (
          <button
            key={strength}
            type="button"
            title={title}
            disabled={game.solved.value}
            onClick={() => void game.ask(strength)}
          >
            {label}
          </button>
        ))}
      </div>
      <div class="row told" aria-live="polite">
        {found && <span>{found.message}</span>}
        {toDo && (
          <button type="button" class="primary" onClick={() => game.follow()}>
            Do it
          </button>
        )}
      </div>
    </section>
  );
}
