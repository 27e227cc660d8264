// A puzzle before it is solved: its board, and its pieces.
import type { LatticeDoc, PieceDoc, Point, PolygonDoc } from "../../api/types";
import { FlatPicture, gridOf, pathsOf, sheetOf, viewBoxOf } from "../../components/flat";
import { pathOf } from "../../lattice/grid";
import type { OpenPuzzle } from "../../store/puzzle";
import { boardOf, PolygonPicture } from "./flat";

const LONGEST = 84; // pixels, of the longest piece
const MOST = 40; // pieces that are shown

interface Small {
  name: string;
  colour: string;
  box: { left: number; top: number; right: number; bottom: number };
  parts: { shift: number; path: string }[];
}

function ofCells(doc: LatticeDoc, piece: PieceDoc): Small {
  const sheet = sheetOf(doc.lattice, piece.cells);
  const { name, colour, cells } = piece;
  return { name, colour, box: sheet.box, parts: pathsOf(sheet, cells) };
}

function ofRings({ name, colour, shape }: PolygonDoc["pieces"][number]): Small {
  const rings = shape.rings.map((ring) => ring.map(([x, y]): Point => [x, -y]));
  const [xs, ys] = [rings.flat().map(([x]) => x), rings.flat().map(([, y]) => y)];
  const box = {
    left: Math.min(...xs),
    top: Math.min(...ys),
    right: Math.max(...xs),
    bottom: Math.max(...ys),
  };
  return { name, colour, box, parts: [{ shift: 0, path: pathOf(rings) }] };
}

const sides = ({ left, top, right, bottom }: Small["box"]) => [right - left, bottom - top] as const;

/** All pieces, as large as each other's cells. */
function Pieces({ pieces }: { pieces: Small[] }) {
  const longest = Math.max(...pieces.flatMap(({ box }) => sides(box)));
  const scale = Math.min(LONGEST / longest, 300 / Math.max(pieces.length, 1) / 2 + 8);
  return (
    <p class="own-pieces">
      {pieces.map(({ name, colour, box, parts }) => {
        const [width, height] = sides(box);
        return (
          <svg
            key={name}
            viewBox={viewBoxOf(box, 0.02 * longest)}
            width={(width + 0.04 * longest) * scale}
            height={(height + 0.04 * longest) * scale}
          >
            <title>{name}</title>
            {parts.map(({ shift, path }) => (
              <path
                key={shift}
                d={path}
                fill={colour}
                fill-rule="evenodd"
                transform={`translate(${shift} 0)`}
              />
            ))}
          </svg>
        );
      })}
    </p>
  );
}

/** The picture of its card, or of one's own board and pieces. */
export function Portrait({ open }: { open: OpenPuzzle }) {
  const { doc, name } = open;
  const label = `Picture of ${doc.title || "your puzzle"}`;
  if (name)
    return <img src={`/api/catalogue/${encodeURIComponent(name)}/picture.svg`} alt={label} />;
  if (doc.kind === "polygon")
    return (
      <>
        <PolygonPicture doc={doc} solution={undefined} label={label} />
        <Pieces pieces={doc.pieces.slice(0, MOST).map(ofRings)} />
      </>
    );
  const board = boardOf(doc);
  const sheet = sheetOf(doc.lattice, board);
  const grid = gridOf(doc.lattice);
  return (
    <>
      <FlatPicture lattice={doc.lattice} board={board} pieces={[]} label={label}>
        {board.map((cell) => (
          <path
            key={cell.join()}
            class="ground"
            d={pathOf([grid.outline(cell)])}
            transform={`translate(${sheet.shift(grid.height(cell))} 0)`}
          />
        ))}
      </FlatPicture>
      <Pieces pieces={doc.pieces.slice(0, MOST).map((piece) => ofCells(doc, piece))} />
    </>
  );
}
