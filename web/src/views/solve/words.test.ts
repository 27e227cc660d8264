import { expect, test } from "vitest";
import type { FoundCount, JobReport, ProgressReport } from "../../api/types";
import {
  announced,
  countsInWords,
  found,
  howFar as howFarJob,
  inDigits,
  inTime,
  shareOf,
  some,
  stateOf,
  tabTitle,
} from "./words";

const JOB: JobReport = {
  id: "1",
  title: "Soma cube",
  puzzle_name: "soma",
  kind: "lattice",
  task: "all",
  up_to: "symmetry",
  engine: "auto",
  engine_used: null,
  threads: 1,
  state: "running",
  message: null,
  created: 0,
  started: 0,
  ended: null,
  found: null,
  counting: null,
  nodes: 0,
  seconds: 1,
  counts: null,
  reason: null,
  complete: false,
  progress: null,
  sweep: null,
  waiting: null,
};
const FOUND: FoundCount = { number: 240, name: "up_to_symmetry", complete: true };
const COUNT: JobReport = { ...JOB, task: "count", counting: "solutions" };
const PROGRESS: ProgressReport = {
  fraction_explored: 0.42,
  fraction_explored_low: 0.38,
  fraction_explored_high: 0.47,
  seconds_left: 180,
  seconds_left_low: 120,
  seconds_left_high: 300,
  early: false,
};

const howFar = (progress: ProgressReport | null): string => howFarJob({ ...JOB, progress });

test("a share is told with its range", () => {
  expect(howFar(PROGRESS)).toBe("42 % done (38 to 47 %), about 3 min left (2 to 5 min)");
});

test("units are named twice where they differ", () => {
  const wide = { ...PROGRESS, seconds_left_low: 40, seconds_left_high: 90000 };
  expect(howFar(wide)).toContain("about 3 min left (40 s to 1 day)");
});

test("a range that sounds like one number is left out", () => {
  const sure = {
    ...PROGRESS,
    fraction_explored_low: 0.419,
    fraction_explored_high: 0.421,
    seconds_left_low: 179,
    seconds_left_high: 181,
  };
  expect(howFar(sure)).toBe("42 % done, about 3 min left");
});

test("nothing is promised too early", () => {
  expect(howFar({ ...PROGRESS, early: true })).toBe("Too early to tell how long it takes.");
  expect(howFar(null)).toBe("Too early to tell how long it takes.");
});

test("it is not done before it is done", () => {
  const nearly = {
    ...PROGRESS,
    fraction_explored: 0.9999,
    fraction_explored_low: 0.99,
    fraction_explored_high: 1,
  };
  expect(howFar(nearly)).toContain("99.5 % done (99 to 100 %)");
  const hardly = {
    ...PROGRESS,
    fraction_explored: 0.00034,
    fraction_explored_low: 0.0001,
    fraction_explored_high: 0.0009,
  };
  expect(howFar(hardly)).toContain("0.03 % done (0.01 to 0.09 %)");
});

test.each([
  [0.01, "less than 0.1 s"],
  [0.42, "0.4 s"],
  [0.99, "1 s"],
  [59.9, "1 min"],
  [90, "2 min"],
  [5400, "1.5 h"],
  [86400, "1 day"],
  [86400 * 3, "3 days"],
  [86400 * 800, "2 years"],
  [1e13, "more than 10,000 years"],
])("%d seconds are %s", (seconds, told) => {
  expect(inTime(seconds)).toBe(told);
});

test("no more digits are told than are known", () => {
  expect(inDigits(9356)).toBe("9,356");
  expect(inDigits(1.2345e30)).toBe("about 1.23 × 10^30");
  expect(inDigits(JSON.parse("9".repeat(400)))).toBe("more than 10^308");
});

test("one is not many", () => {
  expect(some(1, "solution")).toBe("1 solution");
  expect(some(2339, "solution")).toBe("2,339 solutions");
});

