// The editor of puzzles whose board and pieces are polygons.
import { useSignalEffect } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { say } from "../../app/messages";
import { Icon } from "../../components/icon";
import { puzzle } from "../../store/puzzle";
import { chooseFile, download, startNew } from "../editor/files";
import { Title } from "../editor/title";
import { Canvas, finish, split } from "./canvas";
import * as model from "./model";
import { cornersOf, shapeOf, type Target } from "./model";
import { numberOf, sum } from "./numbers";
import { Shapes } from "./shapes";
import * as state from "./state";
import { Verdict } from "./verdict";
import "./polygons.css";

const STEPS = ["1", "1/2", "1/4", "1/8", "1/10", "1/100", "sqrt(2)/2", "sqrt(3)/2"];

export function PolygonEditor() {
  useSignalEffect(state.follow);
  useEffect(state.keepChecking, []);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const field = event.target instanceof HTMLElement && event.target.matches("input,textarea");
      if (field || !(event.ctrlKey || event.metaKey)) return;
      const key = event.key.toLowerCase();
      if (key === "z" && !event.shiftKey) state.undo();
      else if (key === "y" || key === "z") state.redo();
      else return;
      event.preventDefault();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
  const doc = state.doc.value;
  if (!doc) return null;
  return (
    <>
      <div class="head row">
        <Title title={doc.title} onTitle={(title) => state.change((now) => ({ ...now, title }))} />
        <div class="files row">
          <button type="button" onClick={startNew}>
            New
          </button>
          <button type="button" onClick={chooseFile}>
            Open…
          </button>
          <button type="button" onClick={() => void save()}>
            Save
          </button>
        </div>
      </div>
      <div class="desk">
        <Tools />
        <h2 class="which">{titleOf(state.target.value)}</h2>
        <div class="sheets">
          <Canvas />
        </div>
        <CornerBar />
      </div>
      <Verdict />
      <Shapes />
    </>
  );
}

async function save(): Promise<void> {
  await state.checkNow();
  const open = puzzle.value;
  const drawn = state.doc.value;
  if (drawn && open?.doc === drawn && open.toml) download(open.toml, drawn.title);
  else say("This drawing cannot be saved yet: see what the check says.", "error");
}

function titleOf({ of, number }: Target): string {
  const doc = state.doc.value!;
  if (of === "pieces") return `Piece ${doc.pieces[number]?.name ?? ""}`;
  return doc.board.length > 1 ? `Board, part ${number + 1}` : "Board";
}

function Tools() {
  const { value: drawing } = state.drawing;
  const change = (by: typeof model.mirrored) => state.change((doc) => by(doc, state.target.value));
  const turn = (degrees: number) =>
    change((doc, target) => model.turnedShape(doc, target, degrees));
  return (
    <div class="tools" role="toolbar" aria-label="Tools">
      <label>
        Grid
        <select
          value={state.step.value}
          onChange={(event) => {
            state.step.value = event.currentTarget.value;
          }}
        >
          {STEPS.map((step) => (
            <option key={step} value={step}>
              {step.replace(/sqrt\((\d)\)/, "√$1")}
            </option>
          ))}
        </select>
      </label>
      <span class="gap" />
      <button type="button" title="Turn left by 15° (R)" onClick={() => turn(15)}>
        <Icon name="left" /> 15°
      </button>
      <button type="button" title="Turn left by 45°" onClick={() => turn(45)}>
        <Icon name="left" /> 45°
      </button>
      <button type="button" title="Mirror (M)" onClick={() => change(model.mirrored)}>
        <Icon name="mirror" /> Mirror
      </button>
      <span class="gap" />
      <span class="pair">
        <button
          type="button"
          aria-label="Undo"
          title="Undo (Ctrl+Z)"
          disabled={!state.canUndo.value}
          onClick={state.undo}
        >
          <Icon name="undo" />
          <span class="word"> Undo</span>
        </button>
        <button
          type="button"
          aria-label="Redo"
          title="Redo (Ctrl+Y)"
          disabled={!state.canRedo.value}
          onClick={state.redo}
        >
          <Icon name="redo" />
          <span class="word"> Redo</span>
        </button>
      </span>
      <span class="gap" />
      <Draw into="piece" label="Draw a piece" />
      <Draw into="part" label="Draw a board part" />
      <Draw into="hole" label="Cut a hole" />
      <button
        type="button"
        class="primary"
        disabled={(drawing?.corners.length ?? 0) < 3}
        onClick={finish}
      >
        Close the polygon
      </button>
      <button type="button" disabled={!drawing} onClick={state.endDrawing}>
        Cancel
      </button>
    </div>
  );
}

function Draw(props: { into: state.Into; label: string }) {
  const { into, label } = props;
  return (
    <button
      type="button"
      title="Click the corners one by one; the first one again closes the polygon"
      aria-pressed={state.drawing.value?.into === into}
      onClick={() => state.draw(into)}
    >
      {label}
    </button>
  );
}

/** The chosen corner in numbers, to be written exactly. */
function CornerBar() {
  const shape = shapeOf(state.doc.value!, state.target.value);
  const at = state.place.value;
  const corner = at && shape && cornersOf(shape)[at.ring]?.[at.corner];
  if (state.drawing.value)
    return <p class="faint">Click the corners one by one; the first one again closes it.</p>;
  if (!at || !corner)
    return (
      <p class="faint">
        Drag corners, or the whole shape. Double-click a side to add a corner; choose a corner to
        write it exactly.
      </p>
    );
  const target = state.target.value;
  const write = (axis: 0 | 1, text: string) => {
    if (numberOf(text) === null) {
      say(`“${text}” is no number: write 3, 1/2 or sqrt(2)/2.`, "error");
      return;
    }
    state.change((doc) =>
      model.movedCorner(doc, target, at, corner.with(axis, text) as model.Corner),
    );
  };
  const ring = cornersOf(shape)[at.ring]!;
  const next = ring[(at.corner + 1) % ring.length]!;
  return (
    <div class="row corner-bar" role="group" aria-label={`Corner ${at.corner + 1}`}>
      <b>Corner {at.corner + 1}</b>
      {(["x", "y"] as const).map((name, axis) => (
        <label key={name}>
          {name}
          <input
            type="text"
            value={corner[axis]}
            onChange={(event) => write(axis as 0 | 1, event.currentTarget.value)}
          />
        </label>
      ))}
      <button
        type="button"
        onClick={() => split(at, [half(corner[0], next[0]), half(corner[1], next[1])])}
      >
        Add a corner after it
      </button>
      <button
        type="button"
        disabled={ring.length <= 3 && at.ring === 0}
        onClick={() => {
          state.change((doc) => model.withoutCorner(doc, target, at));
          state.place.value = null;
        }}
      >
        Delete it
      </button>
    </div>
  );
}

const half = (a: string, b: string) => sum(`(${a})/2`, `(${b})/2`);
