// Drawing with WebGL: faces in the colour of their piece, dark lines where surfaces bend, balls.
import { unitBall } from "./shapes.js";

/**
 * @typedef {import("./shapes.js").Surface} Surface
 * @typedef {{surface: WebGLVertexArrayObject, corners: number, lines: WebGLVertexArrayObject,
 *   lineCount: number, balls: WebGLVertexArrayObject, ballCount: number, buffers: WebGLBuffer[]}}
 *   Mesh
 * @typedef {{mesh: Mesh, offset: number[], colour: number[], fade: number, glow: number}} Drawn
 *   `fade`: how much of the ground is mixed in; `glow`: how much light is added
 * @typedef {[place: number, buffer: WebGLBuffer, size: number, stride: number, start: number,
 *   each: number]} Attribute
 */

const [POSITION, NORMAL, BALL, PAINT, START, END] = [0, 1, 2, 3, 1, 2];

const SOLID = [
  `#version 300 es
layout(location = ${POSITION}) in vec3 position;
layout(location = ${NORMAL}) in vec3 normal;
layout(location = ${BALL}) in vec4 ball;
layout(location = ${PAINT}) in vec4 paint;
uniform mat3 turned;
uniform mat4 projection;
uniform vec3 offset;
uniform float distance, grow;
out vec3 facing, place, world;
out vec4 painted;
void main() {
  place = turned * (ball.xyz + (ball.w + grow) * position + offset);
  facing = turned * normal;
  world = normal;
  painted = paint;
  gl_Position = projection * vec4(place.xy, place.z - distance, 1.0);
}`,
  `#version 300 es
precision highp float;
in vec3 facing, place, world;
in vec4 painted;
uniform vec3 colour, ground;
uniform float fade, glow, distance, inked, gloss;
out vec4 shown;
const vec3 KEY = vec3(-0.42, 0.62, 0.66);
void main() {
  vec3 n = normalize(facing);
  vec3 eye = normalize(vec3(0.0, 0.0, distance) - place);
  float key = max(0.0, dot(n, KEY));
  float sky = 0.5 + 0.5 * normalize(world).z;
  vec3 base = pow(mix(colour, painted.rgb, painted.a), vec3(2.2));
  vec3 lit = base * (0.24 + 0.26 * sky + 0.66 * key);
  float shine = pow(max(0.0, dot(n, normalize(KEY + eye))), mix(24.0, 60.0, gloss));
  lit += shine * mix(0.03, 0.28, gloss) + glow * (0.05 + 0.2 * base);
  vec3 seen = mix(pow(lit, vec3(1.0 / 2.2)), vec3(0.13), inked);
  shown = vec4(mix(seen, ground, fade), 1.0);
}`,
];

// A line is a thin rectangle on the screen, a little nearer to us than the faces it bounds.
const LINE = [
  `#version 300 es
layout(location = ${POSITION}) in vec2 corner;
layout(location = ${START}) in vec3 start;
layout(location = ${END}) in vec3 end;
uniform mat3 turned;
uniform mat4 projection;
uniform vec3 offset;
uniform vec2 half_size;
uniform float distance, width;
vec4 seen(vec3 point) {
  vec3 place = turned * (point + offset) - vec3(0.0, 0.0, distance);
  return projection * vec4(place * 0.9985, 1.0);
}
void main() {
  vec4 a = seen(start), b = seen(end);
  vec2 along = (b.xy / b.w - a.xy / a.w) * half_size;
  along = along / max(length(along), 1e-6);
  vec4 here = corner.x < 0.5 ? a : b;
  vec2 aside = vec2(-along.y, along.x) * corner.y + along * (corner.x * 2.0 - 1.0);
  here.xy += aside * (0.5 * width) / half_size * here.w;
  gl_Position = here;
}`,
  `#version 300 es
precision mediump float;
uniform vec3 ground;
uniform float fade;
out vec4 shown;
void main() { shown = vec4(mix(vec3(0.13), ground, fade), 1.0); }`,
];

