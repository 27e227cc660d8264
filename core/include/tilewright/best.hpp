// The k cheapest covers, with proof: branch and bound in the tree of dancing links.
//
// The cost of a cover is the sum of the costs of its options.  A node is given up as soon as
//
//     cost so far  +  a bound for what is left  >=  the k-th least cost found so far,
//
// because nothing below it would be kept.  The bound: let an option share its cost out evenly among
// its *needed* items, those with lo >= 1.  Whatever completes a cover pays for each open item at
// least as often as it is still needed, and each time at least the least share among the options
// left for it.  So the sum of these least shares over all open items is no more than what is left
// to pay.
//
// Options are sorted by their shares beforehand, and dancing links keep the order of a list.  Hence
// the least shares of an item stand first in its list, the bound costs one look at each open item,
// and the search tries first what covers most for its cost.
//
// Shares are whole numbers: costs are multiplied by a common multiple of the numbers of needed
// items.  Where that would be too large for 62 bits, a smaller factor is taken and shares are
// rounded down, which leaves a bound that is true, if weaker.
//
// Differences from a search by links: covers that are too dear are never met, so those that are
// found come in the order of the tree, each cheaper than the k-th best before it; whoever collects
// them keeps the k cheapest.  Among covers of the same cost those that the search meets first are
// kept.  Source: Knuth, TAOCP 7.2.2.1, has lists sorted by cost in his algorithms for covers of least
// cost; he also moves costs to items beforehand ("taxes"), which is not done here.
#pragma once
#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "tilewright/search.hpp"

namespace tilewright {

// What is known of the costs of covers: the k least met, and a bound for what was not searched.
class Ledger {
 public:
  static constexpr std::uint64_t infinite = std::numeric_limits<std::uint64_t>::max();

  // No cover costs less than `at_least`, the caller says; those above `at_most` are not looked for.
  Ledger(std::size_t k, std::uint64_t at_least, std::uint64_t at_most = infinite)
      : k_(k), at_least_(at_least), at_most_(at_most) {}

  // Would a cover that costs so much, or more, be among the k cheapest met?
  bool admits(std::uint64_t cost) {
    cost = std::max(cost, at_least_);
    if (cost > at_most_) {
      left_ = std::min(left_, cost);
      return false;
    }
    return least_.size() < k_ || cost < least_.front();
  }

  void add(std::uint64_t cost) {
    if (least_.size() == k_) {
      std::pop_heap(least_.begin(), least_.end());
      least_.pop_back();
    }
    least_.push_back(cost);
    std::push_heap(least_.begin(), least_.end());
  }

  void begin() { left_ = infinite; }
  void leave(std::uint64_t bound) { left_ = std::min(left_, bound); }

  // No cover costs less that was not looked for, or is in what Search::rest() gave back; infinite
  // if there is none.
  std::uint64_t left() const { return std::max(left_, at_least_); }

 private:
  std::size_t k_;
  std::uint64_t at_least_, at_most_;
  std::vector<std::uint64_t> least_;  // a heap, the largest in front
  std::uint64_t left_ = 0;            // nothing is known before the search begins
};

// The problem's arrays need not outlive the call.  `costs` has one for each option.  The search
// begins at the root and is made by one thread.
std::unique_ptr<Search> best_search(const ExactCoverView& problem,
                                    std::span<const std::int64_t> costs, SearchSettings settings,
                                    std::shared_ptr<Ledger> ledger);

}  // namespace tilewright
