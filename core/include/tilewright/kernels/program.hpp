// A plan (frontier_plan.hpp) as a row of words, and what a state does by it.
//
// The row begins with a header, then comes the table of stages; each stage has a *sheet* with its
// runs, moves and landings.  Pockets and holes stand by themselves, as they belong to the stage
// where a state lands.  frontier_program.cpp writes all this.
#pragma once
#include "tilewright/kernels/tables.hpp"

namespace tilewright::kernels {

// Places in the header.
struct Header {
  static constexpr u32 words = 0, stages = 1, sheets = 2, divisor = 3, counted = 4, weighted = 5,
                       pockets = 6, holes = 7, bridges = 8, bridge_count = 9, first_key = 16,
                       size = 24;
};
// Places in the head of a sheet.
struct Sheet {
  static constexpr u32 runs = 0, moves = 1, landings = 2, may_pass = 3, item_bit = 4, size = 5;
};

template <u32 W>
TW_HD Key<W> key_at(const u64* words) {
  Key<W> key;
  for (u32 w = 0; w < W; ++w) key.word[w] = words[w];
  return key;
}

template <u32 W>
TW_HD bool meets(const Key<W>& key, const u64* other) {
  u64 common = 0;
  for (u32 w = 0; w < W; ++w) common |= key.word[w] & other[w];
  return common != 0;
}

// One stage of a program.
template <u32 W>
struct Stage {
  static constexpr u32 run_size = 2 + W, landing_size = 3 + 5 * W, pocket_size = (2 + 64 * W) * W;

  const u64* program;
  const u64* sheet;    // may be a copy that is nearer
  const u64* pockets;  // a copy of those of the first landings
  u32 number, copied;  // how many pockets that are

  TW_HD u32 runs() const { return static_cast<u32>(sheet[Sheet::runs]); }
  TW_HD u32 moves() const { return static_cast<u32>(sheet[Sheet::moves]); }
  TW_HD u32 landings() const { return static_cast<u32>(sheet[Sheet::landings]); }
  TW_HD bool may_pass() const { return sheet[Sheet::may_pass] != 0; }
  TW_HD bool counted() const { return program[Header::counted] != 0; }
  TW_HD const u64* run(u32 r) const { return sheet + Sheet::size + r * run_size; }
  TW_HD const u64* tests() const { return run(runs()); }
  TW_HD const u64* sets() const { return tests() + moves() * W; }
  TW_HD const u64* adds() const { return sets() + moves() * W; }
  TW_HD const u64* guards() const { return adds() + moves() * W; }
  TW_HD const u64* weights() const { return counted() ? guards() + moves() * W : adds(); }
  TW_HD const u64* landing(u32 l) const {
    return weights() + (program[Header::weighted] ? moves() : 0) + l * landing_size;
  }

  TW_HD u64 weight(u32 move) const {
    return program[Header::weighted] && move < moves() ? weights()[move] : 1;
  }

  TW_HD bool overflows(const Key<W>& key, u32 move) const {
    const u64* const add = adds() + move * W;
    const u64* const guard = guards() + move * W;
    u64 over = 0;
    for (u32 w = 0; w < W; ++w) over |= (key.word[w] + add[w]) & guard[w];
    return over != 0;
  }

  // Calls `see` with each move that fits, and with moves() if the stage may be passed by.
  template <class See>
  TW_HD void each_move(const Key<W>& key, See see) const {
    const u64* const test = tests();
    const bool counts = counted();
    for (u32 r = 0, count = runs(); r < count; ++r) {
      const u64* const one = run(r);
      if (meets<W>(key, one + 2)) continue;
      for (u32 m = static_cast<u32>(one[0]), end = static_cast<u32>(one[1]); m < end; ++m)
        if (!meets<W>(key, test + m * W) && !(counts && overflows(key, m))) see(m);
    }
    if (may_pass()) see(moves());
  }

  // Which of 64 moves from `first` on fit, as bits; passing by is the move after the last.
  TW_HD u64 fitting(const Key<W>& key, u32 first) const {
    const u32 all = moves();
    if (first > all) return 0;
    const u32 count = all - first < 64 ? all - first : 64;
    const u64* const test = tests() + first * W;
    const bool counts = counted();
    u64 bits = 0;
    for (u32 begin = 0; begin < count; begin += 32) {
      const u32 size = count - begin < 32 ? count - begin : 32;
      u32 half = 0;
#ifdef TW_ON_CARD
#pragma unroll 8
#endif
      for (u32 k = 0; k < size; ++k)
        half |= u32{!meets<W>(key, test + (begin + k) * W)} << k;
      bits |= u64{half} << begin;
    }
    if (counts)
      for (u64 left = bits; left; left &= left - 1) {
        const int k = lowest_bit(left);
        if (overflows(key, first + k)) bits &= ~(u64{1} << k);
      }
    if (count < 64 && may_pass()) bits |= u64{1} << count;
    return bits;
  }

  TW_HD void take(Key<W>& key, u32 move) const {
    if (move == moves()) return;
    const u64* const set = sets() + move * W;
    for (u32 w = 0; w < W; ++w) key.word[w] |= set[w];
    if (!counted()) return;
    const u64* const add = adds() + move * W;
    for (u32 w = 0; w < W; ++w) key.word[w] += add[w];
  }

