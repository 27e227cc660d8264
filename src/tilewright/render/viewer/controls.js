// Buttons, sliders and the list of pieces.

const ICONS = {
  back: "M11 3 5 8l6 5z",
  next: "M5 3l6 5-6 5z",
  play: "M4 2.5v11l9-5.5z",
  pause: "M4 3h3v10H4zm5 0h3v10H9z",
  spin: "M8 2.5a5.5 5.5 0 1 0 5.5 5.5H12A4 4 0 1 1 8 4v2.2L11.6 3.2 8 .2z",
  reset: "M8 1.8 1.5 8H3.5v6h3.5v-4h2v4h3.5V8h2z",
  full: "M2 2h5v1.6H3.6V7H2zm7 0h5v5h-1.6V3.6H9zM2 9h1.6v3.4H7V14H2zm10.4 0H14v5H9v-1.6h3.4z",
  save: "M7.2 2h1.6v6h2.4L8 11.4 4.8 8h2.4zM2.5 12.4h11V14h-11z",
};

/** @param {import("./viewer.js").Viewer} viewer */
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

  let listed = null;
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

/** One piece of the list: a check box, its colour, its name. */
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

function slider(name, least, most, act) {
  const input = element("input", { type: "range", min: least, max: most, step: 1 });
  const value = element("output");
  const row = element("div", { className: "group" });
  row.append(element("label", {}, element("span", { textContent: name }), input), value);
  input.addEventListener("input", () => act(Number(input.value)));
  const show = (now, end, mark = ` / ${end}`) => {
    input.max = end;
    input.value = now;
    value.value = `${now}${mark}`;
    input.setAttribute("aria-valuetext", value.value);
  };
  return { row, show };
}

function button(icon, name, act) {
  const made = element("button", { type: "button", title: name, ariaLabel: name });
  made.innerHTML = '<svg viewBox="0 0 16 16" aria-hidden="true"><path/></svg>';
  made.addEventListener("click", act);
  face(made, icon);
  return made;
}

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

async function download(viewer) {
  const blob = await viewer.screenshot();
  if (!blob) return;
  const link = element("a", { href: URL.createObjectURL(blob) });
  link.download = `${viewer.data.title || "picture"}.png`;
  link.click();
  URL.revokeObjectURL(link.href);
}
