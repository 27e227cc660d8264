// A game with polygons: what lies where, what is in the hand, and what the server says about it.
import { computed, effect, signal } from "@preact/signals";
import { hint as askHint, checkPlay } from "../../api/client";
import type {
  CheckAnswer,
  HintAnswer,
  Placed,
  Point,
  PolygonDoc,
  PolygonPieceDoc,
  PuzzleSource,
  ShapeDoc,
  Strength,
} from "../../api/types";
import { History } from "../../store/history";
import { FRESH, keepWish, load, type Score, save, wantsToKnow } from "../play/keeping";
import {
  areaOf,
  boxOf,
  centreOf,
  isInside,
  laid,
  minus,
  type Pose,
  poseOnto,
  type Ring,
  stepOf,
} from "./geometry";
import { type Snapping, type Surroundings, snapped } from "./snap";

/** One piece of those that there are. */
export interface Item {
  piece: PolygonPieceDoc;
  label: string; // its name, with a number if there are several
  rings: Ring[]; // about its centre
}

/** Where every piece lies; `order` are those on the board, as they were put there. */
export interface Lie {
  poses: Pose[];
  order: number[];
}

/** The piece in the hand, and where it would come to lie. */
export interface Held {
  item: number;
  pose: Pose;
  goal: Pose;
}

const PATIENCE = [0.25, 2, 10]; // seconds, one after another while the server is still thinking
const MANY = 1000; // ways: more are not counted
const MOST = 500; // of one piece are shown
const REACH = 0.07; // of the board's size: how far a dropped piece may jump
const TURN = 8; // degrees by which it may turn
const LEAST = 15; // degrees of a turn after which it snaps

/** Rings that run as they should: the outer one counter-clockwise, holes clockwise. */
const ringsOf = (shape: ShapeDoc): Ring[] =>
  shape.rings.map((ring, k) => (areaOf(ring) > 0 === (k === 0) ? ring : [...ring].reverse()));

function itemsOf(doc: PolygonDoc): Item[] {
  return doc.pieces.flatMap((piece) => {
    const rings = ringsOf(piece.shape);
    const centre = centreOf(rings[0] ?? []);
    const moved = rings.map((ring) => ring.map((corner) => minus(corner, centre)));
    return Array.from({ length: Math.min(piece.count, MOST) }, (_, k) => {
      const label = piece.count > 1 ? `${piece.name} ${k + 1}` : piece.name;
      return { piece, label, rings: moved };
    });
  });
}

/** May an answer become better with more patience? */
const isUnsure = ({ state, more, ways }: CheckAnswer) =>
  state === "thinking" || (more && (ways ?? 0) < MANY);

/** What is kept of a game. */
interface Kept {
  lie: Lie;
  score: Score;
}

export class Game {
  readonly items: Item[];
  readonly board: Ring[];
  readonly size: number;
  readonly turnStep: number; // degrees of one turn
  readonly history: History<Lie>;
  readonly held = signal<Held | null>(null);
  readonly chosen = signal<number | null>(null);
  readonly answer = signal<CheckAnswer | null>(null);
  readonly asking = signal(false); // the server, for an answer or a better one
  readonly hint = signal<HintAnswer | null>(null);
  readonly given = new Map<string, HintAnswer>();
  readonly said = signal(""); // to a screen reader
  readonly trouble = signal<string | null>(null);
  readonly tell = signal(wantsToKnow());
  readonly score = signal<Score>(FRESH);
  readonly showing = signal(false); // the solution, move by move
  private running: AbortController | null = null;

  constructor(
    private readonly puzzle: PuzzleSource,
    readonly doc: PolygonDoc,
    private readonly toml: string,
  ) {
    this.items = itemsOf(doc);
    this.board = doc.board.flatMap(ringsOf);
    const { left, right, bottom, top } = boxOf(this.board.flat());
    this.size = Math.max(right - left, top - bottom);
    this.turnStep = stepOf([...this.board, ...this.items.flatMap(({ rings }) => rings)]);
    const poses = this.items.map((): Pose => ({ x: 0, y: 0, degrees: 0, flipped: false }));
    const kept = load<Kept>(toml);
    const sound = kept && kept.lie.poses.length === poses.length;
    this.history = new History<Lie>(sound ? kept.lie : { poses, order: [] });
    if (sound) this.score.value = kept.score;
  }

