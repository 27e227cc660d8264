// Where we look from: round the middle of things, with z up.
import { dot, minus, plus, times } from "./shapes.js";

const FAR = 5; // from how far we look, in radii of what is seen: farther is less perspective

/** A camera that looks at the origin of what it is given. */
export class Camera {
  /** @param {number} turn to the right of the front, radians @param {number} tilt above */
  constructor(turn, tilt) {
    this.home = { turn, tilt };
    /** What has to be in view: half its height, the radius of the cylinder about it. */
    this.extent = { half: 1, radius: 1 };
    this.middle = [0, 0, 0];
    this.reset();
  }

  reset() {
    /** @type {number} */
    this.turn = this.home.turn;
    /** @type {number} */
    this.tilt = this.home.tilt;
    /** @type {number} */
    this.zoom = 1;
  }

  /** Go round by so many radians. @param {number} right @param {number} up */
  orbit(right, up) {
    this.turn += right;
    this.tilt = Math.max(-Math.PI / 2, Math.min(Math.PI / 2, this.tilt + up));
  }

  /** @param {number} factor */
  zoomBy(factor) {
    this.zoom = Math.max(0.3, Math.min(8, this.zoom * factor));
  }

  /** Unit vectors to the right, up, and towards us. */
  axes() {
    const [sa, ca] = [Math.sin(this.turn), Math.cos(this.turn)];
    const [st, ct] = [Math.sin(this.tilt), Math.cos(this.tilt)];
    return [
      [ca, sa, 0],
      [-sa * st, ca * st, ct],
      [sa * ct, -ca * ct, st],
    ];
  }

  /**
   * How far away we are, and how large things are drawn, for a picture of these proportions.
   * @param {number} aspect
   */
  lens(aspect) {
    const { half, radius } = this.extent;
    const size = Math.hypot(half, radius);
    const distance = FAR * size;
    const tall = half * Math.cos(this.tilt) + radius * Math.abs(Math.sin(this.tilt));
    const near = distance - 0.75 * size; // what is nearer looks larger
    const fit = 0.94 * Math.min(near / tall, (aspect * near) / radius);
    return { size, distance, scale: fit * this.zoom };
  }

  /**
   * For shaders: the turned axes by columns (3×3), and the projection after it (4×4).
   * @param {number} aspect
   */
  matrices(aspect) {
    const [right, up, towards] = this.axes();
    const { size, distance, scale } = this.lens(aspect);
    const [near, far] = [distance - 3.5 * size, distance + 3.5 * size];
    const turned = [0, 1, 2].flatMap((k) => [right[k], up[k], towards[k]]);
    const [a, b] = [(near + far) / (near - far), (2 * near * far) / (near - far)];
    const projection = [scale / aspect, 0, 0, 0, 0, scale, 0, 0, 0, 0, a, -1, 0, 0, b, 0];
    return { turned, projection, distance };
  }

  /**
   * The ray through a point of the picture, x and y from -1 to 1.
   * @param {number} x @param {number} y @param {number} aspect
   */
  ray(x, y, aspect) {
    const [right, up, towards] = this.axes();
    const { distance, scale } = this.lens(aspect);
    const from = plus(this.middle, times(towards, distance));
    const across = plus(times(right, (x * aspect) / scale), times(up, y / scale));
    const along = minus(across, towards);
    return { from, along: times(along, 1 / Math.sqrt(dot(along, along))) };
  }
}
