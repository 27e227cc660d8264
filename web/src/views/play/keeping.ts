// Games in the storage of the browser, one for each puzzle.
export interface Score {
  moves: number;
  hints: number;
  seconds: number;
  /** The solution was shown. */
  shown: boolean;
}

/** A short name of a text. */
export function hashOf(text: string): string {
  let [a, b] = [0xdeadbeef, 0x41c6ce57];
  for (let k = 0; k < text.length; k++) {
    const code = text.charCodeAt(k);
    a = Math.imul(a ^ code, 2654435761);
    b = Math.imul(b ^ code, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return (4294967296 * (2097151 & b) + (a >>> 0)).toString(36);
}

const nameOf = (toml: string) => `tilewright.play.${hashOf(toml)}`;

/** What was kept of the game with a puzzle; whoever asks knows what it was. */
export function load<Kept>(toml: string): Kept | null {
  try {
    const text = localStorage.getItem(nameOf(toml));
    return text ? (JSON.parse(text) as Kept) : null;
  } catch {
    return null;
  }
}

export function save<Kept>(toml: string, kept: Kept): void {
  try {
    localStorage.setItem(nameOf(toml), JSON.stringify(kept));
  } catch {
    // a full or forbidden storage: then the game is forgotten
  }
}

const TELL = "tilewright.play.tell";

/** Whether the player wants to be told if the position can be completed. */
export function wantsToKnow(): boolean {
  try {
    return localStorage.getItem(TELL) !== "no";
  } catch {
    return true;
  }
}

export function keepWish(tell: boolean): void {
  try {
    localStorage.setItem(TELL, tell ? "yes" : "no");
  } catch {
    // then it is forgotten
  }
}
