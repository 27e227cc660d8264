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
