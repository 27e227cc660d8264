// The stages as masks: what an option tests and sets, and how a state goes on from stage to stage.
//
// A state at stage i that takes a *move* (an option of the stage) is a new state; it goes straight
// to the next stage whose item is open.  On *landing* there, the bits of items that are over are
// cleared; if one of them should have been covered and was not, the state is dead.
//
// States that cannot be completed are often recognised by a *pocket*: open cells that are cut off
// from the cells which no option has reached yet.  If every option has a multiple of g cells, a
// pocket has so, too, or is hopeless.  Why that is right: options whose cells do not hang together
// get an edge between their parts, so every option that covers one cell of a pocket lies in it.
//
// A shared item that was passed by is a *hole*: an option of the other side must cover it, and so
// must fit between what is covered on this side.
#pragma once
#include <array>
#include <bit>
#include <cstdint>
#include <numeric>
#include <vector>

#include "tilewright/frontier_layout.hpp"

namespace tilewright {

template <unsigned W>
using FrontierKey = std::array<std::uint64_t, W>;

// std::array's own == calls memcmp.
template <unsigned W>
bool same(const FrontierKey<W>& a, const FrontierKey<W>& b) {
  std::uint64_t differ = 0;
  for (unsigned w = 0; w < W; ++w) differ |= a[w] ^ b[w];
  return differ == 0;
}

template <unsigned W>
bool meets(const FrontierKey<W>& a, const FrontierKey<W>& b) {
  std::uint64_t common = 0;
  for (unsigned w = 0; w < W; ++w) common |= a[w] & b[w];
  return common != 0;
}

template <unsigned W>
bool lacks(const FrontierKey<W>& a, const FrontierKey<W>& wanted) {
  std::uint64_t missing = 0;
  for (unsigned w = 0; w < W; ++w) missing |= wanted[w] & ~a[w];
  return missing != 0;
}

template <unsigned W>
void put_bit(FrontierKey<W>& key, std::uint32_t place) {
  key[place / 64] |= std::uint64_t{1} << (place % 64);
}

// A permutation of bits, one byte after the other.
template <unsigned W>
class FrontierShuffle {
 public:
  using Key = FrontierKey<W>;
  FrontierShuffle() : bytes_(8 * W) {
    for (auto& table : bytes_) table.fill(Key{});
  }
  void send(std::uint32_t from, std::uint32_t to) {
    for (std::uint32_t value = 0; value < 256; ++value)
      if (value >> (from % 8) & 1) put_bit<W>(bytes_[from / 8][value], to);
  }
  Key operator()(const Key& key) const {
    Key image{};
    for (unsigned byte = 0; byte < 8 * W; ++byte) {
      const Key& part = bytes_[byte][key[byte / 8] >> (byte % 8 * 8) & 255];
      for (unsigned w = 0; w < W; ++w) image[w] |= part[w];
    }
    return image;
  }

 private:
  std::vector<std::array<Key, 256>> bytes_;
};

// Which cells touch which, and the greatest common divisor of the options' sizes.
struct FrontierCells {
  explicit FrontierCells(const FrontierProblem& problem);

  std::vector<std::uint32_t> cells;  // plain items only
  std::vector<std::pair<std::uint32_t, std::uint32_t>> touching;
  std::uint32_t divisor = 0;  // 0: no option has a cell
};

template <unsigned W>
class FrontierPlan {
 public:
  using Key = FrontierKey<W>;

  struct Move {
    Key set, add, guard;
    std::uint64_t weight;
    std::uint32_t option;  // its number in the problem
  };
  // Moves side by side that all test the same bits, among others.
  struct Run {
    std::uint32_t begin, end;
    Key common;
  };
  struct Landing {
    std::uint32_t word;  // the bit that is set if the stage's item is covered;
    std::uint64_t bit;   // 0: it is open for sure
    bool dead;
    Key carry, init, need, low, low_guard;
  };
  struct Stage {
    std::uint32_t first_run, last_run;
    std::uint32_t first_landing;
    std::uint32_t item;
    bool may_pass;
  };
  struct Pocket {
    Key zone{}, shore{};
    std::vector<Key> beside;  // of each bit
  };
  // An item that is open for good, and what the options of the other side that have it need open.
  struct Hole {
    std::uint32_t item;
    Key own{};
    std::vector<Key> ways;

