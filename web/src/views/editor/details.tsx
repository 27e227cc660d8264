// What is said about the piece that is drawn: its name, how many there are, how it may be turned.
import type { PieceDoc } from "../../api/types";
import { Icon } from "../../components/icon";
import * as model from "./model";
import { countOf } from "./model";
import * as state from "./state";

/** What may be done with the piece that is drawn. */
export function Details() {
  const doc = state.doc.value!;
  const number = state.target.value;
  const piece = doc.pieces[number];
  if (!piece) return null;
  const change = (part: Partial<PieceDoc>) =>
    state.change((now) => model.withPiece(now, number, part));
  const twin = doc.pieces.some((other, k) => k !== number && other.name === piece.name);
  const turning = piece.motions.length
    ? "own"
    : !piece.turn
      ? "no"
      : piece.flip === null
        ? "usual"
        : piece.flip
          ? "flip"
          : "turn";
  return (
    <div class="details card">
      <label>
        Name
        <input
          type="text"
          size={10}
          maxLength={80}
          value={piece.name}
          aria-invalid={!piece.name.trim() || twin}
          onChange={(event) => change({ name: event.currentTarget.value.trim() })}
        />
      </label>
      <label title="A number, from 2 to 5: 2..5, or: any">
        How many
        <input
          type="text"
          class="count"
          value={piece.count}
          aria-invalid={!countOf(piece.count)}
          list="counts"
          onChange={(event) => change({ count: event.currentTarget.value.trim() || "1" })}
        />
      </label>
      <label>
        May be
        <select
          value={turning}
          onChange={(event) => {
            const way = event.currentTarget.value;
            if (way === "own") return;
            const flip = way === "flip" ? true : way === "turn" ? false : null;
            change({ turn: way !== "no", flip: way === "no" ? null : flip, motions: [] });
          }}
        >
          <option value="usual">
            {doc.lattice.flat ? "turned and turned over (usual)" : "turned (usual)"}
          </option>
          <option value="turn">turned, not {doc.lattice.flat ? "turned over" : "mirrored"}</option>
          <option value="flip">turned and {doc.lattice.flat ? "turned over" : "mirrored"}</option>
          <option value="no">not turned at all</option>
          {turning === "own" && <option value="own">as the file says</option>}
        </select>
      </label>
      <div class="row">
        <button
          type="button"
          onClick={() => {
            state.change((now) => model.withCopy(now, number));
            state.choose(number + 1);
          }}
        >
          Copy
        </button>
        <button
          type="button"
          onClick={() => {
            state.change((now) => model.withoutPiece(now, number));
            state.choose(Math.min(number, doc.pieces.length - 2));
          }}
        >
          Delete
        </button>
        <button
          type="button"
          disabled={number === 0}
          aria-label="Up in the list"
          onClick={() => reorder(number, -1)}
        >
          <Icon name="up" />
        </button>
        <button
          type="button"
          disabled={number === doc.pieces.length - 1}
          aria-label="Down in the list"
          onClick={() => reorder(number, 1)}
        >
          <Icon name="down" />
        </button>
      </div>
      <datalist id="counts">
        <option value="1" />
        <option value="2" />
        <option value="2..5" />
        <option value="any" />
      </datalist>
    </div>
  );
}

function reorder(number: number, by: number) {
  state.change((now) => model.withPieceAt(now, number, number + by));
  state.choose(number + by);
}
