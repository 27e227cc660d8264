// What the check says about polygons that are drawn.
import type { ShapeDoc } from "../../api/types";
import { go } from "../../app/router";
import { Icon } from "../../components/icon";
import { Problems } from "../../components/problems";
import { linkTo, puzzle } from "../../store/puzzle";
import { areaOf } from "./geometry";
import * as state from "./state";
import { shown } from "./view";

const sizeOf = (shape: ShapeDoc) =>
  shape.rings.reduce((all, ring, k) => all + (k ? -1 : 1) * Math.abs(areaOf(ring)), 0);

export function Verdict() {
  const doc = state.doc.value!;
  const board = doc.board.reduce((all, part) => all + sizeOf(part), 0);
  const pieces = doc.pieces.reduce((all, { shape, count }) => all + count * sizeOf(shape), 0);
  const fits = Math.abs(board - pieces) < 1e-6 * Math.max(1, board);
  const problems = state.problems.value;
  const bad = problems.some(({ severity }) => severity === "error");
  const ready = !state.checking.value && !bad && puzzle.value?.doc === doc;
  const leave = async (page: "/solve" | "/play") => {
    await state.checkNow();
    go(await linkTo(page));
  };
  const toPlace = (place: string[]) => {
    const number = doc.pieces.findIndex(({ name }) => name === place[1]);
    if (place[0] === "board") state.choose({ of: "board", number: Number(place[1] ?? 1) - 1 || 0 });
    else if (place[0] === "piece" && number >= 0) state.choose({ of: "pieces", number });
  };
  return (
    <section class="verdict card" aria-label="Check">
      <div class="row">
        <button
          type="button"
          class="primary"
          disabled={!ready}
          onClick={() => void leave("/solve")}
        >
          Solve it
        </button>
        <button type="button" disabled={!ready} onClick={() => void leave("/play")}>
          Play it
        </button>
      </div>
      <p class={fits ? "good" : "bad"}>
        {fits && <Icon name="check" />} The board has an area of {shown(board)}, the pieces of{" "}
        {shown(pieces)}
      </p>
      {state.silence.value ? (
        <p class="bad" role="alert">
          {state.silence.value}
        </p>
      ) : state.checking.value ? (
        <p class="faint">Looking it over…</p>
      ) : (
        !bad && (
          <p class="good" role="status">
            <Icon name="check" /> No fault was found
          </p>
        )
      )}
      <Problems problems={problems} onPlace={toPlace} />
    </section>
  );
}
