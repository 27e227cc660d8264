// All puzzles that come with the program.
import { computed, effect, signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { catalogue, searchCatalogue } from "../../api/client";
import type { CatalogueEntry, FoundPuzzles } from "../../api/types";
import { sayError } from "../../app/messages";
import { go } from "../../app/router";
import { piecesInWords } from "../../app/words";
import { pack } from "../../store/link";
import { draft } from "../../store/puzzle";
import {
  type Choice,
  chosen,
  famousFirst,
  lattices,
  SIZES,
  type Size,
  solutionsInWords,
} from "./choice";
import "./catalogue.css";

const LONGEST = 300; // characters that the server searches for
const EVERYTHING: Choice = { words: "", lattice: "", size: "", unique: false };

const entries = signal<CatalogueEntry[] | null>(null);
const choice = signal<Choice>(EVERYTHING);
/** What the server found last; the words may have changed since. */
const found = signal<FoundPuzzles | null>(null);
const words = computed(() => choice.value.words.trim().slice(0, LONGEST));
const shown = computed(() => chosen(entries.value ?? [], choice.value, found.value));
const near = computed(() => {
  const names = words.value && found.value ? found.value.near : [];
  return names.flatMap((name) => entries.value?.filter((entry) => entry.name === name) ?? []);
});

effect(() => {
  if (!words.value) {
    found.value = null;
    return;
  }
  const stop = new AbortController();
  searchCatalogue(words.value, stop.signal).then(
    (answer) => {
      if (!stop.signal.aborted) found.value = answer;
    },
    (error) => {
      if (!stop.signal.aborted) sayError(error);
    },
  );
  return () => stop.abort();
});

async function load() {
  try {
    entries.value ??= famousFirst((await catalogue()).puzzles);
  } catch (error) {
    sayError(error);
  }
}

const change = (part: Partial<Choice>) => {
  choice.value = { ...choice.value, ...part };
};

function Filters() {
  const { words, lattice, size, unique } = choice.value;
  const all = entries.value ?? [];
  return (
    <search class="row filters">
      <input
        type="search"
        placeholder="Search, e.g. pentominoes 6x10, 12 pieces"
        aria-label="Search the catalogue"
        value={words}
        onInput={(event) => change({ words: event.currentTarget.value })}
      />
      <label>
        Lattice
        <select
          value={lattice}
          onChange={(event) => change({ lattice: event.currentTarget.value })}
        >
          <option value="">any</option>
          {lattices(all).map(([name, count]) => (
            <option key={name} value={name}>
              {name} ({count})
            </option>
          ))}
        </select>
      </label>
      <label>
        Size
        <select
          value={size}
          onChange={(event) => change({ size: event.currentTarget.value as Size | "" })}
        >
          <option value="">any</option>
          {Object.entries(SIZES).map(([name, { label }]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <label>
        <input
          type="checkbox"
          checked={unique}
          onChange={(event) => change({ unique: event.currentTarget.checked })}
        />
        one solution only
      </label>
      <span class="faint" role="status">
        {entries.value && `${shown.value.length} of ${all.length} puzzles`}
      </span>
    </search>
  );
}

function Card({ entry }: { entry: CatalogueEntry }) {
  const given = `?puzzle=${encodeURIComponent(entry.name)}`;
  const facts = [
    entry.lattice,
    entry.cells === null ? "" : `${entry.cells} cells`,
    piecesInWords(entry.pieces),
    solutionsInWords(entry),
  ];
  return (
    <li class="card puzzle">
      <a class="picture" href={`/play${given}`} tabIndex={-1}>
        <img
          src={entry.picture}
          alt={`Picture of ${entry.title}`}
          loading="lazy"
          decoding="async"
          width="240"
          height="150"
        />
      </a>
      <h2>
        <a href={`/play${given}`}>{entry.title}</a>
      </h2>
      <p class="faint">{facts.filter(Boolean).join(" · ")}</p>
      <div class="row">
        <a class="button" href={`/play${given}`} aria-label={`Play ${entry.title}`}>
          Play
        </a>
        <a class="button" href={`/solve${given}`} aria-label={`Solve ${entry.title}`}>
          Solve
        </a>
        <a class="button" href={`/edit${given}`} aria-label={`Edit ${entry.title}`}>
          Edit
        </a>
      </div>
    </li>
  );
}

function Own() {
  const last = draft();
  const goOn = async () => go(`/edit#p=${await pack(last ?? "")}`);
  return (
    <div class="row own">
      <a class="button primary" href="/edit">
        Draw your own puzzle
      </a>
      {last && (
        <button type="button" onClick={goOn}>
          Resume your last drawing
        </button>
      )}
    </div>
  );
}

export function Catalogue() {
  useEffect(() => {
    void load();
  }, []);
  return (
    <>
      <div class="row heading">
        <h1>Puzzles</h1>
        <span class="grow" />
        <Own />
      </div>
      <Filters />
      {entries.value === null && <p class="loading">Loading the catalogue…</p>}
      {entries.value && shown.value.length === 0 && <Nothing />}
      <ul class="puzzles">
        {(shown.value.length ? shown.value : near.value).map((entry) => (
          <Card key={entry.name} entry={entry} />
        ))}
      </ul>
    </>
  );
}

/** Why there is nothing, and what to do about it. */
function Nothing() {
  const message = words.value && found.value?.message;
  return (
    <p class="loading">
      {message || "No puzzle is like that."}{" "}
      <button
        type="button"
        onClick={() => {
          choice.value = EVERYTHING;
        }}
      >
        Show all
      </button>
      {near.value.length > 0 && <b class="near">The nearest are</b>}
    </p>
  );
}
