// All jobs, the newest first.
import { useEffect, useRef, useState } from "preact/hooks";
import { jobs as askJobs } from "../../api/client";
import type { JobReport } from "../../api/types";
import { JobButtons } from "./buttons";
import { Bar } from "./progress";
import { found, howFar, inTime, isOver, stateOf } from "./words";
import "./solve.css";

const EARLIER = 5; // that are shown of a puzzle
const SECONDS = 2; // between two looks while something runs
const WORK: Record<string, string> = { one: "Find one", all: "Find all", count: "Count" };

const when = (time: number): string =>
  new Date(time * 1000).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });

function Entry(props: { job: JobReport; onJob: (job: JobReport) => void; onDeleted: () => void }) {
  const { job } = props;
  const facts = [
    WORK[job.task],
    when(job.created),
    job.seconds ? `${inTime(job.seconds)} of work` : "",
  ];
  return (
    <li class={`card job ${job.state}`}>
      <div class="row">
        <h2>
          <a href={`/jobs/${job.id}`}>{job.title || job.puzzle_name || "A puzzle"}</a>
        </h2>
        <span>{found(job) ? `${stateOf(job).replace("…", "")}: ${found(job)}` : stateOf(job)}</span>
        <span class="grow" />
        <a class="button" href={`/jobs/${job.id}`} aria-label={`Open ${job.title}`}>
          Open
        </a>
        <JobButtons {...props} />
      </div>
      {!isOver(job) && <Bar job={job} />}
      <p class="faint facts">
        {facts.filter(Boolean).join(" · ")}
        {job.state === "running" && ` · ${howFar(job)}`}
      </p>
      {job.message && <p class={job.state === "failed" ? "bad" : ""}>{job.message}</p>}
      {job.reason && <p>{job.reason}</p>}
    </li>
  );
}

/** What was found before of a puzzle of the catalogue. */
export function Earlier({ name }: { name: string }) {
  const [jobs, setJobs] = useState<JobReport[]>([]);
  useEffect(() => {
    askJobs().then(
      (told) => setJobs(told.jobs.filter((job) => job.puzzle_name === name).slice(0, EARLIER)),
      () => setJobs([]),
    );
  }, [name]);
  if (!jobs.length) return null;
  return (
    <section class="card earlier" aria-label="Earlier jobs">
      <h2>Earlier jobs of this puzzle</h2>
      <ul>
        {jobs.map((job) => (
          <li key={job.id}>
            <a href={`/jobs/${job.id}`}>
              {WORK[job.task]}: {stateOf(job)}
            </a>{" "}
            <span class="faint">{[found(job), when(job.created)].filter(Boolean).join(" · ")}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function Jobs() {
  const [jobs, setJobs] = useState<JobReport[] | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const latest = useRef(0); // counts what makes answers worthless that are on their way
  const look = async () => {
    const mine = ++latest.current;
    try {
      const told = await askJobs();
      if (mine !== latest.current) return;
      setJobs(told.jobs);
      setTrouble(null);
    } catch (error) {
      if (mine === latest.current) setTrouble((error as Error).message);
    }
  };
  useEffect(() => {
    const seen = () => void (document.hidden || look());
    seen();
    document.addEventListener("visibilitychange", seen); // other windows may have begun some
    return () => document.removeEventListener("visibilitychange", seen);
  }, []);
  const busy =
    trouble !== null || (jobs ?? []).some(({ state }) => state === "running" || state === "queued");
  useEffect(() => {
    if (!busy) return;
    const timer = setInterval(look, SECONDS * 1000);
    return () => clearInterval(timer);
  }, [busy]);
  const change = (by: (all: JobReport[]) => JobReport[]) => {
    latest.current++;
    setJobs((all) => all && by(all));
  };
  return (
    <div class="solving">
      <h1>Jobs</h1>
      {trouble && (
        <p class="bad" role="alert">
          {trouble} Trying again…
        </p>
      )}
      {!jobs && !trouble && <p class="loading">Looking for jobs…</p>}
      {jobs?.length === 0 && (
        <p class="notice">
          Nothing has been solved yet. Choose a puzzle in the <a href="/">catalogue</a>.
        </p>
      )}
      <ul class="jobs">
        {jobs?.map((job) => (
          <Entry
            key={job.id}
            job={job}
            onJob={(told) => change((all) => all.map((one) => (one.id === told.id ? told : one)))}
            onDeleted={() => change((all) => all.filter(({ id }) => id !== job.id))}
          />
        ))}
      </ul>
    </div>
  );
}
