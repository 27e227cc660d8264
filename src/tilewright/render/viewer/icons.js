// Icons, drawn in a square of 16: no font is sure to have such signs.

export const ICONS = {
  back: "M11 3 5 8l6 5z",
  next: "M5 3l6 5-6 5z",
  play: "M4 2.5v11l9-5.5z",
  pause: "M4 3h3v10H4zm5 0h3v10H9z",
  spin: "M8 2.5a5.5 5.5 0 1 0 5.5 5.5H12A4 4 0 1 1 8 4v2.2L11.6 3.2 8 .2z",
  reset: "M8 1.8 1.5 8H3.5v6h3.5v-4h2v4h3.5V8h2z",
  full: "M2 2h5v1.6H3.6V7H2zm7 0h5v5h-1.6V3.6H9zM2 9h1.6v3.4H7V14H2zm10.4 0H14v5H9v-1.6h3.4z",
  save: "M7.2 2h1.6v6h2.4L8 11.4 4.8 8h2.4zM2.5 12.4h11V14h-11z",
};
