// A puzzle in a link: its file, compressed, in the part of the address that is never sent.

const LARGEST = 1 << 20; // bytes of a puzzle file

class TooLargeError extends Error {}

async function through(bytes: Uint8Array, stream: GenericTransformStream, most: number) {
  const reader = new Blob([bytes as BlobPart]).stream().pipeThrough(stream).getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += (value as Uint8Array).length;
    if (size > most) throw new TooLargeError("The puzzle is too large for a link.");
    parts.push(value as Uint8Array);
  }
  return new Uint8Array(await new Blob(parts as BlobPart[]).arrayBuffer());
}

/** Text as a short word that can stand in a link. */
export async function pack(text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text);
  const packed = await through(bytes, new CompressionStream("deflate-raw"), LARGEST);
  let spelt = "";
  for (const byte of packed) spelt += String.fromCharCode(byte);
  return btoa(spelt).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The text of such a word. */
export async function unpack(word: string): Promise<string> {
  try {
    const spelt = atob(word.replaceAll("-", "+").replaceAll("_", "/"));
    const packed = Uint8Array.from(spelt, (letter) => letter.charCodeAt(0));
    const bytes = await through(packed, new DecompressionStream("deflate-raw"), LARGEST);
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TooLargeError) throw error;
    throw new Error("This link is damaged: the puzzle in it cannot be read. Was it cut off?");
  }
}
