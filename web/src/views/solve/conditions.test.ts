import { expect, test } from "vitest";
import { type Condition, spelt, told, withCondition, without } from "./conditions";

const COVERS: Condition = { kind: "covers", piece: "F", cell: [0, 1], not: false };

test("conditions are spelt as the server reads them", () => {
  expect(spelt(COVERS)).toBe("F at 0,1");
  expect(spelt({ ...COVERS, not: true, cell: [0, -1, 2] })).toBe("F not at 0,-1,2");
  expect(spelt({ kind: "symmetric" })).toBe("symmetric");
  expect(told(COVERS)).toBe("F on 0, 1");
});

test("a cell is asked for once by each piece", () => {
  const two = withCondition([COVERS], { ...COVERS, not: true });
  expect(two.map(spelt)).toEqual(["F not at 0,1"]);
  const three = withCondition(withCondition(two, { kind: "symmetric" }), { kind: "symmetric" });
  expect(three.map(spelt)).toEqual(["F not at 0,1", "symmetric"]);
  expect(without(three, { kind: "symmetric" }).map(spelt)).toEqual(["F not at 0,1"]);
});
