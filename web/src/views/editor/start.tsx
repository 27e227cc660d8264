// Before anything is drawn: which cells shall it be?
import { useEffect, useState } from "preact/hooks";
import { lattice, lattices } from "../../api/client";
import type { Cell, LatticeInfo, LatticeShape } from "../../api/types";
import { sayError } from "../../app/messages";
import { FlatPicture, gridOf } from "../../components/flat";
import { draft, openToml } from "../../store/puzzle";
import { chooseFile } from "./files";
import { emptyDoc, paletteColour } from "./model";
import { begin } from "./state";

const WORDS: Record<string, string> = {
  square: "Squares",
  triangle: "Triangles",
  hexagon: "Hexagons",
  cube: "Cubes",
  sphere: "Balls",
  tangram: "Tangram triangles",
  disc: "Discs",
  rhombic: "Rhombic blocks",
  "square-sticks": "Sticks on squares",
  "triangle-sticks": "Sticks on triangles",
  "hexagon-sticks": "Sticks on hexagons",
  "triangle-prism": "Triangular prisms",
  "hexagon-prism": "Hexagonal prisms",
  "tetra-octa": "Tetrahedra and octahedra",
  polygon: "Free polygons",
};
const ORDER = Object.keys(WORDS);

export function Start() {
  const [known, setKnown] = useState<LatticeInfo[]>([]);
  const last = draft();
  useEffect(() => {
    lattices().then((answer) => setKnown(answer.lattices), sayError);
  }, []);
  const place = ({ name }: LatticeInfo) => ORDER.indexOf(name) + 1 || 99;
  return (
    <section class="start">
      <h1>Draw a puzzle</h1>
      <div class="row">
        {last && (
          <button type="button" class="primary" onClick={() => void openToml(last)}>
            Go on with your last drawing
          </button>
        )}
        <button type="button" onClick={chooseFile}>
          Open a file…
        </button>
      </div>
      <h2>What are the pieces made of?</h2>
      <ul class="lattices">
        {known
          .toSorted((a, b) => place(a) - place(b))
          .map((one) => (
            <Card key={one.name} info={one} />
          ))}
      </ul>
    </section>
  );
}

function Card({ info }: { info: LatticeInfo }) {
  const [shape, setShape] = useState<LatticeShape | null>(null);
  const polygon = info.name === "polygon";
  useEffect(() => {
    if (!polygon) lattice(info.name).then(setShape, sayError);
  }, [info.name]);
  return (
    <li>
      <button
        type="button"
        disabled={!shape && !polygon}
        onClick={() => {
          if (polygon) void beginPolygons();
          else if (shape) begin(emptyDoc(shape));
        }}
        title={info.about}
      >
        <span class="picture" aria-hidden="true">
          {shape && <Sample shape={shape} />}
          {polygon && <PolygonSample />}
        </span>
        <b>{WORDS[info.name] ?? info.name}</b>
        <span class="faint">{info.dimension === 3 ? "in space" : "flat"}</span>
      </button>
    </li>
  );
}

const beginPolygons = () =>
  import("../polygons/state").then(({ beginNew }) => beginNew()).catch(sayError);

function PolygonSample() {
  return (
    <svg class="flat" viewBox="0 0 4 3" aria-hidden="true">
      <g class="piece">
        <path d="M0.4 2.8L2 1.2L3.6 2.8Z" fill={paletteColour(4)} />
        <path d="M2 1.2L2 0.2L3.6 1.8L3.6 2.8Z" fill={paletteColour(6)} />
      </g>
    </svg>
  );
}

/** A few cells of a lattice, in two colours. */
function Sample({ shape }: { shape: LatticeShape }) {
  const grid = gridOf(shape);
  const height = grid.height(shape.kinds[0]!.at);
  const cells = grid.cellsIn({ left: -1.2, top: -1, right: 1.2, bottom: 1 }, height);
  const [one, other]: [Cell[], Cell[]] = [[], []];
  for (const cell of cells) (grid.place(cell)[0] < 0 ? one : other).push(cell);
  const pieces = [one, other].map((some, k) => ({
    name: "",
    colour: paletteColour(k ? 6 : 4),
    cells: some.slice(0, 4),
  }));
  return <FlatPicture lattice={shape} board={cells} pieces={pieces} label="" />;
}
