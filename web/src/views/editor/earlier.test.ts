import { expect, test } from "vitest";
import { drawings, forget, keep } from "./earlier";

function storage(): Storage {
  const items = new Map<string, string>();
  return {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => void items.set(name, value),
  } as unknown as Storage;
}

const drawing = (id: string, time: number) => ({ id, title: id, toml: `# ${time}`, time });

test("the newest is first, and each is there once", () => {
  const store = storage();
  for (const [id, time] of [
    ["a", 1],
    ["b", 2],
    ["a", 3],
  ] as const)
    keep(drawing(id, time), store);
  expect(drawings(store).map(({ id, toml }) => `${id}${toml}`)).toEqual(["a# 3", "b# 2"]);
  forget("a", store);
  expect(drawings(store).map(({ id }) => id)).toEqual(["b"]);
});

test("only a few are kept, and no huge ones", () => {
  const store = storage();
  for (let k = 0; k < 20; k++) keep(drawing(String(k), k), store);
  expect(drawings(store).length).toBe(8);
  keep({ ...drawing("huge", 99), toml: "#".repeat(1e6) }, store);
  expect(drawings(store)[0]!.id).toBe("19");
});

test("what others wrote there does no harm", () => {
  for (const text of ["nonsense", "{}", '[1, null, {"id": 2}]']) {
    const store = storage();
    store.setItem("tilewright.drawings", text);
    expect(drawings(store)).toEqual([]);
  }
});
