// Play with polygons: drag pieces from the tray onto the board, turn them, and let them snap.
import { useEffect, useMemo } from "preact/hooks";
import { inPlainWords } from "../../app/plain";
import { Icon } from "../../components/icon";
import { given, type OpenPuzzle, puzzle } from "../../store/puzzle";
import { Celebration } from "../play/celebrate";
import { inWords } from "../play/checking";
import { Hints } from "../play/hints";
import { Marks, Moves } from "../play/status";
import { Game } from "./game";
import type { Pose } from "./geometry";
import { Surface } from "./surface";
import "./polygons.css";

const games = new WeakMap<OpenPuzzle, Game>(); // they outlive a look at other pages

function gameOf(open: OpenPuzzle): Game | null {
  if (open.doc.kind !== "polygon") return null;
  const game = games.get(open) ?? new Game(given(open), open.doc, open.toml);
  games.set(open, game);
  return game;
}

export function PolygonPlay() {
  const open = puzzle.value;
  const game = useMemo(() => open && gameOf(open), [open]);
  return game && open ? <Playing key={open.toml} game={game} name={open.name} /> : null;
}

function Playing({ game, name }: { game: Game; name: string | null }) {
  const session = useMemo(
    () => ({
      solved: game.solved,
      score: game.score,
      puzzle: { name },
      game: { stock: game.doc.pieces.map((doc) => ({ doc })) },
      restart: () => game.restart(),
    }),
    [game, name],
  );
  useEffect(() => game.start(), [game]);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!event.ctrlKey && !event.metaKey) return;
      const key = event.key.toLowerCase();
      if (key === "z" && !event.shiftKey) game.undo();
      else if (key === "y" || key === "z") game.redo();
      else return;
      event.preventDefault();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [game]);
  return (
    <div class="game polygons">
      <div class="field">
        <div class="heading">
          <h1>{game.doc.title || "Play"}</h1>
          <Marks score={game.score.value} />
        </div>
        <Verdict game={game} />
        <Surface game={game} />
      </div>
      <aside>
        <Tools game={game} />
        <Hints game={game} spot="spot" />
        <details class="faint keys">
          <summary>How to play</summary>
          <p>
            Drag a piece onto the board: it snaps to corners and sides that are near. Tap a chosen
            piece, or turn the wheel, to turn it.
          </p>
          <p>
            With keys only: Tab to a piece, arrows move it (with Shift a little), R turns it (Shift
            + R the other way), comma and full stop turn it by one degree, F turns it over, Enter
            lets it snap, Delete puts it back into the tray.
          </p>
        </details>
      </aside>
      <Celebration session={session} />
      <p class="unseen" aria-live="polite">
        {game.said.value}
      </p>
    </div>
  );
}

function Verdict({ game }: { game: Game }) {
  const { value: answer } = game.answer;
  const tell = game.tell.value || game.solved.value || (answer?.wrong.length ?? 0) > 0;
  const begun = game.history.value.order.length > 0;
  const said = answer ? inWords(answer, begun, game.asking.value) : "Thinking…";
  const text = tell ? said : "You are not told whether it works.";
  const state = game.solved.value ? "solved" : (answer?.state ?? "thinking");
  return (
    <div class={`verdict ${tell ? state : "untold"}`}>
      <p role="status" aria-live="polite">
        {game.trouble.value ? inPlainWords(game.trouble.value) : text}
      </p>
      <label>
        <input
          type="checkbox"
          checked={!game.tell.value}
          onChange={(event) => game.setTell(!event.currentTarget.checked)}
        />
        Don’t tell me
      </label>
    </div>
  );
}

/** How far a piece is turned to the right, in words. */
function turnedBy({ degrees }: Pose): string {
  const right = Math.round(((360 - (degrees % 360)) % 360) * 10) / 10;
  return right % 360 ? `, turned ${right}°` : "";
}

function Tools({ game }: { game: Game }) {
  const { chosen, history } = game;
  const item = chosen.value === null ? null : game.items[chosen.value]!;
  const pose = chosen.value === null ? null : history.value.poses[chosen.value]!;
  const on = chosen.value !== null && history.value.order.includes(chosen.value);
  return (
    <div class="tools">
      <div class="row" role="group" aria-label="The chosen piece">
        <button
          type="button"
          class="turn"
          aria-label="Turn right"
          title="Turn right (R)"
          disabled={!item?.piece.turn}
          onClick={() => game.turn(-game.turnStep)}
        >
          <Icon name="right" />
        </button>
        <button
          type="button"
          class="turn"
          aria-label="Turn left"
          title="Turn left (Shift+R)"
          disabled={!item?.piece.turn}
          onClick={() => game.turn(game.turnStep)}
        >
          <Icon name="left" />
        </button>
        <button
          type="button"
          class="turn"
          aria-label="Turn over"
          title="Turn over (F)"
          disabled={!item?.piece.flip}
          onClick={() => game.turn(0, true)}
        >
          <Icon name="mirror" />
        </button>
        <button
          type="button"
          title="Into the tray (Delete)"
          disabled={!on}
          onClick={() => game.lay(chosen.value!, null)}
        >
          Put back
        </button>
        <span class="faint chosen">{item && pose ? `${item.label}${turnedBy(pose)}` : ""}</span>
      </div>
      <Moves game={game} begun={history.value.order.length > 0} />
    </div>
  );
}
