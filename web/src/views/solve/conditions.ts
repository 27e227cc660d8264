// Which solutions are wanted, as the server spells it: “F at 0,0”, “F not at 0,0”, “symmetric”.
import type { Cell } from "../../api/types";

export type Condition =
  | { kind: "covers"; piece: string; cell: Cell; not: boolean }
  | { kind: "symmetric" };

/** As the server reads it. */
export const spelt = (condition: Condition): string =>
  condition.kind === "symmetric"
    ? "symmetric"
    : `${condition.piece} ${condition.not ? "not at" : "at"} ${condition.cell.join(",")}`;

/** As people read it. */
export const told = (condition: Condition): string =>
  condition.kind === "symmetric"
    ? "symmetric"
    : `${condition.piece} ${condition.not ? "not on" : "on"} ${condition.cell.join(", ")}`;

/** One more condition; the same cell and piece are asked for once. */
export function withCondition(conditions: Condition[], added: Condition): Condition[] {
  const same = (one: Condition) =>
    one.kind === "symmetric" || added.kind === "symmetric"
      ? one.kind === added.kind
      : one.piece === added.piece && one.cell.join() === added.cell.join();
  return [...conditions.filter((one) => !same(one)), added];
}

export const without = (conditions: Condition[], taken: Condition): Condition[] =>
  conditions.filter((one) => spelt(one) !== spelt(taken));
