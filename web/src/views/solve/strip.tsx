// Small pictures of solutions in a row, of which only those in view are made.
import { memo } from "preact/compat";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Doc, NumberedSolution } from "../../api/types";
import { pathsOf, sheetOf, viewBoxOf } from "../../components/flat";
import { boardOf, PolygonPicture, patchesOf } from "./flat";
import { canDraw, SpaceThumb } from "./thumb";
import type { View } from "./view";
import { inView, scrolledTo, stripSpan } from "./window";

const STEP = 104; // pixels from one to the next

function FlatThumb({ doc, solution }: { doc: Doc; solution: NumberedSolution }) {
  if (doc.kind === "polygon") return <PolygonPicture doc={doc} solution={solution} label="" />;
  if (!doc.lattice.flat && canDraw.value) return <SpaceThumb doc={doc} solution={solution} />;
  const sheet = sheetOf(doc.lattice, boardOf(doc));
  return (
    <svg class="flat" viewBox={viewBoxOf(sheet.box)} aria-hidden="true">
      {patchesOf(doc, solution).map(({ colour, cells }, number) => (
        <g key={number} class="piece">
          {pathsOf(sheet, cells).map(({ shift, path }) => (
            <path key={path} d={path} fill={colour} transform={`translate(${shift} 0)`} />
          ))}
        </g>
      ))}
    </svg>
  );
}

const Thumb = memo(FlatThumb);

export function Strip({ view }: { view: View }) {
  const { book, doc } = view;
  const host = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState({ scrolled: 0, width: 800 });
  const index = view.index.value;
  const total = book.total.value;
  const span = stripSpan(index, total);
  const { first, last } = inView(seen.scrolled, seen.width, STEP, span);
  void book.version.value;

  const look = () => {
    const box = host.current;
    if (box) setSeen({ scrolled: box.scrollLeft, width: box.clientWidth });
  };
  useEffect(() => {
    const sizes = new ResizeObserver(look);
    if (host.current) sizes.observe(host.current);
    return () => sizes.disconnect();
  }, []);
  useLayoutEffect(() => {
    const box = host.current;
    if (!box) return;
    box.scrollLeft = scrolledTo(index, box.scrollLeft, box.clientWidth, STEP, span);
    look();
  }, [index, span.first]);
  useEffect(() => {
    if (total) book.want({ first: index, last: index + 1 }, { first, last });
  }, [first, last, index, total]);

  const thumbs = [];
  for (let place = first; place < last; place++) {
    const solution = book.at(place);
    thumbs.push(
      <button
        type="button"
        key={place}
        class="thumb"
        style={{ left: `${(place - span.first) * STEP}px` }}
        aria-label={`Solution ${solution?.number ?? place + 1}`}
        aria-current={place === index ? "true" : undefined}
        tabIndex={place === index ? 0 : -1}
        onClick={() => view.go(place)}
      >
        {solution && <Thumb doc={doc} solution={solution} />}
      </button>,
    );
  }
  return (
    <div class="strip" ref={host} onScroll={look} role="group" aria-label="Small pictures">
      <div class="rail" style={{ width: `${(span.last - span.first) * STEP}px` }}>
        {thumbs}
      </div>
    </div>
  );
}
