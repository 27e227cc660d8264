import type { Viewer } from "tilewright-viewer/viewer.js";
import { expect, test, vi } from "vitest";
import type { Doc } from "../../api/types";
import type { Book } from "./book";
import { View } from "./view";

test("a piece that is hidden before there is a picture is hidden in it", () => {
  const view = new View({ kind: "polygon" } as Doc, {} as Book);
  view.hide("V", true);
  expect([...view.hidden.value]).toEqual(["V"]);
  const hide = vi.fn();
  const bodies = [{ name: "L" }, { name: "V" }];
  view.attach({ model: { bodies }, hide, addEventListener: () => {} } as unknown as Viewer);
  expect(hide.mock.calls).toEqual([[1, true]]);
  view.hide("V", false);
  expect(hide).toHaveBeenLastCalledWith(1, false);
  expect(view.hidden.value.size).toBe(0);
});
