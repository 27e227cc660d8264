// The solutions of a job, read a page at a time: those that are looked at, not all.
import { signal } from "@preact/signals";
import type { NumberedSolution, SolutionPage } from "../../api/types";
import type { Span } from "./window";

const PAGE = 50;
const KEPT = 60; // pages that are remembered
const AGAIN = 1000; // milliseconds until a page is asked for again that was not complete

export type Ask = (first: number, limit: number, where: string[]) => Promise<SolutionPage>;

export class Book {
  /** How many solutions there are, as far as is known. */
  readonly total = signal(0);
  /** How many the job has found, whether they match or not. */
  readonly found = signal(0);
  /** Has it been told how many match? */
  readonly answered = signal(true);
  /** Another number whenever something new can be read. */
  readonly version = signal(0);
  /** Why solutions could not be read. */
  readonly trouble = signal<string | null>(null);

  private where: string[] = [];
  private pages = new Map<number, NumberedSolution[]>(); // the one that was used last is the last one
  private wish: number[] = [];
  private late = new Set<number>(); // pages that are not asked for just now
  private asking = false;
  private time = 0; // grows when all pages become worthless
  private stale = false; // there may be more that match

  constructor(private readonly ask: Ask) {}

  get filtered(): boolean {
    return this.where.length > 0;
  }

  /** The solution at a place of the list, from 0, if it is here already. */
  at(index: number): NumberedSolution | undefined {
    return this.pages.get(Math.floor(index / PAGE))?.[index % PAGE];
  }

  /** Read these places as soon as possible; what was wished for before is forgotten. */
  want(...spans: Span[]): void {
    const wish = new Set<number>();
    for (const { first, last } of spans)
      for (let page = Math.floor(first / PAGE); page * PAGE < last; page++) wish.add(page);
    this.wish = [...wish];
    void this.read();
  }

  /** Only solutions for which all of this holds. */
  select(where: string[]): void {
    this.where = where;
    this.pages.clear();
    this.late.clear();
    this.time++;
    this.asking = false;
    this.total.value = this.filtered ? 0 : this.found.value;
    this.stale = this.filtered;
    this.answered.value = !this.filtered;
    this.wish = [0];
    this.version.value++;
    void this.read();
  }

  /** A solution that was just found. */
  add(solution: NumberedSolution): void {
    if (this.filtered) return;
    const index = solution.number - 1;
    const page = this.pages.get(Math.floor(index / PAGE)) ?? [];
    if (page.length !== index % PAGE) return; // a part is missing: it is read when it is wanted
    page.push(solution);
    this.pages.set(Math.floor(index / PAGE), page);
    this.found.value = Math.max(this.found.value, solution.number);
    this.total.value = Math.max(this.total.value, solution.number);
    this.version.value++;
  }

  /** The job has found so many by now. */
  grow(found: number): void {
    if (found === this.found.value) return;
    this.found.value = found;
    if (this.filtered) this.stale = true;
    else if (found > this.total.value) this.total.value = found;
    void this.read();
  }

  /** Read nothing any more. */
  close(): void {
    this.time++;
    this.wish = [];
  }

  private isMissing(page: number): boolean {
    if (this.late.has(page)) return false;
    if (this.stale) return true;
    const left = this.total.value - page * PAGE;
    return left > 0 && (this.pages.get(page)?.length ?? 0) < Math.min(PAGE, left);
  }

  private async read(): Promise<void> {
    if (this.asking) return;
    const page = this.wish.find((one) => this.isMissing(one));
    if (page === undefined) return;
    const time = this.time;
    this.asking = true;
    this.stale = false;
    try {
      const answer = await this.ask(page * PAGE, PAGE, this.where);
      if (time !== this.time) return;
      this.trouble.value = null;
      this.keep(page, answer);
    } catch (error) {
      if (time !== this.time) return;
      this.trouble.value = (error as Error).message;
      this.later(page);
    }
    this.asking = false;
    void this.read();
  }

  private keep(page: number, answer: SolutionPage): void {
    this.pages.delete(page);
    this.pages.set(page, answer.solutions);
    for (const old of this.pages.keys()) {
      if (this.pages.size <= KEPT) break;
      this.pages.delete(old);
    }
    const known = this.total.value;
    this.total.value = this.filtered ? answer.total : Math.max(known, answer.total);
    this.answered.value = true;
    if (answer.solutions.length < PAGE) this.later(page);
    this.version.value++;
  }

  private later(page: number): void {
    const { time, late } = this;
    late.add(page);
    setTimeout(() => {
      if (time !== this.time) return;
      late.delete(page);
      void this.read();
    }, AGAIN);
  }
}
