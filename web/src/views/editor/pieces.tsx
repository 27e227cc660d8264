// The list of the board and the pieces, and what is said about a piece.
import { useSignal } from "@preact/signals";
import { memo } from "preact/compat";
import { useEffect, useState } from "preact/hooks";
import { set, sets } from "../../api/client";
import type { LatticeShape, PieceDoc } from "../../api/types";
import { say, sayError } from "../../app/messages";
import * as model from "./model";
import { BOARD, countOf } from "./model";
import { Picture } from "./picture";
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
        onClick={() => show(BOARD)}
      >
        <Thumbnail lattice={doc.lattice} cells={boardCells(doc.board)} colour={GROUND} />
        <b>Board</b>
        <span class="faint">{plural(must.length + may.length, "cell")}</span>
      </button>
      <h2>Pieces</h2>
      <div class="row">
        <button
          type="button"
          class="primary"
          onClick={() => {
            state.addPiece();
            showPaper();
          }}
        >
          + Add a piece
        </button>
        <AddSet />
      </div>
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
      <Spare />
    </section>
  );
}

/** On narrow screens the paper may be out of sight. */
function showPaper(): void {
  if (matchMedia("(max-width: 900px)").matches)
    document.querySelector(".editor .desk")?.scrollIntoView({ behavior: "smooth" });
}

function show(target: model.Target): void {
  state.choose(target);
  showPaper();
}

export const plural = (count: number, word: string) =>
  `${count.toLocaleString("en")} ${word}${count === 1 ? "" : "s"}`;

const boards = new WeakMap<object, number[][]>();
function boardCells(board: { must: number[][]; may: number[][] }) {
  const found = boards.get(board) ?? [...board.must, ...board.may];
  boards.set(board, found);
  return found;
}

const LATER = 200; // milliseconds after the last change

/** The last value that stayed for a moment: pictures do not hold up strokes. */
function useSettled<T>(value: T): T {
  const [settled, settle] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => settle(value), LATER);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

function Thumbnail(props: { lattice: LatticeShape; cells: number[][]; colour: string }) {
  const { lattice, cells, colour } = useSettled(props);
  return <Still lattice={lattice} cells={cells} colour={colour} />;
}

const Still = memo((props: { lattice: LatticeShape; cells: number[][]; colour: string }) => (
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
        <button type="button" class="entry" aria-pressed={chosen} onClick={() => show(number)}>
          <Thumbnail lattice={lattice} cells={piece.cells} colour={piece.colour} />
          <i class="chip" style={{ background: piece.colour }} />
          <b>{piece.name || "?"}</b>
          <span class="faint">
            {plural(piece.cells.length, "cell")} {times}
          </span>
        </button>
      </li>
    );
  },
);

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
  const [known, setKnown] = useState<Known | null>(null);
  useEffect(() => {
    knownSets().then(setKnown, sayError);
  }, []);
  const fitting = known?.filter((one) => lattice.builtin && one.lattice === lattice.name) ?? [];
  if (known && !fitting.length) return null;
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
      disabled={!known}
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