/** Draws bodies on a canvas.  Throws an Error if there is no WebGL. */
export class Painter {
  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    this.canvas = canvas;
    const asked = { antialias: true, alpha: true, preserveDrawingBuffer: false };
    const gl = /** @type {WebGL2RenderingContext} */ (canvas.getContext("webgl2", asked));
    if (!gl) throw new Error("no WebGL 2");
    this.gl = gl;
    this.solid = program(gl, SOLID);
    this.line = program(gl, LINE);
    this.corner = this.buffer(new Float32Array([0, -1, 1, -1, 0, 1, 1, 1]));
    const ball = unitBall();
    this.ballCorners = ball.length / 3;
    this.ball = this.buffer(ball);
    gl.enable(gl.DEPTH_TEST);
    gl.enable(gl.CULL_FACE);
    gl.depthFunc(gl.LEQUAL);
  }

  /** @param {Float32Array} values */
  buffer(values) {
    const { gl } = this;
    const buffer = gl.createBuffer();
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
    gl.bufferData(gl.ARRAY_BUFFER, values, gl.STATIC_DRAW);
    return buffer;
  }

  /** @param {Surface} surface @returns {Mesh} */
  mesh(surface) {
    /** @type {(keyof Surface)[]} */
    const names = ["position", "normal", "paint", "lines", "balls"];
    const [position, normal, paint, lines, balls] = names.map((name) => this.buffer(surface[name]));
    /** @type {Attribute[]} */
    const painted = surface.paint.length ? [[PAINT, paint, 4, 16, 0, 0]] : [];
    return {
      surface: this.array([
        [POSITION, position, 3, 12, 0, 0],
        [NORMAL, normal, 3, 12, 0, 0],
        ...painted,
      ]),
      corners: surface.position.length / 3,
      lines: this.array([
        [POSITION, this.corner, 2, 8, 0, 0],
        [START, lines, 3, 24, 0, 1],
        [END, lines, 3, 24, 12, 1],
      ]),
      lineCount: surface.lines.length / 6,
      balls: this.array([
        [POSITION, this.ball, 3, 12, 0, 0],
        [NORMAL, this.ball, 3, 12, 0, 0],
        [BALL, balls, 4, 16, 0, 1],
      ]),
      ballCount: surface.balls.length / 4,
      buffers: [position, normal, paint, lines, balls],
    };
  }

  /** @param {Attribute[]} attributes */
  array(attributes) {
    const { gl } = this;
    const array = gl.createVertexArray();
    gl.bindVertexArray(array);
    for (const [place, buffer, size, stride, start, each] of attributes) {
      gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
      gl.enableVertexAttribArray(place);
      gl.vertexAttribPointer(place, size, gl.FLOAT, false, stride, start);
      gl.vertexAttribDivisor(place, each);
    }
    gl.bindVertexArray(null);
    return array;
  }

  /** @param {Mesh} mesh */
  drop(mesh) {
    for (const buffer of mesh.buffers) this.gl.deleteBuffer(buffer);
    for (const array of [mesh.surface, mesh.lines, mesh.balls]) this.gl.deleteVertexArray(array);
  }

  /**
   * @param {Drawn[]} bodies @param {import("./camera.js").Camera} camera
   * @param {number[]} ground the colour behind @param {number} density pixels of the screen per
   *   pixel of the page
   */
  draw(bodies, camera, ground, density) {
    const { gl, canvas } = this;
    const [width, height] = [canvas.width, canvas.height];
    const { turned, projection, distance } = camera.matrices(width / height);
    gl.viewport(0, 0, width, height);
    gl.clearColor(ground[0], ground[1], ground[2], 1);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    const pixel = (2 * distance) / (camera.lens(width / height).scale * height); // its size there
    const thick = Math.max(1.2, Math.min(2.2, height / density / 260)) * density;
    for (const made of [this.solid, this.line]) {
      gl.useProgram(made.program);
      gl.uniformMatrix3fv(made.at("turned"), false, turned);
      gl.uniformMatrix4fv(made.at("projection"), false, projection);
      gl.uniform1f(made.at("distance"), distance);
      gl.uniform3fv(made.at("ground"), ground);
      if (made === this.line) {
        gl.uniform2f(made.at("half_size"), width / 2, height / 2);
        gl.uniform1f(made.at("width"), thick);
      }
      for (const body of bodies) {
        const offset = body.offset.map((value, k) => value - camera.middle[k]);
        gl.uniform3fv(made.at("offset"), offset);
        gl.uniform1f(made.at("fade"), body.fade);
        if (made === this.solid) this.fill(body, thick * pixel);
        else if (body.mesh.lineCount) {
          gl.bindVertexArray(body.mesh.lines);
          gl.disable(gl.CULL_FACE);
          gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, body.mesh.lineCount);
          gl.enable(gl.CULL_FACE);
        }
      }
    }
    gl.bindVertexArray(null);
  }

  /** @param {Drawn} body @param {number} rim how wide the line round a ball is */
  fill({ mesh, colour, glow }, rim) {
    const { gl, solid } = this;
    gl.uniform3fv(solid.at("colour"), colour);
    gl.uniform1f(solid.at("glow"), glow);
    gl.uniform1f(solid.at("inked"), 0);
    gl.uniform1f(solid.at("grow"), 0);
    gl.vertexAttrib4f(PAINT, 0, 0, 0, 0); // where no corner has a colour of its own
    if (mesh.corners) {
      gl.uniform1f(solid.at("gloss"), 0);
      gl.vertexAttrib4f(BALL, 0, 0, 0, 1);
      gl.bindVertexArray(mesh.surface);
      gl.drawArrays(gl.TRIANGLES, 0, mesh.corners);
    }
    if (mesh.ballCount) {
      gl.uniform1f(solid.at("gloss"), 1);
      gl.bindVertexArray(mesh.balls);
      gl.drawArraysInstanced(gl.TRIANGLES, 0, this.ballCorners, mesh.ballCount);
      // The far side of slightly larger balls, in ink, is a line round them.
      gl.uniform1f(solid.at("inked"), 1);
      gl.uniform1f(solid.at("grow"), rim);
      gl.cullFace(gl.FRONT);
      gl.drawArraysInstanced(gl.TRIANGLES, 0, this.ballCorners, mesh.ballCount);
      gl.cullFace(gl.BACK);
    }
  }

  /** Give back what the graphics card holds. */
  dispose() {
    this.gl.getExtension("WEBGL_lose_context")?.loseContext();
  }
}

/**
 * A compiled program, and where its uniforms are.
 * @param {WebGL2RenderingContext} gl @param {string[]} texts
 */
function program(gl, texts) {
  const [vertex] = texts;
  const made = gl.createProgram();
  for (const text of texts) {
    const kind = text === vertex ? gl.VERTEX_SHADER : gl.FRAGMENT_SHADER;
    const shader = /** @type {WebGLShader} */ (gl.createShader(kind));
    gl.shaderSource(shader, text);
    gl.compileShader(shader);
    gl.attachShader(made, shader);
    if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS) && !gl.isContextLost())
      throw new Error(gl.getShaderInfoLog(shader) ?? "a shader does not compile");
  }
  gl.linkProgram(made);
  if (!gl.getProgramParameter(made, gl.LINK_STATUS) && !gl.isContextLost())
    throw new Error(gl.getProgramInfoLog(made) ?? "a shader does not link");
  const places = new Map();
  /** @param {string} name */
  const at = (name) => {
    if (!places.has(name)) places.set(name, gl.getUniformLocation(made, name));
    return places.get(name);
  };
  return { program: made, at };
}
