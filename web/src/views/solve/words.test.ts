import { expect, test } from "vitest";
import type { Job, Progress } from "../../api/types";
import {
  announced,
  countsInWords,
  found,
  howFar,
  inDigits,
  inTime,
  some,
  stateOf,
  tabTitle,
} from "./words";

const JOB: Job = {
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
  solutions: 0,
  nodes: 0,
  seconds: 1,
  counts: null,
  complete: false,
  progress: null,
  waiting: null,
};
const PROGRESS: Progress = {
  share: 0.42,
  share_low: 0.38,
  share_high: 0.47,
  seconds_left: 180,
  seconds_left_low: 120,
  seconds_left_high: 300,
  early: false,
};

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
    share_low: 0.419,
    share_high: 0.421,
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
  const nearly = { ...PROGRESS, share: 0.9999, share_low: 0.99, share_high: 1 };
  expect(howFar(nearly)).toContain("99.5 % done (99 to 100 %)");
  const hardly = { ...PROGRESS, share: 0.00034, share_low: 0.0001, share_high: 0.0009 };
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
});

test("one is not many", () => {
  expect(some(1, "solution")).toBe("1 solution");
  expect(some(2339, "solution")).toBe("2,339 solutions");
});

test("every end has its words", () => {
  const done: Job = { ...JOB, state: "done", complete: true, solutions: 240 };
  expect(stateOf(done)).toBe("All solutions are found");
  expect(announced(done)).toBe("240 solutions, up to symmetry, done.");
  expect(tabTitle(done)).toBe("✓ 240 solutions – Soma cube");
  expect(stateOf({ ...done, solutions: 0 })).toBe("There is no solution");
  expect(stateOf({ ...done, task: "one", complete: false, solutions: 1 })).toBe(
    "A solution is found",
  );
  expect(stateOf({ ...done, complete: false })).toBe("Stopped before the end");
  expect(announced({ ...JOB, state: "cancelled", solutions: 7 })).toBe(
    "Cancelled. 7 solutions, up to symmetry.",
  );
  expect(found({ ...done, task: "one", solutions: 1 })).toBe("1 solution");
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
