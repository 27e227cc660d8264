// Small still pictures of cells: as bodies, or flat if their lattice is.
import { useMemo } from "preact/hooks";
import type { Cell, LatticeShape, Point } from "../../api/types";
import { FlatPicture, gridOf } from "../../components/flat";
import { pathOf } from "../../lattice/grid";
import { pictureOf } from "../play/solids";

const MOST = 600; // cells that are drawn as bodies
const EDGE = 0.05; // room about the picture
const DARKEST = 0.58;

interface Cells {
  lattice: LatticeShape;
  cells: Cell[];
  colour: string;
}

export function Picture({ lattice, cells, colour }: Cells) {
  if (!lattice.flat && cells.length <= MOST)
    return <Bodies lattice={lattice} cells={cells} colour={colour} />;
  const pieces = [{ name: "", colour, cells }];
  return <FlatPicture lattice={lattice} board={cells} pieces={pieces} label="" />;
}

function Bodies({ lattice, cells, colour }: Cells) {
  const picture = useMemo(() => pictureOf(gridOf(lattice), cells), [lattice, cells]);
  const { left, top, width, height } = picture;
  // Cells of many solids are round: the edges between those are not drawn.
  const round = lattice.space.kinds.some(({ solids }) => solids.length > 3);
  const box = [left - EDGE, top - EDGE, width + 2 * EDGE, height + 2 * EDGE];
  return (
    <svg class="flat" viewBox={box.join(" ")} aria-hidden="true">
      <g class="piece">
        {picture.parts.map((part, k) => {
          if ("radius" in part) return <Ball key={k} {...part} colour={colour} />;
          if (!("points" in part)) return null;
          const fill = shaded(colour, DARKEST + (1 - DARKEST) * part.light);
          return (
            <path
              key={k}
              d={pathOf([part.points])}
              fill={fill}
              style={round ? { stroke: fill } : undefined}
            />
          );
        })}
      </g>
    </svg>
  );
}

function Ball({ at, radius, colour }: { at: Point; radius: number; colour: string }) {
  const [x, y] = at;
  return (
    <>
      <circle cx={x} cy={y} r={radius} fill={shaded(colour, 0.72)} class="rim" />
      <circle cx={x - radius * 0.12} cy={y - radius * 0.15} r={radius * 0.72} fill={colour} />
    </>
  );
}

function shaded(colour: string, light: number): string {
  const bytes = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  return `rgb(${bytes.map((x) => Math.round(x * light)).join(" ")})`;
}
