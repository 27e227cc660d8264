// Board and tray as one picture, on which pieces are dragged.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Point } from "../../api/types";
import type { Game } from "./game";
import { boxOf, laid, minus, type Pose, pathOf, times } from "./geometry";
import { roomOf, SMALLER, tableFor } from "./table";

const CLICK = 5; // pixels: less is no drag
const TAP = 45; // degrees that a tap on the chosen piece turns it, where steps are small
const FINE = 1;

interface Drag {
  item: number;
  from: Point; // in pixels
  offset: Point; // from the piece's middle to the pointer
  moved: boolean;
  again: boolean; // it was chosen already
}

export function Surface({ game }: { game: Game }) {
  const svg = useRef<SVGSVGElement>(null);
  const [room, setRoom] = useState({ width: 1200, height: 640 });
  const drag = useRef<Drag | null>(null);
  const { items, board } = game;
  const table = useMemo(() => {
    const rooms = items.map((item) => roomOf(item.rings[0]!));
    return tableFor(boxOf(board.flat()), rooms, room.width, room.height);
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
      game.turn((event.shiftKey ? FINE : game.turnStep) * (event.deltaY > 0 ? -1 : 1));
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
    const off = SMALLER / 2;
    return { ...poses[item]!, x: x - (left + right) * off, y: y - (bottom + top) * off };
  };
  const scaleOf = (item: number) => (held?.item === item || order.includes(item) ? 1 : SMALLER);
  const drawnAt = (item: number) => {
    const scale = scaleOf(item);
    const pose = poseOf(item);
    return items[item]!.rings.map((ring) =>
      laid(
        ring.map((corner) => times(corner, scale)),
        pose,
      ),
    );
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
      offset: times(minus(at(event), [pose.x, pose.y]), 1 / scaleOf(item)),
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
    else if (now?.again) game.turn(game.turnStep > 15 ? -game.turnStep : -TAP);
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
        const { piece, label } = items[item]!;
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
            d={pathOf(drawnAt(item))}
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
          style={{ fill: hint.kind === "move" && meant !== null ? items[meant]!.piece.colour : "" }}
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
  else if (event.key === "r" || event.key === "R") game.turn(fine ? game.turnStep : -game.turnStep);
  else if (event.key === "." || event.key === ",") game.turn(event.key === "," ? FINE : -FINE);
  else if (event.key === "f" || event.key === "F") game.turn(0, true);
  else if (event.key === "Delete" || event.key === "Backspace") game.lay(item, null);
  else if (event.key === "Escape") game.held.value = null;
  else return;
  event.preventDefault();
}
