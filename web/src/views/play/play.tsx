// The page on which a puzzle is played by hand.
import { lazy } from "preact/compat";
import { useEffect, useMemo, useState } from "preact/hooks";
import { SpaceView } from "../../components/viewer";
import { WhichPuzzle } from "../../components/which";
import { isTurnedOver, modelOf, turnedOver } from "../../lattice/space";
import { type OpenPuzzle, opening, puzzle } from "../../store/puzzle";
import { Board } from "./board";
import { Celebration } from "./celebrate";
import { Floating } from "./floating";
import { Hints } from "./hints";
import { pressKey } from "./keys";
import { Pointing } from "./pointing";
import { type LatticePuzzle, Session } from "./session";
import { Marks, Tools, Verdict } from "./status";
import { Tray } from "./tray";
import "./play.css";

const PolygonPlay = lazy(() =>
  import("../polygons/play").then((m) => ({ default: m.PolygonPlay })),
);

const LOW = ".viewer { min-height: 0; }"; // it may be lower than it wants

/** What lies there, as bodies. */
function InSpace(props: { session: Session }) {
  const { game, history } = props.session;
  const placed = history.value;
  const data = useMemo(() => {
    const bodies = [...game.fixed, ...placed].map(({ piece, cells }) => {
      const { name, colour } = game.stock[piece]!.doc;
      return { name, colour, cells };
    });
    const made = modelOf(game.doc.lattice, [bodies]);
    return isTurnedOver(game.doc.lattice, game.cells) ? turnedOver(made) : made;
  }, [game, placed]);
  if (!placed.length && !game.fixed.length) return null;
  return (
    <div class="in-space card">
      <SpaceView data={data} controls={false} rules={LOW} label="What lies there, in space" />
    </div>
  );
}

const sessions = new WeakMap<OpenPuzzle, Session>(); // they outlive a look at other pages

function sessionOf(open: LatticePuzzle): Session {
  const session = sessions.get(open) ?? new Session(open);
  sessions.set(open, session);
  return session;
}

function Table(props: { open: LatticePuzzle }) {
  const { open } = props;
  const session = useMemo(() => sessionOf(open), [open]);
  const pointing = useMemo(() => new Pointing(session), [session]);
  const [scale, setScale] = useState(40);
  const fresh = useMemo(() => session.score.peek().moves === 0, [session]);
  useEffect(() => session.start(), [session]);
  useEffect(() => pointing.listen(), [pointing]);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (pressKey(session, pointing, event)) event.preventDefault();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [session, pointing]);
  const { title, lattice } = open.doc;
  const keys = session.turns
    .map(({ key }) => (key === "R" ? "Shift+R" : key.toUpperCase()))
    .join(", ");
  return (
    <div class="game">
      <div class="field">
        <div class="heading">
          <h1>{title || "Play"}</h1>
          <Marks score={session.score.value} />
        </div>
        <Verdict session={session} />
        <Board session={session} pointing={pointing} onScale={setScale} />
        {!lattice.flat && <InSpace session={session} />}
      </div>
      <aside>
        <Tools session={session} pointing={pointing} />
        <Tray session={session} pointing={pointing} scale={scale} />
        <Hints game={session} spot="cell" />
        <details class="faint keys" open={fresh}>
          <summary>How to play</summary>
          <p>
            Drag a piece onto the board, or tap it and then tap a cell.{" "}
            {keys &&
              `While it is in your hand, turn it with the buttons, with ${keys}, with the mouse wheel, or with a tap of a second finger. `}
            A double click sends a piece back.
          </p>
          <p>
            With keys only: Tab to a piece, Enter picks it up, arrows move it
            {lattice.flat ? "" : ", Page Up and Page Down go to other layers"}, Enter puts it down,
            Escape puts it back.
          </p>
        </details>
      </aside>
      <Floating session={session} pointing={pointing} />
      <Celebration session={session} />
      <p class="unseen" aria-live="assertive">
        {session.said.value}
      </p>
    </div>
  );
}

const isLattice = (open: OpenPuzzle): open is LatticePuzzle => open.doc.kind === "lattice";

export function Play() {
  const open = puzzle.value;
  if (open && isLattice(open)) return <Table key={open.toml} open={open} />;
  if (open) return <PolygonPlay />;
  if (opening.value) return null;
  return <WhichPuzzle />;
}
