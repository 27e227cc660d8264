// Before anything is drawn: which cells shall it be?
import { useEffect, useMemo, useState } from "preact/hooks";
import { lattice, lattices } from "../../api/client";
import type { Cell, LatticeEntry, LatticeShape } from "../../api/types";
import { sayError } from "../../app/messages";
import { gridOf } from "../../components/flat";
import { keyOf } from "../../lattice/grid";
import { drawings, forget } from "../../store/drawings";
import { draft, openToml } from "../../store/puzzle";
import { chooseFile } from "./files";
import { emptyDoc, paletteColour } from "./model";
import { Picture } from "./picture";
import { begin } from "./state";
import "./start.css";

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
const SAMPLE_COLOURS = [4, 6, 0, 14, 9];

export function Start() {
  const [known, setKnown] = useState<LatticeEntry[]>([]);
  const last = draft();
  useEffect(() => {
    lattices().then((answer) => setKnown(answer.lattices), sayError);
  }, []);
  const place = ({ name }: LatticeEntry) => ORDER.indexOf(name) + 1 || 99;
  return (
    <section class="start">
      <h1>Draw a puzzle</h1>
      <div class="row">
        {last && (
          <button type="button" class="primary" onClick={() => void openToml(last)}>
            Resume your last drawing
          </button>
        )}
        <button type="button" onClick={chooseFile}>
          Open a file…
        </button>
      </div>
      <Earlier />
      <h2>What are the pieces made of?</h2>
      <ul class="lattices">
        {known
          .toSorted((a, b) => place(a) - place(b))
          .map((one, k) => (
            <Card key={one.name} info={one} place={k} />
          ))}
      </ul>
    </section>
  );
}

/** Drawings before the last one. */
function Earlier() {
  const last = draft();
  const [all] = useState(() => drawings().filter(({ toml }) => toml !== last));
  const [gone, setGone] = useState<string[]>([]); // their rows stay: none comes under the pointer
  if (!all.length) return null;
  return (
    <details class="earlier">
      <summary>Earlier drawings ({all.length - gone.length})</summary>
      <ul>
        {all.map(({ id, title, toml, time }) => (
          <li key={id} class="row">
            <button type="button" disabled={gone.includes(id)} onClick={() => void openToml(toml)}>
              {title || "Your puzzle"}
            </button>
            <span class="faint">{new Date(time).toLocaleString()}</span>
            <button
              type="button"
              aria-label={`Forget ${title || "this drawing"}`}
              title="Forget this drawing"
              disabled={gone.includes(id)}
              onClick={() => {
                forget(id);
                setGone([...gone, id]);
              }}
            >
              ×
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}

const shapes = new Map<string, Promise<LatticeShape>>(); // those that were asked for

function shapeOf(name: string): Promise<LatticeShape> {
  const found = shapes.get(name) ?? lattice(name);
  shapes.set(name, found);
  found.catch(() => shapes.delete(name));
  return found;
}

function Card({ info, place }: { info: LatticeEntry; place: number }) {
  const [shape, setShape] = useState<LatticeShape | null>(null);
  const polygon = info.name === "polygon";
  useEffect(() => {
    if (!polygon) shapeOf(info.name).then(setShape, sayError);
  }, [info.name]);
  return (
    <li>
      <button
        type="button"
        disabled={!shape && !polygon}
        onClick={() => {
          window.scrollTo(0, 0); // the canvas is not where this card was
          if (polygon) void beginPolygons();
          else if (shape) begin(emptyDoc(shape));
        }}
        title={info.about}
      >
        <span class="picture" aria-hidden="true">
          {shape ? <Sample shape={shape} number={place} /> : polygon && <Polygons />}
        </span>
        <b>{WORDS[info.name] ?? info.name}</b>
        <span class="faint">{info.dimension === 3 ? "in space" : "flat"}</span>
      </button>
    </li>
  );
}

const beginPolygons = () =>
  import("../polygons/state").then(({ beginNew }) => beginNew()).catch(sayError);

/** A few cells of a lattice. */
function Sample({ shape, number }: { shape: LatticeShape; number: number }) {
  const cells = useMemo(() => sampleOf(shape), [shape]);
  return (
    <Picture lattice={shape} cells={cells} colour={paletteColour(SAMPLE_COLOURS[number % 5]!)} />
  );
}

/** Cells that hang together, as far as they are near to the first one. */
function sampleOf(shape: LatticeShape): Cell[] {
  const grid = gridOf(shape);
  const few = shape.kinds.length > 4 ? 9 : shape.flat && shape.kinds.length > 2 ? 6 : 5;
  const found = [shape.kinds[0]!.at];
  const seen = new Set(found.map(keyOf));
  for (let k = 0; k < found.length && found.length < few; k++)
    for (const near of grid.neighbours(found[k]!)) {
      const [x, y] = grid.place(near);
      if (seen.has(keyOf(near)) || found.length >= few || x < -0.2 || y < -0.2) continue;
      seen.add(keyOf(near));
      found.push(near);
      if (found.length % 2) break; // so that it is a piece, and not a heap
    }
  return found;
}

function Polygons() {
  return (
    <svg class="flat" viewBox="-0.1 -0.1 4.2 3.2" aria-hidden="true">
      <g class="piece">
        <path d="M0 0L2 0L1 1.7Z" fill={paletteColour(4)} />
        <path d="M2.2 0L4 0.6L3.4 2L1.3 1.6Z" fill={paletteColour(6)} />
        <path d="M0.3 1.2L1 2L3 2.2L2.2 3L0.2 2.8Z" fill={paletteColour(0)} />
      </g>
    </svg>
  );
}
