import { expect, test } from "vitest";
import { pack, unpack } from "./link";

test("what is packed can be unpacked", async () => {
  for (const text of ["", 'title = "Étoile ★"\n', "#".repeat(100_000)])
    expect(await unpack(await pack(text))).toBe(text);
});

test("a word is short and can stand in a link", async () => {
  const word = await pack("######\n".repeat(10));
  expect(word).toMatch(/^[\w-]+$/);
  expect(word.length).toBeLessThan(30);
});

test("damaged words are refused with a sentence", async () => {
  const word = await pack("a puzzle of some length, which is cut off");
  for (const bad of [word.slice(0, -8), "%%%", `${word}!`])
    await expect(unpack(bad)).rejects.toThrow("This link is damaged");
});

test("a word that would grow too large is refused", async () => {
  const word = await pack("#".repeat(1 << 20));
  expect((await unpack(word)).length).toBe(1 << 20);
  const zeros = new Blob([new Uint8Array((1 << 20) + 1)]).stream();
  const packed = new Response(zeros.pipeThrough(new CompressionStream("deflate-raw")));
  const bytes = new Uint8Array(await packed.arrayBuffer());
  const spelt = btoa(String.fromCharCode(...bytes));
  await expect(unpack(spelt)).rejects.toThrow("too large");
});

/** The same numbers from 0 to 1 each time. */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const STRANGE = ["", "=", "+", "/", "%", "%20", " ", "\n", "\0", "é", "🔴", "\ud800", "#p=", "&"];

/** A word nearly as good as these, as chance has it. */
function spoilt(words: string[], draw: () => number): string {
  const some = <T>(of: ArrayLike<T>) => of[Math.floor(draw() * of.length)] as T;
  const place = (of: string) => Math.floor(draw() * (of.length + 1));
  let word = some(words);
  for (let times = 1 + Math.floor(draw() * 3); times > 0; times--) {
    const at = place(word);
    const [before, after] = [word.slice(0, at), word.slice(at)];
    const other = some(words);
    word = some([
      () => before + some(LETTERS) + after.slice(1),
      () => before + some(STRANGE) + after.slice(Math.floor(draw() * 3)),
      () => before + after.slice(1 + Math.floor(draw() * 20)),
      () => before,
      () => before + other.slice(place(other)),
      () => before + after.slice(0, 8).repeat(1 + Math.floor(draw() * 50)) + after,
    ])();
  }
  return word;
}

// `make slow` asks for 50,000.
const MANY = Number(import.meta.env.VITE_LINKS ?? 300);

test("any word is read or refused with a sentence, and soon", { timeout: 600_000 }, async () => {
  const texts = ['title = "Étoile ★"\n', "######\n".repeat(40), LETTERS + LETTERS, "x"];
  const words = await Promise.all(texts.map(pack));
  const draw = chance(23);
  let read = 0;
  for (let number = 0; number < MANY; number++) {
    const word = spoilt(words, draw);
    const began = performance.now();
    const ended = await Promise.race([
      unpack(word).then(
        () => "read",
        (error: Error) => error.message,
      ),
      new Promise<string>((done) => setTimeout(done, 5000, "not within 5 s")),
    ]);
    if (ended === "read") read++;
    else
      expect(ended, JSON.stringify(word)).toMatch(/^(This link is damaged|The puzzle is too lar)/);
    expect(performance.now() - began, JSON.stringify(word)).toBeLessThan(5000);
  }
  expect(read).toBeGreaterThan(0);
});
