// The page on which puzzles are drawn.
import { useSignal, useSignalEffect } from "@preact/signals";
import { lazy } from "preact/compat";
import { useEffect, useLayoutEffect } from "preact/hooks";
import { isInAddress, opening, puzzle, trouble } from "../../store/puzzle";
import { Canvas } from "./canvas";
import { Details } from "./details";
import "./editor.css";
import { Files, openFile } from "./files";
import { Keys, listen } from "./keys";
import { LayerBar, Solid } from "./layers";
import { Pieces } from "./pieces";
import { Start } from "./start";
import { change, doc, follow, keepChecking } from "./state";
import { Title } from "./title";
import { Tools, Whole } from "./tools";
import { Verdict } from "./verdict";

const PolygonEditor = lazy(() =>
  import("../polygons/editor").then((m) => ({ default: m.PolygonEditor })),
);

export function Editor() {
  const dragging = useSignal(false);
  useSignalEffect(follow);
  useEffect(() => {
    const drag = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      dragging.value = event.type === "dragover";
      if (event.type === "drop") void openFile(event.dataTransfer.files[0]);
    };
    const events = ["dragover", "dragleave", "drop"] as const;
    for (const name of events) document.addEventListener(name, drag);
    return () => {
      for (const name of events) document.removeEventListener(name, drag);
    };
  }, []);
  return (
    <div class={dragging.value ? "editor dragging" : "editor"}>
      <Shown />
    </div>
  );
}

function Shown() {
  if (puzzle.value?.doc.kind === "polygon") return <PolygonEditor />;
  if (doc.value) return <Drawing />;
  if (opening.value || (!puzzle.value && isInAddress() && !trouble.value)) return null;
  return <Start />;
}

function Drawing() {
  const shown = doc.value!;
  const { flat } = shown.lattice;
  useLayoutEffect(keepChecking, []);
  useLayoutEffect(listen, []);
  return (
    <>
      <div class="head row">
        <Title title={shown.title} onTitle={(title) => change((now) => ({ ...now, title }))} />
        <Files />
        <Keys />
        <About />
      </div>
      <div class="desk">
        <Tools />
        <div class={flat ? "sheets" : "sheets space-too"}>
          <Canvas />
          {!flat && <Solid />}
        </div>
        {!flat && <LayerBar />}
        <Whole />
        <Details />
      </div>
      <Verdict />
      <Pieces />
    </>
  );
}

const TEXTS = { about: "What it is about", source: "Where it is from" } as const;

/** What is told of the puzzle besides its title. */
function About() {
  const shown = doc.value!;
  return (
    <details class="about">
      <summary>{shown.about || shown.source ? "About this puzzle" : "Say more about it"}</summary>
      {(["about", "source"] as const).map((field) => (
        <label key={field}>
          {TEXTS[field]}
          <textarea
            rows={2}
            maxLength={5000}
            value={shown[field]}
            onChange={(event) => {
              const text = event.currentTarget.value;
              change((now) => ({ ...now, [field]: text }));
            }}
          />
        </label>
      ))}
    </details>
  );
}