  // Which landing it is, from 0; -1 if the state is dead.
  TW_HD int land(Key<W>& key) const {
    u32 l = 0;
    const u64* at = landing(0);
    for (; at[1] & key.word[W == 1 ? 0 : at[0]]; at += landing_size) ++l;
    if (at[2]) return -1;
    const u64 *const carry = at + 3, *const init = carry + W, *const need = init + W;
    const u64 *const low = need + W, *const low_guard = low + W;
    u64 missing = 0;
    for (u32 w = 0; w < W; ++w) missing |= need[w] & ~key.word[w];
    if (counted())
      for (u32 w = 0; w < W; ++w) missing |= low_guard[w] & ~(key.word[w] + low[w]);
    if (missing) return -1;
    for (u32 w = 0; w < W; ++w) key.word[w] = (key.word[w] & carry[w]) | init[w];
    return static_cast<int>(l);
  }

  // Is there a pocket, or a hole, that cannot be filled?
  TW_HD bool stranded(u32 move, u32 to, const Key<W>& key) const {
    const u64 holes = program[Header::holes];
    if (move == moves()) return holes && blocks_passed_item(program + holes, to, key);
    return (holes && leaves_hole(program + holes, to, key)) ||
           (program[Header::pockets] && to < program[Header::stages] && leaves_pocket(to, key));
  }

 private:
  // Holes of a stage: their bits; then, in the order of these, of each hole its item, and where its
  // ways begin and end.
  static constexpr u32 hole_size = 3;

  TW_HD bool hole_fits(const u64* hole, const Key<W>& key) const {
    for (const u64 *way = program + hole[1], *end = program + hole[2]; way < end; way += W)
      if (!meets<W>(key, way)) return true;
    return false;
  }
  TW_HD bool leaves_hole(const u64* holes, u32 to, const Key<W>& key) const {
    const u64* const all = program + holes[to];
    const u64* hole = all + W;
    for (u32 w = 0; w < W; ++w) {
      for (u64 open = all[w] & ~key.word[w]; open; open &= open - 1) {
        const u32 before = bits_in(all[w] & (open - 1) & ~open);
        if (!hole_fits(hole + before * hole_size, key)) return true;
      }
      hole += bits_in(all[w]) * hole_size;
    }
    return false;
  }
  // The item of the stage has been passed by, and so is a hole now.
  TW_HD bool blocks_passed_item(const u64* holes, u32 to, const Key<W>& key) const {
    const u64* const all = program + holes[to];
    const u32 word = static_cast<u32>(sheet[Sheet::item_bit] / 64);
    const u64 bit = u64{1} << (sheet[Sheet::item_bit] % 64);
    if (word >= W || !(all[word] & bit)) return false;
    u32 before = bits_in(all[word] & (bit - 1));
    for (u32 w = 0; w < word; ++w) before += bits_in(all[w]);
    return !hole_fits(all + W + before * hole_size, key);
  }

  TW_HD static u64 any(const Key<W>& key) {
    u64 bits = 0;
    for (u32 w = 0; w < W; ++w) bits |= key.word[w];
    return bits;
  }
  TW_HD bool leaves_pocket(u32 to, const Key<W>& key) const {
    const u32 landing = to - number - 1;
    const u64* const zone = landing < copied
                                ? pockets + landing * pocket_size
                                : program + program[Header::pockets] + u64{to} * pocket_size;
    const u64 *const shore = zone + W, *const beside = shore + W;
    const u64 divisor = program[Header::divisor];
    Key<W> open, todo;
    for (u32 w = 0; w < W; ++w) {
      open.word[w] = zone[w] & ~key.word[w];
      todo.word[w] = open.word[w] & shore[w];
      open.word[w] &= ~todo.word[w];
    }
    if (!any(open)) return false;
    flood(open, todo, beside);
    for (u32 w = 0; w < W; ++w)
      while (open.word[w]) {
        todo = {};
        todo.word[w] = open.word[w] & (0 - open.word[w]);
        open.word[w] &= ~todo.word[w];
        if (flood(open, todo, beside) % divisor != 0) return true;
      }
    return false;
  }
  // Takes what hangs together with `todo` out of `open`; how many cells that is.
  TW_HD static u32 flood(Key<W>& open, Key<W>& todo, const u64* beside) {
    u32 size = 0;
    while (any(open)) {
      u32 w = 0;
      while (w < W && todo.word[w] == 0) ++w;
      if (w == W) return size;
      const int bit = lowest_bit(todo.word[w]);
      todo.word[w] &= todo.word[w] - 1;
      ++size;
      const u64* const near = beside + (w * 64 + bit) * W;
      for (u32 v = 0; v < W; ++v) {
        const u64 more = near[v] & open.word[v];
        open.word[v] &= ~more;
        todo.word[v] |= more;
      }
    }
    for (u32 w = 0; w < W; ++w) size += bits_in(todo.word[w]);
    return size;
  }
};

// What a state at the end of one sweep leaves open, as a state of the other one.
template <u32 W>
TW_HD Key<W> across(const u64* program, const Key<W>& key) {
  Key<W> open{};
  const u64* const pairs = program + program[Header::bridges];
  for (u32 k = 0, count = static_cast<u32>(program[Header::bridge_count]); k < count; ++k) {
    const u64 from = pairs[2 * k], to = pairs[2 * k + 1];
    const u64 bit = ~(key.word[from / 64] >> (from % 64)) & 1;
    open.word[to / 64] |= bit << (to % 64);
  }
  return open;
}

}  // namespace tilewright::kernels
