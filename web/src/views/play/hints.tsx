// Hints of chosen strength, and the solution step by step.
import { type Signal, signal } from "@preact/signals";
import type { Hint, Strength } from "../../api/types";
import { sayError } from "../../app/messages";
import type { Score } from "./keeping";

/** A game in which one can be helped. */
export interface Helped {
  /** Another value after every move. */
  readonly history: { readonly value: unknown };
  readonly hint: { readonly value: Hint | null };
  readonly showing: Signal<boolean>;
  readonly solved: { readonly value: boolean };
  readonly score: { readonly value: Score };
  askHint(strength: Strength): Promise<Hint>;
  /** Show a hint. */
  heed(hint: Hint): void;
  /** Do what a hint says.  Was there something to do? */
  follow(hint: Hint): boolean;
  count(score: Partial<Score>): void;
  /** Put the piece in the hand back to where it was. */
  cancel(): void;
}

const STEP = 700; // milliseconds between two moves of the solution

const asking = signal(false);

async function ask(game: Helped, strength: Strength): Promise<void> {
  const before = game.history.value;
  game.cancel();
  asking.value = true;
  try {
    const hint = await game.askHint(strength);
    if (game.history.value !== before) return;
    game.heed(hint);
    if (hint.kind !== "thinking" && hint.kind !== "none")
      game.count({ hints: game.score.value.hints + 1 });
  } catch (error) {
    sayError(error);
  } finally {
    asking.value = false;
  }
}

/** Go on with moves until the puzzle is solved, or somebody says stop. */
async function showSolution(game: Helped): Promise<void> {
  game.showing.value = true;
  game.count({ shown: true });
  const quick = matchMedia("(prefers-reduced-motion: reduce)").matches;
  try {
    while (game.showing.value && !game.solved.value) {
      const before = game.history.value;
      const hint = await game.askHint("move");
      if (!game.showing.value || game.history.value !== before) break;
      if (!game.follow(hint)) {
        if (!game.solved.value) game.heed(hint);
        break;
      }
      await new Promise((done) => setTimeout(done, quick ? 120 : STEP));
    }
  } catch (error) {
    sayError(error);
  } finally {
    game.showing.value = false;
  }
}

/** `spot` is what the weakest hint shows, in a word. */
export function Hints({ game, spot }: { game: Helped; spot: string }) {
  const hint = game.hint.value;
  const showing = game.showing.value;
  const busy = asking.value || showing || game.solved.value;
  const toDo = hint && (hint.kind === "move" || hint.kind === "remove");
  const strengths: [Strength, string, string][] = [
    ["cell", spot, `Show a ${spot} to look at next`],
    ["piece", "piece", `Show which piece goes over that ${spot}`],
    ["move", "move", "Show where exactly a piece goes"],
  ];
  return (
    <section class="hints" aria-label="Hints">
      <div class="row" role="group" aria-label="Give me a hint">
        <span class="faint">Hint:</span>
        {strengths.map(([strength, word, title]) => (
          <button
            key={strength}
            type="button"
            disabled={busy}
            title={title}
            aria-label={`Hint: ${word}`}
            onClick={() => void ask(game, strength)}
          >
            {word.charAt(0).toUpperCase() + word.slice(1)}
          </button>
        ))}
        {showing ? (
          <button
            type="button"
            onClick={() => {
              game.showing.value = false;
            }}
          >
            Stop
          </button>
        ) : (
          <button type="button" disabled={busy} onClick={() => void showSolution(game)}>
            Show solution
          </button>
        )}
      </div>
      <div class="row told" aria-live="polite">
        {hint && <span>{hint.message}</span>}
        {toDo && !showing && (
          <button type="button" class="primary" onClick={() => game.follow(hint)}>
            Do it
          </button>
        )}
      </div>
    </section>
  );
}