    bool fits(const Key& key) const {
      for (const Key& way : ways)
        if (!meets<W>(key, way)) return true;
      return false;
    }
  };

  FrontierPlan(const FrontierProblem& problem, const FrontierLayout& layout,
               const FrontierCells* pockets, std::span<const std::uint32_t> other_side);

  std::int32_t stage_count() const { return static_cast<std::int32_t>(stages.size()); }

  bool fits(const Key& key, std::uint32_t move) const {
    if (meets<W>(key, tests[move])) return false;
    if (!counted) return true;
    std::uint64_t over = 0;
    for (unsigned w = 0; w < W; ++w) over |= (key[w] + moves[move].add[w]) & moves[move].guard[w];
    return over == 0;
  }
  std::uint32_t move_count(std::int32_t stage) const {
    const Stage& s = stages[stage];
    return s.first_run == s.last_run ? 0 : runs[s.last_run - 1].end - runs[s.first_run].begin;
  }
  // Writes the moves that fit to `hits`, which has room for one more than there are moves; how many
  // they are.  Whether one fits is hard to predict, so there is no branch on it.
  std::uint32_t fitting(std::int32_t stage, const Key& key, std::uint32_t* hits) const {
    std::uint32_t count = 0;
    for (std::uint32_t r = stages[stage].first_run; r < stages[stage].last_run; ++r) {
      const Run& run = runs[r];
      if (meets<W>(key, run.common)) continue;
      for (std::uint32_t m = run.begin; m < run.end; ++m) {
        hits[count] = m;
        count += fits(key, m);
      }
    }
    return count;
  }
  Key after(const Key& key, std::uint32_t move) const {
    Key next;
    for (unsigned w = 0; w < W; ++w) next[w] = (key[w] | moves[move].set[w]) + moves[move].add[w];
    return next;
  }
  // From stage `from` to the next one with something open; -1 if the state is dead.
  std::int32_t land(std::int32_t from, Key& key) const {
    std::uint32_t l = stages[from].first_landing;
    while (landings[l].bit & key[landings[l].word]) ++l;
    const Landing& landing = landings[l];
    if (landing.dead || lacks<W>(key, landing.need)) return -1;
    if (counted) {
      std::uint64_t few = 0;
      for (unsigned w = 0; w < W; ++w) few |= landing.low_guard[w] & ~(key[w] + landing.low[w]);
      if (few) return -1;
    }
    for (unsigned w = 0; w < W; ++w) key[w] = (key[w] & landing.carry[w]) | landing.init[w];
    return from + 1 + static_cast<std::int32_t>(l - stages[from].first_landing);
  }
  // The farthest stage that a state may land at.
  std::int32_t reach(std::int32_t from) const {
    std::uint32_t l = stages[from].first_landing;
    while (landings[l].bit) ++l;
    return from + 1 + static_cast<std::int32_t>(l - stages[from].first_landing);
  }
  // May a state with this key wait at this stage?
  bool belongs(std::int32_t stage, const Key& key) const {
    return !lacks<W>(living[stage], key) && !meets<W>(key, own[stage]);
  }
  // Is there a pocket, or a hole, that cannot be filled?
  bool stranded(std::int32_t stage, const Key& key) const {
    return (!holes.empty() && leaves_hole(stage, key)) ||
           (!pockets.empty() && stage < stage_count() && leaves_pocket(stage, key));
  }
  // The same, when the item of stage `passed` has been passed by, and nothing else has happened.
  bool stranded_by_passing(std::int32_t passed, std::int32_t stage, const Key& key) const {
    if (holes.empty()) return false;
    for (const Hole& hole : holes[stage])
      if (hole.item == stages[passed].item) return !hole.fits(key);
    return false;
  }

