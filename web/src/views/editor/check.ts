// The drawing is written and looked over by the server, a moment after each change.
import { effect, signal } from "@preact/signals";
import { writePuzzle } from "../../api/client";
import type { LatticeDoc, Problem, Sizes } from "../../api/types";
import { puzzle, setOwn } from "../../store/puzzle";
import { keep } from "./earlier";
import { doc, identity, isChanged, isKnown } from "./state";

const PAUSE = 200; // milliseconds after the last change
const AGAIN = 3000; // milliseconds until a server is asked again that did not answer

export interface Checked {
  doc: LatticeDoc;
  toml: string | null;
  problems: Problem[];
  sizes: Sizes | null;
}

/** What the server said last. */
export const checked = signal<Checked | null>(null);
/** Is the newest drawing still to be looked over? */
export const checking = signal(false);
export const silence = signal<string | null>(null); // why the server did not answer

let stop: AbortController | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Have the drawing looked over now. */
export async function checkNow(): Promise<void> {
  clearTimeout(timer);
  stop?.abort();
  const shown = doc.value;
  if (!shown || !isChanged()) {
    checking.value = false;
    return;
  }
  stop = new AbortController();
  const mine = stop;
  checking.value = true;
  try {
    const { toml, problems, sizes } = await writePuzzle(shown, mine.signal);
    if (mine !== stop) return;
    checked.value = { doc: shown, toml, problems, sizes };
    silence.value = null;
    if (toml !== null && doc.value === shown) {
      isKnown();
      setOwn(shown, toml, problems, sizes);
      keep({ id: identity, title: shown.title, toml, time: Date.now() });
    }
  } catch (error) {
    if (mine.signal.aborted || mine !== stop) return;
    silence.value = (error as Error).message;
    timer = setTimeout(checkNow, AGAIN);
  } finally {
    if (mine === stop) checking.value = doc.value !== shown;
  }
}

/** Look the drawing over whenever it changes; call what is returned to end that. */
export function keepChecking(): () => void {
  const end = effect(() => {
    const shown = doc.value;
    clearTimeout(timer);
    stop?.abort();
    stop = null;
    if (!shown) {
      checked.value = null;
    } else if (isChanged()) {
      checking.value = true;
      timer = setTimeout(checkNow, PAUSE);
    } else {
      const open = puzzle.peek();
      checking.value = false;
      if (open?.doc === shown) checked.value = { ...open, doc: shown };
    }
  });
  return () => {
    end();
    void checkNow();
  };
}
