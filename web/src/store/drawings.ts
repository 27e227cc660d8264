// The last few drawings, kept in this browser; the newest one is also the draft.
import { recall, remember } from "./memory";

export interface Drawing {
  id: string; // one from the moment when it was begun or opened
  title: string;
  toml: string;
  time: number; // milliseconds
}

const NAME = "tilewright.drawings";
const MOST = 8;
const LONGEST = 200_000; // characters; larger ones are not kept

/** The drawings, newest first. */
export function drawings(): Drawing[] {
  try {
    const found: unknown = JSON.parse(recall(NAME) ?? "[]");
    return Array.isArray(found) ? found.filter(isDrawing) : [];
  } catch {
    return [];
  }
}

const isDrawing = (one: unknown): one is Drawing => {
  const { id, title, toml, time } = (one ?? {}) as Partial<Drawing>;
  return (
    typeof id === "string" &&
    typeof title === "string" &&
    typeof toml === "string" &&
    typeof time === "number"
  );
};

/** Keep a drawing, instead of what it was before. */
export function keep(drawing: Drawing): void {
  if (drawing.toml.length > LONGEST) return;
  const others = drawings().filter(({ id }) => id !== drawing.id);
  write([drawing, ...others].slice(0, MOST));
}

export function forget(id: string): void {
  write(drawings().filter((one) => one.id !== id));
}

// If that fails, the address still has the newest one.
const write = (all: Drawing[]) => remember(NAME, JSON.stringify(all));
