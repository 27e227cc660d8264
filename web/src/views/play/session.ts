// A game that is being played: what lies there, what is in the hand, and what was said.
import { computed, effect, signal } from "@preact/signals";
import { hint as askHint } from "../../api/client";
import type { Cell, HintAnswer, LatticeDoc, Point, Strength } from "../../api/types";
import { History } from "../../store/history";
import { given, type OpenPuzzle } from "../../store/puzzle";
import { Checker } from "./checking";
import { Game, type Lying } from "./game";
import { FRESH, load, type Score, save } from "./keeping";
import { type Turn, turnsOf } from "./turning";

/** The piece in the hand. */
export interface Held {
  piece: number;
  motion: number;
  /** The number of the cell at which it is held. */
  grabbed: number;
  /** The number of the piece on the board that was picked up; null: from the tray. */
  from: number | null;
  /** Where it would lie; null: not over the board. */
  cells: Cell[] | null;
}

export type LatticePuzzle = OpenPuzzle & { doc: LatticeDoc };

/** What is kept of a game. */
interface Kept {
  placed: Lying[];
  motions: number[];
  score: Score;
}

export class Session {
  readonly game: Game;
  readonly turns: Turn[];
  readonly history: History<Lying[]>;
  readonly checker: Checker;
  readonly held = signal<Held | null>(null);
  /** How each piece lies in the tray. */
  readonly motions = signal<number[]>([]);
  readonly score = signal<Score>(FRESH);
  readonly hint = signal<HintAnswer | null>(null);
  readonly given = new Map<string, HintAnswer>();
  /** What a screen reader is told. */
  readonly said = signal("");
  /** The solution is being shown, move by move. */
  readonly showing = signal(false);

  constructor(readonly puzzle: LatticePuzzle) {
    this.game = new Game(puzzle.doc);
    this.turns = turnsOf(puzzle.doc.lattice).filter(({ motion: by }) =>
      this.game.stock.some(({ allowed }, piece) =>
        [...allowed].some((motion) => this.game.turned(piece, motion, by) !== motion),
      ),
    );
    const kept = load<Kept>(puzzle.toml);
    this.history = new History(this.game.sound(kept?.placed ?? []));
    if (kept) this.score.value = kept.score;
    this.motions.value = this.game.stock.map((_, k) => {
      const motion = kept?.motions[k];
      return motion !== undefined && this.game.stock[k]!.allowed.has(motion)
        ? motion
        : this.game.first(k);
    });
    this.checker = new Checker(given(puzzle), this.game);
  }

  /** Is the puzzle solved, and nothing in the hand? */
  readonly solved = computed(
    () => this.checker.answer.value?.complete === true && !this.held.value,
  );

  /** The pieces on the board, without the one in the hand. */
  readonly others = computed(() => {
    const from = this.held.value?.from ?? null;
    return from === null ? this.history.value : this.history.value.filter((_, k) => k !== from);
  });

  /** For each cell of the piece in the hand: may it lie there? */
  readonly verdict = computed(() => {
    const held = this.held.value;
    return held?.cells ? this.game.judge(held.piece, held.cells, this.others.value) : [];
  });

  readonly fits = computed(() => {
    const verdict = this.verdict.value;
    return verdict.length > 0 && verdict.every(Boolean);
  });

  nameOf(piece: number): string {
    return this.game.stock[piece]!.doc.name;
  }

  left(piece: number): number {
    return this.game.left(this.history.value, piece);
  }

  /** Pick up a piece from the tray. */
  take(piece: number, grabbed = 0): void {
    if (this.left(piece) <= 0) return;
    const motion = this.motions.value[piece]!;
    this.held.value = { piece, motion, grabbed, from: null, cells: null };
    this.said.value = `${this.nameOf(piece)} is in your hand.`;
  }

  /** Pick up a piece from the board. */
  lift(number: number, grabbed = 0): void {
    const lying = this.history.value[number];
    if (!lying) return;
    const { piece, motion, cells } = lying;
    this.held.value = { piece, motion, grabbed, from: number, cells };
    this.said.value = `${this.nameOf(piece)} is in your hand.`;
  }

  /** Hold the piece over a point of a layer, or nowhere. */
  hold(to: Point | null, height = 0): void {
    const held = this.held.value;
    if (!held) return;
    const right = this.turns.find(({ key }) => key === "r");
    const motion =
      to && right && !this.game.slides
        ? this.game.swung(held, held.grabbed, to, right.motion)
        : held.motion;
    const lying = { piece: held.piece, motion };
    const cells = to && this.game.snap(lying, held.grabbed, to, height, this.others.value);
    if (motion === held.motion && cells?.join() === held.cells?.join()) return;
    this.held.value = { ...held, motion, cells };
  }

  /** Turn the piece in the hand about the cell at which it is held. */
  turn({ motion: by }: Turn): void {
    const held = this.held.value;
    if (!held) return;
    const motion = this.game.turned(held.piece, held.motion, by);
    this.motions.value = this.motions.value.map((old, k) => (k === held.piece ? motion : old));
    const anchor = held.cells?.[held.grabbed];
    this.held.value = { ...held, motion, cells: null };
    const { game } = this;
    const to = game.slides ? anchor : anchor && game.oriented(held.piece, motion)[held.grabbed]!;
    if (anchor && to) this.hold(game.centre(to), game.height(anchor));
    this.tell();
  }

