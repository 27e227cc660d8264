// The server, as functions.
import type { ViewerData } from "tilewright-viewer/viewer.js";
import type * as t from "./types";

/** What the server refuses, or that it does not answer, in words. */
export class ServerError extends Error {
  constructor(
    message: string,
    readonly status: number,
    readonly problems: t.Problem[] = [],
  ) {
    super(message);
  }
}

async function ask<T>(method: string, path: string, body?: unknown, stop?: AbortSignal) {
  const request: RequestInit = { method };
  if (stop) request.signal = stop;
  if (method !== "GET") {
    request.headers = { "Content-Type": "application/json" };
    if (body !== undefined) request.body = JSON.stringify(body);
  }
  let answer: Response;
  let text: string;
  try {
    answer = await fetch(`/api${path}`, request);
    text = await answer.text();
  } catch (error) {
    if (stop?.aborted) throw error;
    throw new ServerError("The server does not answer. Is `tilewright serve` still running?", 0);
  }
  if (answer.status === 204) return undefined as T;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = { message: text.slice(0, 300) };
  }
  if (!answer.ok) {
    const { message, problems } = value as Partial<t.Failure>;
    throw new ServerError(message ?? `The server said ${answer.status}.`, answer.status, problems);
  }
  return value as T;
}

const query = (values: Record<string, string | number | string[]>) => {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(values))
    for (const one of Array.isArray(value) ? value : [value]) given.append(name, String(one));
  return given.toString();
};

export const server = () => ask<t.ServerInfo>("GET", "/server");
export const catalogue = () => ask<t.Catalogue>("GET", "/catalogue");
export const searchCatalogue = (words: string, stop: AbortSignal) =>
  ask<t.FoundPuzzles>("GET", `/catalogue/search?${query({ words })}`, undefined, stop);
export const lattices = () => ask<t.Lattices>("GET", "/lattices");
export const lattice = (name: string) => ask<t.LatticeShape>("GET", `/lattices/${name}`);
export const sets = () => ask<t.PieceSets>("GET", "/sets");
export const set = (name: string) => ask<t.PieceSet>("GET", `/sets/${name}`);

export const readPuzzle = (given: t.PuzzleSource) =>
  ask<t.ReadPuzzle>("POST", "/puzzles/read", given);
export const writePuzzle = (doc: t.Doc, stop?: AbortSignal) =>
  ask<t.WrittenPuzzle>("POST", "/puzzles/write", { doc } satisfies t.WriteRequest, stop);

export const jobs = () => ask<t.JobList>("GET", "/jobs");
export const job = (id: string) => ask<t.JobReport>("GET", `/jobs/${id}`);
export const startJob = (request: t.JobRequest) => ask<t.JobReport>("POST", "/jobs", request);
export const tellJob = (id: string, what: "pause" | "resume" | "cancel") =>
  ask<t.JobReport>("POST", `/jobs/${id}/${what}`);
export const deleteJob = (id: string) => ask<void>("DELETE", `/jobs/${id}`);
export const jobPuzzle = (id: string) => ask<t.ReadPuzzle>("GET", `/jobs/${id}/puzzle`);
export const solutions = (id: string, first: number, limit: number, where: string[] = []) =>
  ask<t.SolutionPage>("GET", `/jobs/${id}/solutions?${query({ first, limit, where })}`);
export const viewerData = (id: string, number: number, stop?: AbortSignal) =>
  ask<ViewerData>("GET", `/jobs/${id}/solutions/${number}/viewer.json`, undefined, stop);
export const solutionFile = (id: string, number: number, ending: string) =>
  `/api/jobs/${id}/solutions/${number}/file.${ending}`;

export const checkPlay = (
  puzzle: t.PuzzleSource,
  placed: t.Placed[],
  patience: number,
  stop?: AbortSignal,
) => {
  const request: t.CheckRequest = { puzzle, placed, patience };
  return ask<t.CheckAnswer>("POST", "/play/check", request, stop);
};
export const hint = (puzzle: t.PuzzleSource, placed: t.Placed[], strength: t.Strength) => {
  const request: t.HintRequest = { puzzle, placed, strength, patience: 5 };
  return ask<t.HintAnswer>("POST", "/play/hint", request);
};

const PATIENCE = 2000; // milliseconds until a stream is opened again that the server refused

/** What is told of a job while it lasts.  Call what is returned to stop listening. */
export function watchJob(
  id: string,
  told: {
    job(job: t.JobReport): void;
    solution?(solution: t.NumberedSolution): void;
    end?(job: t.JobReport): void;
    lost?(): void;
  },
): () => void {
  const data = <T>(event: Event) => JSON.parse((event as MessageEvent<string>).data) as T;
  let stopped = false;
  let after = 0; // the last solution that was told
  let stream: EventSource;
  const open = () => {
    if (stopped) return;
    const wanted = told.solution ? `solutions=true&after=${after}` : "solutions=false";
    stream = new EventSource(`/api/jobs/${id}/events?${wanted}`);
    stream.addEventListener("job", (event) => told.job(data(event)));
    stream.addEventListener("solution", (event) => {
      const solution = data<t.NumberedSolution>(event);
      after = solution.number;
      told.solution?.(solution);
    });
    stream.addEventListener("end", (event) => {
      stream.close(); // or else the browser connects again
      told.job(data(event));
      told.end?.(data(event));
    });
    stream.addEventListener("error", () => {
      told.lost?.();
      // The browser connects again by itself, unless it got an answer that is no stream.
      if (stream.readyState === EventSource.CLOSED) setTimeout(open, PATIENCE);
    });
  };
  open();
  return () => {
    stopped = true;
    stream.close();
  };
}
