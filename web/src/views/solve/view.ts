// What one looks at: which solution, from which side, and which pieces stand out.
import { computed, effect, signal } from "@preact/signals";
import type { Viewer } from "tilewright-viewer/viewer.js";
import type { Doc } from "../../api/types";
import type { Book } from "./book";
import { type Condition, spelt } from "./conditions";

export type Mode = "flat" | "space";

export class View {
  /** The place in the list of solutions, from 0. */
  readonly index = signal(0);
  readonly mode = signal<Mode>("flat");
  /** The name of the piece that stands out. */
  readonly marked = signal<string | null>(null);
  /** The piece for which a cell is being chosen. */
  readonly picked = signal<string | null>(null);
  readonly conditions = signal<Condition[]>([]);
  /** Names of pieces that are hidden in space. */
  readonly hidden = signal<ReadonlySet<string>>(new Set());

  /** Whether this browser can draw in space. */
  readonly canTurn = signal(true);

  readonly last = computed(() => Math.max(0, this.book.total.value - 1));

  /** A picture in space stays as it was turned while the flat one is shown. */
  wasInSpace = false;
  private viewer: Viewer | null = null;

  constructor(
    readonly doc: Doc,
    readonly book: Book,
    place = 1, // in the list, from 1
  ) {
    this.index.value = Math.max(0, place - 1);
    if (doc.kind === "lattice" && !doc.lattice.flat) this.mode.value = "space";
    effect(() => this.letStandOut(this.marked.value));
  }

  /** The solution that is shown, if it is here already. */
  get solution() {
    void this.book.version.value; // heed what comes in
    return this.book.at(this.index.value);
  }

  /** Is it known that no solution is like what was asked for? */
  get none(): boolean {
    return this.conditions.value.length > 0 && this.book.answered.value && !this.book.total.value;
  }

  go(index: number): void {
    this.index.value = Math.max(0, Math.min(this.last.value, Math.round(index)));
    this.book.want({ first: this.index.value, last: this.index.value + 1 });
  }

  select(conditions: Condition[]): void {
    this.conditions.value = conditions;
    this.picked.value = null;
    this.index.value = 0;
    this.book.select(conditions.map(spelt));
  }

  /** Show or hide all pieces of a name, also while the picture is on its way. */
  hide(name: string, hidden: boolean): void {
    const names = new Set(this.hidden.value);
    if (hidden) names.add(name);
    else names.delete(name);
    this.hidden.value = names;
    this.viewer?.model.bodies.forEach((body, number) => {
      if (body.name === name) this.viewer?.hide(number, hidden);
    });
  }

  /** Heed a viewer: what is pointed at or hidden there is so everywhere. */
  attach(viewer: Viewer | null): void {
    this.viewer = viewer;
    if (!viewer) {
      this.canTurn.value = false;
      this.mode.value = "flat";
    }
    for (const name of this.hidden.value) this.hide(name, true);
    viewer?.addEventListener("change", () => {
      const names = viewer.model.bodies.map((body) => body.name);
      this.marked.value = names[viewer.marked] ?? null;
      const hidden = names.filter((_, number) => viewer.hidden.has(viewer.keys[number]!));
      if (hidden.join("\n") !== [...this.hidden.value].join("\n"))
        this.hidden.value = new Set(hidden);
    });
  }

  private letStandOut(name: string | null): void {
    const { viewer } = this;
    const bodies = viewer?.model.bodies ?? [];
    if ((bodies[viewer?.marked ?? -1]?.name ?? null) === name) return;
    viewer?.highlight(bodies.findIndex((body) => body.name === name));
  }
}
