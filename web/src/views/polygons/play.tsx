// Play with polygons: drag pieces from the tray onto the board, turn them, and let them snap.
import { useEffect, useMemo } from "preact/hooks";
import type { Strength } from "../../api/types";
import { given, puzzle } from "../../store/puzzle";
import { Confetti } from "../play/celebrate";
import { Game, STEP } from "./game";
import { wrapped } from "./geometry";
import { Surface } from "./surface";
import "./polygons.css";

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
