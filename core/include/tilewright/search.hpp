// Depth-first search for covers, which can pause anywhere, go on, or hand back what is left.
//
// Contract (tests/laws/test_subtrees.py checks it on random problems):
//   - run() visits covers in the order of the search tree, and pauses only between two children.
//   - rest() gives back the unexplored part as subtrees, in the order in which the search would
//     have met them.  The covers found so far and those of the rest are disjoint, and together
//     they are the covers of the start; so, concatenated, they come in the same order (unless
//     `levels` is limited: then shallow covers come before the subtrees that were left).
//   - The counters of the part done and those of the parts of the rest add up, level by level, to
//     those of the whole.
#pragma once
#include <atomic>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "tilewright/exact_cover.hpp"
#include "tilewright/rule.hpp"

namespace tilewright {

// nodes[k]: options tried when k options had been chosen before; so the root, where nothing has
// been tried yet, is not counted.  updates[k]: updates made on the way to those nodes, including
// looking in vain for one.  Both as in the profile of Knuth's paper.
struct Counters {
  std::vector<std::uint64_t> nodes, updates;
  std::uint64_t solutions = 0;
  std::uint64_t stranded = 0;  // nodes that were given up as soon as they were entered
};

// Limits of one call of run(); `solutions` and `nodes` count from the start of the search.
struct Limits {
  static constexpr std::uint64_t none = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t solutions = none;
  std::uint64_t nodes = none;
  double seconds = std::numeric_limits<double>::infinity();
  std::uint64_t batch = none;  // pause when this many covers wait to be taken
  std::uint64_t work = none;   // pause after so much work in this call; 200,000 are about 1 ms
};

// Covers, one after the other: cover j is options[ends[j-1]..ends[j]), in order of choice, and
// items[...] says on which item each option was chosen.
struct Batch {
  std::vector<std::uint32_t> options, items;
  std::vector<std::uint64_t> ends;
};

// A part that a search has given away, and which share of its start that is, if every child of a
// node weighed the same.
struct Gift {
  Subtree start;
  double share;
};

struct SearchSettings {
  Rule rule;
  Subtree start;
  // Options are chosen on this many levels only; deeper nodes are handed back in rest().
  std::size_t levels = std::numeric_limits<std::size_t>::max();
  bool collect = true;  // keep covers, or only count them
};

class Search {
 public:
  virtual ~Search() = default;

  // finished: there is nothing to run any more; but see finished() if `levels` is limited.
  enum class State { finished, paused };
  virtual State run(const Limits& limits) = 0;

  // Is nothing left to explore, here or in rest()?
  virtual bool finished() const = 0;
  virtual Counters counters() const = 0;
  virtual double explored() const = 0;
  // The options chosen at this moment.
  virtual std::vector<std::uint32_t> path() const = 0;
  // What is not explored.  Ends the search.
  virtual std::vector<Subtree> rest() = 0;
  // Some large part of what is not explored, to be searched by somebody else and no longer here.
  // All of it comes, in the order of the search, after whatever is left here.  Nothing if there
  // is only one thing left to do.
  virtual std::optional<Gift> give() = 0;
  // The covers found since the last call.
  Batch take() { return std::exchange(batch_, {}); }
  // From any thread: make run() pause soon.  It stays in force until go_on().
  void stop() { stop_.store(true, std::memory_order_relaxed); }
  void go_on() { stop_.store(false, std::memory_order_relaxed); }

 protected:
  Batch batch_;
  std::atomic<bool> stop_ = false;
};

// Dancing links.  The problem's arrays need not outlive the call.
std::unique_ptr<Search> links_search(const ExactCoverView& problem, SearchSettings settings);

}  // namespace tilewright
