// The viewer is written in JavaScript, see src/tilewright/render/viewer.
declare module "tilewright-viewer/icons.js" {
  export const ICONS: Record<
    "back" | "next" | "play" | "pause" | "spin" | "reset" | "full" | "save",
    string
  >;
}
declare module "tilewright-viewer/viewer.js" {
  export interface BodyData {
    name: string;
    colour: string;
    cells: number[];
    balls: number[];
    spots?: string[];
  }
  export interface ViewerData {
    title: string;
    flat: boolean;
    shapes: { points: number[][]; faces: number[][] }[];
    models: { title: string; bodies: BodyData[]; order: number[]; from: (number[] | null)[] }[];
  }
  export interface ViewerOptions {
    controls?: boolean;
    spin?: boolean;
    wheel?: "always" | "focus";
    style?: string;
  }
  export interface Viewer extends EventTarget {
    readonly data: ViewerData;
    readonly canvas: HTMLCanvasElement;
    readonly gone?: boolean; // taken away, maybe because the browser had too many pictures
    readonly camera: { turn: number; tilt: number; zoom: number };
    readonly solution: number;
    readonly layers: number[];
    readonly layer: number;
    readonly put: number;
    readonly spread: number;
    readonly playing: boolean;
    readonly model: ViewerData["models"][number];
    readonly marked: number;
    readonly keys: string[];
    readonly hidden: ReadonlySet<string>;
    setSolution(number: number): void;
    setData(data: ViewerData): void;
    invalidate(): void;
    paint(): void;
    explode(part: number): void;
    hide(body: number, hidden?: boolean): void;
    showUpTo(layer: number): void;
    assemble(count: number): void;
    play(playing?: boolean): void;
    highlight(body: number): void;
    spin(spinning?: boolean): void;
    look(turn: number, tilt: number, zoom?: number): void;
    reset(): void;
    pick(x: number, y: number): number;
    screenshot(): Promise<Blob | null>;
    dispose(): void;
  }
  export function createViewer(
    host: HTMLElement,
    data: ViewerData,
    options?: ViewerOptions,
  ): Viewer | null;
}
