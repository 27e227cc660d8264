// Pieces in space that can be turned, pushed apart, cut at a layer, hidden and put together.
import { Camera } from "./camera.js";
import { addControls } from "./controls.js";
import { addGestures } from "./gestures.js";
import { Painter } from "./painter.js";
import { heartOf, hitBy, layersOf, middleOf, minus, outlineOf, partsOf } from "./shapes.js";
import { plus, surfaceOf, times } from "./shapes.js";

/**
 * @typedef {import("./painter.js").Mesh} Mesh
 * @typedef {import("./shapes.js").BodyData} BodyData
 * @typedef {import("./shapes.js").Vec} Vec
 * @typedef {import("./shapes.js").ViewerData} ViewerData
 * @typedef {{controls?: boolean, spin?: boolean, wheel?: "always" | "focus", style?: string}}
 *   Options  `controls`: sliders, buttons and a list of pieces; `spin`: turn until touched;
 *   `wheel`: zoom with the wheel always, or only while the picture has the focus; `style`: a style
 *   sheet for the picture and its controls
 */

const SPIN = 0.3; // radians a second
const FLIGHT = 0.7; // seconds that a piece takes to its place
const PAUSE = 0.25; // and before the next one
const SLOW = 24; // milliseconds between two frames: then the next ones are coarser
const COARSEST = 0.4; // of the pixels along each side
const REST = 200; // milliseconds without a frame: then all pixels are painted again
const SPREAD = 1.5; // how far pieces are pushed apart at most, in distances from the middle

/**
 * Turn an element into a viewer.  What the element holds stays there for those without WebGL:
 * then nothing else happens, and null is returned.
 * @param {HTMLElement} host @param {ViewerData} data @param {Options} options
 * @returns {Viewer | null}
 */
export function createViewer(host, data, options = {}) {
  try {
    return new Viewer(host, data, options);
  } catch (error) {
    console.info(`3D pictures need WebGL 2 (${/** @type {Error} */ (error).message}); a still picture is shown instead`);
    return null;
  }
}

/** See createViewer.  It sends a "change" event whenever what is shown becomes something else. */
export class Viewer extends EventTarget {
  /** @param {HTMLElement} host @param {ViewerData} data @param {Options} options */
  constructor(host, data, options) {
    super();
    this.host = host;
    this.data = data;
    this.options = options;
    this.canvas = document.createElement("canvas");
    this.painter = new Painter(this.canvas);
    this.root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
    this.root.innerHTML = `<style>${options.style ?? ""}</style>`;
    this.stage = document.createElement("div");
    this.stage.className = "stage";
    this.stage.append(this.canvas);
    this.frame = document.createElement("div");
    this.frame.className = "viewer";
    this.frame.append(this.stage);
    this.root.append(this.frame);
    this.camera = new Camera(data.flat ? 0.2 : 0.6, data.flat ? 1.1 : 0.5);
    this.spinning = (options.spin ?? true) && !still();
    this.spread = 0; // how far apart pieces are, 0 to 1
    /** @type {Set<string>} */
    this.hidden = new Set(); // of keys of bodies, the same in all solutions
    this.marked = -1; // the body that is pointed at
    this.playing = false;
    this.inView = true;
    this.painted = -Infinity; // when, in the movement that goes on
    this.fine = 1; // how many of the pixels along each side
    /** @type {Mesh[]} */
    this.meshes = [];
    this.setSolution(0);
    this.stopGestures = addGestures(this);
    if (options.controls ?? true) addControls(this);
    this.sizes = new ResizeObserver(() => this.invalidate());
    this.sizes.observe(this.stage);
    this.seen = new IntersectionObserver(([entry]) => {
      this.inView = entry.isIntersecting;
      this.invalidate();
    });
    this.seen.observe(this.stage);
    this.canvas.addEventListener("webglcontextlost", () => this.dispose());
    this.invalidate();
  }

  /** The solution that is shown. @returns {import("./shapes.js").ModelData} */
  get model() {
    return this.data.models[this.solution];
  }

