import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { NumberedSolution } from "../../api/types";
import { type Ask, Book } from "./book";

const solution = (number: number): NumberedSolution => ({ number, pieces: [] });
const numbers = (first: number, count: number) =>
  Array.from({ length: Math.max(0, count) }, (_, k) => solution(first + k + 1));

/** A server that has so many solutions, every tenth of which is symmetric. */
function serving(counts: { total: number }) {
  const asked: [number, string[]][] = [];
  const ask: Ask = async (first, limit, where) => {
    asked.push([first, where]);
    const matching = numbers(0, counts.total).filter(
      ({ number }) => !where.length || number % 10 === 0,
    );
    return { total: matching.length, first, solutions: matching.slice(first, first + limit) };
  };
  return { ask, asked };
}

const settle = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("only pages that are wanted are read, and once", async () => {
  const { ask, asked } = serving({ total: 5000 });
  const book = new Book(ask);
  book.grow(5000);
  book.want({ first: 120, last: 130 });
  await settle();
  expect(asked.map(([first]) => first)).toEqual([100]);
  expect(book.at(125)?.number).toBe(126);
  expect(book.at(300)).toBeUndefined();
  book.want({ first: 110, last: 155 });
  await settle();
  expect(asked.map(([first]) => first)).toEqual([100, 150]);
});

test("what is far apart is read without what is between", async () => {
  const { ask, asked } = serving({ total: 5000 });
  const book = new Book(ask);
  book.grow(5000);
  book.want({ first: 0, last: 1 }, { first: 4000, last: 4010 }, { first: 7, last: 7 });
  await settle();
  expect(asked.map(([first]) => first)).toEqual([0, 4000]);
});

test("while a slider runs, only where it stops is read", async () => {
  const { ask, asked } = serving({ total: 5000 });
  const book = new Book(ask);
  book.grow(5000);
  for (let index = 0; index < 5000; index += 100) book.want({ first: index, last: index + 1 });
  await settle();
  expect(asked.map(([first]) => first)).toEqual([0, 4900]);
});

test("what is told while searching needs no reading", async () => {
  const { ask, asked } = serving({ total: 3 });
  const book = new Book(ask);
  for (const one of numbers(0, 3)) book.add(one);
  book.want({ first: 0, last: 3 });
  await settle();
  expect(asked).toEqual([]);
  expect(book.total.value).toBe(3);
  expect(book.at(2)?.number).toBe(3);
});

test("solutions that are told twice are kept once", () => {
  const book = new Book(serving({ total: 2 }).ask);
  for (const one of [solution(1), solution(2), solution(1), solution(2)]) book.add(one);
  expect([book.at(0)?.number, book.at(1)?.number, book.at(2)]).toEqual([1, 2, undefined]);
});

test("a page that grows is read again, but not without end", async () => {
  const counts = { total: 10 };
  const { ask, asked } = serving(counts);
  const book = new Book(ask);
  book.grow(20); // the job knows of more than can be read so far
  book.want({ first: 0, last: 50 });
  await settle();
  expect(asked.length).toBe(1);
  counts.total = 20;
  await vi.advanceTimersByTimeAsync(1000);
  expect(asked.length).toBe(2);
  expect(book.at(19)?.number).toBe(20);
  await vi.advanceTimersByTimeAsync(5000);
  expect(asked.length).toBe(2);
});

test("a filter counts what matches, and follows the search", async () => {
  const counts = { total: 100 };
  const { ask, asked } = serving(counts);
  const book = new Book(ask);
  book.grow(100);
  book.select(["symmetric"]);
  await settle();
  expect(book.total.value).toBe(10);
  expect(book.at(1)?.number).toBe(20);
  counts.total = 200;
  book.grow(200);
  await vi.advanceTimersByTimeAsync(1000);
  expect(book.total.value).toBe(20);
  expect(asked.every(([, where]) => where[0] === "symmetric")).toBe(true);
  book.select([]);
  await settle();
  expect(book.total.value).toBe(200);
});

test("an answer that comes too late is thrown away", async () => {
  const answers: (() => void)[] = [];
  const book = new Book(
    (first, _, where) =>
      new Promise((resolve) => {
        answers.push(() =>
          resolve({ total: where.length, first, solutions: numbers(0, where.length) }),
        );
      }),
  );
  book.select(["a"]);
  book.select(["a", "b"]);
  answers[1]?.();
  await settle();
  answers[0]?.();
  await settle();
  expect(book.total.value).toBe(2);
});

test("trouble is told, and tried again", async () => {
  let broken = true;
  const { ask } = serving({ total: 60 });
  const book = new Book((...given) =>
    broken ? Promise.reject(new Error("no answer")) : ask(...given),
  );
  book.grow(60);
  book.want({ first: 0, last: 10 });
  await settle();
  expect(book.trouble.value).toBe("no answer");
  broken = false;
  await vi.advanceTimersByTimeAsync(1000);
  expect(book.trouble.value).toBeNull();
  expect(book.at(59 - 10)?.number).toBe(50);
});

test("pages that were not used for long are forgotten", async () => {
  const { ask, asked } = serving({ total: 10_000 });
  const book = new Book(ask);
  book.grow(10_000);
  for (let page = 0; page < 70; page++) {
    book.want({ first: page * 50, last: page * 50 + 1 });
    await settle();
  }
  expect(asked.length).toBe(70);
  expect(book.at(0)).toBeUndefined();
  expect(book.at(69 * 50)?.number).toBe(69 * 50 + 1);
});

test("who has left is not served", async () => {
  let times = 0;
  const book = new Book(() => {
    times++;
    return Promise.reject(new Error("no answer"));
  });
  book.grow(60);
  book.want({ first: 0, last: 10 });
  await settle();
  book.close();
  await vi.advanceTimersByTimeAsync(5000);
  expect(times).toBe(1);
});
