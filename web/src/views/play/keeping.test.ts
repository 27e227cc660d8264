import { beforeEach, expect, test, vi } from "vitest";
import { load, save } from "./keeping";

const score = { moves: 1, hints: 0, seconds: 9, shown: false, own: true };
const game = { placed: [], motions: [0], score };
let items: Record<string, string>;

beforeEach(() => {
  // As in browsers, the names are properties of the storage itself.
  items = {};
  const hidden = { enumerable: false };
  Object.defineProperties(items, {
    getItem: { ...hidden, value: (name: string) => items[name] ?? null },
    removeItem: { ...hidden, value: (name: string) => delete items[name] },
    setItem: {
      ...hidden,
      value: (name: string, text: string) => {
        items[name] = text;
      },
    },
  });
  vi.stubGlobal("localStorage", items);
});

test("a game is there again", () => {
  save("a", game);
  expect(load("a")).toMatchObject(game);
  expect(load("b")).toBeNull();
});

test("a game that has not begun is not kept", () => {
  save("a", game);
  save("a", { ...game, score: { ...score, moves: 0 } });
  expect(Object.keys(items)).toEqual([]);
});

test("only the latest games are kept", () => {
  vi.useFakeTimers();
  for (let k = 0; k < 60; k++) {
    vi.setSystemTime(1000 * (k + 1));
    save(String(k), game);
  }
  vi.useRealTimers();
  expect(Object.keys(items).length).toBe(50);
  expect(load("9")).toBeNull();
  expect(load("10")).not.toBeNull();
});
