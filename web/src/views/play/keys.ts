// Playing with keys only.
import type { Point } from "../../api/types";
import type { Pointing } from "./pointing";
import type { Session } from "./session";

const SIDES: Record<string, Point> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Does a key belong to what is written into, or chosen from? */
const isTyping = (target: EventTarget | null) =>
  target instanceof Element && target.closest("input, select, textarea") !== null;

const isButton = (target: EventTarget | null) =>
  target instanceof Element && target.closest("button:not(.stock), a, .space") !== null;

/** When the piece of a button is gone, go on with the next one that is there. */
function goOn(here: EventTarget | null): void {
  requestAnimationFrame(() => {
    if (!(here instanceof HTMLButtonElement) || !here.disabled) return;
    const stock = [...document.querySelectorAll<HTMLButtonElement>(".game .stock")];
    const at = stock.indexOf(here);
    [...stock.slice(at), ...stock.slice(0, at)].find((button) => !button.disabled)?.focus();
  });
}

/** Act on a key.  Was it one of ours? */
export function pressKey(session: Session, pointing: Pointing, event: KeyboardEvent): boolean {
  const { key } = event;
  if (isTyping(event.target)) return false;
  if ((event.ctrlKey || event.metaKey) && !event.altKey) {
    const again = key === "y" || (key.toLowerCase() === "z" && event.shiftKey);
    if (again) session.redo();
    else if (key === "z") session.undo();
    else return false;
    return true;
  }
  if (!session.held.value || event.altKey) return false;
  if (SIDES[key]) session.step(SIDES[key]);
  else if (key === "PageUp") session.step([0, 0], -1);
  else if (key === "PageDown") session.step([0, 0], 1);
  else if (key === "Escape") session.cancel();
  else if (key === "Delete" || key === "Backspace") session.home();
  else if (key === "Enter" || key === " ") {
    if (isButton(event.target) || !session.held.value.cells) return false;
    if (session.drop()) goOn(event.target);
  } else if (session.turnByKey(key) || session.turnByKey(key.toLowerCase())) pointing.turned();
  else return false;
  return true;
}
