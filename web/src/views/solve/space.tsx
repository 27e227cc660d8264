// A solution as bodies that can be turned.
import { useEffect, useMemo, useState } from "preact/hooks";
import type { ViewerData } from "tilewright-viewer/viewer.js";
import { viewerData } from "../../api/client";
import type { Doc, NumberedSolution } from "../../api/types";
import { SpaceView } from "../../components/viewer";
import { bodiesOf, inColoursOf, inOrderOf } from "./bodies";
import { isPainted } from "./flat";
import type { View } from "./view";

const SETTLED = 250; // milliseconds until the server is asked for what is shown

// The page has a list of pieces already, except where the picture fills the screen.
const RULES = `
:host(:not(:fullscreen)) .panel { display: none; }
.viewer { min-height: 0; }
.viewer .bar { border-top: 0; }
`;

/** At once what can be told here; then what the server knows: in which order pieces go together. */
function useData(doc: Doc, job: string, solution: NumberedSolution | undefined): ViewerData | null {
  const [told, setTold] = useState<{ number: number; data: ViewerData } | null>(null);
  const number = solution?.number;
  useEffect(() => {
    if (number === undefined) return;
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      try {
        setTold({ number, data: await viewerData(job, number, stop.signal) });
      } catch {
        // then pieces go in from the bottom up
      }
    }, SETTLED);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [job, number]);
  const ours = useMemo(
    () => (solution && doc.kind === "lattice" ? bodiesOf(doc, solution) : null),
    [doc, solution],
  );
  return useMemo(() => {
    if (!solution || !told || told.number !== number) return ours;
    if (ours && !isPainted(doc)) return inOrderOf(ours, told.data);
    return inColoursOf(doc, solution, told.data);
  }, [ours, told, solution]);
}

export function SpacePicture(props: {
  view: View;
  job: string;
  solution: NumberedSolution | undefined;
  label: string;
}) {
  const { view } = props;
  const data = useData(view.doc, props.job, props.solution);
  const [shown, setShown] = useState<ViewerData | null>(null);
  useEffect(() => {
    if (data) setShown(data); // while a solution is read, the last one stays
  }, [data]);
  if (!shown) return <p class="loading">Reading the solution…</p>;
  return (
    <SpaceView
      data={shown}
      label={props.label}
      rules={RULES}
      onViewer={(viewer) => view.attach(viewer)}
    />
  );
}
