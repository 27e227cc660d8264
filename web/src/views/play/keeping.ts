// Games in the storage of the browser, one for each puzzle.
import { recall, recalled, remember } from "../../store/memory";

export interface Score {
  moves: number;
  hints: number;
  seconds: number;
  /** The solution was shown. */
  shown: boolean;
  /** The last move was a piece laid by hand, not by a hint or when the solution was shown. */
  own: boolean;
}

/** A short name of a text. */
function hashOf(text: string): string {
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

export const FRESH: Score = { moves: 0, hints: 0, seconds: 0, shown: false, own: false };

const GAMES = "tilewright.game.";
const MOST = 50; // games that are kept
const TELL = "tilewright.play.tell";

const nameOf = (toml: string) => GAMES + hashOf(toml);

function read<Kept>(name: string): (Kept & { time: number }) | null {
  try {
    return JSON.parse(recall(name) ?? "null");
  } catch {
    return null;
  }
}

/** What was kept of the game with a puzzle; whoever asks knows what it was. */
export const load = <Kept>(toml: string): Kept | null => read<Kept>(nameOf(toml));

/** Keep a game, if it has begun; of many, those that were played last. */
export function save<Kept extends { score: Score }>(toml: string, kept: Kept): void {
  const begun = kept.score.moves + kept.score.hints > 0;
  remember(nameOf(toml), begun ? JSON.stringify({ ...kept, time: Date.now() }) : null);
  const names = recalled(GAMES);
  if (names.length <= MOST) return;
  const times = new Map(names.map((name) => [name, read(name)?.time ?? 0]));
  names.sort((a, b) => times.get(b)! - times.get(a)!);
  for (const name of names.slice(MOST)) remember(name, null);
}

/** Whether the player wants to be told if the position can be completed. */
export const wantsToKnow = () => recall(TELL) !== "no";

export const keepWish = (tell: boolean) => remember(TELL, tell ? "yes" : "no");