  /** The numbers of the pieces that the server takes for wrong. */
  readonly wrong = computed(() => {
    const { order } = this.history.value;
    return new Set(this.answer.value?.wrong.map((number) => order[number]));
  });

  readonly solved = computed(() => this.answer.value?.complete === true && !this.held.value);

  private around(without: number): Surroundings {
    const { poses, order } = this.history.value;
    const others = order
      .filter((item) => item !== without)
      .map((item) => this.items[item]!.rings.map((ring) => laid(ring, poses[item]!)));
    return { board: this.board, others, size: this.size };
  }

  private snapped(item: number, pose: Pose, reach = REACH): Pose {
    const { rings, piece } = this.items[item]!;
    const how: Snapping = { reach: reach * this.size, turn: piece.turn ? TURN : 0 };
    return snapped(rings[0]!, pose, this.around(item), how);
  }

  /** Is a piece over the board, at least in part? */
  private isOver(item: number, pose: Pose): boolean {
    const there = laid(this.items[item]!.rings[0]!, pose);
    return [[pose.x, pose.y] as Point, ...there].some((point) => isInside(point, this.board));
  }

  /** Hold a piece somewhere. */
  hold(item: number, pose: Pose): void {
    const goal = this.isOver(item, pose) ? this.snapped(item, pose) : pose;
    this.held.value = { item, pose, goal };
    this.chosen.value = item;
  }

  /** Let go of the piece in the hand: on the board, or else it goes back to the tray. */
  drop(): void {
    const held = this.held.value;
    if (!held) return;
    this.lay(held.item, this.isOver(held.item, held.goal) ? held.goal : null);
    this.held.value = null;
  }

  /** A piece on the board, or (null) in the tray. */
  lay(item: number, pose: Pose | null, own = true): void {
    const { poses, order } = this.history.value;
    const rest = order.filter((other) => other !== item);
    const { degrees, flipped } = this.held.value?.pose ?? poses[item]!; // it may have been turned
    const next = pose ?? { x: 0, y: 0, degrees, flipped };
    if (pose === null && rest.length === order.length) {
      this.history.set({ poses: poses.with(item, next), order });
      return;
    }
    this.history.set({ poses: poses.with(item, next), order: pose ? [...rest, item] : rest });
    this.count({ moves: this.score.value.moves + 1, own: own && pose !== null });
    this.said.value = `${this.items[item]!.label} lies ${pose ? "on the board" : "in the tray"}.`;
    this.changed();
  }

  /** Turn the chosen piece, or turn it over, wherever it is. */
  turn(degrees: number, flip = false): void {
    const item = this.held.value?.item ?? this.chosen.value;
    if (item === null) return;
    const { piece, label } = this.items[item]!;
    if (flip ? !piece.flip : !piece.turn) {
      this.said.value = `${label} may not be turned${flip ? " over" : ""}.`;
      return;
    }
    const turned = (pose: Pose): Pose => ({
      ...pose,
      degrees: flip ? -pose.degrees : pose.degrees + degrees,
      flipped: flip ? !pose.flipped : pose.flipped,
    });
    if (this.held.value) {
      this.hold(item, turned(this.held.value.pose));
      return;
    }
    const { poses, order } = this.history.value;
    let next = turned(poses[item]!);
    const placed = order.includes(item);
    if (placed && Math.abs(degrees) >= LEAST) next = this.snapped(item, next, REACH / 2);
    this.history.set({ poses: poses.with(item, next), order });
    if (!placed) return;
    this.count({ own: true });
    this.changed();
  }

