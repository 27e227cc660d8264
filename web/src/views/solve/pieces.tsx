// The list of pieces: point at one to see it, choose one to ask where it lies.
import { useState } from "preact/hooks";
import type { Doc, LatticeDoc } from "../../api/types";
import { cellOf, inReadingOrder, keyOf } from "../../lattice/grid";
import { type Condition, spelt, told, withCondition, without } from "./conditions";
import { boardOf } from "./flat";
import type { View } from "./view";
import { inDigits, some } from "./words";

/** How often a piece may be used, if that is not once. */
const timesOf = (count: string | number): string =>
  String(count) === "1" ? "" : String(count) === "any" ? "× any" : `× ${count}`;

export function PieceList({ view }: { view: View }) {
  const { doc } = view;
  const inSpace = view.mode.value === "space";
  const canAsk = doc.kind === "lattice";
  const longest = Math.max(
    ...doc.pieces.map(({ name, count }) => `${name} ${timesOf(count)}`.length),
  );
  const choose = (name: string) => {
    view.picked.value = view.picked.value === name ? null : name;
  };
  const marks = (name: string) => ({
    onPointerEnter: () => {
      view.marked.value = name;
    },
    onPointerLeave: () => {
      view.marked.value = null;
    },
    onFocusIn: () => {
      view.marked.value = name;
    },
    onFocusOut: () => {
      view.marked.value = null;
    },
  });
  return (
    <ul class="pieces" aria-label="Pieces" style={{ "--name": `${longest}ch` }}>
      {doc.pieces.map(({ name, colour, count }) => (
        <li key={name} class={view.marked.value === name ? "marked" : ""} {...marks(name)}>
          {inSpace && (
            <input
              type="checkbox"
              aria-label={`Show ${name}`}
              title={`Show or hide ${name}`}
              checked={!view.hidden.value.has(name)}
              onChange={(event) => view.hide(name, !event.currentTarget.checked)}
            />
          )}
          <button
            type="button"
            class="plain"
            aria-pressed={canAsk ? view.picked.value === name : undefined}
            title={canAsk ? `Show only solutions with ${name} on a certain cell` : name}
            onClick={() => canAsk && choose(name)}
          >
            <span class="swatch" style={{ background: colour }} />
            {name} <span class="faint">{timesOf(count)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** What to do next, after a piece was chosen. */
function Picking({ view, name }: { view: View; name: string }) {
  return (
    <p class="picking" role="status">
      {view.mode.value === "flat" ? (
        `Now click the cell that ${name} shall cover.`
      ) : (
        <>
          <button
            type="button"
            onClick={() => {
              view.mode.value = "flat";
            }}
          >
            Show the layers
          </button>{" "}
          to click the cell that {name} shall cover.
        </>
      )}{" "}
      <button
        type="button"
        onClick={() => {
          view.picked.value = null;
        }}
      >
        Never mind
      </button>
    </p>
  );
}

function BySelects({ view, doc }: { view: View; doc: LatticeDoc }) {
  const cells = [...boardOf(doc)].sort(inReadingOrder).map(keyOf);
  const [piece, setPiece] = useState(doc.pieces[0]?.name ?? "");
  const [not, setNot] = useState(false);
  const [cell, setCell] = useState(cells[0] ?? "");
  const add = (condition: Condition) =>
    view.select(withCondition(view.conditions.value, condition));
  const submit = (event: Event) => {
    event.preventDefault();
    add({ kind: "covers", piece, cell: cellOf(cell), not });
  };
  return (
    <form class="row" onSubmit={submit}>
      <select
        aria-label="Piece"
        value={piece}
        onChange={(event) => setPiece(event.currentTarget.value)}
      >
        {doc.pieces.map(({ name }) => (
          <option key={name}>{name}</option>
        ))}
      </select>
      <select
        aria-label="Covers or not"
        value={String(not)}
        onChange={(event) => setNot(event.currentTarget.value === "true")}
      >
        <option value="false">covers</option>
        <option value="true">does not cover</option>
      </select>
      <select
        aria-label="Cell"
        value={cell}
        onChange={(event) => setCell(event.currentTarget.value)}
      >
        {cells.map((key) => (
          <option key={key} value={key}>
            {key.replaceAll(",", ", ")}
          </option>
        ))}
      </select>
      <button type="submit">Add</button>
    </form>
  );
}

/** Which solutions are wanted. */
export function Filter({ view, doc }: { view: View; doc: LatticeDoc }) {
  const conditions = view.conditions.value;
  const symmetric = conditions.some(({ kind }) => kind === "symmetric");
  const one: Condition = { kind: "symmetric" };
  return (
    <>
      {view.picked.value && <Picking view={view} name={view.picked.value} />}
      <details class="filter">
        <summary>Filter solutions</summary>
        <p class="faint">Choose a piece above and click a cell of the picture, or say it here:</p>
        <BySelects view={view} doc={doc} />
        <label>
          <input
            type="checkbox"
            checked={symmetric}
            onChange={() =>
              view.select(symmetric ? without(conditions, one) : withCondition(conditions, one))
            }
          />
          symmetric only
        </label>
      </details>
      {conditions.length > 0 && (
        <p class="faint" role="status">
          {inDigits(view.book.total.value)} of {some(view.book.found.value, "solution")}
        </p>
      )}
      {conditions.length > 0 && (
        <ul class="chips" aria-label="Only solutions with">
          {conditions.map((condition) => (
            <li key={spelt(condition)}>
              {told(condition)}
              <button
                type="button"
                class="plain"
                aria-label={`Remove: ${told(condition)}`}
                onClick={() => view.select(without(conditions, condition))}
              >
                ×
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

export const canFilter = (doc: Doc): doc is LatticeDoc => doc.kind === "lattice";
