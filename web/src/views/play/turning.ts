// The buttons and keys that turn pieces, found out from the lattice's symmetries.
import type { LatticeShape, MotionShape } from "../../api/types";
import type { IconName } from "../../components/icon";

/** A way to turn a piece: the number of a motion, an icon, words, and the key. */
export interface Turn {
  motion: number;
  icon: IconName;
  /** What stands beside the icon. */
  word: string;
  label: string;
  key: string;
}

const NEAR = 1e-4;

/** What a motion does to places on the screen: rows of a matrix. */
export function seen(lattice: LatticeShape, motion: MotionShape): number[][] {
  const { embedding } = lattice;
  const size = embedding.length;
  const inverse = inverted(embedding);
  // place = Eᵀ·cell, so places go by Eᵀ·M·E⁻ᵀ.
  const entry = (r: number, c: number) => {
    let sum = 0;
    for (let i = 0; i < size; i++)
      for (let j = 0; j < size; j++)
        sum += embedding[i]![r]! * motion.matrix[i]![j]! * inverse[c]![j]!;
    return sum;
  };
  return embedding.map((_, r) => embedding.map((_, c) => entry(r, c)));
}

/** The inverse of a matrix of two or three rows, by cofactors. */
function inverted(matrix: number[][]): number[][] {
  const minor = (r: number, c: number) => {
    const rest = matrix.filter((_, k) => k !== r).map((row) => row.filter((_, k) => k !== c));
    const sign = (r + c) % 2 ? -1 : 1;
    return sign * determinant(rest);
  };
  const whole = determinant(matrix);
  return matrix.map((row, r) => row.map((_, c) => minor(c, r) / whole));
}

function determinant(matrix: number[][]): number {
  if (matrix.length < 2) return matrix[0]?.[0] ?? 1;
  return matrix[0]!.reduce((sum, x, c) => {
    const rest = matrix.slice(1).map((row) => row.filter((_, k) => k !== c));
    return sum + (c % 2 ? -x : x) * determinant(rest);
  }, 0);
}

/** By how much a motion turns clockwise, as seen from above; null if it does something else. */
function clockwise(lattice: LatticeShape, motion: MotionShape): number | null {
  if (motion.mirror) return null;
  const [first, second, third] = seen(lattice, motion);
  if (third && Math.abs(third[2]! - 1) > NEAR) return null;
  return Math.atan2(second![0]!, first![0]!);
}

/** The ways to turn pieces on a lattice, in the order of their buttons. */
export function turnsOf(lattice: LatticeShape): Turn[] {
  const { motions, generators, flat } = lattice;
  const angles = motions.map((motion) => clockwise(lattice, motion));
  const least = (sense: number) => {
    let best = -1;
    angles.forEach((angle, k) => {
      if (angle === null || angle * sense < NEAR) return;
      if (best < 0 || angle * sense < angles[best]! * sense - NEAR) best = k;
    });
    return best;
  };
  const [right, left] = [least(1), least(-1)];
  const turns: Turn[] = [];
  if (right >= 0)
    turns.push({ motion: right, icon: "right", word: "", label: "Turn right", key: "r" });
  if (left >= 0 || right >= 0)
    turns.push({
      motion: left < 0 ? right : left,
      icon: "left",
      word: "",
      label: "Turn left",
      key: "R",
    });
  const taken = new Set(["r", "f"]);
  for (const [name, number] of Object.entries(generators)) {
    const motion = motions[number]!;
    if (motion.mirror || angles[number] !== null) continue;
    const key = name[0]!.toLowerCase();
    if (taken.has(key)) continue;
    taken.add(key);
    const label = name.length === 1 ? `Turn about ${name}` : name[0]!.toUpperCase() + name.slice(1);
    turns.push({ motion: number, icon: "tip", word: name.length === 1 ? name : label, label, key });
  }
  const mirror = mirrorOf(lattice);
  if (mirror >= 0)
    turns.push({
      motion: mirror,
      icon: "mirror",
      word: "",
      label: flat ? "Flip" : "Mirror",
      key: "f",
    });
  return turns;
}

/** The mirror image that swaps left and right, if the lattice has it, or else any. */
function mirrorOf(lattice: LatticeShape): number {
  const { motions } = lattice;
  const swaps = motions.findIndex((motion) => {
    if (!motion.mirror) return false;
    const [first, second, third] = seen(lattice, motion);
    const upright = !third || Math.abs(third[2]! - 1) < NEAR;
    return upright && Math.abs(first![0]! + 1) < NEAR && Math.abs(second![1]! - 1) < NEAR;
  });
  return swaps >= 0 ? swaps : motions.findIndex(({ mirror }) => mirror);
}
