// How a piece looks: flat, or as a body in space.
import { useMemo } from "preact/hooks";
import type { Cell, Point } from "../../api/types";
import { keyOf, plus } from "../../lattice/grid";
import type { Game } from "./game";
import { pictureOf } from "./solids";

const ROUND = 8; // outlines with more corners are round, and share no sides with others

const SMOOTH = 9; // bodies with more faces than this to a cell are drawn without edges

/** Dark or light, whichever can be read on a colour. */
function inkOn(colour: string): string {
  const [r, g, b] = [1, 3, 5].map((k) => Number.parseInt(colour.slice(k, k + 2), 16) / 255);
  return 0.3 * r! + 0.59 * g! + 0.11 * b! > 0.55 ? "#1f2430" : "#ffffff";
}

/** Lines between the middles of neighbouring cells of one layer. */
function linksOf(game: Game, cells: Cell[]): [Point, Point][] {
  const own = new Set(cells.map(keyOf));
  return cells.flatMap((cell) =>
    game.grid
      .neighbours(cell)
      .filter((near) => own.has(keyOf(near)) && keyOf(cell) < keyOf(near))
      .map((near): [Point, Point] => [game.centre(cell), game.centre(near)]),
  );
}

const INSIDE = 0.8; // of the width of a stick: joints keep off its edge

/** Where sticks of a piece meet, and how large the joint is. */
function jointsOf(game: Game, cells: Cell[]): { points: Point[]; half: number } {
  const rings = cells.map((cell) => game.grid.outline(cell));
  const times = new Map<string, { point: Point; times: number }>();
  for (const point of rings.flat()) {
    const key = point.map((x) => Math.round(x * 1e3)).join();
    times.set(key, { point, times: (times.get(key)?.times ?? 0) + 1 });
  }
  const ring = rings[0]!;
  const [a, side, b] = [ring[0]!, ring[1]!, ring[ring.length / 2]!];
  const area = (b[0] - a[0]) * (side[1] - a[1]) - (b[1] - a[1]) * (side[0] - a[0]);
  const half = (INSIDE * Math.abs(area)) / Math.hypot(b[0] - a[0], b[1] - a[1]);
  const points = [...times.values()].filter((one) => one.times > 1).map(({ point }) => point);
  return { points, half };
}

/** Some cells of a piece, all in one layer. */
export function FlatPiece(props: {
  game: Game;
  piece: number;
  motion: number;
  /** All cells of the piece, in its own order, and the numbers of those that are drawn. */
  cells: Cell[];
  numbers?: number[];
}) {
  const { game, piece, motion, cells } = props;
  const { doc } = game.stock[piece]!;
  const numbers = props.numbers ?? cells.map((_, k) => k);
  const some = numbers.map((k) => cells[k]!);
  const drawn = useMemo(() => {
    const outlines = some.map((cell) => game.grid.outline(cell));
    const sticks = game.grid.lattice.sticks;
    const round = outlines.some((ring) => ring.length > ROUND);
    return {
      edge: game.grid.path(some),
      inner: round || sticks ? "" : some.map((cell) => game.grid.path([cell])).join(""),
      links: round ? linksOf(game, some) : [],
      joints: sticks ? jointsOf(game, some) : null,
    };
  }, [game, some.map(keyOf).join(" ")]);
  const marks = doc.marks.flatMap(({ cell, step, mark }) => {
    const k = doc.cells.findIndex((one) => keyOf(one) === keyOf(cell));
    const matrix = game.grid.lattice.motions[motion]!.matrix;
    const turned = matrix.map((row) => row.reduce((sum, x, c) => sum + x * step[c]!, 0));
    const from = numbers.includes(k) ? cells[k]! : null;
    if (!from || Math.abs(game.height(plus(from, turned)) - game.height(from)) > 1e-6) return [];
    return { mark, from: game.centre(from), to: game.centre(plus(from, turned)) };
  });
  const ink = inkOn(doc.colour);
  return (
    <>
      <path class="edge" d={drawn.edge} fill={doc.colour} />
      {drawn.links.map(([[a, b], [c, d]], k) => (
        <line
          key={k}
          class="link"
          x1={a}
          y1={b}
          x2={c}
          y2={d}
          stroke={doc.colour}
          stroke-width={0.4 * game.size}
        />
      ))}
      {drawn.joints?.points.map(([x, y], k) => (
        <circle key={k} class="joint" cx={x} cy={y} r={drawn.joints?.half} fill={doc.colour} />
      ))}
      {drawn.inner && <path class="inner" d={drawn.inner} />}
      {numbers.map((k) => {
        const colour = doc.colours[k];
        if (!colour) return null;
        const [x, y] = game.centre(cells[k]!);
        const size = 0.36 * game.size;
        return (
          <text key={k} class="letter" x={x} y={y + size * 0.35} font-size={size} fill={ink}>
            {colour.slice(0, 2)}
          </text>
        );
      })}
      {marks.map((mark, k) => (
        <MarkSign key={k} size={game.size} colour={doc.colour} {...mark} />
      ))}
    </>
  );
}

