// What is on every page, and which page that is.
import { effect } from "@preact/signals";
import type { ComponentType } from "preact";
import { lazy, Suspense } from "preact/compat";
import { useEffect, useRef } from "preact/hooks";
import { Icon } from "../components/icon";
import { Problems } from "../components/problems";
import { keepInAddress, linkTo, openFromAddress, opening, puzzle, trouble } from "../store/puzzle";
import { Catalogue } from "../views/catalogue/catalogue";
import { Messages, say, sayError } from "./messages";
import { followLinks, go, type Page, route } from "./router";
import { nextTheme, theme } from "./theme";

/** A page that is loaded when it is shown first. */
const later = (load: () => Promise<ComponentType>) =>
  lazy(async () => ({ default: await load().catch(() => Unreachable) }));

const PAGES: Record<Page, ComponentType> = {
  catalogue: Catalogue,
  edit: later(async () => (await import("../views/editor/editor")).Editor),
  solve: later(async () => (await import("../views/solve/solve")).Solve),
  play: later(async () => (await import("../views/play/play")).Play),
  jobs: later(async () => (await import("../views/solve/jobs")).Jobs),
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
  const here = route.value.page;
  const title = here === "catalogue" || here === "jobs" ? "" : puzzle.value?.doc.title;
  const page = TITLES[here];
  document.title = title ? `${title} – ${page}` : `${page} – Tilewright`;
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

function Unreachable() {
  return (
    <section class="notice error" role="alert">
      <h1>This page cannot be loaded</h1>
      <p>Is `tilewright serve` still running? Then try again.</p>
      <button type="button" onClick={() => location.reload()}>
        Try again
      </button>
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

/** What a link has in it. */
function holds(link: string): string {
  const open = puzzle.value;
  if (!open) return "";
  return open.name
    ? `It names a puzzle of the catalogue, ${open.name}, which every Tilewright has.`
    : `It has the whole puzzle in it (${link.length.toLocaleString("en")} characters).`;
}

async function share() {
  try {
    const page =
      route.value.page === "edit" || route.value.page === "play" ? route.value.page : "solve";
    const link = new URL(await linkTo(`/${page}`), location.href).href;
    try {
      await navigator.clipboard.writeText(link);
      say(`The link is copied. ${holds(link)}`);
    } catch {
      prompt(holds(link), link);
    }
  } catch (error) {
    sayError(error);
  }
}

const THEMES = {
  system: ["half", "Auto"],
  light: ["sun", "Light"],
  dark: ["moon", "Dark"],
} as const;

function Header() {
  const open = puzzle.value;
  const here = route.value;
  const [icon, colours] = THEMES[theme.value];
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
      <button
        type="button"
        class={open ? "" : "absent"}
        onClick={share}
        aria-label="Share"
        title="Copy a link to this puzzle"
      >
        <Icon name="share" /> <span class="wide">Share</span>
      </button>
      <button
        type="button"
        onClick={nextTheme}
        aria-label={`Colours: ${colours}`}
        title="Light or dark"
      >
        <Icon name={icon} /> <span class="wide theme">{colours}</span>
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
      <Problems problems={found.problems} lines={found.file} />
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

/** Go to what is on the page; a link cannot, as the end of the address may have a puzzle in it. */
const skip = () => document.getElementById("main")?.focus();

export function Shell() {
  const { page } = route.value;
  const PageView = PAGES[page];
  const open = puzzle.value;
  const before = useRef(page);
  useEffect(() => {
    if (before.current !== page) trouble.value = null; // it was about another page
    before.current = page;
  }, [page]);
  useEffect(openFromAddress, [location.href]);
  useEffect(() => {
    void keepInAddress();
  }, [open, page, location.href]);
  return (
    <div class={`shell ${page}`} onClick={followLinks}>
      <button type="button" class="skip" onClick={skip}>
        Skip to the page
      </button>
      <Header />
      <main id="main" tabIndex={-1}>
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
