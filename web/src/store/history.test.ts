import { expect, test } from "vitest";
import { History } from "./history";

test("each change can be undone and redone", () => {
  const history = new History(0);
  for (const value of [1, 2, 3]) history.set(value);
  history.undo();
  history.undo();
  expect(history.value).toBe(1);
  history.redo();
  expect(history.value).toBe(2);
  history.set(9);
  expect(history.canRedo.value).toBe(false);
  history.undo();
  expect(history.value).toBe(2);
});

test("a stroke is one change", () => {
  const history = new History(0);
  history.beginStroke();
  for (const value of [1, 2, 3]) history.set(value);
  history.endStroke();
  history.undo();
  expect(history.value).toBe(0);
  expect(history.canUndo.value).toBe(false);
});

test("a stroke that changes nothing is none", () => {
  const history = new History(0);
  history.beginStroke();
  history.endStroke();
  expect(history.canUndo.value).toBe(false);
});

test("redoing ends a stroke", () => {
  const history = new History(0);
  history.set(1);
  history.undo();
  history.beginStroke();
  history.redo();
  history.endStroke();
  history.undo();
  expect(history.value).toBe(0);
});
