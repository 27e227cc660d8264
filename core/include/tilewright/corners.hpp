// Searching and counting the solutions of a jigsaw.
#pragma once
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "tilewright/corner_walk.hpp"
#include "tilewright/search.hpp"

namespace tilewright {

struct Placement {
  std::uint32_t kind;
  bool flipped;
  Motion motion;  // of the kind, after it was turned over
};

// Where pieces were put, in the solutions found, each place once: places that differ by less than
// the grain, a length, are the same.  For any number of threads.
class PlacementTable {
 public:
  explicit PlacementTable(double grain) : grain_(grain) {}
  std::uint32_t number_of(const Placement& placement);
  std::vector<Placement> from(std::size_t first) const;

 private:
  double grain_;
  mutable std::mutex mutex_;
  std::vector<Placement> placements_;
  std::unordered_multimap<std::uint64_t, std::uint32_t> by_hash_;
};

// A search whose covers are options in the order of choice; the item of each is its number in the
// table.
std::unique_ptr<Search> corner_search(std::shared_ptr<const Jigsaw> jigsaw, SearchSettings settings,
                                      CornerRule rule, std::shared_ptr<PlacementTable> table);

// The places of the pieces, if these options are chosen one after the other.
std::vector<Placement> corner_replay(std::shared_ptr<const Jigsaw> jigsaw,
                                     const std::vector<std::uint32_t>& options, CornerRule rule);

// Counts solutions, and looks at no region twice.  run() may be called again after a pause.
class CornerCount {
 public:
  CornerCount(std::shared_ptr<const Jigsaw> jigsaw, CornerRule rule);

  bool run(double seconds);  // true when it is through
  void stop() { stop_.store(true, std::memory_order_relaxed); }
  void go_on() { stop_.store(false, std::memory_order_relaxed); }

  std::uint64_t solutions() const { return total_; }
  std::uint64_t nodes() const { return nodes_; }
  std::uint64_t regions() const { return memo_.count(); }
  double explored() const { return done_ ? 1 : walk_.explored(); }
  const CornerWalk& walk() const { return walk_; }

 private:
  using Number = std::uint64_t;
  struct Level {
    Number sum;
    std::size_t key;  // where it begins in keys_
  };

  void arrive();
  void found(Number number);

  CornerWalk walk_;
  RegionMemo<Number> memo_;
  std::vector<Level> levels_;
  std::vector<std::uint32_t> keys_;
  Number total_ = 0;
  bool begun_ = false, done_ = false;
  std::uint64_t nodes_ = 0;
  std::atomic<bool> stop_ = false;
};

}  // namespace tilewright
