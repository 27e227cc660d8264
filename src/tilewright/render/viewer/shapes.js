// Surfaces of pieces.  A piece is a heap of cells, each a convex solid or a ball; where two of its
// cells share a face there is no surface, and where the surface does not bend there is no line.

/**
 * @typedef {number[]} Vec  three numbers; z goes up
 * @typedef {{points: Vec[], faces: number[][]}} Shape  a convex solid about the origin; each face
 *   lists its points, anticlockwise seen from outside
 * @typedef {{name: string, colour: string, cells: number[], balls: number[], spots?: string[]}}
 *   BodyData  `cells`: the number of a shape and where it is, (shape, x, y, z) again and again;
 *   `balls`: (x, y, z, radius) again and again; `spots`: for each cell, the colour of dots on it
 * @typedef {{title: string, bodies: BodyData[], order: number[], from: (Vec | null)[]}} ModelData
 *   `order` numbers the bodies as they are put together; `from` tells the direction each one comes
 *   from, if it can be put in by one straight movement
 * @typedef {{title: string, flat: boolean, shapes: Shape[], models: ModelData[]}} ViewerData
 * @typedef {{position: Float32Array, normal: Float32Array, paint: Float32Array,
 *   lines: Float32Array, balls: Float32Array}} Surface  triangles, the colours of their corners if
 *   it has any but its own, lines (two points each), balls (four numbers each)
 * @typedef {{corners: number[], points: Vec[], normal: Vec, spot: string}} Face  its corners by
 *   number and where they are; `spot`: the colour of a dot on it
 */

const CREASE = Math.cos((12 * Math.PI) / 180); // surfaces that bend less look curved
const SAME = 0.001; // points nearer than that are the same
const LEVEL = 0.01; // and heights nearer than that
const DOT = 24; // corners of a dot

