// The board and the pieces, as a list: one of them is on the canvas.
import type { ShapeDoc } from "../../api/types";
import { boxOf, pathOf } from "./geometry";
import * as model from "./model";
import { sameTarget, type Target } from "./model";
import * as state from "./state";

export function Shapes() {
  const doc = state.doc.value!;
  const several = doc.board.length > 1;
  return (
    <section class="pieces card" aria-label="Board and pieces">
      <ol>
        {doc.board.map((shape, number) => (
          <li key={`board ${number}`}>
            <Entry
              target={{ of: "board", number }}
              shape={shape}
              colour="var(--accent)"
              label={several ? `Board, part ${number + 1}` : "Board"}
              note=""
            />
          </li>
        ))}
        {doc.pieces.map(({ name, shape, colour, count }, number) => (
          <li key={`piece ${number}`}>
            <Entry
              target={{ of: "pieces", number }}
              shape={shape}
              colour={colour}
              label={name}
              note={`×${count}`}
            />
          </li>
        ))}
      </ol>
    </section>
  );
}

function Entry(props: {
  target: Target;
  shape: ShapeDoc;
  colour: string;
  label: string;
  note: string;
}) {
  const { target, shape, colour } = props;
  const chosen = sameTarget(state.target.value, target);
  const { left, right, bottom, top } = boxOf(shape.rings.flat());
  const margin = 0.05 * Math.max(right - left, top - bottom, 1e-6);
  const view = [left - margin, -top - margin, right - left + 2 * margin, top - bottom + 2 * margin];
  return (
    <>
      <button
        type="button"
        class="entry"
        aria-pressed={chosen}
        onClick={() => state.choose(target)}
      >
        <svg class="thumbnail" viewBox={view.join(" ")} aria-hidden="true">
          <path d={pathOf(shape.rings)} fill={colour} fill-rule="evenodd" />
        </svg>
        {props.label}
        <span class="faint">{props.note}</span>
      </button>
      {chosen && <Details target={target} />}
    </>
  );
}

function Details({ target }: { target: Target }) {
  const doc = state.doc.value!;
  const piece = target.of === "pieces" ? doc.pieces[target.number] : undefined;
  const set = (by: Parameters<typeof model.changedPiece>[2]) =>
    state.change((now) => model.changedPiece(now, target.number, by));
  const remove = () => {
    const next = Math.max(0, target.number - 1);
    state.change((now) => model.without(now, target));
    const left = state.doc.value![target.of].length;
    state.choose(left ? { ...target, number: next } : model.FIRST);
  };
  return (
    <div class="details polygon">
      {piece && (
        <>
          <label>
            Name
            <input
              type="text"
              maxLength={100}
              value={piece.name}
              onChange={(event) => set({ name: event.currentTarget.value.trim() || piece.name })}
            />
          </label>
          <label>
            How many
            <input
              type="number"
              min={1}
              max={500}
              value={piece.count}
              onChange={(event) =>
                set({
                  count: Math.min(
                    500,
                    Math.max(1, Math.round(Number(event.currentTarget.value)) || 1),
                  ),
                })
              }
            />
          </label>
          <label class="tick">
            <input
              type="checkbox"
              checked={piece.turn}
              onChange={(event) => set({ turn: event.currentTarget.checked })}
            />
            May be turned
          </label>
          <label class="tick">
            <input
              type="checkbox"
              checked={piece.flip}
              onChange={(event) => set({ flip: event.currentTarget.checked })}
            />
            May be turned over
          </label>
        </>
      )}
      <div class="row">
        <button
          type="button"
          onClick={() => {
            state.change((now) => model.copied(now, target, state.step.value));
            state.choose({ ...target, number: state.doc.value![target.of].length - 1 });
          }}
        >
          Copy
        </button>
        <button
          type="button"
          disabled={target.of === "board" && doc.board.length === 1}
          onClick={remove}
        >
          Delete
        </button>
      </div>
    </div>
  );
}
