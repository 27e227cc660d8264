import { signal } from "@preact/signals";
import { expect, test, vi } from "vitest";
import type { HintAnswer } from "../../api/types";
import { type Helped, showSolution } from "./hints";
import { FRESH } from "./keeping";

const settle = () => new Promise((done) => setTimeout(done));

test("a solution that is asked for again is shown to its end", async () => {
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  const history = signal(0); // moves, of three that solve it
  const answers: (() => void)[] = [];
  const game: Helped = {
    history,
    hint: signal(null),
    showing: signal(false),
    get solved() {
      return { value: history.value === 3 };
    },
    score: signal(FRESH),
    given: new Map(),
    position: () => "",
    askHint: () =>
      new Promise((answer) => answers.push(() => answer({ kind: "move" } as HintAnswer))),
    heed: () => {},
    follow: () => {
      history.value++;
      return true;
    },
    count: () => {},
    cancel: () => {},
  };
  void showSolution(game);
  game.showing.value = false; // the page is left, or somebody says stop
  const shown = showSolution(game);
  answers.shift()!(); // to who asked first
  await settle();
  expect(history.value).toBe(0);
  expect(game.showing.value).toBe(true);
  while (!game.solved.value) {
    await vi.waitFor(() => expect(answers).not.toHaveLength(0));
    answers.shift()!();
    await settle();
  }
  await shown;
  expect(history.value).toBe(3);
  expect(game.showing.value).toBe(false);
});
