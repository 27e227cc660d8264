// Undo and redo, a stroke at a time.
import { computed, signal } from "@preact/signals";

const MOST = 200; // strokes that are remembered

/** A value that remembers what it was. */
export class History<T> {
  private readonly past = signal<T[]>([]);
  private readonly future = signal<T[]>([]);
  private readonly now;
  private stroke: T | undefined; // the value before the stroke that is being made

  constructor(first: T) {
    this.now = signal(first);
  }

  readonly canUndo = computed(() => this.past.value.length > 0);
  readonly canRedo = computed(() => this.future.value.length > 0);

  get value(): T {
    return this.now.value;
  }

  /** A change of its own. */
  set(next: T): void {
    if (next === this.now.value) return;
    if (this.stroke === undefined) this.remember(this.now.value);
    this.now.value = next;
  }

  /** Until `endStroke`, all changes are one. */
  beginStroke(): void {
    this.stroke ??= this.now.value;
  }

  endStroke(): void {
    const before = this.stroke;
    this.stroke = undefined;
    if (before !== undefined && before !== this.now.value) this.remember(before);
  }

  undo(): void {
    this.endStroke();
    const before = this.past.value.at(-1);
    if (before === undefined) return;
    this.past.value = this.past.value.slice(0, -1);
    this.future.value = [...this.future.value, this.now.value];
    this.now.value = before;
  }

  redo(): void {
    this.endStroke();
    const after = this.future.value.at(-1);
    if (after === undefined) return;
    this.future.value = this.future.value.slice(0, -1);
    this.past.value = [...this.past.value, this.now.value];
    this.now.value = after;
  }

  /** Begin anew. */
  reset(first: T): void {
    this.stroke = undefined;
    this.past.value = [];
    this.future.value = [];
    this.now.value = first;
  }

  private remember(before: T): void {
    this.past.value = [...this.past.value, before].slice(-MOST);
    this.future.value = [];
  }
}
