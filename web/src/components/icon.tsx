// Icons: drawn, as fonts lack many of the signs that would do.
import { ICONS as VIEWER } from "tilewright-viewer/icons.js";

const FILLED = {
  ...VIEWER,
  first: "M3 3h2v10H3zm10 0v10L6 8z",
  last: "M11 3h2v10h-2zM3 3l7 5-7 5z",
  up: "M8 3.5 14 12.5H2z",
  down: "M8 12.5 2 3.5h12z",
  fill: "M2.5 2.5h11v11h-11z",
  half: "M8 1.5a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13zM8 3v10A5 5 0 0 0 8 3z",
  moon: "M10.5 1.8A6.5 6.5 0 1 0 14.5 10 5.3 5.3 0 0 1 10.5 1.8z",
  info: "M8 1a7 7 0 1 1 0 14A7 7 0 0 1 8 1zm0 1.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11zM7.2 7h1.6v4.5H7.2zm0-2.6h1.6V6H7.2z",
};
const DRAWN = {
  may: "M2.5 2.5h11v11h-11zM8 2.5v11",
  erase: "M6 3h8.5v10H6L1.5 8zm2.2 3 4 4m0-4-4 4",
  box: "M1.5 4h13v8h-13z",
  move: "M8 1.5v13M1.5 8h13M6 3.5l2-2 2 2m-4 9 2 2 2-2M3.5 6l-2 2 2 2m9-4 2 2-2 2",
  undo: "M6 3 2.5 6.5 6 10M2.5 6.5H10a3.5 3.5 0 0 1 0 7H6",
  redo: "M10 3l3.5 3.5L10 10m3.5-3.5H6a3.5 3.5 0 0 0 0 7h4",
  right: "M13.5 2.5v4h-4M13 6.5A5.5 5.5 0 1 0 13.4 9.5",
  left: "M2.5 2.5v4h4M3 6.5a5.5 5.5 0 1 1-.4 3",
  mirror: "M8 1.5v13M5.5 4.5 1.5 12h4zm5 0 4 7.5h-4z",
  tip: "M2 5.5C7 1.5 13.5 4 12 12.5M9 9.5l3 3.3 3-3",
  plus: "M8 3v10M3 8h10",
  minus: "M3 8h10",
  check: "M2.5 8.5l4 4 7-9",
  cross: "M3.5 3.5l9 9m0-9-9 9",
  share: "M8 10V1.5M5 4.5l3-3 3 3M4.5 7h-2v7.5h11V7h-2",
  sun: "M8 5a3 3 0 1 1 0 6 3 3 0 0 1 0-6zM8 .8v1.7m0 11v1.7M.8 8h1.7m11 0h1.7M2.9 2.9l1.2 1.2m7.8 7.8 1.2 1.2m0-10.2-1.2 1.2m-7.8 7.8-1.2 1.2",
};

export type IconName = keyof typeof FILLED | keyof typeof DRAWN;

/** An icon in the colour of the text; what it means is said by the words or the label beside it. */
export function Icon({ name }: { name: IconName }) {
  const drawn = name in DRAWN;
  const path = { ...FILLED, ...DRAWN }[name];
  return (
    <svg class={drawn ? "icon drawn" : "icon"} viewBox="0 0 16 16" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
