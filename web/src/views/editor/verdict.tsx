// What the check says: totals, and what is wrong.
import { Icon } from "../../components/icon";
import { Problems } from "../../components/problems";
import { Next } from "./files";
import { BOARD, totals } from "./model";
import { plural } from "./pieces";
import { change, checked, checking, choose, doc, silence } from "./state";
import "./verdict.css";

const range = (lo: number, hi: number) =>
  lo === hi ? lo.toLocaleString("en") : hi === Infinity ? `${lo} or more` : `${lo} to ${hi}`;

export function Verdict() {
  const shown = doc.value!;
  const { must, board, lo, hi, fits } = totals(shown);
  if (!board && !shown.pieces.length)
    return (
      <section class="verdict card" aria-label="Check">
        <p>
          <b>Paint the board</b> with the mouse or a finger, then <b>add pieces</b> and paint them.
          What is still wrong is said here.
        </p>
      </section>
    );
  const said = checked.value;
  const bad = said?.problems.some(({ severity }) => severity === "error");
  const fresh = !checking.value && said?.doc === shown;
  const placements = fresh && !bad ? said?.sizes?.placements : null;
  const toPlace = (place: string[]) => {
    if (place[0] === "board") choose(BOARD);
    if (place[0] === "pieces") document.querySelector(".pieces")?.scrollIntoView();
    const number = shown.pieces.findIndex(({ name }) => name === place[1]);
    if (place[0] === "piece" && number >= 0) choose(number);
  };
  return (
    <section class="verdict card" aria-label="Check">
      <Next />
      <p class={fits ? "good" : "bad"}>
        {fits && <Icon name="check" />}{" "}
        {must === board ? plural(board, "cell") : `${must} to ${board} cells`} on the board, pieces
        cover {range(lo, hi)}
      </p>
      {silence.value ? (
        <p class="bad" role="alert">
          {silence.value}
        </p>
      ) : !fresh ? (
        checking.value && <p class="faint">Looking it over…</p>
      ) : (
        !bad && (
          <p class="good" role="status">
            <Icon name="check" /> Ready to solve
            {placements != null && `: pieces can be placed in ${plural(placements, "way")}`}
          </p>
        )
      )}
      <Problems problems={said?.problems ?? []} onPlace={toPlace} />
      <Kept />
    </section>
  );
}

/** What is in the puzzle, but not on the canvas. */
function Kept() {
  const shown = doc.value!;
  const things = [
    (shown.marks || shown.pieces.some(({ marks }) => marks.length)) && "marks",
    shown.colour_fits && "a table of colours",
    shown.pieces.some(({ motions }) => motions.length) && "motions of single pieces",
    !shown.crossing && "sticks that may not cross",
  ].filter(Boolean);
  return (
    <>
      {shown.fixed.length > 0 && (
        <p class="faint">
          {shown.fixed.length === 1 ? "A piece has its" : `${shown.fixed.length} pieces have their`}{" "}
          place on the board.{" "}
          <button type="button" onClick={() => change((now) => ({ ...now, fixed: [] }))}>
            Free
          </button>
        </p>
      )}
      {things.length > 0 && (
        <p class="faint">
          This puzzle also has {things.join(" and ")}, which this editor keeps but does not show.
        </p>
      )}
    </>
  );
}
