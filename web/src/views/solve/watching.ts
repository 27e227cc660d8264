// A job that is looked at: what the server tells of it, as it comes.
import { signal } from "@preact/signals";
import { job as askJob, jobPuzzle, ServerError, solutions, watchJob } from "../../api/client";
import type { JobReport, ReadPuzzle } from "../../api/types";
import { Book } from "./book";
import { foundNumber, isOver } from "./words";

const TOLD = 200; // solutions that come by themselves; others are read when they are looked at

export class Watched {
  readonly job = signal<JobReport | null>(null);
  readonly read = signal<ReadPuzzle | null>(null);
  /** Why there is nothing to see. */
  readonly trouble = signal<string | null>(null);
  /** Whether the server is silent at the moment. */
  readonly lost = signal(false);
  readonly book: Book;

  private stop: (() => void) | null = null;
  private gone = false;

  constructor(readonly id: string) {
    this.book = new Book((first, limit, where) => solutions(id, first, limit, where));
  }

  async open(): Promise<void> {
    try {
      const [job, read] = await Promise.all([askJob(this.id), jobPuzzle(this.id)]);
      if (this.gone) return;
      this.read.value = read;
      this.hear(job);
    } catch (error) {
      this.fail(error);
    }
  }

  /** What is known of the job now; it is watched for as long as it lasts. */
  hear(job: JobReport): void {
    this.lost.value = false;
    this.job.value = job;
    if (job.task !== "count") this.book.grow(foundNumber(job));
    if (isOver(job)) this.unwatch();
    else if (!this.stop && !this.gone) this.watch(job.task !== "count" && foundNumber(job) < TOLD);
  }

  close(): void {
    this.gone = true;
    this.unwatch();
    this.book.close();
  }

  private watch(withSolutions: boolean): void {
    const told: Parameters<typeof watchJob>[1] = {
      job: (job) => this.hear(job),
      lost: () => void this.miss(),
    };
    if (withSolutions)
      told.solution = (solution) => {
        this.book.add(solution);
        if (solution.number < TOLD) return;
        this.unwatch();
        this.watch(false);
      };
    this.stop = watchJob(this.id, told);
  }

  private unwatch(): void {
    this.stop?.();
    this.stop = null;
  }

  /** The stream broke: is the job still there? */
  private async miss(): Promise<void> {
    this.lost.value = true;
    try {
      await askJob(this.id);
    } catch (error) {
      if (error instanceof ServerError && error.status === 404) this.fail(error);
    }
  }

  private fail(error: unknown): void {
    this.unwatch();
    if (!this.gone) this.trouble.value = (error as Error).message;
  }
}
