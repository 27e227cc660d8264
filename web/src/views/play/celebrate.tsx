// Confetti, and a card that says how well it went, for who put the last piece down by hand.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { catalogue } from "../../api/client";
import { sayError } from "../../app/messages";
import { go } from "../../app/router";
import type { Score } from "./keeping";
import { clock, plural } from "./status";
import "./celebrate.css";

const SCRAPS = 70;

/** The puzzle after this one in the catalogue. */
async function nextPuzzle(name: string | null): Promise<string> {
  if (!name) return "/";
  const { puzzles } = await catalogue();
  const here = puzzles.findIndex((puzzle) => puzzle.name === name);
  const next = puzzles[(here + 1) % puzzles.length];
  return next ? `/play?puzzle=${encodeURIComponent(next.name)}` : "/";
}

function Confetti(props: { colours: string[] }) {
  const scraps = useMemo(
    () =>
      Array.from({ length: SCRAPS }, (_, k) => ({
        "--x": `${Math.random() * 100}vw`,
        "--drift": `${Math.random() * 30 - 15}vw`,
        "--wait": `${Math.random() * 0.7}s`,
        "--fall": `${1.6 + Math.random() * 1.4}s`,
        "--spin": `${Math.random() * 1440 - 720}deg`,
        background: props.colours[k % props.colours.length]!,
      })),
    [],
  );
  return (
    <div class="confetti" aria-hidden="true">
      {scraps.map((style, k) => (
        <i key={k} style={style} />
      ))}
    </div>
  );
}

/** A game that can be solved. */
export interface Solvable {
  readonly solved: { readonly value: boolean };
  readonly score: { readonly value: Score };
  readonly puzzle: { readonly name: string | null };
  readonly game: { readonly stock: { readonly doc: { readonly colour: string } }[] };
  restart(): void;
}

export function Celebration(props: { session: Solvable }) {
  const { session } = props;
  const [closed, setClosed] = useState(false);
  const card = useRef<HTMLElement>(null);
  const solved = session.solved.value;
  useEffect(() => {
    setClosed(false);
    if (solved) card.current?.focus();
  }, [solved]);
  if (!solved || closed || !session.score.value.own) return null;
  const { moves, hints, seconds, shown } = session.score.value;
  const { name } = session.puzzle;
  const help = shown ? "the solution was shown" : plural(hints, "hint");
  return (
    <>
      <Confetti colours={session.game.stock.map(({ doc }) => doc.colour)} />
      <section
        class="celebration card"
        role="alertdialog"
        aria-label="Solved"
        tabIndex={-1}
        ref={card}
      >
        <h1>Solved!</h1>
        <p>
          Solved in {plural(moves, "move")}, {help}, {clock(seconds)}.
        </p>
        <div class="row">
          <button type="button" class="primary" onClick={() => session.restart()}>
            Play again
          </button>
          <button type="button" onClick={() => void nextPuzzle(name).then(go, sayError)}>
            {name ? "Next puzzle" : "Choose a puzzle"}
          </button>
          <button type="button" onClick={() => setClosed(true)}>
            Look at it
          </button>
        </div>
      </section>
    </>
  );
}
