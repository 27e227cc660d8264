// Which thumbnails are made: those in view and some more, of thousands.

const MOST = 50_000; // in one strip: browsers do not scroll over more pixels than some millions

/** From `first` up to, but not with, `last`. */
export interface Span {
  first: number;
  last: number;
}

/** The part of all things that one strip scrolls over; the current one is well inside. */
export function stripSpan(current: number, count: number, most = MOST): Span {
  if (count <= most) return { first: 0, last: count };
  const half = Math.floor(most / 2);
  const first = Math.min(
    Math.max(0, Math.floor(current / half) * half - Math.floor(half / 2)),
    count - most,
  );
  return { first, last: first + most };
}

/** What is seen of a strip that is scrolled so far, and a page more on both sides. */
export function inView(scrolled: number, width: number, step: number, span: Span): Span {
  const page = Math.max(1, Math.ceil(width / step));
  const start = span.first + Math.floor(scrolled / step);
  const first = Math.max(span.first, Math.min(start - page, span.last - 1));
  return { first, last: Math.max(first, Math.min(start + 2 * page, span.last)) };
}

/** How far a strip has to be scrolled to show something; as it is if it is in view already. */
export function scrolledTo(
  index: number,
  scrolled: number,
  width: number,
  step: number,
  span: Span,
): number {
  const [start, end] = [(index - span.first) * step, (index - span.first + 1) * step];
  if (start >= scrolled && end <= scrolled + width) return scrolled;
  return Math.max(0, (start + end - width) / 2);
}
