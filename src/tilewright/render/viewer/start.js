// The first script of a page or of a notebook's cell: viewers for all elements that wait for one.
import { createViewer } from "./viewer.js";

/**
 * Give a viewer to each element of a mark, when it comes into view, and take it away when it goes
 * far out of view: browsers have few WebGL contexts, and a notebook may have many pictures.
 * @param {string} mark the value of data-tilewright @param {import("./shapes.js").ViewerData} data
 * @param {import("./viewer.js").Options} options
 */
export function startViewers(mark, data, options) {
  for (const element of document.querySelectorAll(`[data-tilewright="${mark}"]`)) {
    const host = /** @type {any} */ (element);
    if (host.dataset.ready) continue;
    host.dataset.ready = "yes";
    const near = new IntersectionObserver(
      ([entry]) => {
        if (!entry.isIntersecting) host.viewer?.dispose();
        else if (!host.viewer || host.viewer.gone) {
          host.viewer = createViewer(host, data, options);
          if (!host.viewer) near.disconnect();
        }
      },
      { rootMargin: "800px" },
    );
    near.observe(host);
  }
}
