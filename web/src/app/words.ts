/** Words that several pages use. */

/** How many pieces a puzzle has, which the server tells as "12", "2..5" or "any". */
export const piecesInWords = (pieces: string): string => {
  if (pieces === "any") return "any number of pieces";
  return pieces === "1" ? "1 piece" : `${pieces} pieces`;
};
