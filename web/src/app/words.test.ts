import { expect, test } from "vitest";
import { piecesInWords } from "./words";

test("numbers of pieces", () => {
  expect(["1", "12", "2..5", "any"].map(piecesInWords)).toEqual([
    "1 piece",
    "12 pieces",
    "2..5 pieces",
    "any number of pieces",
  ]);
});