test("every end has its words", () => {
  const done: JobReport = { ...JOB, state: "done", complete: true, found: FOUND };
  expect(stateOf(done)).toBe("All solutions are found");
  expect(announced(done)).toBe("240 solutions up to symmetry, done.");
  expect(tabTitle(done)).toBe("✓ 240 solutions up to symmetry – Soma cube");
  const none = { ...done, found: { ...FOUND, number: 0 } };
  expect(stateOf(none)).toBe("There is no solution");
  expect(announced(none)).toBe("There is no solution.");
  expect(tabTitle(none)).toBe("✓ no solution – Soma cube");
  const one: FoundCount = { number: 1, name: "solutions", complete: false };
  expect(stateOf({ ...done, task: "one", complete: false, found: one })).toBe(
    "A solution is found",
  );
  expect(stateOf({ ...done, complete: false })).toBe("Stopped before the end");
  const some = { ...FOUND, number: 7, complete: false };
  expect(announced({ ...JOB, state: "cancelled", found: some })).toBe(
    "Cancelled. 7 solutions up to symmetry so far.",
  );
  expect(found({ ...done, task: "one", found: one })).toBe("");
  expect(tabTitle({ ...done, task: "one", found: one })).toBe("✓ 1 solution – Soma cube");
});

test("a number has the name that the server gave it, whatever was asked for", () => {
  const raw: FoundCount = { number: 147_564, name: "solutions", complete: false };
  for (const up_to of ["symmetry", "rotation", "nothing"] as const) {
    expect(found({ ...COUNT, up_to, found: raw })).toBe("147,564 solutions so far");
    expect(announced({ ...COUNT, up_to, found: raw })).toBe("Counting.");
    const cancelled: JobReport = { ...COUNT, up_to, state: "cancelled", found: raw };
    expect(announced(cancelled)).toBe("Cancelled. 147,564 solutions so far.");
    expect(tabTitle(cancelled)).toBe("✕ 147,564 solutions so far – Soma cube");
  }
  const turned: FoundCount = { number: 9, name: "up_to_rotation", complete: false };
  expect(found({ ...JOB, up_to: "rotation", found: turned })).toBe(
    "9 solutions up to rotation so far",
  );
});

test("nothing is told while nothing is known", () => {
  expect(found(COUNT)).toBe("");
  expect(announced(COUNT)).toBe("Counting.");
  expect(tabTitle(COUNT)).toBe("Counting – Soma cube");
  expect(found({ ...JOB, found: { ...FOUND, number: 0, complete: false } })).toBe("");
});

test("a count that is done has three numbers", () => {
  const counts = { solutions: 129_168, up_to_rotation: 32_292, up_to_symmetry: 16_146 };
  const all: FoundCount = { number: 129_168, name: "solutions", complete: true };
  const done: JobReport = {
    ...COUNT,
    state: "done",
    counting: null,
    complete: true,
    counts,
    found: all,
  };
  expect(found(done)).toBe("129,168 solutions, 32,292 up to rotation, 16,146 up to symmetry");
  expect(tabTitle(done)).toBe("✓ 129,168 solutions – Soma cube");
});

test("it is told when only symmetric solutions are left to be counted", () => {
  const all: FoundCount = { number: 27_456, name: "solutions", complete: true };
  const late: JobReport = { ...COUNT, counting: "symmetric", found: all };
  expect(found(late)).toBe("27,456 solutions");
  expect(announced(late)).toBe("Counting. 27,456 solutions.");
  expect(howFarJob(late)).toBe(
    "Now counting those that a symmetry leaves as they are. Too early to tell how long it takes.",
  );
});

test("stages are told, also where the time is not known", () => {
  const sweeping: JobReport = { ...COUNT, sweep: { stage: 29, stages: 116 } };
  expect(howFarJob(sweeping)).toBe("Stage 29 of 116. Too early to tell how long it takes.");
  expect(shareOf(sweeping)).toBe(0.25);
  expect(howFarJob({ ...sweeping, progress: PROGRESS })).toContain("Stage 29 of 116. 42 % done");
  expect(shareOf({ ...sweeping, progress: PROGRESS })).toBe(0.42);
  expect(shareOf(COUNT)).toBe(null);
});

test("waiting is told with how many are before it", () => {
  expect(stateOf({ ...JOB, state: "queued", waiting: 1 })).toBe("Waiting: 1 other job comes first");
  expect(stateOf({ ...JOB, state: "queued", waiting: 3 })).toBe("Waiting: 3 other jobs come first");
  expect(stateOf({ ...JOB, state: "queued", waiting: 0 })).toBe("Waiting to start");
});

test("the tab tells how far it is", () => {
  expect(tabTitle({ ...JOB, progress: PROGRESS })).toBe("42 % Searching – Soma cube");
});

test("counts that are not known are not told", () => {
  expect(countsInWords(null)).toEqual([]);
  const rows = countsInWords({ solutions: null, up_to_rotation: 480, up_to_symmetry: 240 });
  expect(rows.map(({ value, name }) => [value, name])).toEqual([
    [240, "up to symmetry"],
    [480, "up to rotation"],
  ]);
});
