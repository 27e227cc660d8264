// What the front end expects, against what the server says it takes and sends: types only, so that
// the compiler complains when they differ.
import type * as s from "./schema";
import type * as t from "./types";

/** Pairs are lists: the schema often knows no better. */
type Plain<T> = T extends readonly (infer One)[]
  ? Plain<One>[]
  : T extends object
    ? { [K in keyof T]: Plain<T[K]> }
    : T;
/** The same with everything there that may be left out when it is sent to the server. */
type Whole<T> = T extends readonly (infer One)[]
  ? Whole<One>[]
  : T extends object
    ? { [K in keyof T]-?: Whole<Exclude<T[K], undefined>> }
    : T;

type Fits<From extends Plain<To>, To> = From;

export type Answers = [
  Fits<Whole<s.Server>, t.ServerInfo>,
  Fits<Whole<s.CatalogueEntry>, t.CatalogueEntry>,
  Fits<Whole<s.FoundPuzzles>, t.FoundPuzzles>,
  Fits<Whole<s.LatticeEntry>, t.LatticeInfo>,
  Fits<Whole<s.LatticeShape>, t.LatticeShape>,
  Fits<Whole<s.PieceSet["pieces"]>, t.PieceDoc[]>,
  Fits<Whole<s.DocAnswer>, t.Read>,
  Fits<Whole<s.TextAnswer>, t.Written>,
  Fits<Whole<s.JobTold>, t.Job>,
  Fits<Whole<s.CheckAnswer>, t.PlayAnswer>,
  Fits<Whole<s.HintAnswer>, t.Hint>,
  Fits<Whole<s.Failure["problems"]>, t.Problem[]>,
  Fits<keyof s.SolutionsTold, keyof t.SolutionPage>,
  Fits<keyof s.SolutionTold, keyof t.Solution>,
  Fits<keyof s.PlacedTold, keyof t.PlacedPiece>,
];

export type Requests = [
  Fits<Plain<t.JobRequest>, s.JobGiven>,
  Fits<Plain<t.PuzzleGiven>, s.PuzzleGiven>,
  Fits<Plain<t.Doc>, s.DocGiven["doc"]>,
  Fits<Plain<t.Placed>, s.PlacedGiven>,
  Fits<t.Strength, s.HintAsked["strength"]>,
];
