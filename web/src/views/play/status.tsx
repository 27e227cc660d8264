// What is said about the game, and the tools to turn pieces and to take moves back.
import type { ReadonlySignal } from "@preact/signals";
import { inPlainWords } from "../../app/plain";
import { Icon } from "../../components/icon";
import { inWords } from "./checking";
import type { Score } from "./keeping";
import type { Pointing } from "./pointing";
import type { Session } from "./session";

export const clock = (seconds: number): string => {
  const two = (x: number) => String(x).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours
    ? `${hours}:${two(minutes)}:${two(seconds % 60)}`
    : `${minutes}:${two(seconds % 60)}`;
};

export const plural = (count: number, word: string): string =>
  `${count} ${word}${count === 1 ? "" : "s"}`;

/** Can this still be completed? */
export function Verdict(props: { session: Session }) {
  const { checker, history } = props.session;
  const answer = checker.answer.value;
  const tell = checker.tell.value;
  const wrong = answer && answer.wrong.length > 0;
  const state = answer?.complete
    ? "solved"
    : !tell
      ? "untold"
      : wrong || answer?.state === "no"
        ? "no"
        : (answer?.state ?? "thinking");
  let text = "Thinking…";
  if (checker.trouble.value) text = inPlainWords(checker.trouble.value);
  else if (state === "untold") text = wrong ? answer.message : "You are not told whether it works.";
  else if (answer) text = inWords(answer, history.value.length > 0, checker.asking.value);
  return (
    <div class={`verdict ${state}`}>
      <p role="status" aria-live="polite">
        {text}
      </p>
      <label>
        <input
          type="checkbox"
          checked={!tell}
          onChange={(event) => checker.setTell(!event.currentTarget.checked)}
        />
        Don’t tell me
      </label>
    </div>
  );
}

/** Moves, time and hints so far. */
export function Marks({ score }: { score: Score }) {
  const { moves, hints, seconds } = score;
  return (
    <p class="score faint">
      {plural(moves, "move")} · <span class="clock">{clock(seconds)}</span>
      {hints > 0 && ` · ${plural(hints, "hint")}`}
    </p>
  );
}

/** Undo, redo, start again: of games with cells and with polygons. */
export function Moves(props: {
  game: {
    history: { canUndo: ReadonlySignal<boolean>; canRedo: ReadonlySignal<boolean> };
    undo(): void;
    redo(): void;
    restart(): void;
  };
  begun: boolean;
}) {
  const { game, begun } = props;
  return (
    <div class="row" role="group" aria-label="Moves">
      <button
        type="button"
        aria-label="Undo"
        title="Undo (Ctrl+Z)"
        disabled={!game.history.canUndo.value}
        onClick={() => game.undo()}
      >
        <Icon name="undo" />
        <span class="wide"> Undo</span>
      </button>
      <button
        type="button"
        aria-label="Redo"
        title="Redo (Ctrl+Y)"
        disabled={!game.history.canRedo.value}
        onClick={() => game.redo()}
      >
        <Icon name="redo" />
        <span class="wide"> Redo</span>
      </button>
      <button type="button" disabled={!begun} onClick={() => game.restart()}>
        Start again
      </button>
    </div>
  );
}

/** Turn, flip, put back; undo and start again. */
export function Tools(props: { session: Session; pointing: Pointing }) {
  const { session, pointing } = props;
  const { history } = session;
  const held = session.held.value;
  return (
    <div class="tools">
      <div class="row" role="group" aria-label="Turn the piece">
        {session.turns.map((turn) => {
          const useful = held && session.game.turned(held.piece, held.motion, turn.motion);
          return (
            <button
              key={turn.key}
              type="button"
              class="turn"
              disabled={!held || useful === held.motion}
              aria-label={turn.label}
              title={`${turn.label} (${turn.key === "R" ? "Shift+R" : turn.key.toUpperCase()})`}
              onClick={() => {
                session.turn(turn);
                pointing.turned();
              }}
            >
              <Icon name={turn.icon} />
              {turn.word}
            </button>
          );
        })}
        <button
          type="button"
          disabled={!held}
          title="Into the tray (Delete)"
          onClick={() => session.home()}
        >
          Put back
        </button>
      </div>
      <Moves game={session} begun={history.value.length > 0 || session.score.value.moves > 0} />
    </div>
  );
}
