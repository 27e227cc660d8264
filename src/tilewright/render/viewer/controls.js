// Buttons, sliders and the list of pieces.

import { ICONS } from "./icons.js";

/**
 * @typedef {import("./viewer.js").Viewer} Viewer
 * @typedef {keyof typeof ICONS} Icon
 */

/** @param {Viewer} viewer */
export function addControls(viewer) {
  const { frame } = viewer;
  const panel = element("div", { className: "panel" });
  const bar = element("div", { className: "bar" });
  const status = element("output", { className: "status", ariaLive: "polite" });
  const back = button("back", "Previous solution", () => viewer.setSolution(viewer.solution - 1));
  const next = button("next", "Next solution", () => viewer.setSolution(viewer.solution + 1));
  const stepper = element("div", { className: "group stepper" }, back, status, next);

  const explode = slider("Explode", 0, 100, (value) => viewer.explode(value / 100));
  const layers = slider("Layers", 1, 1, (value) => viewer.showUpTo(value));
  const put = slider("Pieces", 0, 1, (value) => {
    viewer.playing = false;
    viewer.assemble(value);
  });
  const play = button("play", "Put together piece by piece", () => viewer.play(!viewer.playing));
  put.row.prepend(play);

  const spin = button("spin", "Turn slowly", () => viewer.spin(!viewer.spinning));
  const reset = button("reset", "Reset the view", () => viewer.reset());
  const full = button("full", "Full screen", () =>
    document.fullscreenElement ? document.exitFullscreen() : viewer.host.requestFullscreen(),
  );
  full.hidden = !document.fullscreenEnabled;
  const save = button("save", "Save the picture as PNG", () => download(viewer));
  const tools = element("div", { className: "group" }, spin, reset, full, save);
  bar.append(stepper, explode.row, layers.row, put.row, tools);
  const list = element("ul", { className: "pieces", ariaLabel: "Pieces" });
  panel.append(list);
  frame.append(bar, panel);

  /** @type {import("./shapes.js").ModelData | null} */
  let listed = null;
  /** @type {import("./shapes.js").ViewerData | null} */
  let told = null;
  const show = () => {
    const { model } = viewer;
    if (listed !== model) {
      listed = model;
      list.replaceChildren(...model.bodies.map((_, body) => entry(viewer, body)));
    }
    const keys = viewer.keys;
    [...list.children].forEach((item, body) => {
      item.querySelector("input").checked = !viewer.hidden.has(keys[body]);
      item.classList.toggle("marked", viewer.marked === body);
      item.classList.toggle("absent", !viewer.isShown(body));
    });
    const count = viewer.data.models.length;
    stepper.hidden = count < 2;
    if (told !== viewer.data) {
      told = viewer.data;
      keepWidth(status, longest(told.models.map(({ title }) => title || `${count} of ${count}`)));
    }
    status.value = model.title || `${viewer.solution + 1} of ${count}`;
    explode.show(Math.round(viewer.spread * 100), 100, "%");
    layers.show(viewer.layer, viewer.layers.length);
    layers.row.hidden = viewer.layers.length < 2;
    put.show(Math.ceil(viewer.put), model.bodies.length);
    put.row.hidden = model.bodies.length < 2;
    face(play, viewer.playing ? "pause" : "play");
    spin.setAttribute("aria-pressed", String(viewer.spinning));
  };
  viewer.addEventListener("change", show);
  show();
}

/**
 * One piece of the list: a check box, its colour, its name.
 * @param {Viewer} viewer @param {number} body
 */
function entry(viewer, body) {
  const { name, colour } = viewer.model.bodies[body];
  const box = element("input", { type: "checkbox" });
  box.addEventListener("change", () => viewer.hide(body, !box.checked));
  const swatch = element("span", { className: "swatch" });
  swatch.style.background = colour;
  const item = element("li", {}, element("label", {}, box, swatch, name));
  item.addEventListener("pointerenter", () => viewer.highlight(body));
  item.addEventListener("pointerleave", () => viewer.highlight(-1));
  item.addEventListener("focusin", () => viewer.highlight(body));
  item.addEventListener("focusout", () => viewer.highlight(-1));
  return item;
}

/**
 * @param {string} name @param {number} least @param {number} most
 * @param {(value: number) => void} act
 */
function slider(name, least, most, act) {
  const input = element("input", { type: "range", min: least, max: most, step: 1 });
  const value = element("output");
  const row = element("div", { className: "group" });
  row.append(element("label", {}, element("span", { textContent: name }), input), value);
  input.addEventListener("input", () => act(Number(input.value)));
  /** @param {number} now @param {number} end @param {string} mark */
  const show = (now, end, mark = ` / ${end}`) => {
    input.max = end;
    input.value = now;
    value.value = `${now}${mark}`;
    keepWidth(value, `${end}${mark}`);
    input.setAttribute("aria-valuetext", value.value);
  };
  return { row, show };
}

/**
 * Room for the longest text that may come, so that what stands beside it does not move.
 * @param {HTMLOutputElement} output @param {string} text
 */
function keepWidth(output, text) {
  output.style.minWidth = `${text.length + 1}ch`;
}

/** @param {string[]} texts */
const longest = (texts) => texts.reduce((a, b) => (b.length > a.length ? b : a), "");

/** @param {Icon} icon @param {string} name @param {() => unknown} act */
function button(icon, name, act) {
  const made = element("button", { type: "button", title: name, ariaLabel: name });
  made.innerHTML = '<svg viewBox="0 0 16 16" aria-hidden="true"><path/></svg>';
  made.addEventListener("click", act);
  face(made, icon);
  return made;
}

/** @param {any} made a button @param {Icon} icon */
function face(made, icon) {
  made.querySelector("path").setAttribute("d", ICONS[icon]);
}

/**
 * @param {string} tag @param {object} properties @param {(Node | string)[]} children
 * @returns {any}
 */
function element(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  Object.assign(made, properties);
  made.append(...children);
  return made;
}

/** @param {Viewer} viewer */
async function download(viewer) {
  const blob = await viewer.screenshot();
  if (!blob) return;
  const link = element("a", { href: URL.createObjectURL(blob) });
  link.download = `${viewer.data.title || "picture"}.png`;
  link.click();
  URL.revokeObjectURL(link.href);
}
