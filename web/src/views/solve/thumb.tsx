// Small pictures of bodies in space: one viewer draws them all, one after the other.
import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { createViewer, type Viewer, type ViewerData } from "tilewright-viewer/viewer.js";
import type { LatticeDoc, NumberedSolution } from "../../api/types";
import { theme } from "../../app/theme";
import { bodiesOf } from "./bodies";

const [WIDTH, HEIGHT] = [96, 72]; // pixels of the page
const STYLE = `
.viewer, .stage, canvas { display: block; width: ${WIDTH}px; height: ${HEIGHT}px; }
.viewer { background: light-dark(#ffffff, #1f242d); }`;

/** Whether bodies can be drawn; this is not known before it was tried. */
export const canDraw = signal(true);

let viewer: Viewer | null = null;
let users = 0;
const waiting = new Map<HTMLCanvasElement, () => ViewerData>();
let busy = false; // a frame is asked for

/** The viewer that draws, in a corner that nobody sees. */
function drawing(data: ViewerData): Viewer | null {
  if (viewer) {
    viewer.setData(data);
    return viewer;
  }
  const host = document.createElement("div");
  host.className = "darkroom";
  host.inert = true; // neither read out nor reached by keys
  document.body.append(host);
  viewer = createViewer(host, data, { controls: false, spin: false, style: STYLE });
  if (!viewer) {
    canDraw.value = false;
    host.remove();
  }
  return viewer;
}

function draw(canvas: HTMLCanvasElement, data: ViewerData): void {
  const drawn = drawing(data);
  if (!drawn) return;
  drawn.paint();
  const { width, height } = drawn.canvas;
  Object.assign(canvas, { width, height });
  canvas.getContext("2d")?.drawImage(drawn.canvas, 0, 0);
}

function next(): void {
  busy = false;
  const [first] = waiting;
  if (!first) return;
  const [canvas, data] = first;
  waiting.delete(canvas);
  draw(canvas, data());
  start();
}

function start(): void {
  if (busy || !waiting.size) return;
  busy = true;
  requestAnimationFrame(next);
}

function leave(): void {
  if (--users > 0) return;
  const host = viewer?.canvas.getRootNode() as ShadowRoot | undefined;
  viewer?.dispose();
  host?.host.remove();
  viewer = null;
}

export function SpaceThumb({ doc, solution }: { doc: LatticeDoc; solution: NumberedSolution }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const shown = theme.value;
  useEffect(() => {
    const target = canvas.current;
    if (!target) return;
    waiting.set(target, () => bodiesOf(doc, solution));
    start();
    return () => {
      waiting.delete(target);
    };
  }, [doc, solution, shown]);
  useEffect(() => {
    users++;
    return leave;
  }, []);
  return <canvas ref={canvas} width={WIDTH} height={HEIGHT} />;
}
