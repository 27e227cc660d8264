// What the checker says of files, for people who draw.

const PLAIN: [RegExp, string][] = [
  [/: add \[\[piece\]\] tables, or a set of pieces/, ": add some"],
  [/: draw at least one cell to fill, with #/, ": paint some cells"],
  [
    /: draw cells that may stay empty with \?, or add pieces/,
    ": add pieces, or let cells be empty",
  ],
  [/allow spare pieces with `spare = …`/, "let pieces be left over"],
  [/, or leave `spare` out/, ", or let no pieces be left over"],
];

/** What the server says of a puzzle, without what only files have. */
export function inPlainWords(message: string): string {
  let plain = message;
  for (const [from, to] of PLAIN) plain = plain.replace(from, to);
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}