  turnByKey(key: string): boolean {
    const turn = this.turns.find((one) => one.key === key);
    if (!turn || !this.held.value) return false;
    this.turn(turn);
    return true;
  }

  /** Move the piece in the hand by keys: a side, or layers up and down. */
  step(side: Point, layers = 0): void {
    const held = this.held.value;
    if (!held) return;
    if (!held.cells) {
      const first = this.firstFree();
      this.hold(this.game.centre(first), this.game.height(first));
    } else {
      const { cells, grabbed } = held;
      const next = layers
        ? this.game.lifted(cells, grabbed, layers)
        : this.game.stepped(cells, grabbed, side);
      const near = next.some((cell) =>
        this.game.isNear(this.game.centre(cell), this.game.height(cell)),
      );
      if (near) this.held.value = { ...held, cells: next };
    }
    this.tell();
  }

  private firstFree(): Cell {
    const taken = this.game.taken(this.others.value);
    return this.game.cells.find((cell) => !taken.has(cell.join())) ?? this.game.cells[0]!;
  }

  /** Say where the piece is. */
  private tell(): void {
    const held = this.held.value;
    const cell = held?.cells?.[held.grabbed];
    if (!held || !cell) return;
    const fits = this.fits.value ? "fits" : "does not fit";
    this.said.value = `${this.nameOf(held.piece)} at ${this.game.where(cell)}: ${fits}.`;
  }

  /** Put the piece down where it is, if it fits.  Was it put down? */
  drop(): boolean {
    const held = this.held.value;
    if (!held?.cells) return false;
    const lying = { piece: held.piece, motion: held.motion, cells: held.cells };
    if (!this.fits.value) {
      this.said.value = `${this.nameOf(held.piece)} does not fit there.`;
      return false;
    }
    const before = held.from === null ? null : this.history.value[held.from];
    const placed = [...this.others.value];
    placed.splice(held.from ?? placed.length, 0, lying);
    this.held.value = null;
    if (before?.cells.join() !== lying.cells.join()) this.move(placed);
    const cell = lying.cells[held.grabbed] ?? lying.cells[0]!;
    this.said.value = `${this.nameOf(lying.piece)} lies at ${this.game.where(cell)}.`;
    return true;
  }

  /** Put the piece back to where it was. */
  cancel(): void {
    if (!this.held.value) return;
    this.said.value = `${this.nameOf(this.held.value.piece)} is back.`;
    this.held.value = null;
  }

  /** Put the piece in the hand into the tray. */
  home(): void {
    const held = this.held.value;
    if (!held) return;
    const placed = this.others.value;
    this.held.value = null;
    if (held.from !== null) this.move(placed, false);
    this.said.value = `${this.nameOf(held.piece)} is in the tray.`;
  }

  /** Put a piece of the board into the tray. */
  remove(number: number): void {
    this.lift(number);
    this.home();
  }

  position(): string {
    return JSON.stringify(this.game.told(this.history.value));
  }

  askHint(strength: Strength): Promise<HintAnswer> {
    return askHint(given(this.puzzle), this.game.told(this.history.value), strength);
  }

  heed(hint: HintAnswer): void {
    this.hint.value = hint;
  }

  /** How the piece of a hint lies; null: the hint shows no such thing. */
  hinted({ kind, piece, cells, motion }: HintAnswer): Lying | null {
    if (kind !== "move" || !piece) return null;
    return this.game.matching(motion === null ? { piece, cells } : { piece, cells, motion });
  }

  /** Do what a hint says.  Was there something to do? */
  follow(hint: HintAnswer): boolean {
    if (hint.kind === "remove" && hint.placed !== null) {
      this.remove(hint.placed);
      return true;
    }
    const lying = this.hinted(hint);
    if (!lying || !this.game.fits(lying, this.history.value)) return false;
    this.held.value = null;
    this.move([...this.history.value, lying], false);
    this.said.value = `${hint.piece} lies at ${this.game.where(lying.cells[0]!)}.`;
    return true;
  }

  private move(placed: Lying[], own = true): void {
    this.history.set(placed);
    this.count({ moves: this.score.value.moves + 1, own });
    this.changed();
  }

  undo(): void {
    this.held.value = null;
    this.history.undo();
    this.changed();
  }

  redo(): void {
    this.held.value = null;
    this.history.redo();
    this.changed();
  }

  restart(): void {
    this.held.value = null;
    this.history.reset([]);
    this.score.value = FRESH;
    this.given.clear();
    this.changed();
  }

  count(score: Partial<Score>): void {
    this.score.value = { ...this.score.value, ...score };
  }

  private changed(): void {
    this.hint.value = null;
    this.checker.check(this.history.value);
  }

  /** Let the clock go; call what is returned to stop all. */
  start(): () => void {
    if (!this.checker.answer.value) this.checker.check(this.history.value);
    const clock = setInterval(() => {
      if (!document.hidden && !this.solved.value)
        this.count({ seconds: this.score.value.seconds + 1 });
    }, 1000);
    const stopKeeping = effect(() => {
      const { history, motions, score, puzzle } = this;
      save<Kept>(puzzle.toml, {
        placed: history.value,
        motions: motions.value,
        score: score.value,
      });
    });
    return () => {
      clearInterval(clock);
      stopKeeping();
      this.checker.stop();
      this.showing.value = false;
      this.held.value = null;
    };
  }
}
