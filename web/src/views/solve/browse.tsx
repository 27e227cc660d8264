// The solutions of a job: one large, the others small, and which of them are wanted.
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { solutionFile } from "../../api/client";
import type { NumberedSolution } from "../../api/types";
import { told, withCondition } from "./conditions";
import { Downloads } from "./downloads";
import { isPainted, LatticePicture, PolygonPicture } from "./flat";
import { canFilter, Filter, PieceList } from "./pieces";
import { SpacePicture } from "./space";
import { Stepper } from "./stepper";
import { Strip } from "./strip";
import type { Mode, View } from "./view";
import { some } from "./words";
import "./browse.css";

function Modes({ view }: { view: View }) {
  const flat = view.doc.kind === "polygon" || view.doc.lattice.flat;
  const button = (mode: Mode, label: string, disabled = false) => (
    <button
      type="button"
      disabled={disabled}
      title={disabled ? "This needs WebGL, which this browser does not have" : undefined}
      aria-pressed={view.mode.value === mode}
      onClick={() => {
        view.mode.value = mode;
      }}
    >
      {label}
    </button>
  );
  return (
    <div class="modes" role="group" aria-label="Kind of picture">
      {button("flat", flat ? "Flat" : "Layers")}
      {button("space", "3D", !view.canTurn.value)}
    </div>
  );
}

/** The picture that the server draws. */
const drawingOf = ({ doc }: View, job: string, number: number): string =>
  `${solutionFile(job, number, "svg")}?view=${doc.kind === "polygon" || doc.lattice.flat ? "flat" : "layers"}`;

function Flat(props: {
  view: View;
  job: string;
  solution: NumberedSolution | undefined;
  label: string;
}) {
  const { view, solution, label } = props;
  const { doc } = view;
  const picked = view.picked.value;
  const marked = view.marked.value ?? picked;
  const onHover = (name: string | null) => {
    view.marked.value = name;
  };
  if (doc.kind === "polygon")
    return <PolygonPicture {...{ doc, solution, label, marked, onHover }} />;
  if (solution && isPainted(doc) && !picked)
    return <img class="painted" src={drawingOf(view, props.job, solution.number)} alt={label} />;
  const onCell = picked
    ? (cell: number[]) =>
        view.select(
          withCondition(view.conditions.value, { kind: "covers", piece: picked, cell, not: false }),
        )
    : null;
  return <LatticePicture {...{ doc, solution, label, marked, onHover, onCell }} />;
}

function Stage({ view, job }: { view: View; job: string }) {
  const last = useRef<NumberedSolution | undefined>(undefined);
  const none = view.none;
  last.current = view.solution ?? (none ? undefined : last.current);
  const solution = last.current; // while another one is read, this one stays
  const mode = view.mode.value;
  const label = solution ? `Solution ${solution.number} of ${view.doc.title}` : "No solution yet";
  const inSpace = mode === "space" || view.wasInSpace;
  if (mode === "space") view.wasInSpace = true;
  return (
    <div class={view.picked.value ? "stage picking" : "stage"}>
      {none && <Nothing view={view} />}
      {mode === "flat" && !none && <Flat view={view} job={job} solution={solution} label={label} />}
      {inSpace && (
        <div class="holder" hidden={mode !== "space" || none}>
          <SpacePicture view={view} job={job} solution={solution} label={label} />
        </div>
      )}
    </div>
  );
}

/** The place in the list, in the address: a page that is loaded again shows the same. */
function useAddress(view: View) {
  const index = view.index.value;
  useLayoutEffect(() => {
    const hash = index ? `#${index + 1}` : "";
    if (location.hash !== hash) history.replaceState(null, "", location.pathname + hash);
  }, [index]);
  const total = view.book.total.value;
  useEffect(() => {
    if (total && index >= total) view.go(total - 1);
  }, [total]);
}

/** What is shown in place of a picture where no solution is like what was asked for. */
function Nothing({ view }: { view: View }) {
  return (
    <div class="nothing" role="status">
      <p>
        None of the {some(view.book.found.value, "solution")} found is like that:{" "}
        {view.conditions.value.map(told).join(", ")}.
      </p>
      <button type="button" class="primary" onClick={() => view.select([])}>
        Show all solutions
      </button>
    </div>
  );
}

export function Browse({ view, job }: { view: View; job: string }) {
  useAddress(view);
  const { doc, book } = view;
  return (
    <div class="browse">
      <section class="card main" aria-label="Solutions">
        <div class="row tools">
          <Modes view={view} />
          <Stepper view={view} />
        </div>
        <Stage view={view} job={job} />
        <Strip view={view} />
        <p class="unseen" role="status">
          {view.solution && `Solution ${view.solution.number}`}
        </p>
        {book.trouble.value && (
          <p class="bad" role="alert">
            {book.trouble.value}
          </p>
        )}
      </section>
      <aside class="card side" aria-label="Pieces and files">
        <h2>Pieces</h2>
        <PieceList view={view} />
        {canFilter(doc) && <Filter view={view} doc={doc} />}
        <Downloads job={job} number={view.solution?.number} />
      </aside>
    </div>
  );
}
