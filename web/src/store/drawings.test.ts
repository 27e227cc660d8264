import { beforeEach, expect, test, vi } from "vitest";
import { drawings, forget, keep } from "./drawings";

beforeEach(() => {
  const items = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => void items.set(name, value),
  });
});

const drawing = (id: string, time: number) => ({ id, title: id, toml: `# ${time}`, time });

test("the newest is first, and each is there once", () => {
  for (const [id, time] of [
    ["a", 1],
    ["b", 2],
    ["a", 3],
  ] as const)
    keep(drawing(id, time));
  expect(drawings().map(({ id, toml }) => `${id}${toml}`)).toEqual(["a# 3", "b# 2"]);
  forget("a");
  expect(drawings().map(({ id }) => id)).toEqual(["b"]);
});

test("only a few are kept, and no huge ones", () => {
  for (let k = 0; k < 20; k++) keep(drawing(String(k), k));
  expect(drawings().length).toBe(8);
  keep({ ...drawing("huge", 99), toml: "#".repeat(1e6) });
  expect(drawings()[0]!.id).toBe("19");
});

test("what others wrote there does no harm", () => {
  for (const text of ["nonsense", "{}", '[1, null, {"id": 2}]']) {
    localStorage.setItem("tilewright.drawings", text);
    expect(drawings()).toEqual([]);
  }
});

test("where nothing may be kept, nothing is", () => {
  const forbidden = () => {
    throw new Error("forbidden");
  };
  vi.stubGlobal("localStorage", { getItem: forbidden, setItem: forbidden });
  keep(drawing("a", 1));
  expect(drawings()).toEqual([]);
});