  /** Move the chosen piece by keys; from the tray it comes to the middle of the board. */
  step(by: Point, snap: boolean): void {
    const item = this.chosen.value;
    if (item === null) return;
    const { poses, order } = this.history.value;
    const pose = poses[item]!;
    if (!order.includes(item)) {
      const [x, y] = centreOf(this.board[0] ?? []);
      this.lay(item, { ...pose, x, y });
      return;
    }
    const moved = { ...pose, x: pose.x + by[0], y: pose.y + by[1] };
    this.lay(item, snap ? this.snapped(item, moved) : moved);
  }

  undo(): void {
    this.history.undo();
    this.changed();
  }

  redo(): void {
    this.history.redo();
    this.changed();
  }

  restart(): void {
    const { poses } = this.history.value;
    this.history.set({ poses, order: [] });
    this.score.value = FRESH;
    this.given.clear();
    this.changed();
  }

  count(score: Partial<Score>): void {
    this.score.value = { ...this.score.value, ...score };
  }

  setTell(tell: boolean): void {
    this.tell.value = tell;
    keepWish(tell);
  }

  /** Let the clock go; call what is returned to stop all. */
  start(): () => void {
    if (!this.answer.value) void this.check();
    const clock = setInterval(() => {
      if (!document.hidden && !this.solved.value)
        this.count({ seconds: this.score.value.seconds + 1 });
    }, 1000);
    const stopKeeping = effect(() => {
      save<Kept>(this.toml, { lie: this.history.value, score: this.score.value });
    });
    return () => {
      clearInterval(clock);
      stopKeeping();
      this.showing.value = false;
      this.held.value = null;
      this.stop();
    };
  }

  private told(): Placed[] {
    const { poses, order } = this.history.value;
    return order.map((item) => {
      const { piece, rings } = this.items[item]!;
      return { piece: piece.name, ring: laid(rings[0]!, poses[item]!) };
    });
  }

  private changed(): void {
    this.hint.value = null;
    this.check();
  }

  /** Ask no more; an answer that was not the last one is none. */
  private stop(): void {
    this.running?.abort();
    this.running = null;
    if (this.asking.value) this.answer.value = null;
    this.asking.value = false;
  }

  private async check(): Promise<void> {
    this.stop();
    const running = new AbortController();
    this.running = running;
    this.asking.value = true;
    this.answer.value = null;
    this.trouble.value = null;
    try {
      for (const patience of PATIENCE) {
        const answer = await checkPlay(this.puzzle, this.told(), patience, running.signal);
        if (this.running !== running) return;
        this.answer.value = answer;
        if (!isUnsure(answer)) break;
      }
    } catch (error) {
      if (this.running !== running) return;
      this.answer.value = null;
      this.trouble.value = (error as Error).message;
    } finally {
      if (this.running === running) this.asking.value = false;
    }
  }

  position(): string {
    return JSON.stringify(this.told());
  }

  askHint(strength: Strength): Promise<HintAnswer> {
    return askHint(this.puzzle, this.told(), strength);
  }

  /** Show a hint, and choose the piece that it is about. */
  heed(hint: HintAnswer): void {
    this.hint.value = hint;
    this.chosen.value = this.meant(hint) ?? this.chosen.value;
  }

  cancel(): void {
    this.held.value = null;
  }

  /** The piece that a hint is about. */
  meant({ kind, piece, placed }: HintAnswer): number | null {
    const { order } = this.history.value;
    if (kind === "remove" && placed !== null) return order[placed] ?? null;
    const found = this.items.findIndex(
      (item, k) => item.piece.name === piece && !order.includes(k),
    );
    return found < 0 ? null : found;
  }

  /** Do what a hint says.  Was there something to do? */
  follow(found: HintAnswer): boolean {
    const item = this.meant(found);
    const ring = found.rings[0];
    if (item === null) return false;
    if (found.kind === "remove") this.lay(item, null);
    if (found.kind !== "move" || !ring) return found.kind === "remove";
    const pose = poseOnto(this.items[item]!.rings[0]!, ring, 1e-3 * this.size);
    if (pose) this.lay(item, pose, false);
    return pose !== null;
  }
}
