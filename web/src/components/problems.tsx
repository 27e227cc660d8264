// What is wrong or odd with a puzzle.
import type { Problem } from "../api/types";
import { Icon } from "./icon";

export function Problems(props: {
  problems: Problem[];
  onPlace?: (place: string[]) => void;
  /** They are about a file that the user has, so that its lines can be named. */
  lines?: boolean;
}) {
  if (!props.problems.length) return null;
  return (
    <ul class="problems" aria-live="polite">
      {props.problems.map((problem) => (
        <li key={problem.message} class={problem.severity}>
          <Icon name={problem.severity === "error" ? "cross" : "info"} />{" "}
          {props.lines && problem.line ? `Line ${problem.line}: ` : ""}
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
