// What is to be found, and how.
import { signal } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import { server, startJob } from "../../api/client";
import type { Doc, JobRequest, ServerInfo, Task } from "../../api/types";
import { sayError } from "../../app/messages";
import { go } from "../../app/router";
import { piecesInWords } from "../../app/words";
import { Problems } from "../../components/problems";
import { WhichPuzzle } from "../../components/which";
import { given, linkTo, type OpenPuzzle, opening, puzzle } from "../../store/puzzle";
import { Earlier } from "./jobs";
import { Portrait } from "./portrait";
import { inDigits, some } from "./words";

type UpTo = NonNullable<JobRequest["up_to"]>;

interface Choice {
  upTo: UpTo;
  engine: string;
  threads: string; // empty: as the server likes
  minutes: string; // empty: no limit but the server's
}

const choice = signal<Choice>({ upTo: "symmetry", engine: "auto", threads: "", minutes: "" });
const change = (part: Partial<Choice>) => {
  choice.value = { ...choice.value, ...part };
};

const TASKS: [Task, string, string][] = [
  ["one", "Find one", "Stops at the first solution."],
  ["all", "Find all", "Keeps every solution, to look at."],
  ["count", "Count", "Only tells how many there are: often much faster."],
];

const SAME: [UpTo, string, string][] = [
  [
    "symmetry",
    "turned or mirrored",
    "One of each that differ only by turning or mirroring the whole.",
  ],
  [
    "rotation",
    "turned",
    "One of each that differ only by turning the whole; mirror images count apart.",
  ],
  ["nothing", "nothing", "Every position counts, also the same one turned or mirrored."],
];

function Details({ info }: { info: ServerInfo | null }) {
  const { upTo, engine, threads, minutes } = choice.value;
  const most = info?.limits.max_seconds;
  return (
    <details class="details">
      <summary>Details</summary>
      <fieldset>
        <legend>What counts as the same solution?</legend>
        {SAME.map(([value, label, meaning]) => (
          <label key={value}>
            <input
              type="radio"
              name="same"
              checked={upTo === value}
              onChange={() => change({ upTo: value })}
            />
            <span>
              {label} <span class="faint">– {meaning}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <div class="row">
        <label>
          Engine
          <select
            value={engine}
            onChange={(event) => change({ engine: event.currentTarget.value })}
          >
            {(info?.engines ?? ["auto"]).map((name) => (
              <option key={name} value={name}>
                {name === "auto" ? "auto: the best for this puzzle" : name}
              </option>
            ))}
          </select>
        </label>
        <label>
          Threads
          <input
            type="number"
            min={1}
            max={info?.limits.max_threads ?? 1}
            placeholder="auto"
            value={threads}
            onInput={(event) => change({ threads: event.currentTarget.value })}
          />
        </label>
        <label>
          Stop after
          <input
            type="number"
            min={0.1}
            step="any"
            max={most ? most / 60 : undefined}
            placeholder="–"
            value={minutes}
            onInput={(event) => change({ minutes: event.currentTarget.value })}
          />
          minutes
        </label>
      </div>
    </details>
  );
}

/** What the server is asked for. */
function requestOf(open: OpenPuzzle, task: Task): JobRequest {
  const { upTo, engine, threads, minutes } = choice.value;
  const request: JobRequest = {
    puzzle: given(open),
    task,
    up_to: task === "count" ? null : upTo, // a count tells all three numbers
    engine,
    title: open.doc.title.slice(0, 200),
  };
  if (threads) {
    request.threads = Math.round(Number(threads));
    if (request.threads < 1) throw new Error("Threads: write 1 or more, or nothing.");
  }
  if (minutes) {
    request.max_seconds = Number(minutes) * 60;
    if (request.max_seconds <= 0)
      throw new Error("Stop after: write more than 0 minutes, or nothing.");
  }
  return request;
}

const sizesOf = (open: OpenPuzzle): string => {
  const { cells, pieces, placements } = open.sizes;
  return [
    cells === null ? "" : some(cells, "cell"),
    pieces === null ? "" : piecesInWords(pieces),
    placements === null ? "" : `${inDigits(placements)} ways to place a piece`,
  ]
    .filter(Boolean)
    .join(" · ");
};

const about = (doc: Doc) => doc.about && <p>{doc.about}</p>;

function Ready({ open }: { open: OpenPuzzle }) {
  const [info, setInfo] = useState<ServerInfo | null>(null);
  const [busy, setBusy] = useState(false);
  const left = useRef(false); // for another page
  useEffect(() => {
    server().then(setInfo, sayError);
    return () => {
      left.current = true;
    };
  }, []);
  const wrong = open.problems.some(({ severity }) => severity === "error");
  const start = async (task: Task) => {
    setBusy(true);
    try {
      const { id } = await startJob(requestOf(open, task));
      if (!left.current) go(`/jobs/${id}`);
    } catch (error) {
      sayError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div class="solving">
      <section class="card start">
        <div class="portrait">
          <Portrait open={open} />
        </div>
        <div class="choices">
          <h1>{open.doc.title || "Your puzzle"}</h1>
          {about(open.doc)}
          <p class="faint">{sizesOf(open)}</p>
          <Problems problems={open.problems} />
          {wrong && (
            <p>
              It cannot be solved like this.{" "}
              <button type="button" onClick={async () => go(await linkTo("/edit"))}>
                Edit it
              </button>
            </p>
          )}
          <div class="tasks">
            {TASKS.map(([task, label, meaning]) => (
              <button
                key={task}
                type="button"
                class={task === "all" ? "primary" : ""}
                disabled={wrong || busy}
                onClick={() => start(task)}
              >
                <b>{label}</b>
                <span>{meaning}</span>
              </button>
            ))}
          </div>
          <Details info={info} />
        </div>
      </section>
      {open.name && <Earlier name={open.name} />}
    </div>
  );
}

export function Start() {
  const open = puzzle.value;
  if (open) return <Ready key={open.toml} open={open} />;
  if (opening.value) return null;
  return <WhichPuzzle />;
}
