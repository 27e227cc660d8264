// How a job is going, and how it ended.
import type { ComponentChildren } from "preact";
import type { JobReport } from "../../api/types";
import { Icon } from "../../components/icon";
import { JobButtons } from "./buttons";
import {
  announced,
  countsInWords,
  found,
  foundNumber,
  howFar,
  inDigits,
  inTime,
  isOver,
  shareOf,
  some,
  stateOf,
} from "./words";

/** A bar with the range in which the true share is; it moves while nothing is known. */
export function Bar({ job }: { job: JobReport }) {
  const { progress } = job;
  const share = shareOf(job);
  const known = share !== null;
  const percent = (share: number) => `${(share * 100).toFixed(2)}%`;
  return (
    <div
      class={known ? "bar" : `bar unknown ${job.state}`}
      role="progressbar"
      aria-label="How much is done"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={known ? Math.round(share * 100) : undefined}
      aria-valuetext={howFar(job)}
    >
      {progress && !progress.early && (
        <span
          class="range"
          style={{
            left: percent(progress.fraction_explored_low),
            width: percent(progress.fraction_explored_high - progress.fraction_explored_low),
          }}
        />
      )}
      {known && <span class="part" style={{ width: percent(share) }} />}
    </div>
  );
}

function Counts({ job }: { job: JobReport }) {
  const rows = countsInWords(job.counts);
  if (!rows.some(({ value }) => value)) return null; // it was said in words
  return (
    <dl class="counts">
      {rows.map(({ value, name, meaning }) => (
        <div key={name}>
          <dt>
            <b>{inDigits(value)}</b> {name}
          </dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
  );
}

const SIGNS = { done: "check", failed: "cross", cancelled: "cross", paused: "pause" } as const;

const factsOf = (job: JobReport): string =>
  [
    job.nodes ? `${some(job.nodes, "node")} searched` : "",
    job.seconds ? `${inTime(job.seconds)} of work` : "",
    job.engine_used ? `engine ${job.engine_used}` : "",
    job.threads > 1 ? `${job.threads} threads` : "",
  ]
    .filter(Boolean)
    .join(" · ");

export function JobCard(props: {
  job: JobReport;
  title: string;
  lost: boolean;
  onJob: (job: JobReport) => void;
  onDeleted: () => void;
  children: ComponentChildren;
}) {
  const { job } = props;
  const over = isOver(job);
  return (
    <section class={`card job ${job.state}`} aria-label="Job">
      <div class="row">
        <h1>{props.title}</h1>
        <p class="state">
          {job.state in SIGNS && <Icon name={SIGNS[job.state as keyof typeof SIGNS]} />}{" "}
          {stateOf(job)}
          {!(over && job.counts) && found(job) && <b class="found">{found(job)}</b>}
        </p>
        <span class="grow" />
        {over && props.children}
        <JobButtons job={job} onJob={props.onJob} onDeleted={props.onDeleted} />
        {!over && props.children}
      </div>
      {!over && <Bar job={job} />}
      {(job.state === "running" || (job.state === "paused" && job.progress)) && (
        <p class="far">{howFar(job)}</p>
      )}
      {job.message && <p class={job.state === "failed" ? "bad" : ""}>{job.message}</p>}
      {job.reason && <p>{job.reason}</p>}
      {over && <Counts job={job} />}
      {job.state === "cancelled" && foundNumber(job) > 0 && job.task !== "count" && (
        <p>What was found is stored.</p>
      )}
      <p class="faint facts">{factsOf(job)}</p>
      {props.lost && !over && (
        <p class="bad" role="alert">
          The connection is lost, trying again…
        </p>
      )}
      <p class="unseen" role="status">
        {announced(job)}
      </p>
    </section>
  );
}
