// Going through solutions: buttons, a number, a slider, keys.  What grows with the number of
// solutions comes after the buttons, so that these stay under the pointer.
import { useLayoutEffect } from "preact/hooks";
import { Icon, type IconName } from "../../components/icon";
import type { View } from "./view";
import { inDigits } from "./words";

const OWN = "input, select, textarea, [contenteditable]"; // have their own use for arrow keys

function useKeys(view: View) {
  useLayoutEffect(() => {
    const heed = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const target = event.composedPath()[0];
      if (target instanceof Element && target.closest(OWN)) return;
      if (event.key === "ArrowLeft") view.go(view.index.value - 1);
      else if (event.key === "ArrowRight") view.go(view.index.value + 1);
      else return;
      event.preventDefault();
    };
    document.addEventListener("keydown", heed);
    return () => document.removeEventListener("keydown", heed);
  }, [view]);
}

export function Stepper({ view }: { view: View }) {
  useKeys(view);
  const index = view.index.value;
  const total = view.book.total.value;
  const last = view.last.value;
  const step = (label: string, icon: IconName, to: number) => (
    <button
      type="button"
      aria-label={label}
      title={label}
      disabled={to < 0 || to > last || to === index}
      onClick={() => view.go(to)}
    >
      <Icon name={icon} />
    </button>
  );
  return (
    <div class="stepper" role="group" aria-label="Solutions">
      {step("First solution", "first", 0)}
      {step("Previous solution", "back", index - 1)}
      {step("Next solution", "next", index + 1)}
      {step("Last solution", "last", last)}
      <label class="place">
        <input
          type="number"
          aria-label="Number in the list"
          min={1}
          max={Math.max(1, total)}
          value={total ? index + 1 : ""}
          disabled={total < 2}
          onChange={(event) => view.go(Number(event.currentTarget.value) - 1)}
        />
        of {inDigits(total)}
      </label>
      <input
        type="range"
        aria-label="Solution"
        min={1}
        max={Math.max(1, total)}
        value={index + 1}
        aria-valuetext={`${inDigits(index + 1)} of ${inDigits(total)}`}
        disabled={total < 2}
        onInput={(event) => view.go(Number(event.currentTarget.value) - 1)}
      />
    </div>
  );
}
