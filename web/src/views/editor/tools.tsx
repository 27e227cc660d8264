// Tools, and what is done to the whole canvas.
import { useSignal } from "@preact/signals";
import { Icon, type IconName } from "../../components/icon";
import { ink, tintOf } from "./colours";
import { boxCells, boxSides, tippingTurns } from "./layout";
import { BOARD, coloursIn, type Tool } from "./model";
import * as state from "./state";

interface ToolText {
  tool: Tool;
  icon: IconName;
  label: string;
  title: string;
}

export const TOOLS: ToolText[] = [
  {
    tool: "fill",
    icon: "fill",
    label: "Fill",
    title: "Paint cells; a stroke that begins on a filled cell takes cells away",
  },
  {
    tool: "may",
    icon: "may",
    label: "May be empty",
    title: "Cells of the board that may be filled or stay empty",
  },
  {
    tool: "colour",
    icon: "half",
    label: "Colour",
    title: "Give cells a colour: pieces only go where the colours agree",
  },
  { tool: "erase", icon: "erase", label: "Erase", title: "Take cells away" },
  { tool: "box", icon: "box", label: "Rectangle", title: "Fill or empty a rectangle" },
  {
    tool: "move",
    icon: "move",
    label: "Move paper",
    title: "Drag the paper; two fingers do so too",
  },
];

export function Tools() {
  return (
    <div class="tools" role="toolbar" aria-label="Tools">
      {TOOLS.map(({ tool, icon, label, title }, k) => (
        <button
          key={tool}
          type="button"
          aria-pressed={state.tool.value === tool}
          title={`${title} (key ${k + 1})`}
          disabled={tool === "may" && state.target.value !== BOARD}
          onClick={() => {
            state.tool.value = tool;
          }}
        >
          <Icon name={icon} />
          <span class="word">{label}</span>
        </button>
      ))}
      <span class="gap" />
      <button
        type="button"
        disabled={!state.canUndo.value}
        title="Undo (Ctrl+Z)"
        onClick={state.undo}
      >
        <Icon name="undo" />
        <span class="word">Undo</span>
      </button>
      <button
        type="button"
        disabled={!state.canRedo.value}
        title="Redo (Ctrl+Y)"
        onClick={state.redo}
      >
        <Icon name="redo" />
        <span class="word">Redo</span>
      </button>
      <Named />
      {state.tool.value === "colour" && <Colours />}
    </div>
  );
}

/** Which tool is in use, where there is no room for names on the buttons. */
function Named() {
  const used = TOOLS.find(({ tool }) => tool === state.tool.value);
  return <p class="named faint">{used && `${used.label}: ${used.title}`}</p>;
}

const LETTERS = ["A", "B", "C", "D", "E", "F"];

/** Which colour the brush has. */
function Colours() {
  const names = [...new Set([...coloursIn(state.doc.value!), ...LETTERS])];
  return (
    <div class="brushes" role="group" aria-label="Colour of the brush">
      {names.map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={state.colour.value === name}
          style={{ background: tintOf(name), color: ink(tintOf(name)) }}
          onClick={() => {
            state.colour.value = name;
          }}
        >
          {name}
        </button>
      ))}
      <label>
        Other
        <input
          type="text"
          size={6}
          maxLength={40}
          placeholder="red"
          onChange={(event) => {
            const name = event.currentTarget.value.trim();
            if (name) state.colour.value = name;
          }}
        />
      </label>
    </div>
  );
}

const TIPS = { front: "Tip forward", side: "Tip sideways", bottom: "Upside down", askew: "" };

/** Turn, mirror, clear: for the board as for a piece. */
export function Whole() {
  const turns = state.turns.value;
  const grid = state.grid.value!;
  const empty = state.drawn.value.size === 0;
  return (
    <div class="whole row">
      {turns?.turn && (
        <button
          type="button"
          disabled={empty}
          title="Turn to the right (R)"
          onClick={() => state.turn(turns.turn)}
        >
          <Icon name="right" /> Turn
        </button>
      )}
      {turns?.mirror && (
        <button
          type="button"
          disabled={empty}
          title="Exchange left and right (M)"
          onClick={() => state.turn(turns.mirror)}
        >
          <Icon name="mirror" /> Mirror
        </button>
      )}
      {tippingTurns(grid).map(({ name, motion, to }) => (
        <button key={name} type="button" disabled={empty} onClick={() => state.turn(motion)}>
          <Icon name="tip" /> {TIPS[to] || `Turn about ${name}`}
        </button>
      ))}
      <button
        type="button"
        disabled={empty}
        title="Take all cells away (Delete)"
        onClick={state.clear}
      >
        Clear
      </button>
      <BoxFields key={grid.lattice.name} />
    </div>
  );
}

const SIDES = ["Width", "Height", "Depth"];
const MOST = 40; // units of a side

/** Fill a box at once. */
function BoxFields() {
  const grid = state.grid.value!;
  const free = boxSides(grid);
  const sides = useSignal(
    free.map((_, axis) => (grid.lattice.kinds.length > 8 ? [1, 1, 1] : [5, 3, 3])[axis]!),
  );
  return (
    <form
      class="box row"
      onSubmit={(event) => {
        event.preventDefault();
        state.fillWith(boxCells(grid, sides.value));
      }}
    >
      {free.map(
        (is, axis) =>
          is && (
            <label key={SIDES[axis]}>
              {free.slice(0, axis).some(Boolean) && "×"}
              <input
                type="number"
                min={1}
                max={MOST}
                required
                aria-label={SIDES[axis]}
                title={SIDES[axis]}
                value={sides.value[axis]}
                onInput={(event) => {
                  const value = Math.round(event.currentTarget.valueAsNumber);
                  if (value >= 1 && value <= MOST) sides.value = sides.value.with(axis, value);
                }}
              />
            </label>
          ),
      )}
      <button type="submit" title="Draw a full box of this size, instead of what is here">
        Fill box
      </button>
    </form>
  );
}
