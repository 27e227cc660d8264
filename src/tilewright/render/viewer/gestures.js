// Mouse, touch and keys on the picture.

/**
 * Let a viewer heed its canvas.  Returns how to stop.
 * @param {import("./viewer.js").Viewer} viewer
 */
export function addGestures(viewer) {
  const { canvas, camera } = viewer;
  canvas.tabIndex = 0;
  canvas.setAttribute("role", "application");
  canvas.setAttribute(
    "aria-label",
    `${viewer.data.title}: a picture in space. Arrow keys turn it, plus and minus zoom, ` +
      `Page Up and Page Down change the solution, Home resets.`,
  );
  /** @type {Map<number, number[]>} */
  const fingers = new Map(); // where each pointer is that is down
  let dragged = 0; // how far, since the first one is down
  const stop = new AbortController();
  /**
   * @template {keyof HTMLElementEventMap} T
   * @param {T} type @param {(event: HTMLElementEventMap[T]) => unknown} handle
   * @param {AddEventListenerOptions} more
   */
  const on = (type, handle, more = {}) =>
    canvas.addEventListener(type, handle, { signal: stop.signal, ...more });

  on("pointerdown", (event) => {
    if (event.button > 0) return;
    if (!fingers.size) dragged = 0;
    fingers.set(event.pointerId, [event.clientX, event.clientY]);
    canvas.setPointerCapture(event.pointerId);
    if (event.pointerType === "mouse") viewer.highlight(-1);
    viewer.spin(false);
  });
  on("pointermove", (event) => {
    const before = fingers.get(event.pointerId);
    if (!before) {
      if (event.pointerType === "mouse")
        viewer.highlight(viewer.pick(event.clientX, event.clientY));
      return;
    }
    const now = [event.clientX, event.clientY];
    const [across, down] = [now[0] - before[0], now[1] - before[1]];
    dragged += Math.hypot(across, down);
    if (fingers.size === 1) {
      const whole = Math.PI / Math.max(200, Math.min(canvas.clientWidth, canvas.clientHeight));
      camera.orbit(-across * whole, down * whole);
    } else {
      const [[, other]] = [...fingers].filter(([id]) => id !== event.pointerId);
      /** @param {number[]} point */
      const apart = (point) => Math.hypot(point[0] - other[0], point[1] - other[1]) || 1;
      camera.zoomBy(apart(now) / apart(before));
    }
    fingers.set(event.pointerId, now);
    viewer.invalidate();
  });
  on("pointerup", (event) => {
    const tapped = fingers.size === 1 && dragged < 6 && event.pointerType !== "mouse";
    fingers.delete(event.pointerId);
    if (!tapped) return;
    const body = viewer.pick(event.clientX, event.clientY);
    viewer.highlight(body === viewer.marked ? -1 : body);
  });
  on("pointercancel", (event) => fingers.delete(event.pointerId));
  on("pointerleave", (event) => event.pointerType === "mouse" && viewer.highlight(-1));

  on(
    "wheel",
    (event) => {
      const focused = viewer.root.activeElement === canvas;
      if (viewer.options.wheel === "focus" && !focused && !event.ctrlKey) return;
      event.preventDefault();
      camera.zoomBy(Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.0015)));
      viewer.spin(false);
    },
    { passive: false },
  );

  /** @type {Record<string, () => void>} */
  const keys = {
    ArrowLeft: () => camera.orbit(-0.1, 0),
    ArrowRight: () => camera.orbit(0.1, 0),
    ArrowUp: () => camera.orbit(0, 0.1),
    ArrowDown: () => camera.orbit(0, -0.1),
    "+": () => camera.zoomBy(1.15),
    "=": () => camera.zoomBy(1.15),
    "-": () => camera.zoomBy(1 / 1.15),
    PageDown: () => viewer.setSolution(viewer.solution + 1),
    PageUp: () => viewer.setSolution(viewer.solution - 1),
    Home: () => viewer.reset(),
  };
  on("keydown", (event) => {
    if (!(event.key in keys) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation(); // notebooks have meanings of their own for keys
    keys[event.key]();
    viewer.spin(false);
  });
  return () => stop.abort();
}
