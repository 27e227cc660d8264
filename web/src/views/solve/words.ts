// How a job is told in words.
import type { Counts, Job, Progress } from "../../api/types";

const grouped = new Intl.NumberFormat("en");
const percents = (share: number) => {
  const percent = Math.max(0, Math.min(1, share)) * 100;
  if (percent >= 99.5 && percent < 100) return "99.5";
  return percent < 1 && percent > 0 ? String(Number(percent.toPrecision(1))) : percent.toFixed(0);
};

/** 2339 as “2,339”; what is too large to be known to the last digit as “about 1.23 × 10^30”. */
export function inDigits(number: number): string {
  if (number <= Number.MAX_SAFE_INTEGER) return grouped.format(number);
  const [digits, power] = number.toExponential(2).split("e+");
  return `about ${digits} × 10^${power}`;
}

/** “1 solution”, “2,339 solutions”. */
export const some = (number: number, thing: string): string =>
  `${inDigits(number)} ${thing}${number === 1 ? "" : "s"}`;

const UNITS: [number, string][] = [
  [365.25 * 86400, "year"],
  [86400, "day"],
  [3600, "h"],
  [60, "min"],
  [1, "s"],
];
const AGES = 10_000 * 365.25 * 86400;

/** A time as people say it: “0.4 s”, “3 min”, “2 days”. */
export function inTime(seconds: number): string {
  if (seconds > AGES) return "more than 10,000 years";
  for (const [length, unit] of UNITS) {
    if (seconds < length * (unit === "s" ? 0.95 : 0.995)) continue;
    const times = seconds / length;
    const told = inDigits(
      times < 9.5 && unit === "h" ? Number(times.toFixed(1)) : Math.round(times),
    );
    return `${told} ${unit}${(unit === "day" || unit === "year") && told !== "1" ? "s" : ""}`;
  }
  return seconds < 0.05 ? "less than 0.1 s" : `${seconds.toFixed(1)} s`;
}

/** “about 3 min left (2 to 5 min)”; without the range where its ends sound the same. */
function timeLeft({ seconds_left, seconds_left_low, seconds_left_high }: Progress): string {
  const [low, high] = [inTime(seconds_left_low), inTime(seconds_left_high)];
  const about = `about ${inTime(seconds_left)} left`;
  if (low === high) return about;
  const [first, unit] = low.split(" ");
  return `${about} (${high.endsWith(` ${unit}`) && low.split(" ").length === 2 ? first : low} to ${high})`;
}

/** How far a search has come: honest, and with the range in which it may be. */
export function howFar(progress: Progress | null): string {
  if (!progress || progress.early) return "Too early to tell how long it takes.";
  const { share, share_low, share_high } = progress;
  const [low, high] = [percents(share_low), percents(share_high)];
  const range = low === high ? "" : ` (${low} to ${high} %)`;
  return `${percents(share)} % done${range}, ${timeLeft(progress)}`;
}

export const isOver = ({ state }: Job): boolean =>
  state === "done" || state === "cancelled" || state === "failed";

const UP_TO: Record<string, string> = {
  symmetry: "up to symmetry",
  rotation: "up to rotation",
  nothing: "every position counted",
};

/** The number of solutions found, and what counts as the same. */
export const found = (job: Job): string =>
  `${some(job.solutions, "solution")}${job.task === "one" ? "" : `, ${UP_TO[job.up_to] ?? job.up_to}`}`;

/** What became of a job, or how it is going: a heading. */
export function stateOf(job: Job): string {
  switch (job.state) {
    case "queued":
      return job.waiting
        ? `Waiting: ${some(job.waiting, "other job")} ${job.waiting === 1 ? "comes" : "come"} first`
        : "Waiting to start";
    case "running":
      return job.task === "count" ? "Counting" : "Searching";
    case "paused":
      return "Paused";
    case "failed":
      return "It did not work";
    case "cancelled":
      return "Cancelled";
    case "done":
      if (job.complete && job.solutions === 0) return "There is no solution";
      if (!job.complete && job.task !== "one") return "Stopped before the end";
      if (job.task === "one")
        return job.solutions ? "A solution is found" : "No solution was found";
      return job.task === "count" ? "Counted" : "All solutions are found";
  }
}

/** One sentence for those who hear the page: it changes seldom. */
export const announced = (job: Job): string => {
  if (job.state === "done") return `${found(job)}, done.`;
  if (isOver(job)) return `${stateOf(job)}. ${job.message ?? ""} ${found(job)}.`.replace("  ", " ");
  if (job.state !== "running") return `${stateOf(job)}.`;
  return job.solutions ? "The first solutions are found." : `${stateOf(job)}.`;
};

/** What the tab of the browser is called. */
export function tabTitle(job: Job): string {
  const share = job.progress && !job.progress.early ? `${percents(job.progress.share)} % ` : "";
  const signs = {
    queued: "… ",
    running: share,
    paused: "paused: ",
    done: "✓ ",
    cancelled: "✕ ",
    failed: "✕ ",
  };
  const told = isOver(job) ? some(job.solutions, "solution") : stateOf(job);
  return `${signs[job.state]}${told} – ${job.title || "Solve"}`;
}

export interface Row {
  value: number;
  name: string;
  meaning: string;
}

/** The three numbers, each with its name and what it means; those that are not known are left out. */
export function countsInWords(counts: Counts | null): Row[] {
  const rows: [number | null | undefined, string, string][] = [
    [counts?.up_to_symmetry, "up to symmetry", "Turned or mirrored ones count once."],
    [counts?.up_to_rotation, "up to rotation", "Turned ones count once, mirror images apart."],
    [counts?.solutions, "in all", "Every position counts, also turned and mirrored ones."],
  ];
  return rows.flatMap(([value, name, meaning]) =>
    value === null || value === undefined ? [] : [{ value, name, meaning }],
  );
}
