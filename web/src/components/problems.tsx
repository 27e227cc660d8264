// What is wrong or odd with a puzzle.
import type { Problem } from "../api/types";
import { inPlainWords } from "../app/plain";
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
      {props.problems.map(({ message, severity, line, place }) => {
        const words = props.lines ? message : inPlainWords(message);
        return (
          <li key={message} class={severity}>
            <Icon name={severity === "error" ? "cross" : "info"} />{" "}
            {props.lines && line ? `Line ${line}: ` : ""}
            {props.onPlace && place.length > 0 ? (
              <button type="button" class="plain" onClick={() => props.onPlace?.(place)}>
                {words}
              </button>
            ) : (
              words
            )}
          </li>
        );
      })}
    </ul>
  );
}