  /**
   * Show another solution, counted from 0; before the first comes the last.
   * @param {number} number
   */
  setSolution(number) {
    const count = this.data.models.length;
    /** @type {number} */
    this.solution = ((number % count) + count) % count;
    const { bodies, order } = this.model;
    /** @type {number[]} */
    this.turns = bodies.map((_, body) => order.indexOf(body)); // when each is put in its place
    /** @type {string[]} */
    this.keys = distinct(bodies.map((body) => body.name));
    /** @type {number[]} */
    this.layers = layersOf(bodies);
    /** @type {number} */
    this.layer = this.layers.length;
    /** @type {number} */
    this.put = bodies.length;
    this.playing = false;
    /** @type {{at: Vec, radius: number}[][]} */
    this.outlines = bodies.map((body) => outlineOf(body, this.data.shapes));
    this.camera.middle = middleOf(this.outlines.flat());
    /** @type {Vec[]} */
    this.away = bodies.map((body) => minus(heartOf(body), this.camera.middle));
    this.rebuild();
    this.changed();
  }

  /**
   * Show other bodies in the same view: turned, pushed apart, cut, hidden and put together as far
   * as the ones before.  @param {ViewerData} data
   */
  setData(data) {
    const { layer, layers, put, playing, model, keys } = this;
    const names = data.models[0].bodies.map((body) => body.name);
    this.marked = distinct(names).indexOf(keys[this.marked]);
    this.data = data;
    this.setSolution(0);
    if (layer < layers.length) this.showUpTo(layer);
    if (put < model.bodies.length) this.assemble(put);
    this.playing = playing;
  }

  /** Push pieces apart. @param {number} part from 0, not at all, to 1 */
  explode(part) {
    this.spread = Math.max(0, Math.min(1, part));
    this.changed();
  }

  /** Hide a body of this solution, or show it again. @param {number} body */
  hide(body, hidden = true) {
    if (hidden) this.hidden.add(this.keys[body]);
    else this.hidden.delete(this.keys[body]);
    this.changed();
  }

  /** Show so many layers, from the bottom. @param {number} layer */
  showUpTo(layer) {
    const wanted = Math.max(1, Math.min(this.layers.length, Math.round(layer)));
    if (wanted === this.layer) return;
    this.layer = wanted;
    this.rebuild();
    this.changed();
  }

  /** Show so many pieces, as they are put together. @param {number} count */
  assemble(count) {
    this.put = Math.max(0, Math.min(this.model.bodies.length, count));
    this.changed();
  }

  /** Put the pieces together one by one; or stop doing so. */
  play(playing = true) {
    this.playing = playing;
    if (playing && this.put >= this.model.bodies.length) this.put = 0;
    this.changed();
  }

  /** Let a body stand out; -1: none. @param {number} body */
  highlight(body) {
    if (body === this.marked) return;
    this.marked = body;
    this.changed();
  }

  /** Turn slowly, or stop. */
  spin(spinning = true) {
    this.spinning = spinning;
    this.changed();
  }

  /** Look from somewhere else. @param {number} turn @param {number} tilt in radians */
  look(turn, tilt, zoom = 1) {
    Object.assign(this.camera, { turn, tilt, zoom });
    this.spin(false);
  }

  /** As at the start, but without turning. */
  reset() {
    this.camera.reset();
    this.hidden.clear();
    this.spread = 0;
    this.spinning = false;
    this.marked = -1;
    this.setSolution(this.solution);
  }

  /** Which body is at a point of the page; -1: none. @param {number} x @param {number} y */
  pick(x, y) {
    const box = this.canvas.getBoundingClientRect();
    const across = ((x - box.left) / box.width) * 2 - 1;
    const up = 1 - ((y - box.top) / box.height) * 2;
    const { from, along } = this.camera.ray(across, up, box.width / box.height);
    let [nearest, found] = [Infinity, -1];
    this.model.bodies.forEach((body, k) => {
      if (!this.isShown(k)) return;
      const start = minus(from, this.offset(k));
      const far = hitBy(body, this.data.shapes, this.height, start, along);
      if (far < nearest) [nearest, found] = [far, k];
    });
    return found;
  }

  /** The picture as a PNG file. @returns {Promise<Blob | null>} */
  screenshot() {
    this.paint();
    return new Promise((resolve) => this.canvas.toBlob(resolve));
  }

  /** Take the viewer away; what the element held before is shown again. */
  dispose() {
    if (this.gone) return;
    this.gone = true;
    clearTimeout(this.settling);
    this.sizes.disconnect();
    this.seen.disconnect();
    this.stopGestures();
    this.painter.dispose();
    this.root.innerHTML = "<slot></slot>";
  }

  /** Below which height cells are shown. */
  get height() {
    return this.layers[this.layer - 1];
  }

