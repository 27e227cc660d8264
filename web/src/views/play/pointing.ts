// The hand: pieces are dragged with a mouse, a pen or a finger, or picked up by a click and put
// down by another.
import { signal } from "@preact/signals";
import type { Point } from "../../api/types";
import type { Session } from "./session";

const SLOP = 6; // pixels within which a press is no drag
const NOTCH = 50; // pixels that a wheel goes for one turn
const ABOVE_FINGER = 64; // pixels by which a piece is shown above the finger

/** Something that can tell which point of which layer is under a point of the window. */
export interface Ground {
  find(client: Point): { at: Point; height: number } | null;
  /** Pixels per unit. */
  scale: number;
}

/** Where the hand is, in pixels of the window, and how far the grabbed cell is from it. */
export interface Hand {
  at: Point;
  /** From the hand to the middle of the grabbed cell, in units. */
  offset: Point;
}

interface Press {
  id: number;
  start: Point;
  touch: boolean;
  began: boolean;
  grab: () => Point; // takes the piece; how far the middle of its cell is from the hand
  click: () => void;
}

export class Pointing {
  /** Set while a piece is dragged. */
  readonly hand = signal<Hand | null>(null);
  ground: Ground | null = null;
  private press: Press | null = null;

  constructor(private readonly session: Session) {}

  /** A pointer went down on a piece. */
  down(event: PointerEvent, grab: () => Point, click: () => void): void {
    if (event.button !== 0 || this.press) return;
    const touch = event.pointerType !== "mouse";
    const start: Point = [event.clientX, event.clientY];
    this.press = { id: event.pointerId, start, touch, began: false, grab, click };
  }

  /** Is a piece being dragged? */
  get dragging(): boolean {
    return this.press?.began ?? false;
  }

  /** Listen to the window; call what is returned to stop. */
  listen(): () => void {
    const { session } = this;
    const moved = (event: PointerEvent) => this.moved(event);
    const up = (event: PointerEvent) => this.up(event);
    const cancelled = (event: PointerEvent) => {
      if (event.pointerId !== this.press?.id) return;
      this.end();
      session.cancel();
    };
    const second = (event: PointerEvent) => {
      if (this.press?.began && event.pointerId !== this.press.id) this.turn(1);
    };
    let turned = 0;
    const wheel = (event: WheelEvent) => {
      const over = event.target instanceof Element && event.target.closest(".game .board svg");
      if (!session.held.value || !(this.dragging || over)) return;
      event.preventDefault();
      turned += event.deltaY || event.deltaX;
      if (Math.abs(turned) < NOTCH) return;
      this.turn(turned);
      turned = 0;
    };
    window.addEventListener("pointermove", moved);
    window.addEventListener("pointerup", up);
    window.addEventListener("pointercancel", cancelled);
    window.addEventListener("pointerdown", second);
    window.addEventListener("wheel", wheel, { passive: false });
    return () => {
      window.removeEventListener("pointermove", moved);
      window.removeEventListener("pointerup", up);
      window.removeEventListener("pointercancel", cancelled);
      window.removeEventListener("pointerdown", second);
      window.removeEventListener("wheel", wheel);
    };
  }

  private turn(sense: number): void {
    this.session.turnByKey(sense > 0 ? "r" : "R");
    this.turned();
  }

  /** After a turn the grabbed cell is right in the hand. */
  turned(): void {
    const hand = this.hand.value;
    if (!hand || !this.session.game.slides) return;
    this.hand.value = { ...hand, offset: [0, 0] };
    this.hold();
  }

  private moved(event: PointerEvent): void {
    const press = this.press;
    if (!press || event.pointerId !== press.id) return;
    const at: Point = [event.clientX, event.clientY];
    if (!press.began) {
      if (Math.hypot(at[0] - press.start[0], at[1] - press.start[1]) < SLOP) return;
      press.began = true;
      this.hand.value = { at, offset: press.grab() };
    }
    if (press.touch) at[1] -= ABOVE_FINGER;
    this.hand.value = { ...this.hand.value!, at };
    this.hold();
  }

  private hold(): void {
    const hand = this.hand.value;
    if (!hand || !this.ground) return;
    const { scale } = this.ground;
    const [x, y] = hand.at;
    const [u, v] = hand.offset;
    const found = this.ground.find([x + u * scale, y + v * scale]);
    this.session.hold(found?.at ?? null, found?.height);
  }

  private up(event: PointerEvent): void {
    const press = this.press;
    if (!press || event.pointerId !== press.id) return;
    this.end();
    if (!press.began) {
      press.click();
      return;
    }
    const over = this.session.held.value?.cells;
    if (this.session.drop()) return;
    if (over) this.session.cancel();
    else this.session.home();
  }

  private end(): void {
    this.press = null;
    this.hand.value = null;
  }
}
