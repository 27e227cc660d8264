// What is on every page, and which page that is.
import { effect } from "@preact/signals";
import type { ComponentType } from "preact";
import { lazy, Suspense } from "preact/compat";
import { useEffect } from "preact/hooks";
import { Problems } from "../components/problems";
import { keepInAddress, linkTo, openFromAddress, opening, puzzle, trouble } from "../store/puzzle";
import { Catalogue } from "../views/catalogue/catalogue";
import { Messages, say, sayError } from "./messages";
import { followLinks, go, type Page, route } from "./router";
import { nextTheme, theme } from "./theme";

const PAGES: Record<Page, ComponentType> = {
  catalogue: Catalogue,
  edit: lazy(() => import("../views/editor/editor").then((m) => ({ default: m.Editor }))),
  solve: lazy(() => import("../views/solve/solve").then((m) => ({ default: m.Solve }))),
  play: lazy(() => import("../views/play/play").then((m) => ({ default: m.Play }))),
  jobs: lazy(() => import("../views/solve/jobs").then((m) => ({ default: m.Jobs }))),
  missing: Missing,
};

const TITLES: Record<Page, string> = {
  catalogue: "Puzzles",
  edit: "Edit",
  solve: "Solve",
  play: "Play",
  jobs: "Jobs",
  missing: "Not found",
};

effect(() => {
  const title = puzzle.value?.doc.title;
  const page = TITLES[route.value.page];
  document.title = title && page !== "Puzzles" ? `${title} – ${page}` : `${page} – Tilewright`;
});

function Missing() {
  return (
    <section class="notice">
      <h1>There is no such page</h1>
      <p>
        The <a href="/">catalogue</a> has all puzzles.
      </p>
    </section>
  );
}

function Tab(props: { page: "edit" | "solve" | "play"; label: string }) {
  const { page, label } = props;
  const current = route.value.page === page;
  const follow = async (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    go(await linkTo(`/${page}`));
  };
  return (
    <a href={`/${page}`} aria-current={current ? "page" : undefined} onClick={follow}>
      {label}
    </a>
  );
}

async function share() {
  try {
    const page =
      route.value.page === "edit" || route.value.page === "play" ? route.value.page : "solve";
    const link = new URL(await linkTo(`/${page}`), location.href).href;
    try {
      await navigator.clipboard.writeText(link);
      say(`The link is copied: it has the whole puzzle in it (${link.length} characters).`);
    } catch {
      prompt("This link has the whole puzzle in it:", link);
    }
  } catch (error) {
    sayError(error);
  }
}

const THEMES = { system: ["◐", "Auto"], light: ["☀", "Light"], dark: ["☾", "Dark"] } as const;

function Header() {
  const open = puzzle.value;
  const here = route.value;
  const [sign, colours] = THEMES[theme.value];
  return (
    <header>
      <a class="brand" href="/" aria-label="Tilewright">
        <img src="/icon.svg" alt="" width="24" height="24" /> <span class="wide">Tilewright</span>
      </a>
      <nav aria-label="Pages">
        <a href="/" aria-current={here.page === "catalogue" ? "page" : undefined}>
          Puzzles
        </a>
        <Tab page="edit" label="Edit" />
        <Tab page="solve" label="Solve" />
        <Tab page="play" label="Play" />
        <a href="/jobs" aria-current={here.page === "jobs" ? "page" : undefined}>
          Jobs
        </a>
      </nav>
      <span class="grow" />
      {open && (
        <button
          type="button"
          onClick={share}
          aria-label="Share"
          title="Copy a link with the whole puzzle in it"
        >
          ⇪ <span class="wide">Share</span>
        </button>
      )}
      <button
        type="button"
        onClick={nextTheme}
        aria-label={`Colours: ${colours}`}
        title="Light or dark"
      >
        {sign} <span class="wide">{colours}</span>
      </button>
    </header>
  );
}

function Trouble() {
  const found = trouble.value;
  if (!found) return null;
  return (
    <section class="notice error" role="alert">
      <h1>This puzzle cannot be opened</h1>
      {!found.problems.some(({ message }) => message === found.message) && <p>{found.message}</p>}
      <Problems problems={found.problems} />
      <button
        type="button"
        onClick={() => {
          trouble.value = null;
        }}
      >
        Close
      </button>
    </section>
  );
}

export function Shell() {
  const { page } = route.value;
  const PageView = PAGES[page];
  const open = puzzle.value;
  useEffect(() => {
    void openFromAddress();
  }, [page, location.search, location.hash]);
  useEffect(() => {
    void keepInAddress();
  }, [page, open]);
  return (
    <div class={`shell ${page}`} onClick={followLinks}>
      <a class="skip" href="#main">
        Skip to the page
      </a>
      <Header />
      <main id="main">
        <Trouble />
        {opening.value && <p class="loading">Opening the puzzle…</p>}
        <Suspense fallback={<p class="loading">Loading…</p>}>
          <PageView />
        </Suspense>
      </main>
      <Messages />
    </div>
  );
}
