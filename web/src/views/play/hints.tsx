// Hints of chosen strength, and the solution step by step.
import { signal } from "@preact/signals";
import { hint as askHint } from "../../api/client";
import type { Strength } from "../../api/types";
import { sayError } from "../../app/messages";
import { given } from "../../store/puzzle";
import type { Session } from "./session";

const STEP = 700; // milliseconds between two moves of the solution

const STRENGTHS: [Strength, string, string][] = [
  ["cell", "Cell", "Show a cell to look at next"],
  ["piece", "Piece", "Show which piece goes over that cell"],
  ["move", "Move", "Show where exactly a piece goes"],
];

const asking = signal(false);

async function ask(session: Session, strength: Strength): Promise<void> {
  const placed = session.history.value;
  session.cancel();
  asking.value = true;
  try {
    const hint = await askHint(given(session.puzzle), session.game.told(placed), strength);
    if (session.history.value !== placed) return;
    session.hint.value = hint;
    if (hint.kind !== "thinking" && hint.kind !== "none")
      session.count({ hints: session.score.value.hints + 1 });
  } catch (error) {
    sayError(error);
  } finally {
    asking.value = false;
  }
}

/** Go on with moves until the puzzle is solved, or somebody says stop. */
async function showSolution(session: Session): Promise<void> {
  session.showing.value = true;
  session.count({ shown: true });
  const quick = matchMedia("(prefers-reduced-motion: reduce)").matches;
  try {
    while (session.showing.value) {
      const placed = session.history.value;
      if (session.game.isFull(placed) && session.solved.value) break;
      const hint = await askHint(given(session.puzzle), session.game.told(placed), "move");
      if (!session.showing.value || session.history.value !== placed) break;
      if (!session.follow(hint)) {
        session.hint.value = hint;
        break;
      }
      await new Promise((done) => setTimeout(done, quick ? 120 : STEP));
    }
  } catch (error) {
    sayError(error);
  } finally {
    session.showing.value = false;
  }
}

export function Hints(props: { session: Session }) {
  const { session } = props;
  const hint = session.hint.value;
  const showing = session.showing.value;
  const busy = asking.value || showing || session.solved.value;
  const toDo = hint && (hint.kind === "move" || hint.kind === "remove");
  return (
    <section class="hints" aria-label="Hints">
      <div class="row" role="group" aria-label="Give me a hint">
        <span class="faint">Hint:</span>
        {STRENGTHS.map(([strength, label, title]) => (
          <button
            key={strength}
            type="button"
            disabled={busy}
            title={title}
            aria-label={`Hint: ${label.toLowerCase()}`}
            onClick={() => void ask(session, strength)}
          >
            {label}
          </button>
        ))}
        {showing ? (
          <button
            type="button"
            onClick={() => {
              session.showing.value = false;
            }}
          >
            Stop
          </button>
        ) : (
          <button type="button" disabled={busy} onClick={() => void showSolution(session)}>
            Show solution
          </button>
        )}
      </div>
      <div class="row told" aria-live="polite">
        {hint && <span>{hint.message}</span>}
        {toDo && !showing && (
          <button type="button" class="primary" onClick={() => session.follow(hint)}>
            Do it
          </button>
        )}
      </div>
    </section>
  );
}
