// Drawings are written and looked over by the server, a moment after each change.
import { effect, type ReadonlySignal, signal } from "@preact/signals";
import { writePuzzle } from "../api/client";
import type { Doc, Problem, Sizes } from "../api/types";
import { keep } from "./drawings";
import { opening, puzzle, setOwn } from "./puzzle";

const PAUSE = 200; // milliseconds after the last change
const AGAIN = 3000; // milliseconds until a server is asked again that did not answer

interface Checked<D> {
  doc: D;
  toml: string | null;
  problems: Problem[];
  sizes: Sizes | null;
}

export class Checking<D extends Doc> {
  /** What the server said last. */
  readonly checked = signal<Checked<D> | null>(null);
  /** Is the newest drawing still to be looked over? */
  readonly checking = signal(false);
  /** Why the server did not answer. */
  readonly silence = signal<string | null>(null);

  private known: D | null = null; // as it was opened, or as the other pages have it
  private identity = ""; // tells this drawing from others
  private stop: AbortController | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly kind: D["kind"],
    private readonly doc: ReadonlySignal<D | null>,
  ) {}

  /** Something else is drawn from now on. */
  begin(first: D | null): void {
    this.identity = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}`;
    this.known = first;
  }

  /** The puzzle that is open, unless it is what is drawn here. */
  newcomer(): D | null {
    const open = puzzle.value?.doc;
    if (open?.kind !== this.kind || open === this.doc.value || open === this.known) return null;
    return open as D;
  }

  /** Have the drawing looked over now. */
  readonly now = async (): Promise<void> => {
    clearTimeout(this.timer);
    this.stop?.abort();
    const shown = this.doc.value;
    if (!shown || shown === this.known) {
      this.checking.value = false;
      return;
    }
    const mine = new AbortController();
    this.stop = mine;
    this.checking.value = true;
    try {
      const { toml, problems, sizes } = await writePuzzle(shown, mine.signal);
      if (mine !== this.stop) return;
      this.checked.value = { doc: shown, toml, problems, sizes };
      this.silence.value = null;
      if (toml === null || this.doc.value !== shown) return;
      keep({ id: this.identity, title: shown.title, toml, time: Date.now() });
      const open = puzzle.peek();
      const before = this.known;
      this.known = shown;
      // Meanwhile another puzzle may have been opened, or be on its way.
      if (!opening.peek() && (!open || open.doc === before)) setOwn(shown, toml, problems, sizes);
    } catch (error) {
      if (mine.signal.aborted || mine !== this.stop) return;
      this.silence.value = (error as Error).message;
      this.timer = setTimeout(this.now, AGAIN);
    } finally {
      if (mine === this.stop) this.checking.value = this.doc.value !== shown;
    }
  };

  /** Look the drawing over whenever it changes; call what is returned to end that. */
  readonly start = (): (() => void) => {
    const end = effect(() => {
      const shown = this.doc.value;
      clearTimeout(this.timer);
      this.stop?.abort();
      this.stop = null;
      if (!shown) {
        this.checked.value = null;
      } else if (shown !== this.known) {
        this.checking.value = true;
        this.timer = setTimeout(this.now, PAUSE);
      } else {
        const open = puzzle.peek();
        this.checking.value = false;
        this.silence.value = null; // that was about another drawing
        if (open?.doc === shown) this.checked.value = { ...open, doc: shown };
      }
    });
    return () => {
      end();
      void this.now();
    };
  };
}
