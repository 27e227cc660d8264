import { expect, test } from "vitest";
import { inView, scrolledTo, stripSpan } from "./window";

test("a strip shows what is in view and a page on both sides", () => {
  const span = { first: 0, last: 1000 };
  expect(inView(0, 500, 100, span)).toEqual({ first: 0, last: 10 });
  expect(inView(5000, 500, 100, span)).toEqual({ first: 45, last: 60 });
  expect(inView(99500, 500, 100, span)).toEqual({ first: 990, last: 1000 });
});

test("nothing is in view of an empty strip", () => {
  const { first, last } = inView(0, 500, 100, { first: 0, last: 0 });
  expect(last - first).toBe(0);
});

test("a strip of millions scrolls over a part of them, the current one well inside", () => {
  expect(stripSpan(5, 240)).toEqual({ first: 0, last: 240 });
  for (const current of [0, 24_999, 25_000, 1_000_000, 4_999_999]) {
    const { first, last } = stripSpan(current, 5_000_000);
    expect(last - first).toBe(50_000);
    expect(first).toBeGreaterThanOrEqual(0);
    expect(last).toBeLessThanOrEqual(5_000_000);
    expect(current - first).toBeGreaterThanOrEqual(Math.min(current, 12_500));
    expect(last - current).toBeGreaterThanOrEqual(Math.min(5_000_000 - current, 12_500));
  }
});

test("a strip is scrolled only if it has to be", () => {
  const span = { first: 100, last: 1000 };
  expect(scrolledTo(103, 200, 500, 100, span)).toBe(200);
  expect(scrolledTo(120, 200, 500, 100, span)).toBe(1800);
  expect(scrolledTo(100, 200, 500, 100, span)).toBe(0);
});
