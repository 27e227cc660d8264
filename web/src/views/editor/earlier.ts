// The last few drawings, kept in this browser; the newest one is also the draft.

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
export function drawings(store: Storage = localStorage): Drawing[] {
  try {
    const found: unknown = JSON.parse(store.getItem(NAME) ?? "[]");
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
export function keep(drawing: Drawing, store: Storage = localStorage): void {
  if (drawing.toml.length > LONGEST) return;
  const others = drawings(store).filter(({ id }) => id !== drawing.id);
  write([drawing, ...others].slice(0, MOST), store);
}

export function forget(id: string, store: Storage = localStorage): void {
  write(
    drawings(store).filter((one) => one.id !== id),
    store,
  );
}

function write(all: Drawing[], store: Storage): void {
  try {
    store.setItem(NAME, JSON.stringify(all));
  } catch {
    // a full or forbidden storage: then only the address keeps the drawing
  }
}
