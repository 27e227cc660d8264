// The pieces that are not on the board yet.
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Cell, Point } from "../../api/types";
import { FlatPiece, SolidPiece } from "./drawing";
import type { Game, Stock } from "./game";
import type { Pointing } from "./pointing";
import type { Session } from "./session";
import { pictureOf } from "./solids";

const SMALLEST = 13; // pixels per size of a cell
const LARGEST = 40;
const MARGIN = 14; // pixels around a piece and its button

interface Extent {
  left: number;
  top: number;
  width: number;
  height: number;
  centres: Point[];
}

/** The space that a piece takes, and where its cells are. */
export function extentOf(game: Game, cells: Cell[]): Extent {
  if (!game.doc.lattice.flat) return pictureOf(game.grid, cells);
  const { left, top, right, bottom } = game.grid.boxOf(cells);
  const centres = cells.map((cell) => game.centre(cell));
  return { left, top, width: right - left, height: bottom - top, centres };
}

/** A piece on its own; `scale` is in pixels per unit. */
export function LonePiece(props: { game: Game; piece: number; motion: number; scale: number }) {
  const { game, piece, motion, scale } = props;
  const cells = game.oriented(piece, motion);
  if (!game.doc.lattice.flat)
    return <SolidPiece game={game} cells={cells} piece={piece} scale={scale} />;
  const { left, top, width, height } = extentOf(game, cells);
  const pad = 0.06 * game.size;
  return (
    <svg
      width={(width + 2 * pad) * scale}
      height={(height + 2 * pad) * scale}
      viewBox={`${left - pad} ${top - pad} ${width + 2 * pad} ${height + 2 * pad}`}
      aria-hidden="true"
    >
      <g class="lying">
        <FlatPiece game={game} piece={piece} motion={motion} cells={cells} />
      </g>
    </svg>
  );
}

/** How often a piece is used, if that is not once. */
const countInWords = ({ doc, least, most }: Stock) => {
  if (most === 1 && least === 1) return doc.name;
  if (most === Infinity)
    return least ? `${doc.name}: at least ${least}` : `${doc.name}: any number`;
  return least === most ? `${doc.name}: ${most}` : `${doc.name}: ${least} to ${most}`;
};

const leftInWords = (left: number) => (left === Infinity ? "any number" : `${left} left`);

function TrayPiece(props: { session: Session; pointing: Pointing; piece: number; scale: number }) {
  const { session, pointing, piece, scale } = props;
  const { game } = session;
  const stock = game.stock[piece]!;
  const held = session.held.value;
  const left = session.left(piece) + (held?.piece === piece && held.from !== null ? 1 : 0);
  const inHand = held?.piece === piece;
  const motion = inHand ? held.motion : session.motions.value[piece]!;
  const hinted = session.hint.value?.piece === session.nameOf(piece);
  const classes = ["stock", inHand ? "held" : "", hinted ? "pulse" : ""];
  const grabAt = (event: PointerEvent): [number, Point] => {
    const picture = (event.currentTarget as Element).querySelector("svg")!.getBoundingClientRect();
    const { left: x, top: y, centres, width } = extentOf(game, game.oriented(piece, motion));
    const unit = picture.width / (width + 0.12 * game.size) || scale;
    const at: Point = [
      (event.clientX - picture.left) / unit + x,
      (event.clientY - picture.top) / unit + y,
    ];
    const far = centres.map(([u, v]) => Math.hypot(u - at[0], v - at[1]));
    const nearest = far.indexOf(Math.min(...far));
    const flat = game.doc.lattice.flat && far[nearest]! < game.size;
    const [u, v] = centres[nearest]!;
    return [nearest, flat ? [u - at[0], v - at[1]] : [0, 0]];
  };
  const press = (event: PointerEvent) => {
    if (left <= 0) return;
    const [grabbed, offset] = grabAt(event);
    const grab = () => {
      session.take(piece, grabbed);
      return offset;
    };
    const click = () =>
      inHand && held.from === null ? session.cancel() : session.take(piece, grabbed);
    pointing.down(event, grab, click);
  };
  const many = stock.most > 1;
  const side = sideOf(game, piece) * scale;
  return (
    <button
      type="button"
      class={classes.filter(Boolean).join(" ")}
      disabled={left <= 0}
      aria-pressed={inHand}
      aria-label={`Piece ${stock.doc.name}${many ? `, ${leftInWords(left)}` : ""}`}
      title={countInWords(stock)}
      data-piece={stock.doc.name}
      onPointerDown={press}
      onClick={(event) => {
        // Pointers are looked after elsewhere: this is Enter, Space or a screen reader.
        if (event.detail === 0) session.take(piece);
      }}
    >
      <span style={{ width: `${side}px`, height: `${side}px` }}>
        <LonePiece game={game} piece={piece} motion={motion} scale={scale} />
      </span>
      {many && left > 0 && <span class="count">{left === Infinity ? "∞" : `× ${left}`}</span>}
    </button>
  );
}

/** The side of a square into which a piece goes, however it is turned. */
function sideOf(game: Game, piece: number): number {
  const { width, height } = extentOf(game, game.oriented(piece, game.first(piece)));
  return Math.max(width, height) + 0.12 * game.size;
}

/** Pixels per unit such that all pieces go into a tray, if possible. */
function scaleFor(game: Game, [width, height]: Point, largest: number): number {
  const sides = game.stock.map((_, k) => sideOf(game, k));
  let scale = Math.min(largest, LARGEST / game.size);
  for (; scale * game.size > SMALLEST; scale *= 0.94) {
    let [x, y, row] = [0, 0, 0];
    for (const side of sides) {
      const wide = side * scale + MARGIN;
      if (x + wide > width && x > 0) [x, y, row] = [0, y + row, 0];
      x += wide;
      row = Math.max(row, wide);
    }
    if (y + row <= height && sides.every((side) => side * scale + MARGIN <= width)) break;
  }
  return scale;
}

export function Tray(props: { session: Session; pointing: Pointing; scale: number }) {
  const { session, pointing } = props;
  const { game } = session;
  const host = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState<Point>([320, 300]);
  useLayoutEffect(() => {
    const element = host.current;
    if (!element) return;
    const measure = () => {
      const narrow = window.innerWidth < 800;
      const high = narrow ? 0.22 * window.innerHeight : window.innerHeight - 390;
      setRoom([element.clientWidth - 4, Math.max(160, high)]);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const scale = useMemo(
    () => scaleFor(game, room, props.scale),
    [game, room[0], room[1], props.scale],
  );
  return (
    <div class="tray" ref={host} role="group" aria-label="Pieces">
      {game.stock.map((stock, piece) => (
        <TrayPiece
          key={stock.doc.name}
          session={session}
          pointing={pointing}
          piece={piece}
          scale={scale}
        />
      ))}
      {game.doc.spare !== null && (
        <p class="faint">Pieces that are left over at the end: {game.doc.spare}.</p>
      )}
    </div>
  );
}
