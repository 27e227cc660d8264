// Meeting in the middle: two sweeps, one from each end, and a look-up where they meet.
//
// Late in a sweep most states are dead, but nobody knows it yet: of the one-sided pentominoes on
// 9x10, half of the covers' pieces are placed by 0.4 thousand million states, two thirds by 2.5.
// So the options are cut in two: *near* ones, most of whose cells lie in the first half of the
// order, and *far* ones.  A cover is a set of near options and a set of far options that fit
// together; so the number of covers is
//
//     sum over s of near(s) * far(what s leaves open)
//
// where s is a set of *shared* items, those that both near and far options have (cells next to
// the cut, and pieces), and near(s) is the number of sets of near options that cover these, all
// items that only near options have, and nothing else.  near is what a sweep over the near
// options leaves if it may pass shared items by; far likewise, from the other end, and need not be
// stored: each of its states is looked up as it comes.
//
// Every item that is shared must be plain, so that what s leaves open is one set and no more.
#pragma once
#include <cstdint>
#include <vector>

#include "tilewright/frontier_plan.hpp"

namespace tilewright {

struct FrontierHalves {
  FrontierHalves(const FrontierProblem& problem, const std::vector<std::uint32_t>& order);

  bool possible = false;
  std::vector<std::uint32_t> near, far;  // options, as indices
  std::vector<std::uint32_t> far_order;  // of items; that of the near ones is the one given
  std::vector<std::uint8_t> shared;      // of each item
};

// From a state at the end of one sweep to what it leaves open, as a state of the other one; `moved`
// says where the items of the one sweep are in the other, if they are not the same.
template <unsigned W>
class FrontierBridge {
 public:
  using Key = FrontierKey<W>;
  FrontierBridge(const FrontierLayout& from, const FrontierLayout& to,
                 const std::vector<std::uint32_t>* moved = nullptr) {
    for (std::uint32_t item = 0; item < from.slots.size(); ++item) {
      if (!from.is_shared(item)) continue;
      const std::uint32_t there = to.slots[moved ? (*moved)[item] : item].place;
      put_bit<W>(all_, there);
      covered_.send(from.slots[item].place, there);
    }
  }
  Key across(const Key& key) const {
    Key open = covered_(key);
    for (unsigned w = 0; w < W; ++w) open[w] ^= all_[w];
    return open;
  }

 private:
  FrontierShuffle<W> covered_;
  Key all_{};
};

}  // namespace tilewright