  // Is there a move after which the state is not known to be dead?
  bool goes_on(std::int32_t stage, const Key& key) const {
    if (stage >= stage_count() || stages[stage].may_pass) return true;
    for (std::uint32_t r = stages[stage].first_run; r < stages[stage].last_run; ++r) {
      if (meets<W>(key, runs[r].common)) continue;
      for (std::uint32_t m = runs[r].begin; m < runs[r].end; ++m) {
        if (!fits(key, m)) continue;
        Key next = after(key, m);
        const std::int32_t to = land(stage, next);
        if (to >= 0 && !stranded(to, next)) return true;
      }
    }
    return false;
  }

  Key first_key{};  // the state at stage 0
  std::vector<Key> living;  // of each stage, and of the end: the bits of items that have bits there
  std::vector<Key> own;     // those of the stage's item
  std::vector<Stage> stages;
  std::vector<Run> runs;
  std::vector<Key> tests;  // of each move
  std::vector<Move> moves;
  std::vector<Landing> landings;
  std::vector<Pocket> pockets;           // of each stage, or none
  std::vector<std::vector<Hole>> holes;  // of each stage, or none
  std::uint32_t divisor = 1;
  bool counted = false;  // is there an item that is counted?
  std::uint64_t most_weight = 1;

 private:
  // What a landing has to look at: the items whose bits are there at each stage, and those of which
  // each stage is the last that could have covered them.
  struct Watched {
    Watched(const FrontierProblem& problem, const FrontierLayout& layout);

    std::vector<std::vector<std::uint32_t>> alive, demanding;
  };

  void add_move(const FrontierProblem& problem, const FrontierLayout& layout, std::int32_t stage,
                const FrontierOption& option);
  void add_living(const FrontierLayout& layout, const Watched& watched);
  void cut_runs(std::uint32_t first);
  void add_landing(const FrontierProblem& problem, const FrontierLayout& layout,
                   const Watched& watched, std::int32_t from, std::int32_t to);
  void add_landings(const FrontierProblem& problem, const FrontierLayout& layout,
                    const Watched& watched, std::int32_t from);
  void add_pockets(const FrontierLayout& layout, const FrontierCells& cells);
  void add_holes(const FrontierProblem& problem, const FrontierLayout& layout,
                 std::span<const std::uint32_t> other_side);
  bool leaves_pocket(std::int32_t stage, const Key& key) const;
  bool leaves_hole(std::int32_t stage, const Key& key) const {
    for (const Hole& hole : holes[stage])
      if (!meets<W>(key, hole.own) && !hole.fits(key)) return true;
    return false;
  }
};

template <unsigned W>
bool FrontierPlan<W>::leaves_pocket(std::int32_t stage, const Key& key) const {
  const Pocket& pocket = pockets[stage];
  Key open, todo;
  for (unsigned w = 0; w < W; ++w) {
    open[w] = pocket.zone[w] & ~key[w];
    todo[w] = open[w] & pocket.shore[w];
    open[w] &= ~todo[w];
  }
  const auto is_done = [&] {
    std::uint64_t left = 0;
    for (unsigned w = 0; w < W; ++w) left |= open[w];
    return left == 0;
  };
  // Takes what hangs together with `todo` out of `open`; how many cells that is.  When nothing is
  // left, those that are still to do are counted and no more.
  const auto flood = [&] {
    std::uint32_t size = 0;
    while (!is_done()) {
      unsigned w = 0;
      while (w < W && todo[w] == 0) ++w;
      if (w == W) return size;
      const int b = std::countr_zero(todo[w]);
      todo[w] &= todo[w] - 1;
      ++size;
      const Key& beside = pocket.beside[w * 64 + b];
      for (unsigned v = 0; v < W; ++v) {
        const std::uint64_t more = beside[v] & open[v];
        open[v] &= ~more;
        todo[v] |= more;
      }
    }
    for (unsigned w = 0; w < W; ++w) size += std::popcount(todo[w]);
    todo = Key{};
    return size;
  };
  if (is_done()) return false;
  flood();
  for (unsigned w = 0; w < W; ++w)
    while (open[w]) {
      todo[w] = open[w] & -open[w];
      open[w] &= ~todo[w];
      if (flood() % divisor != 0) return true;
    }
  return false;
}

extern template class FrontierPlan<1>;
extern template class FrontierPlan<2>;
extern template class FrontierPlan<3>;
extern template class FrontierPlan<4>;
extern template class FrontierPlan<8>;

}  // namespace tilewright
