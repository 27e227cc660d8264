// How a job is told in words.
import type { JobReport, ProgressReport, SolutionCounts } from "../../api/types";

const grouped = new Intl.NumberFormat("en");
const percents = (share: number) => {
  const percent = Math.max(0, Math.min(1, share)) * 100;
  if (percent >= 99.5 && percent < 100) return "99.5";
  return percent < 1 && percent > 0 ? String(Number(percent.toPrecision(1))) : percent.toFixed(0);
};

/** 2339 as “2,339”; what is too large to be known to the last digit as “about 1.23 × 10^30”. */
export function inDigits(number: number): string {
  if (number <= Number.MAX_SAFE_INTEGER) return grouped.format(number);
  if (number === Infinity) return "more than 10^308"; // what JSON's larger numbers become
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
function timeLeft({ seconds_left, seconds_left_low, seconds_left_high }: ProgressReport): string {
  const [low, high] = [inTime(seconds_left_low), inTime(seconds_left_high)];
  const about = `about ${inTime(seconds_left)} left`;
  if (low === high) return about;
  const [first, unit] = low.split(" ");
  return `${about} (${high.endsWith(` ${unit}`) && low.split(" ").length === 2 ? first : low} to ${high})`;
}

const SYMMETRIC = "Now counting those that a symmetry leaves as they are. ";

/** How far a search has come: honest, and with the range in which it may be. */
export function howFar({ progress, sweep, counting }: JobReport): string {
  const what = counting === "symmetric" ? SYMMETRIC : "";
  const stage = sweep ? `Stage ${sweep.stage} of ${sweep.stages}. ` : "";
  return `${what}${stage}${shareDone(progress)}`;
}

/** The share to show as a bar: of the work, or else of the stages. */
export function shareOf({ progress, sweep }: JobReport): number | null {
  if (progress && !progress.early) return progress.fraction_explored;
  return sweep ? sweep.stage / Math.max(1, sweep.stages) : null;
}

function shareDone(progress: ProgressReport | null): string {
  if (!progress || progress.early) return "Too early to tell how long it takes.";
  const { fraction_explored, fraction_explored_low, fraction_explored_high } = progress;
  const [low, high] = [percents(fraction_explored_low), percents(fraction_explored_high)];
  const range = low === high ? "" : ` (${low} to ${high} %)`;
  return `${percents(fraction_explored)} % done${range}, ${timeLeft(progress)}`;
}

export const isOver = ({ state }: JobReport): boolean =>
  state === "done" || state === "cancelled" || state === "failed";

const NAMES: Record<keyof SolutionCounts, string> = {
  solutions: "",
  up_to_rotation: " up to rotation",
  up_to_symmetry: " up to symmetry",
};

function named({ task, found }: JobReport): string {
  if (!found) return "";
  const { number, name, complete } = found;
  const told = number ? `${some(number, "solution")}${NAMES[name]}` : "no solution";
  return task === "one" || complete ? told : `${told} so far`;
}

/** How many solutions are found; 0 also if that is not known. */
export const foundNumber = ({ found }: JobReport): number => found?.number ?? 0;

/** What is known of the numbers, each with its name: “” if nothing is. */
export function found(job: JobReport): string {
  const { counts } = job;
  if (isOver(job) && counts?.solutions) {
    const { solutions, up_to_rotation, up_to_symmetry } = counts;
    const all: [number | null, string][] = [
      [up_to_rotation, "up to rotation"],
      [up_to_symmetry, "up to symmetry"],
    ];
    const others = all.flatMap(([value, name]) =>
      value === null ? [] : `, ${inDigits(value)} ${name}`,
    );
    return `${some(solutions, "solution")}${others.join("")}`;
  }
  // That there is one or none is said by the state, and that none is found yet is no news.
  if (job.task === "one") return "";
  return foundNumber(job) || isOver(job) !== job.found?.complete ? named(job) : "";
}

/** What became of a job, or how it is going: a heading. */
export function stateOf(job: JobReport): string {
  switch (job.state) {
    case "queued":
      return job.waiting
        ? `Waiting: ${some(job.waiting, "other job")} ${job.waiting === 1 ? "comes" : "come"} first`
        : "Waiting to start";
    case "running":
      return job.task === "count" ? "Counting…" : "Searching…";
    case "paused":
      return "Paused";
    case "failed":
      return "It did not work";
    case "cancelled":
      return "Cancelled";
    case "done":
      if (job.complete && foundNumber(job) === 0) return "There is no solution";
      if (!job.complete && job.task !== "one") return "Stopped before the end";
      if (job.task === "one")
        return foundNumber(job) ? "A solution is found" : "No solution was found";
      return job.task === "count" ? "Counted" : "All solutions are found";
  }
}

/** One sentence for those who hear the page: it changes seldom. */
export const announced = (job: JobReport): string => {
  if (job.state === "done" && found(job)) return `${found(job)}, done.`;
  if (isOver(job) || job.counting === "symmetric") {
    const said = [stateOf(job).replace("…", ""), job.message?.replace(/\.$/, ""), found(job)];
    return said
      .filter(Boolean)
      .map((sentence) => `${sentence}.`)
      .join(" ");
  }
  const listing = job.state === "running" && job.task !== "count";
  return listing && foundNumber(job)
    ? "The first solutions are found."
    : `${stateOf(job).replace("…", "")}.`;
};

/** What the tab of the browser is called. */
export function tabTitle(job: JobReport): string {
  const { progress } = job;
  const signs = {
    queued: "… ",
    running: progress && !progress.early ? `${percents(progress.fraction_explored)} % ` : "",
    paused: "paused: ",
    done: "✓ ",
    cancelled: "✕ ",
    failed: "✕ ",
  };
  const told = (isOver(job) && named(job)) || stateOf(job).replace("…", "");
  return `${signs[job.state]}${told} – ${job.title || "Solve"}`;
}

export interface Row {
  value: number;
  name: string;
  meaning: string;
}

/** The three numbers, each with its name and what it means; those that are not known are left out. */
export function countsInWords(counts: SolutionCounts | null): Row[] {
  const rows: [number | null | undefined, string, string][] = [
    [counts?.up_to_symmetry, "up to symmetry", "Turned or mirrored ones count once."],
    [counts?.up_to_rotation, "up to rotation", "Turned ones count once, mirror images apart."],
    [counts?.solutions, "solutions", "Every position counts, also turned and mirrored ones."],
  ];
  return rows.flatMap(([value, name, meaning]) =>
    value === null || value === undefined ? [] : [{ value, name, meaning }],
  );
}
