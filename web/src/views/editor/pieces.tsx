// The list of the board and the pieces, and what is said about a piece.
import { useSignal } from "@preact/signals";
import { memo } from "preact/compat";
import { useEffect, useState } from "preact/hooks";
import { set, sets } from "../../api/client";
import type { LatticeShape, PieceDoc } from "../../api/types";
import { say, sayError } from "../../app/messages";
import * as model from "./model";
import { BOARD, countOf } from "./model";
import { Picture } from "./solids";
import * as state from "./state";

const GROUND = "#aab2c5"; // of the board

export function Pieces() {
  const doc = state.doc.value!;
  const chosen = state.target.value;
  const { must, may } = doc.board;
  return (
    <section class="pieces card" aria-label="Board and pieces">
      <button
        type="button"
        class="entry board"
        aria-pressed={chosen === BOARD}
        onClick={() => state.choose(BOARD)}
      >
        <Thumbnail lattice={doc.lattice} cells={boardCells(doc.board)} colour={GROUND} />
        <b>Board</b>
        <span class="faint">{plural(must.length + may.length, "cell")}</span>
      </button>
      <h2>Pieces</h2>
      <ol>
        {doc.pieces.map((piece, number) => (
          <Entry
            key={number}
            lattice={doc.lattice}
            piece={piece}
            number={number}
            chosen={chosen === number}
          />
        ))}
      </ol>
      <div class="row">
        <button type="button" class="primary" onClick={state.addPiece}>
          + Add a piece
        </button>
        <AddSet />
      </div>
      <Spare />
    </section>
  );
}

export const plural = (count: number, word: string) =>
  `${count.toLocaleString("en")} ${word}${count === 1 ? "" : "s"}`;

const boards = new WeakMap<object, number[][]>();
function boardCells(board: { must: number[][]; may: number[][] }) {
  const found = boards.get(board) ?? [...board.must, ...board.may];
  boards.set(board, found);
  return found;
}

const Thumbnail = memo((props: { lattice: LatticeShape; cells: number[][]; colour: string }) => (
  <span class="thumbnail" aria-hidden="true">
    {props.cells.length > 0 && <Picture {...props} />}
  </span>
));

const Entry = memo(
  (props: { lattice: LatticeShape; piece: PieceDoc; number: number; chosen: boolean }) => {
    const { lattice, piece, number, chosen } = props;
    const times =
      piece.count === "1" ? "" : piece.count === "any" ? "any number" : `× ${piece.count}`;
    return (
      <li>
        <button
          type="button"
          class="entry"
          aria-pressed={chosen}
          onClick={() => state.choose(number)}
        >
          <Thumbnail lattice={lattice} cells={piece.cells} colour={piece.colour} />
          <i class="chip" style={{ background: piece.colour }} />
          <b>{piece.name || "?"}</b>
          <span class="faint">
            {plural(piece.cells.length, "cell")} {times}
          </span>
        </button>
        {chosen && <Details piece={piece} number={number} />}
      </li>
    );
  },
);

/** What may be done with the piece that is drawn. */
function Details({ piece, number }: { piece: PieceDoc; number: number }) {
  const doc = state.doc.value!;
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
    <div class="details">
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
          size={5}
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
          ↑
        </button>
        <button
          type="button"
          disabled={number === doc.pieces.length - 1}
          aria-label="Down in the list"
          onClick={() => reorder(number, 1)}
        >
          ↓
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

type Known = Awaited<ReturnType<typeof sets>>["sets"];
let asked: Promise<Known> | null = null; // once is enough

function knownSets(): Promise<Known> {
  asked ??= sets().then(
    (answer) => answer.sets,
    (error) => {
      asked = null;
      throw error;
    },
  );
  return asked;
}

/** Pieces that are known by name. */
function AddSet() {
  const lattice = state.doc.value!.lattice;
  const [known, setKnown] = useState<Known>([]);
  useEffect(() => {
    knownSets().then(setKnown, sayError);
  }, []);
  const fitting = lattice.builtin ? known.filter((one) => one.lattice === lattice.name) : [];
  if (!fitting.length) return null;
  const add = async (name: string) => {
    try {
      const { pieces } = await set(name);
      state.change((now) => model.withNewPieces(now, pieces));
      say(`${plural(pieces.length, "piece")} added.`);
    } catch (error) {
      sayError(error);
    }
  };
  return (
    <select
      aria-label="Add a ready set of pieces"
      value=""
      onChange={(event) => {
        const name = event.currentTarget.value;
        event.currentTarget.value = "";
        if (name) void add(name);
      }}
    >
      <option value="">+ Add a ready set…</option>
      {fitting.map(({ name, pieces }) => (
        <option key={name} value={name}>
          {name} ({plural(pieces, "piece")})
        </option>
      ))}
    </select>
  );
}

/** How many pieces may be left over. */
function Spare() {
  const { spare } = state.doc.value!;
  const written = useSignal("1");
  const set = (to: string | null) => state.change((now) => ({ ...now, spare: to }));
  const way = spare === null ? "none" : spare === "any" ? "any" : "some";
  return (
    <div class="spare row">
      <label>
        Pieces left over
        <select
          value={way}
          onChange={(event) => {
            const to = event.currentTarget.value;
            set(to === "none" ? null : to === "any" ? "any" : written.value);
          }}
        >
          <option value="none">none: all are used</option>
          <option value="some">so many</option>
          <option value="any">any number</option>
        </select>
      </label>
      {way === "some" && (
        <input
          type="text"
          size={5}
          aria-label="How many are left over"
          title="A number, or from 1 to 3: 1..3"
          value={spare ?? ""}
          aria-invalid={!countOf(spare ?? "")}
          onChange={(event) => {
            written.value = event.currentTarget.value.trim() || "1";
            set(written.value);
          }}
        />
      )}
    </div>
  );
}
