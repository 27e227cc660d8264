// The cells on the canvas: lines where there is nothing, and what is drawn.
import { memo } from "preact/compat";
import { useMemo } from "preact/hooks";
import { ink, tintOf } from "./colours";
import type { Drawn } from "./model";
import type { Spot } from "./view";

const FEW = 64; // cells that are looked at together

/** The lattice; it changes only with the window. */
export const Lines = memo(({ spots }: { spots: Spot[] }) => (
  <path class="lines" d={spots.map(({ path }) => path).join("")} />
));

interface Some {
  spots: Spot[];
  drawn: Map<string, Drawn>;
  own: string | undefined; // the colour of the piece
}

/** What is drawn.  A stroke draws only those few cells anew among which it changes some. */
export function Cells({ spots, drawn, own }: Some) {
  const parts = useMemo(() => {
    const found: Spot[][] = [];
    for (let k = 0; k < spots.length; k += FEW) found.push(spots.slice(k, k + FEW));
    return found;
  }, [spots]);
  return (
    <g class="cells">
      {parts.map((part) => (
        <Few key={part[0]!.key} spots={part} drawn={drawn} own={own} look={lookOf(part, drawn)} />
      ))}
    </g>
  );
}

/** All that matters of some cells, as a word. */
function lookOf(spots: Spot[], drawn: Map<string, Drawn>): string {
  let look = "";
  for (const { key } of spots) {
    const there = drawn.get(key);
    look += there ? `${there.fill}${there.colour};` : ";";
  }
  return look;
}

const Few = memo(
  ({ spots, drawn, own }: Some & { look: string }) => (
    <g>
      {spots.map(({ key, path, x, y }) => {
        const there = drawn.get(key);
        if (!there) return null;
        const { fill, colour } = there;
        const tint = colour ? tintOf(colour) : fill === "must" ? own : undefined;
        return (
          <g key={key}>
            <path d={path} class={`cell ${fill}`} style={tint && { fill: tint }} />
            {colour && (
              <text x={x} y={y} fill={ink(tintOf(colour))}>
                {colour.slice(0, 3)}
              </text>
            )}
          </g>
        );
      })}
    </g>
  ),
  (before, now) => before.look === now.look && before.spots === now.spots && before.own === now.own,
);