/** @param {Vec} a @param {Vec} b @returns {Vec} */
export const plus = (a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
/** @param {Vec} a @param {Vec} b @returns {Vec} */
export const minus = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
/** @param {Vec} a @param {number} k @returns {Vec} */
export const times = (a, k) => [a[0] * k, a[1] * k, a[2] * k];
/** @param {Vec} a @param {Vec} b */
export const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
/** @param {Vec} a @param {Vec} b @returns {Vec} */
export const cross = (a, b) => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
/** @param {Vec} a @returns {Vec} */
export const unit = (a) => times(a, 1 / (Math.hypot(a[0], a[1], a[2]) || 1));

/** The direction in which a face looks (Newell). @param {Vec[]} ring @returns {Vec} */
export function normalOf(ring) {
  const n = [0, 0, 0];
  ring.forEach((p, k) => {
    const q = ring[(k + 1) % ring.length];
    n[0] += (p[1] - q[1]) * (p[2] + q[2]);
    n[1] += (p[2] - q[2]) * (p[0] + q[0]);
    n[2] += (p[0] - q[0]) * (p[1] + q[1]);
  });
  return unit(n);
}

/**
 * The cells of a body. @param {BodyData} body
 * @returns {{shape: number, at: Vec, spot: string}[]}
 */
export function cellsOf(body) {
  const cells = [];
  for (let k = 0; k < body.cells.length; k += 4) {
    const spot = body.spots?.[k / 4] ?? "";
    cells.push({ shape: body.cells[k], at: body.cells.slice(k + 1, k + 4), spot });
  }
  return cells;
}

/**
 * The balls of a body as {at, radius}. @param {BodyData} body
 * @returns {{at: Vec, radius: number}[]}
 */
export function ballsOf(body) {
  const balls = [];
  for (let k = 0; k < body.balls.length; k += 4)
    balls.push({ at: body.balls.slice(k, k + 3), radius: body.balls[k + 3] });
  return balls;
}

/** Heights of the layers, from the bottom. @param {BodyData[]} bodies @returns {number[]} */
export function layersOf(bodies) {
  const heights = bodies.flatMap((body) =>
    [...cellsOf(body), ...ballsOf(body)].map((c) => c.at[2]),
  );
  heights.sort((a, b) => a - b);
  return heights.filter((height, k) => !(heights[k + 1] - height < LEVEL));
}

/**
 * The surface of the part of a body that is not above a height.
 * @param {BodyData} body @param {Shape[]} shapes @param {number} height @returns {Surface}
 */
export function surfaceOf(body, shapes, height = Infinity) {
  const faces = boundaryOf(body, shapes, height);
  /** @type {Map<number, Vec[]>} */
  const around = new Map(); // for each corner, the directions of the faces there
  for (const { corners, normal } of faces)
    for (const corner of corners) around.set(corner, [...(around.get(corner) ?? []), normal]);
  const position = [];
  const normals = [];
  for (const { corners, points, normal } of faces) {
    const smooth = corners.map((corner) => smoothed(normal, around.get(corner) ?? [normal]));
    for (let k = 1; k + 1 < points.length; k++) {
      for (const corner of [0, k, k + 1]) {
        position.push(...points[corner]);
        normals.push(...smooth[corner]);
      }
    }
  }
  const paint = addDots(faces, position, normals);
  const balls = ballsOf(body).filter(({ at }) => at[2] < height + LEVEL);
  return {
    position: new Float32Array(position),
    normal: new Float32Array(normals),
    paint: new Float32Array(paint),
    lines: new Float32Array(creasesOf(faces)),
    balls: new Float32Array(balls.flatMap(({ at, radius }) => [...at, radius])),
  };
}

/**
 * Faces that belong to one cell only, of the cells that are not above a height.
 * @param {BodyData} body @param {Shape[]} shapes @param {number} height @returns {Face[]}
 */
function boundaryOf(body, shapes, height) {
  /** @type {Map<string, Face>} */
  const faces = new Map();
  const numberOf = numbering();
  for (const { shape, at, spot } of cellsOf(body)) {
    if (at[2] > height + LEVEL) continue;
    const points = shapes[shape].points.map((point) => plus(point, at));
    const numbers = points.map(numberOf);
    for (const face of shapes[shape].faces) {
      const corners = face.map((k) => numbers[k]);
      const key = [...corners].sort((a, b) => a - b).join();
      const ring = face.map((k) => points[k]);
      const normal = normalOf(ring);
      if (!faces.delete(key)) faces.set(key, { corners, points: ring, normal, spot });
    }
  }
  return [...faces.values()];
}

/**
 * Dots on the faces of coloured cells, with a dark rim; returns the colours of all corners.
 * @param {Face[]} faces @param {number[]} position @param {number[]} normals @returns {number[]}
 */
function addDots(faces, position, normals) {
  if (!faces.some(({ spot }) => spot)) return [];
  const paint = new Array((position.length / 3) * 4).fill(0); // so far, that of the body
  for (const { points, normal, spot } of faces) {
    if (!spot) continue;
    const middle = times(points.reduce(plus), 1 / points.length);
    const sides = points.map((point, k) => [point, points[(k + 1) % points.length]]);
    const rooms = sides.map(([a, b]) => Math.hypot(...cross(minus(middle, a), unit(minus(b, a)))));
    const right = unit(minus(points[1], points[0]));
    const up = cross(normal, right);
    const room = Math.min(...rooms);
    for (const rim of [true, false]) {
      const shown = times(partsOf(spot), rim ? 0.45 : 1);
      const at = plus(middle, times(normal, rim ? 2 * SAME : 4 * SAME));
      const ring = Array.from({ length: DOT }, (_, k) => {
        const angle = (2 * Math.PI * k) / DOT;
        const out = plus(times(right, Math.cos(angle)), times(up, Math.sin(angle)));
        return plus(at, times(out, room * (rim ? 0.5 : 0.44)));
      });
      ring.forEach((point, k) => {
        for (const corner of [at, point, ring[(k + 1) % DOT]]) {
          position.push(...corner);
          normals.push(...normal);
          paint.push(...shown, 1);
        }
      });
    }
  }
  return paint;
}

/** A colour, "#rrggbb" or "rgb(r, g, b)", as numbers from 0 to 1. @param {string} colour */
export function partsOf(colour) {
  if (colour[0] === "#") return [1, 3, 5].map((k) => parseInt(colour.slice(k, k + 2), 16) / 255);
  return (colour.match(/[\d.]+/g) ?? ["255", "255", "255"]).slice(0, 3).map((part) => +part / 255);
}

/** Lines where the surface bends. @param {Face[]} faces */
function creasesOf(faces) {
  /** @type {Map<string, {start: Vec, end: Vec, normals: Vec[]}>} */
  const edges = new Map();
  for (const { corners, points, normal } of faces) {
    points.forEach((start, k) => {
      const next = (k + 1) % points.length;
      const [a, b] = [corners[k], corners[next]];
      const key = a < b ? `${a},${b}` : `${b},${a}`;
      const edge = edges.get(key) ?? { start, end: points[next], normals: [] };
      edge.normals.push(normal);
      edges.set(key, edge);
    });
  }
  const lines = [];
  for (const { start, end, normals } of edges.values())
    if (normals.length !== 2 || dot(normals[0], normals[1]) < CREASE) lines.push(...start, ...end);
  return lines;
}

/** @param {Vec} normal @param {Vec[]} others */
function smoothed(normal, others) {
  return unit(others.filter((other) => dot(other, normal) > CREASE).reduce(plus));
}

/** A function that numbers points: the same ones, but for rounding, get the same number. */
function numbering() {
  /** @type {Map<string, {point: Vec, number: number}[]>} */
  const cells = new Map(); // points by the cell of a coarse grid that they are in
  let count = 0;
  /** @param {number} value */
  const grid = (value) => Math.floor(value / (4 * SAME));
  /** @param {number} value */
  const both = (value) => new Set([grid(value - SAME), grid(value + SAME)]);
  return (/** @type {Vec} */ point) => {
    for (const x of both(point[0]))
      for (const y of both(point[1]))
        for (const z of both(point[2]))
          for (const known of cells.get(`${x},${y},${z}`) ?? [])
            if (Math.hypot(...minus(known.point, point)) < SAME) return known.number;
    const key = point.map(grid).join();
    cells.set(key, [...(cells.get(key) ?? []), { point, number: count }]);
    return count++;
  };
}

/** A ball of radius 1 as triangles: an icosahedron whose faces are cut into four, three times. */
export function unitBall(rounds = 3) {
  const t = (1 + Math.sqrt(5)) / 2;
  const corners = [];
  for (const [a, b] of [
    [-1, t],
    [1, t],
    [-1, -t],
    [1, -t],
  ])
    corners.push([a, b, 0], [0, a, b], [b, 0, a]);
  const side = 2.0001;
  let triangles = [];
  for (let i = 0; i < 12; i++)
    for (let j = i + 1; j < 12; j++)
      for (let k = j + 1; k < 12; k++) {
        const [a, b, c] = [corners[i], corners[j], corners[k]];
        /** @param {Vec} p @param {Vec} q */
        const near = (p, q) => Math.hypot(...minus(p, q)) < side;
        if (near(a, b) && near(b, c) && near(a, c))
          triangles.push((dot(normalOf([a, b, c]), a) > 0 ? [a, b, c] : [a, c, b]).map(unit));
      }
  for (let round = 0; round < rounds; round++)
    triangles = triangles.flatMap(([a, b, c]) => {
      const [d, e, f] = [unit(plus(a, b)), unit(plus(b, c)), unit(plus(c, a))];
      return [
        [a, d, f],
        [d, b, e],
        [f, e, c],
        [d, e, f],
      ];
    });
  return new Float32Array(triangles.flat(2));
}

/**
 * Points, or balls, whose hull holds a body. @param {BodyData} body @param {Shape[]} shapes
 * @returns {{at: Vec, radius: number}[]}
 */
export function outlineOf(body, shapes) {
  const corners = cellsOf(body).flatMap(({ shape, at }) =>
    shapes[shape].points.map((point) => ({ at: plus(point, at), radius: 0 })),
  );
  return [...corners, ...ballsOf(body)];
}

/**
 * Where most of a body is: the median of its cells.  Bodies that are moved apart along the lines
 * between these points seldom run into each other, unlike with the middles of their boxes.
 * @param {BodyData} body @returns {Vec}
 */
export function heartOf(body) {
  const places = [...cellsOf(body), ...ballsOf(body)].map(({ at }) => at);
  return [0, 1, 2].map((k) => {
    const values = places.map((place) => place[k]).sort((a, b) => a - b);
    return (values[(values.length - 1) >> 1] + values[values.length >> 1]) / 2;
  });
}

/** The middle of the box about some balls. @param {{at: Vec, radius: number}[]} balls */
export function middleOf(balls) {
  return [0, 1, 2].map((k) => {
    let [low, high] = [Infinity, -Infinity];
    for (const { at, radius } of balls) {
      low = Math.min(low, at[k] - radius);
      high = Math.max(high, at[k] + radius);
    }
    return (low + high) / 2;
  });
}

/**
 * How far along a ray a body is hit; Infinity if it is missed.
 * @param {BodyData} body @param {Shape[]} shapes @param {number} height cells above are not there
 * @param {Vec} from @param {Vec} along of length 1
 */
export function hitBy(body, shapes, height, from, along) {
  let nearest = Infinity;
  for (const { shape, at } of cellsOf(body)) {
    if (at[2] > height + LEVEL) continue;
    const start = minus(from, at);
    let [enter, leave] = [-Infinity, Infinity];
    for (const face of shapes[shape].faces) {
      const ring = face.map((k) => shapes[shape].points[k]);
      const normal = normalOf(ring);
      const [speed, room] = [dot(normal, along), dot(normal, minus(ring[0], start))];
      if (speed > 0) leave = Math.min(leave, room / speed);
      else if (speed < 0) enter = Math.max(enter, room / speed);
      else if (room < 0) leave = -Infinity;
    }
    if (enter <= leave) nearest = Math.min(nearest, enter);
  }
  for (const { at, radius } of ballsOf(body)) {
    if (at[2] > height + LEVEL) continue;
    const middle = dot(minus(at, from), along);
    const off = minus(plus(from, times(along, middle)), at);
    const half = radius * radius - dot(off, off);
    if (half >= 0) nearest = Math.min(nearest, middle - Math.sqrt(half));
  }
  return nearest;
}
