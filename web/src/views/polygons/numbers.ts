// Coordinates as they are written: "3", "1/2", "sqrt(2)/2".  Where square roots of 2 and 3 are
// enough, they are computed with exactly, so that turning a shape by 15° keeps it exact.

/** A number a + b√2 + c√3 + d√6, with fractions a, b, c, d. */
export type Exact = readonly [Fraction, Fraction, Fraction, Fraction];
type Fraction = readonly [bigint, bigint]; // numerator, denominator > 0

type Tree =
  | { kind: "number"; text: string }
  | { kind: "sqrt"; of: Tree }
  | { kind: "minus"; of: Tree }
  | { kind: "+" | "-" | "*" | "/" | "^"; left: Tree; right: Tree };

const WORDS = /\s*(\d*\.\d*(?:e[-+]?\d+)?|\d+(?:e[-+]?\d+)?|sqrt|phi|[-+*/^()])/iy;
const LONGEST = 400;

/** The words of an expression; null if it has others. */
function wordsOf(text: string): string[] | null {
  const words: string[] = [];
  WORDS.lastIndex = 0;
  while (text.slice(WORDS.lastIndex).trim()) {
    const found = WORDS.exec(text);
    if (!found) return null;
    words.push(found[1]!.toLowerCase());
  }
  return words;
}

/** What an expression means; null if it cannot be read. */
function parse(text: string): Tree | null {
  const words = text.length > LONGEST ? null : wordsOf(text);
  if (!words) return null;
  let at = 0;
  const take = (word: string) => words[at] === word && at++ >= 0;
  const sum = (): Tree => {
    let left = product();
    while (words[at] === "+" || words[at] === "-")
      left = { kind: words[at++] as "+" | "-", left, right: product() };
    return left;
  };
  const product = (): Tree => {
    let left = signed();
    while (words[at] === "*" || words[at] === "/")
      left = { kind: words[at++] as "*" | "/", left, right: signed() };
    return left;
  };
  const signed = (): Tree => {
    if (take("-")) return { kind: "minus", of: signed() };
    if (take("+")) return signed();
    const base = atom();
    return take("^") ? { kind: "^", left: base, right: signed() } : base;
  };
  const inBrackets = (): Tree => {
    const inner = take("(") ? sum() : null;
    if (!inner || !take(")")) throw new SyntaxError(text);
    return inner;
  };
  const atom = (): Tree => {
    if (take("sqrt")) return { kind: "sqrt", of: inBrackets() };
    if (words[at] === "(") return inBrackets();
    const word = words[at++];
    if (!word || !/^[\d.]|^phi$/.test(word) || word === ".") throw new SyntaxError(text);
    return { kind: "number", text: word };
  };
  try {
    const tree = sum();
    return at === words.length ? tree : null;
  } catch {
    return null;
  }
}

/** The value of a coordinate; null if it has none. */
export function numberOf(text: string): number | null {
  const tree = parse(text);
  const value = tree ? evaluate(tree) : Number.NaN;
  return Number.isFinite(value) ? value : null;
}

function evaluate(tree: Tree): number {
  switch (tree.kind) {
    case "number":
      return tree.text === "phi" ? (1 + Math.sqrt(5)) / 2 : Number(tree.text);
    case "sqrt":
      return Math.sqrt(evaluate(tree.of));
    case "minus":
      return -evaluate(tree.of);
    case "+":
      return evaluate(tree.left) + evaluate(tree.right);
    case "-":
      return evaluate(tree.left) - evaluate(tree.right);
    case "*":
      return evaluate(tree.left) * evaluate(tree.right);
    case "/":
      return evaluate(tree.left) / evaluate(tree.right);
    case "^":
      return evaluate(tree.left) ** evaluate(tree.right);
  }
}

const gcd = (a: bigint, b: bigint): bigint => (b ? gcd(b, a % b) : a < 0n ? -a : a);

function fraction(top: bigint, bottom: bigint): Fraction {
  const by = (bottom < 0n ? -1n : 1n) * (gcd(top, bottom) || 1n);
  return [top / by, bottom / by];
}

const NONE: Fraction = [0n, 1n];
const plain = (a: Fraction): Exact => [a, NONE, NONE, NONE];
const addF = (a: Fraction, b: Fraction) => fraction(a[0] * b[1] + b[0] * a[1], a[1] * b[1]);
const timesF = (a: Fraction, b: Fraction) => fraction(a[0] * b[0], a[1] * b[1]);

export const add = (a: Exact, b: Exact) => a.map((x, k) => addF(x, b[k]!)) as unknown as Exact;
const negate = (a: Exact) => a.map(([top, bottom]) => [-top, bottom] as const) as unknown as Exact;
const subtract = (a: Exact, b: Exact) => add(a, negate(b));

// √2·√3 = √6, √2·√6 = 2√3, …: for each pair of roots, which root it gives, and how often.
const PRODUCTS = [
  [0, 1, 2, 3],
  [1, 0, 3, 2],
  [2, 3, 0, 1],
  [3, 2, 1, 0],
] as const;
const TIMES = [
  [1n, 1n, 1n, 1n],
  [1n, 2n, 1n, 2n],
  [1n, 1n, 3n, 3n],
  [1n, 2n, 3n, 6n],
] as const;

