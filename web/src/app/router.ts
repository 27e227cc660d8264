// Which page is shown.  The puzzle is named after `?puzzle=`, or is in the fragment: `#p=…`.
import { signal } from "@preact/signals";

export type Page = "catalogue" | "edit" | "solve" | "play" | "jobs" | "missing";

export interface Route {
  page: Page;
  job: string | null; // of the page solve: /jobs/ID
}

const PAGES: Record<string, Page> = {
  "/": "catalogue",
  "/edit": "edit",
  "/solve": "solve",
  "/play": "play",
  "/jobs": "jobs",
};

function routeOf(path: string): Route {
  const plain = path.length > 1 ? path.replace(/\/$/, "") : path;
  const job = /^\/jobs\/([\w-]+)$/.exec(plain)?.[1];
  if (job) return { page: "solve", job };
  return { page: PAGES[plain] ?? "missing", job: null };
}

export const route = signal<Route>(routeOf(location.pathname));

/** Go to another page; `to` may have a query and a fragment. */
export function go(to: string, { replace = false } = {}): void {
  if (replace) history.replaceState(null, "", to);
  else history.pushState(null, "", to);
  route.value = routeOf(location.pathname);
  if (!replace) window.scrollTo(0, 0);
}

window.addEventListener("popstate", () => {
  route.value = routeOf(location.pathname);
});

/** Links inside of the program do not load the page again. */
export function followLinks(event: MouseEvent): void {
  const link = (event.target as Element | null)?.closest?.("a");
  if (!link || event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  if (link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
  if (link.pathname.startsWith("/api/")) return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
}
