// Hints of chosen strength, and the solution step by step.
import { type Signal, signal } from "@preact/signals";
import type { HintAnswer, Strength } from "../../api/types";
import { sayError } from "../../app/messages";
import type { Score } from "./keeping";

/** A game in which one can be helped. */
export interface Helped {
  /** Another value after every move. */
  readonly history: { readonly value: unknown };
  readonly hint: { readonly value: HintAnswer | null };
  readonly showing: Signal<boolean>;
  readonly solved: { readonly value: boolean };
  readonly score: { readonly value: Score };
  /** The hints that were given in this game, by position and strength. */
  readonly given: Map<string, HintAnswer>;
  /** What lies there, as text. */
  position(): string;
  askHint(strength: Strength): Promise<HintAnswer>;
  /** Show a hint. */
  heed(hint: HintAnswer): void;
  /** Do what a hint says.  Was there something to do? */
  follow(hint: HintAnswer): boolean;
  count(score: Partial<Score>): void;
  /** Put the piece in the hand back to where it was. */
  cancel(): void;
}

const STEP = 700; // milliseconds between two moves of the solution

const asking = signal(false);

const STRENGTHS: Strength[] = ["cell", "piece", "move"];

/** Does a hint tell what was not told in this position before? */
export function isNews(
  given: ReadonlyMap<string, HintAnswer>,
  position: string,
  strength: Strength,
  hint: HintAnswer,
): boolean {
  const told = JSON.stringify(hint);
  return !STRENGTHS.some((other, k) => {
    const before = given.get(`${other} ${position}`);
    return before && (k >= STRENGTHS.indexOf(strength) || JSON.stringify(before) === told);
  });
}

/** Show a hint; the same one in the same position is given again, and counts once. */
export async function ask(game: Helped, strength: Strength): Promise<void> {
  const before = game.history.value;
  game.cancel();
  asking.value = true;
  try {
    const position = game.position();
    const key = `${strength} ${position}`;
    const hint = game.given.get(key) ?? (await game.askHint(strength));
    if (game.history.value !== before) return;
    game.heed(hint);
    if (hint.kind === "thinking" || hint.kind === "none") return;
    if (isNews(game.given, position, strength, hint))
      game.count({ hints: game.score.value.hints + 1 });
    game.given.set(key, hint);
  } catch (error) {
    sayError(error);
  } finally {
    asking.value = false;
  }
}

let latest = 0; // of the times that a solution was asked for: older ones have ended

/** Go on with moves until the puzzle is solved, or somebody says stop. */
export async function showSolution(game: Helped): Promise<void> {
  const mine = ++latest;
  const goesOn = () => mine === latest && game.showing.value;
  game.showing.value = true;
  game.count({ shown: true });
  const quick = matchMedia("(prefers-reduced-motion: reduce)").matches;
  try {
    while (goesOn() && !game.solved.value) {
      const before = game.history.value;
      const hint = await game.askHint("move");
      if (!goesOn() || game.history.value !== before) break;
      if (!game.follow(hint)) {
        if (!game.solved.value) game.heed(hint);
        break;
      }
      await new Promise((done) => setTimeout(done, quick ? 120 : STEP));
    }
  } catch (error) {
    sayError(error);
  } finally {
    if (mine === latest) game.showing.value = false;
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
        <button
          type="button"
          class="show"
          disabled={busy && !showing}
          onClick={() => {
            if (showing) game.showing.value = false;
            else void showSolution(game);
          }}
        >
          {showing ? "Stop" : "Show solution"}
        </button>
      </div>
      <div class="row told" aria-live="polite">
        {toDo && !showing && (
          <button type="button" class="primary" onClick={() => game.follow(hint)}>
            Do it
          </button>
        )}
        {hint && <span>{hint.message}</span>}
        {game.solved.value && !game.score.value.own && (
          <span>That is a solution. Start again to find one yourself.</span>
        )}
      </div>
    </section>
  );
}
