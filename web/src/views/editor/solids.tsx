// Small still pictures of cells in space.
import { useMemo } from "preact/hooks";
import type { Cell, LatticeShape } from "../../api/types";
import { FlatPicture, gridOf } from "../../components/flat";

type Vec = [number, number, number];

const CURVED = 10; // a solid of more faces, like a cell of several solids, stands for a round one
const MOST = 600; // cells that are drawn as bodies
const AZIMUTH = (-62 * Math.PI) / 180;
const TILT = (32 * Math.PI) / 180;
const TO_EYE: Vec = [
  Math.cos(TILT) * Math.cos(AZIMUTH),
  Math.cos(TILT) * Math.sin(AZIMUTH),
  Math.sin(TILT),
];
const RIGHT: Vec = [-Math.sin(AZIMUTH), Math.cos(AZIMUTH), 0];
const UP: Vec = [
  -Math.sin(TILT) * Math.cos(AZIMUTH),
  -Math.sin(TILT) * Math.sin(AZIMUTH),
  Math.cos(TILT),
];
const LIGHT: Vec = [-0.27, -0.45, 0.85];

const dot = (a: number[], b: number[]) => a[0]! * b[0]! + a[1]! * b[1]! + a[2]! * b[2]!;
const minus = (a: number[], b: number[]): Vec => [a[0]! - b[0]!, a[1]! - b[1]!, a[2]! - b[2]!];
const cross = (a: Vec, b: Vec): Vec => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

interface Part {
  depth: number;
  points: [number, number][]; // on the picture; of a ball only its middle
  radius: number; // of a ball; 0: a face
  light: number;
  curved: boolean; // a part of a round surface: edges are not drawn
}

const flatten = (point: number[]): [number, number] => [dot(point, RIGHT), -dot(point, UP)];
const middle = (points: number[][]): Vec =>
  [0, 1, 2].map((axis) => points.reduce((sum, p) => sum + p[axis]!, 0) / points.length) as Vec;

/** The faces and balls that can be seen, those at the back first. */
function partsOf(lattice: LatticeShape, cells: Cell[]): Part[] {
  const { axes, kinds } = lattice.space;
  const grid = gridOf(lattice);
  const parts: Part[] = [];
  const faces = new Map<string, { points: number[][]; inside: Vec; curved: boolean } | null>();
  for (const cell of cells) {
    const at = [0, 1, 2].map((axis) => cell.reduce((sum, x, k) => sum + x * axes[k]![axis]!, 0));
    const kind = kinds[grid.kindNumber(cell)];
    for (const [x, y, z, radius] of kind?.balls ?? []) {
      const centre = [at[0]! + x!, at[1]! + y!, at[2]! + z!];
      parts.push({
        depth: dot(centre, TO_EYE),
        points: [flatten(centre)],
        radius: radius!,
        light: 1,
        curved: true,
      });
    }
    for (const solid of kind?.solids ?? []) {
      const points = solid.points.map((p) => p.map((x, axis) => x + at[axis]!));
      const inside = middle(points);
      const curved = solid.faces.length > CURVED || kind!.solids.length > 3;
      for (const face of solid.faces) {
        const ring = face.map((number) => points[number]!);
        const key = ring.map((p) => p.map((x) => Math.round(x * 1e3)).join()).sort();
        // A face that two cells share is inside.
        faces.set(
          key.join(" "),
          faces.has(key.join(" ")) ? null : { points: ring, inside, curved },
        );
      }
    }
  }
  for (const face of faces.values()) {
    if (!face) continue;
    const centre = middle(face.points);
    const [a, b, c] = face.points as [number[], number[], number[]];
    let normal = cross(minus(b, a), minus(c, a));
    if (dot(normal, minus(centre, face.inside)) < 0) normal = normal.map((x) => -x) as Vec;
    if (dot(normal, TO_EYE) <= 1e-9) continue;
    const light = 0.58 + 0.42 * Math.max(0, dot(normal, LIGHT) / Math.hypot(...normal));
    parts.push({
      depth: dot(centre, TO_EYE),
      points: face.points.map(flatten),
      radius: 0,
      light,
      curved: face.curved,
    });
  }
  return parts.sort((one, other) => one.depth - other.depth);
}

function shaded(colour: string, light: number): string {
  const bytes = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  return `rgb(${bytes.map((x) => Math.round(x * light)).join(" ")})`;
}

/** Cells of one colour: as bodies, or flat if the lattice is. */
export function Picture(props: { lattice: LatticeShape; cells: Cell[]; colour: string }) {
  const { lattice, cells, colour } = props;
  const flat = lattice.flat || cells.length > MOST;
  const parts = useMemo(() => (flat ? [] : partsOf(lattice, cells)), [lattice, cells]);
  if (flat)
    return (
      <FlatPicture
        lattice={lattice}
        board={cells}
        pieces={[{ name: "", colour, cells }]}
        label=""
      />
    );
  const xs = parts.flatMap(({ points, radius }) =>
    points.flatMap(([x]) => [x - radius, x + radius]),
  );
  const ys = parts.flatMap(({ points, radius }) =>
    points.flatMap(([, y]) => [y - radius, y + radius]),
  );
  const [left, top] = [Math.min(...xs) - 0.05, Math.min(...ys) - 0.05];
  const size = [Math.max(...xs) + 0.05 - left, Math.max(...ys) + 0.05 - top];
  return (
    <svg class="flat" viewBox={`${left} ${top} ${size[0]} ${size[1]}`} aria-hidden="true">
      <g class="piece">
        {parts.map(({ points, radius, light, curved }) =>
          radius ? (
            <Ball key={String(points)} at={points[0]!} radius={radius} colour={colour} />
          ) : (
            <path
              key={String(points)}
              d={`M${points.map((p) => p.map((x) => x.toFixed(3)).join(" ")).join("L")}Z`}
              fill={shaded(colour, light)}
              style={curved ? { stroke: shaded(colour, light) } : undefined}
            />
          ),
        )}
      </g>
    </svg>
  );
}

function Ball(props: { at: [number, number]; radius: number; colour: string }) {
  const { at, radius, colour } = props;
  const [x, y] = at;
  return (
    <>
      <circle cx={x} cy={y} r={radius} fill={shaded(colour, 0.72)} class="rim" />
      <circle cx={x - radius * 0.12} cy={y - radius * 0.15} r={radius * 0.72} fill={colour} />
    </>
  );
}