/** A mark on the side between two cells: a key sticks out, a lock is a notch. */
function MarkSign(props: { mark: string; from: Point; to: Point; size: number; colour: string }) {
  const { mark, from, to, size, colour } = props;
  const along = (part: number): Point => [
    from[0] + (to[0] - from[0]) * part,
    from[1] + (to[1] - from[1]) * part,
  ];
  const title = <title>{mark}</title>;
  if (mark === "key" || mark === "lock") {
    const [x, y] = along(mark === "key" ? 0.54 : 0.43);
    return (
      <circle class={mark} cx={x} cy={y} r={0.1 * size} fill={mark === "key" ? colour : undefined}>
        {title}
      </circle>
    );
  }
  const [x, y] = along(0.36);
  return (
    <text class="letter" x={x} y={y + 0.07 * size} font-size={0.2 * size} fill={inkOn(colour)}>
      {title}
      {mark.slice(0, 2)}
    </text>
  );
}

const shaded = (colour: string, light: number) =>
  `color-mix(in srgb, ${colour} ${Math.round(55 + 45 * light)}%, #0b0d18)`;

/** A piece as a body; `scale` is in pixels per unit. */
export function SolidPiece(props: { game: Game; cells: Cell[]; piece: number; scale: number }) {
  const { game, cells, piece, scale } = props;
  const { colour, colours } = game.stock[piece]!.doc;
  const picture = useMemo(() => pictureOf(game.grid, cells), [game, cells]);
  const { left, top, width, height } = picture;
  const id = `ball-${colour.slice(1)}`;
  const pad = 0.04;
  const smooth = picture.parts.length > SMOOTH * cells.length;
  return (
    <svg
      class={smooth ? "solid smooth" : "solid"}
      width={(width + 2 * pad) * scale}
      height={(height + 2 * pad) * scale}
      viewBox={`${left - pad} ${top - pad} ${width + 2 * pad} ${height + 2 * pad}`}
      aria-hidden="true"
    >
      <radialGradient id={id} cx="0.38" cy="0.3" r="0.75">
        <stop offset="0" stop-color={`color-mix(in srgb, ${colour} 55%, white)`} />
        <stop offset="0.45" stop-color={colour} />
        <stop offset="1" stop-color={shaded(colour, 0)} />
      </radialGradient>
      {picture.parts.map((part, k) => {
        if ("radius" in part)
          return (
            <circle key={k} cx={part.at[0]} cy={part.at[1]} r={part.radius} fill={`url(#${id})`} />
          );
        if ("points" in part)
          return (
            <polygon key={k} points={part.points.join(" ")} fill={shaded(colour, part.light)} />
          );
        const [x, y] = part.at;
        const size = 0.42 * game.size;
        return colours[part.cell] ? (
          <text
            key={k}
            class="letter"
            x={x}
            y={y + 0.35 * size}
            font-size={size}
            fill={inkOn(colour)}
          >
            {colours[part.cell]!.slice(0, 2)}
          </text>
        ) : null;
      })}
    </svg>
  );
}