  /** @param {number} body */
  isShown(body) {
    const left = 1 - (this.put - this.turns[body]); // of its way
    const comes = this.model.from[this.turns[body]] ? 1 : 0.5; // or is there of a sudden
    return !this.hidden.has(this.keys[body]) && left < comes;
  }

  /** How far a body is from its place. @param {number} body */
  offset(body) {
    const apart = times(this.away[body], this.spread * SPREAD);
    const left = 1 - Math.max(0, Math.min(1, this.put - this.turns[body]));
    const from = this.model.from[this.turns[body]] ?? [0, 0, 0];
    return plus(apart, times(from, left ** 3 * 1.6 * this.camera.lens(1).size));
  }

  rebuild() {
    for (const mesh of this.meshes) this.painter.drop(mesh);
    this.meshes = this.model.bodies.map((body) =>
      this.painter.mesh(surfaceOf(body, this.data.shapes, this.height)),
    );
  }

  /** Half the height of everything, and the radius of the cylinder about it, as it is now. */
  fit() {
    const extent = { half: 0, radius: 0 };
    this.outlines.forEach((points, body) => {
      const shift = minus(times(this.away[body], this.spread * SPREAD), this.camera.middle);
      for (const { at, radius } of points) {
        const [x, y, z] = plus(at, shift);
        extent.half = Math.max(extent.half, Math.abs(z) + radius);
        extent.radius = Math.max(extent.radius, Math.hypot(x, y) + radius);
      }
    });
    this.camera.extent = extent;
  }

  changed() {
    this.fit();
    this.invalidate();
    this.dispatchEvent(new Event("change"));
  }

  invalidate() {
    if (this.waiting || this.gone) return;
    this.waiting = requestAnimationFrame((now) => this.tick(now));
  }

  /** @param {number} now */
  tick(now) {
    this.waiting = 0;
    if (this.gone || !this.inView) return;
    const passed = Math.min(0.1, (now - (this.last ?? now)) / 1000);
    this.last = now;
    if (this.spinning) this.camera.orbit(SPIN * passed, 0);
    if (this.playing) this.advance(passed);
    this.paint(this.quality(now));
    if (this.spinning || this.playing) this.invalidate();
    else this.last = undefined;
  }

  /**
   * How fine a frame can be.  While it moves, rather often than sharp; at rest, sharp.
   * @param {number} now
   */
  quality(now) {
    const gap = now - this.painted;
    this.painted = now;
    if (gap >= REST) this.fine = 1; // the first one of a movement, or the last
    else if (gap > SLOW) this.fine = Math.max(COARSEST, this.fine * 0.85);
    clearTimeout(this.settling);
    if (this.fine < 1) {
      this.settling = setTimeout(() => {
        this.painted = -Infinity;
        this.invalidate();
      }, REST);
    }
    return this.fine;
  }

  /** @param {number} passed seconds */
  advance(passed) {
    const count = this.model.bodies.length;
    const step = passed / (FLIGHT + PAUSE);
    this.put = Math.min(count, this.put + step);
    if (this.put === count) this.playing = false;
    this.dispatchEvent(new Event("change"));
  }

  /** @param {number} quality how many of the pixels along each side */
  paint(quality = 1) {
    const { canvas, stage } = this;
    const density = Math.min(3, window.devicePixelRatio || 1) * quality;
    const [width, height] = [stage.clientWidth, stage.clientHeight].map((side) =>
      Math.max(1, Math.round(side * density)),
    );
    if (canvas.width !== width || canvas.height !== height)
      Object.assign(canvas, { width, height });
    const ground = partsOf(getComputedStyle(this.frame).backgroundColor);
    const marked = this.marked >= 0 && this.isShown(this.marked) ? this.marked : -1;
    const bodies = this.model.bodies.flatMap((body, k) => {
      if (!this.isShown(k)) return [];
      const colour = partsOf(body.colour);
      const fade = marked < 0 || marked === k ? 0 : 0.62;
      return [
        { mesh: this.meshes[k], offset: this.offset(k), colour, fade, glow: +(marked === k) },
      ];
    });
    this.painter.draw(bodies, this.camera, ground, density);
  }
}

/** Names, where the second one of a name is told from the first. @param {string[]} names */
function distinct(names) {
  const seen = new Map();
  return names.map((name) => {
    seen.set(name, (seen.get(name) ?? 0) + 1);
    return `${name} ${seen.get(name)}`;
  });
}

/** Do people want things to stand still? */
function still() {
  return window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}
