// Solving: choose what to find, watch the search, look at solutions.
import { useEffect, useMemo } from "preact/hooks";
import { go, route } from "../../app/router";
import { linkTo, openRead, puzzle } from "../../store/puzzle";
import { Browse } from "./browse";
import { JobCard } from "./progress";
import { Start } from "./start";
import { View } from "./view";
import { Watched } from "./watching";
import { foundNumber, tabTitle } from "./words";
import "./solve.css";

function useWatched(id: string): Watched {
  const watched = useMemo(() => new Watched(id), [id]);
  useEffect(() => {
    void watched.open();
    return () => watched.close();
  }, [watched]);
  return watched;
}

/** The place in the list of solutions that an address names. */
const placeIn = (hash: string): number => Number(/^#(\d+)$/.exec(hash)?.[1] ?? 1);

function JobPage({ id }: { id: string }) {
  const watched = useWatched(id);
  const job = watched.job.value;
  const read = watched.read.value;
  const view = useMemo(
    () => read && new View(read.doc, watched.book, placeIn(location.hash)),
    [read],
  );
  useEffect(() => {
    if (read && job) void openRead(read, job.puzzle_name);
  }, [read]);
  const title = job && tabTitle(job);
  useEffect(() => {
    if (title) document.title = title;
  }, [title, puzzle.value]);
  if (watched.trouble.value)
    return (
      <section class="notice error" role="alert">
        <h1>This job cannot be shown</h1>
        <p>{watched.trouble.value}</p>
        <a class="button" href="/jobs">
          All jobs
        </a>
      </section>
    );
  if (!job || !read || !view) return <p class="loading">Looking for the job…</p>;
  const follow = (page: "/edit" | "/solve" | "/play") => async () => go(await linkTo(page));
  return (
    <div class="solving">
      <JobCard
        job={job}
        title={job.title || read.doc.title}
        lost={watched.lost.value}
        onJob={(told) => watched.hear(told)}
        onDeleted={() => go("/jobs")}
      >
        <button type="button" onClick={follow("/edit")}>
          Edit
        </button>
        <button type="button" onClick={follow("/play")}>
          Play
        </button>
        <button type="button" onClick={follow("/solve")}>
          Solve again
        </button>
      </JobCard>
      {job.task !== "count" && foundNumber(job) > 0 && <Browse view={view} job={id} />}
    </div>
  );
}

export function Solve() {
  const { job } = route.value;
  return job ? <JobPage key={job} id={job} /> : <Start />;
}
