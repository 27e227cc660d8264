// The piece that is being dragged, right under the pointer.
import type { Pointing } from "./pointing";
import type { Session } from "./session";
import { extentOf, LonePiece } from "./tray";

const SMALLER = 0.55; // bodies are shown smaller, beside the hand: the layers show where they go

export function Floating(props: { session: Session; pointing: Pointing }) {
  const { session, pointing } = props;
  const held = session.held.value;
  const hand = pointing.hand.value;
  if (!held || !hand || !pointing.ground) return null;
  const { game } = session;
  const { flat } = game.doc.lattice;
  const scale = pointing.ground.scale * (flat ? 1 : SMALLER);
  const { left, top, centres, height } = extentOf(game, game.oriented(held.piece, held.motion));
  const [u, v] = centres[held.grabbed]!;
  const pad = flat ? 0.06 * game.size : 0;
  const x = hand.at[0] + (flat ? hand.offset[0] - u + left - pad : 0.6) * scale;
  const y = hand.at[1] + (flat ? hand.offset[1] - v + top - pad : -height - 0.5) * scale;
  return (
    <div
      class={held.cells ? "floating over" : "floating"}
      style={{ transform: `translate(${x}px, ${y}px)` }}
      aria-hidden="true"
    >
      <LonePiece game={game} piece={held.piece} motion={held.motion} scale={scale} />
    </div>
  );
}
