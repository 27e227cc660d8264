// What is wrong or odd with a puzzle.
import type { Problem } from "../api/types";

export function Problems(props: { problems: Problem[]; onPlace?: (place: string[]) => void }) {
  if (!props.problems.length) return null;
  return (
    <ul class="problems" aria-live="polite">
      {props.problems.map((problem) => (
        <li key={problem.message} class={problem.severity}>
          {problem.severity === "error" ? "✕ " : "ⓘ "}
          {problem.line ? `Line ${problem.line}: ` : ""}
          {props.onPlace && problem.place.length > 0 ? (
            <button type="button" class="plain" onClick={() => props.onPlace?.(problem.place)}>
              {problem.message}
            </button>
          ) : (
            problem.message
          )}
        </li>
      ))}
    </ul>
  );
}