function multiply(a: Exact, b: Exact): Exact {
  const sum: Fraction[] = [NONE, NONE, NONE, NONE];
  for (const i of [0, 1, 2, 3] as const)
    for (const k of [0, 1, 2, 3] as const) {
      const into = PRODUCTS[i][k];
      sum[into] = addF(sum[into]!, timesF([TIMES[i][k], 1n], timesF(a[i], b[k])));
    }
  return sum as unknown as Exact;
}

/** A coordinate exactly; null if it is a decimal, or has other roots. */
export function exactOf(text: string): Exact | null {
  const tree = parse(text);
  try {
    return tree && exact(tree);
  } catch {
    return null; // divided by zero
  }
}

function exact(tree: Tree): Exact | null {
  if (tree.kind === "number") return /^\d+$/.test(tree.text) ? whole(BigInt(tree.text)) : null;
  if (tree.kind === "minus") {
    const inner = exact(tree.of);
    return inner && negate(inner);
  }
  if (tree.kind === "sqrt") {
    const inner = exact(tree.of);
    return inner?.slice(1).every(([top]) => top === 0n) ? root(inner[0]) : null;
  }
  const [left, right] = [exact(tree.left), exact(tree.right)];
  if (!left || !right) return null;
  if (tree.kind === "+") return add(left, right);
  if (tree.kind === "-") return subtract(left, right);
  if (tree.kind === "*") return multiply(left, right);
  if (tree.kind === "^" || right.slice(1).some(([top]) => top !== 0n)) return null;
  return multiply(left, plain(fraction(right[0][1], right[0][0])));
}

const whole = (value: bigint) => plain([value, 1n]);

/** The square root of a fraction, if it is one of ours. */
function root([top, bottom]: Fraction): Exact | null {
  const under = top * bottom; // √(t/b) = √(t·b)/b
  if (under < 0n || under > 10n ** 12n) return null;
  for (const [k, square] of [1n, 2n, 3n, 6n].entries()) {
    if (under % square) continue;
    const side = BigInt(Math.round(Math.sqrt(Number(under / square))));
    if (side * side * square !== under) continue;
    const found: Fraction[] = [NONE, NONE, NONE, NONE];
    found[k] = fraction(side, bottom);
    return found as unknown as Exact;
  }
  return null;
}

const ROOTS = ["", "sqrt(2)", "sqrt(3)", "sqrt(6)"];

/** As it is written in files: "1/2+3*sqrt(2)/4". */
export function spell(value: Exact): string {
  const terms = value.flatMap(([top, bottom], k) => {
    if (top === 0n) return [];
    const size = top < 0n ? -top : top;
    const above = !ROOTS[k] ? `${size}` : size === 1n ? ROOTS[k] : `${size}*${ROOTS[k]}`;
    return [`${top < 0n ? "-" : "+"}${above}${bottom === 1n ? "" : `/${bottom}`}`];
  });
  return terms.join("").replace(/^\+/, "") || "0";
}

/** So many steps, as it is written: exactly, if the step is exact. */
export function multiple(steps: number, step: string): string {
  const one = exactOf(step);
  if (one) return spell(multiply(one, whole(BigInt(steps))));
  return decimal(steps * (numberOf(step) ?? 1));
}

/** A number that is not known exactly. */
export function decimal(value: number): string {
  const text = String(Number(value.toFixed(10)) + 0);
  return /[.e]/.test(text) ? text : text === "-0" ? "0" : text;
}

/** A sum of coordinates: exact, if they are. */
export function sum(...texts: string[]): string {
  const all = texts.map(exactOf);
  if (all.every((one) => one !== null)) return spell(all.reduce(add));
  return decimal(texts.reduce((so, text) => so + (numberOf(text) ?? 0), 0));
}

/** A coordinate with the other sign. */
export function opposite(text: string): string {
  const value = exactOf(text);
  return value ? spell(negate(value)) : decimal(-(numberOf(text) ?? 0));
}

const COSINES: Record<number, string> = {
  0: "1",
  15: "sqrt(6)/4+sqrt(2)/4",
  30: "sqrt(3)/2",
  45: "sqrt(2)/2",
  60: "1/2",
  75: "sqrt(6)/4-sqrt(2)/4",
  90: "0",
};

/** The cosine of a multiple of 15°. */
function cosine(degrees: number): Exact {
  const angle = ((degrees % 360) + 360) % 360;
  const half = angle > 180 ? 360 - angle : angle;
  const value = exactOf(COSINES[half > 90 ? 180 - half : half]!)!;
  return half > 90 ? negate(value) : value;
}

/** A point, turned about another one by a multiple of 15°. */
export function turnedAbout(
  [x, y]: [string, string],
  [px, py]: [string, string],
  degrees: number,
): [string, string] {
  const given = [x, y, px, py].map(exactOf);
  if (given.every((one) => one !== null)) {
    const [ex, ey, epx, epy] = given as [Exact, Exact, Exact, Exact];
    const [cos, sin] = [cosine(degrees), cosine(degrees - 90)];
    const [dx, dy] = [subtract(ex, epx), subtract(ey, epy)];
    return [
      spell(add(epx, subtract(multiply(cos, dx), multiply(sin, dy)))),
      spell(add(epy, add(multiply(sin, dx), multiply(cos, dy)))),
    ];
  }
  const [vx, vy, vpx, vpy] = [x, y, px, py].map((text) => numberOf(text) ?? 0) as [
    number,
    number,
    number,
    number,
  ];
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const [dx, dy] = [vx - vpx, vy - vpy];
  return [decimal(vpx + cos * dx - sin * dy), decimal(vpy + sin * dx + cos * dy)];
}
