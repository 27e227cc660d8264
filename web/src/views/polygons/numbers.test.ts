import { describe, expect, it } from "vitest";
import { decimal, exactOf, multiple, numberOf, opposite, spell, sum, turnedAbout } from "./numbers";

const again = (text: string) => {
  const exact = exactOf(text);
  return exact && spell(exact);
};

describe("coordinates", () => {
  it("have values", () => {
    expect(numberOf("1+sqrt(2)/2")).toBeCloseTo(1 + Math.SQRT1_2);
    expect(numberOf("-(3-1)*2^3/4")).toBe(-4);
    expect(numberOf("2*phi")).toBeCloseTo(1 + Math.sqrt(5));
    expect(numberOf("1.5e1")).toBe(15);
    for (const odd of ["", "x", "1+", "1 2", "(1", "1/0", "sqrt(-1)", "."])
      expect(numberOf(odd)).toBeNull();
  });

  it("are spelt shortly when they are exact", () => {
    expect(again("2/4+sqrt(8)")).toBe("1/2+2*sqrt(2)");
    expect(again("sqrt(2)*sqrt(3)-sqrt(1/2)")).toBe("-sqrt(2)/2+sqrt(6)");
    expect(again("3-3")).toBe("0");
    expect(again("-7*sqrt(3)/3")).toBe("-7*sqrt(3)/3");
    for (const other of ["0.5", "sqrt(5)", "1/sqrt(2)", "phi"]) expect(again(other)).toBeNull();
  });

  it("are multiples of a step, as fractions", () => {
    expect(multiple(3, "1/4")).toBe("3/4");
    expect(multiple(4, "1/4")).toBe("1");
    expect(multiple(-3, "sqrt(2)/2")).toBe("-3*sqrt(2)/2");
    expect(multiple(3, "0.25")).toBe("0.75");
    expect(sum("1/2", "sqrt(2)", "-1/2")).toBe("sqrt(2)");
    expect(sum("0.5", "1")).toBe("1.5");
    expect(opposite("1-sqrt(2)")).toBe("-1+sqrt(2)");
    expect(decimal(0.1 + 0.2)).toBe("0.3");
    expect(decimal(-0)).toBe("0");
  });

  it("are turned exactly by multiples of 15°", () => {
    expect(turnedAbout(["1", "0"], ["0", "0"], 45)).toEqual(["sqrt(2)/2", "sqrt(2)/2"]);
    expect(turnedAbout(["3", "1"], ["1", "1"], 90)).toEqual(["1", "3"]);
    let point: [string, string] = ["2", "1/3"];
    for (let k = 0; k < 24; k++) point = turnedAbout(point, ["1", "1"], 15);
    expect(point).toEqual(["2", "1/3"]);
    const [x, y] = turnedAbout(["1", "0"], ["0", "0"], -75);
    expect(numberOf(x)).toBeCloseTo(Math.cos((75 * Math.PI) / 180));
    expect(numberOf(y)).toBeCloseTo(-Math.sin((75 * Math.PI) / 180));
    expect(turnedAbout(["0.5", "0"], ["0", "0"], 90)).toEqual(["0", "0.5"]);
  });
});
