// Asking the server whether what lies there can still be completed.
import { signal } from "@preact/signals";
import { checkPlay } from "../../api/client";
import type { CheckAnswer, PuzzleSource } from "../../api/types";
import type { Game, Lying } from "./game";
import { keepWish, wantsToKnow } from "./keeping";

const PATIENCE = [0.25, 2, 10]; // seconds, one after another while the server is still thinking

export class Checker {
  /** What is known of the position that is shown; null: not asked, or no answer yet. */
  readonly answer = signal<CheckAnswer | null>(null);
  readonly asking = signal(false);
  readonly trouble = signal<string | null>(null);
  readonly tell = signal(wantsToKnow());
  private running: AbortController | null = null;
  private placed: Lying[] = [];

  constructor(
    private readonly puzzle: PuzzleSource,
    private readonly game: Game,
  ) {}

  setTell(tell: boolean): void {
    this.tell.value = tell;
    keepWish(tell);
    this.check(this.placed);
  }

  /** Ask about a position, and forget what was asked before. */
  check(placed: Lying[]): void {
    this.stop();
    this.placed = placed;
    this.answer.value = null;
    this.trouble.value = null;
    if (this.tell.value || this.game.isFull(placed)) void this.ask(placed);
  }

  /** Ask no more; an answer that was not the last one is none. */
  stop(): void {
    this.running?.abort();
    this.running = null;
    if (this.asking.value) this.answer.value = null;
    this.asking.value = false;
  }

  private async ask(placed: Lying[]): Promise<void> {
    const running = new AbortController();
    this.running = running;
    this.asking.value = true;
    try {
      for (const patience of PATIENCE) {
        const told = this.game.told(placed);
        const answer = await checkPlay(this.puzzle, told, patience, running.signal);
        if (this.running !== running) return;
        this.answer.value = answer;
        if (answer.state !== "thinking") break;
      }
    } catch (error) {
      if (this.running !== running) return;
      this.answer.value = null;
      this.trouble.value = (error as Error).message;
    } finally {
      if (this.running === running) this.asking.value = false;
    }
  }
}

/** An answer in words; `begun`: pieces lie there; `asking`: a better one may come. */
export function inWords(answer: CheckAnswer, begun: boolean, asking: boolean): string {
  const { state, ways, more, complete, wrong, message } = answer;
  if (complete) return "Solved!";
  if (wrong.length) return message;
  if (state === "no")
    return begun ? "This cannot be completed any more." : "This puzzle has no solution.";
  if (state === "thinking")
    return asking ? "Still thinking…" : "Too hard to tell whether this can still be completed.";
  if (ways === null) return "Can still be completed.";
  const count = ways.toLocaleString("en");
  if (more) return `Can still be completed in more than ${count} ways.`;
  return ways === 1
    ? "Can still be completed in one way."
    : `Can still be completed in ${count} ways.`;
}
