// Short messages that come and go.
import { signal } from "@preact/signals";

interface Message {
  id: number;
  text: string;
  kind: "info" | "error";
}

const SECONDS = { info: 4, error: 10 };

const shown = signal<Message[]>([]);
let last = 0;

const dismiss = (id: number) => {
  shown.value = shown.value.filter((message) => message.id !== id);
};

/** Say something to the user. */
export function say(text: string, kind: Message["kind"] = "info"): void {
  const id = ++last;
  shown.value = [...shown.value.filter((message) => message.text !== text), { id, text, kind }];
  setTimeout(() => dismiss(id), SECONDS[kind] * 1000);
}

/** Say what went wrong. */
export const sayError = (error: unknown) =>
  say(error instanceof Error ? error.message : String(error), "error");

export function Messages() {
  return (
    <div class="messages" role="status" aria-live="polite">
      {shown.value.map(({ id, text, kind }) => (
        <div key={id} class={`message ${kind}`}>
          {text}
          <button type="button" class="plain" aria-label="Close" onClick={() => dismiss(id)}>
            ×
          </button>
        </div>
      ))}
    </div>
  );
}
