// A solution as a flat picture: cells or polygons; layers of space beside each other.
import { useMemo } from "preact/hooks";
import type { Cell, Doc, LatticeDoc, NumberedSolution, Point, PolygonDoc } from "../../api/types";
import { FlatPicture, type Patch, type Sheet, sheetOf, viewBoxOf } from "../../components/flat";
import { keyOf, pathOf } from "../../lattice/grid";
import { isTurnedOver } from "../../lattice/space";
import { coloursOf } from "./colours";

const patches = new WeakMap<NumberedSolution, Patch[]>();

/** The pieces of a solution with their colours, made once. */
export function patchesOf(doc: Doc, solution: NumberedSolution): Patch[] {
  let made = patches.get(solution);
  if (!made) {
    const colours = coloursOf(doc, solution.pieces);
    made = solution.pieces.map(({ piece, cells = [] }, number) => ({
      name: piece,
      colour: colours[number]!,
      cells,
    }));
    patches.set(solution, made);
  }
  return made;
}

const boards = new WeakMap<LatticeDoc, Cell[]>();

/** All cells of a board, in one list that stays the same. */
export function boardOf(doc: LatticeDoc): Cell[] {
  let board = boards.get(doc);
  if (!board) {
    board = [...doc.board.must, ...doc.board.may];
    boards.set(doc, board);
  }
  return board;
}

const flipped = (rings: Point[][]): Point[][] => rings.map((ring) => ring.map(([x, y]) => [x, -y]));

/** What a picture of a board of polygons has to show. */
function polygonBox(doc: PolygonDoc): string {
  const points = flipped(doc.board.flatMap(({ rings }) => rings)).flat();
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const box = {
    left: Math.min(...xs),
    right: Math.max(...xs),
    top: Math.min(...ys),
    bottom: Math.max(...ys),
  };
  return viewBoxOf(box, Math.max(box.right - box.left, box.bottom - box.top) * 0.02);
}

export function PolygonPicture(props: {
  doc: PolygonDoc;
  solution: NumberedSolution | undefined;
  label: string;
  marked?: string | null;
  onHover?: (name: string | null) => void;
}) {
  const { doc, solution, marked } = props;
  const box = useMemo(() => polygonBox(doc), [doc]);
  const colours = solution ? coloursOf(doc, solution.pieces) : [];
  return (
    <svg class="flat rings" viewBox={box} role="img" aria-label={props.label}>
      {doc.board.map(({ rings }, number) => (
        <path key={number} class="ground" d={pathOf(flipped(rings))} fill-rule="evenodd" />
      ))}
      {solution?.pieces.map(({ piece, rings = [] }, number) => (
        <g
          key={number}
          class={marked && marked !== piece ? "piece faded" : "piece"}
          onPointerEnter={() => props.onHover?.(piece)}
          onPointerLeave={() => props.onHover?.(null)}
        >
          <title>{piece}</title>
          <path d={pathOf(flipped(rings))} fill={colours[number]} fill-rule="evenodd" />
        </g>
      ))}
    </svg>
  );
}

/** What the layers of a board are called, under each of them. */
function LayerNames({ doc, sheet }: { doc: LatticeDoc; sheet: Sheet }) {
  const { left, bottom, top } = sheet.box;
  const one = sheet.grid.boxOf(boardOf(doc));
  const size = Math.max(0.2, (bottom - top) * 0.055);
  const last = sheet.heights.length - 1;
  const first = isTurnedOver(doc.lattice, boardOf(doc)) ? "bottom" : "top";
  const ends = first === "top" ? [first, "bottom"] : [first, "top"];
  return (
    <g class="names">
      {sheet.heights.map((height, number) => (
        <text
          key={height}
          x={left + sheet.shift(height) + (one.right - one.left) / 2}
          y={bottom + 1.5 * size}
          font-size={size}
          text-anchor="middle"
        >
          layer {number + 1}
          {last > 0 && number === 0 && ` (${ends[0]})`}
          {last > 0 && number === last && ` (${ends[1]})`}
        </text>
      ))}
    </g>
  );
}

/** Cells that can be clicked, above a picture. */
function Targets(props: { doc: LatticeDoc; sheet: Sheet; onCell: (cell: Cell) => void }) {
  const { doc, sheet } = props;
  return (
    <g class="targets">
      {boardOf(doc).map((cell) => (
        <path
          key={keyOf(cell)}
          d={pathOf([sheet.grid.outline(cell)])}
          transform={`translate(${sheet.shift(sheet.grid.height(cell))} 0)`}
          onClick={() => props.onCell(cell)}
        >
          <title>{cell.join(", ")}</title>
        </path>
      ))}
    </g>
  );
}

export function LatticePicture(props: {
  doc: LatticeDoc;
  solution: NumberedSolution | undefined;
  label: string;
  marked: string | null;
  onHover: (name: string | null) => void;
  /** If a cell is wanted. */
  onCell: ((cell: Cell) => void) | null;
}) {
  const { doc, solution } = props;
  const board = boardOf(doc);
  const sheet = useMemo(() => sheetOf(doc.lattice, board), [doc]);
  const pieces = solution ? patchesOf(doc, solution) : [];
  return (
    <FlatPicture
      lattice={doc.lattice}
      board={board}
      pieces={pieces}
      label={props.label}
      chosen={props.marked}
      onHover={(piece) => props.onHover(pieces[piece]?.name ?? null)}
    >
      {!doc.lattice.flat && <LayerNames doc={doc} sheet={sheet} />}
      {props.onCell && <Targets doc={doc} sheet={sheet} onCell={props.onCell} />}
    </FlatPicture>
  );
}

/** Cells with colours and marks are drawn by the server: how they lie is not told otherwise. */
export const isPainted = (doc: Doc): boolean =>
  doc.kind === "lattice" &&
  (doc.marks !== null ||
    doc.pieces.some(({ colours, marks }) => colours.length > 0 || marks.length > 0));
