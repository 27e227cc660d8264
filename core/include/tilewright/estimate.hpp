// Knuth's estimate of the size of a search tree without searching it.
//
// Walk down from the start, at each node to a child picked at random, until a leaf.  If the nodes
// passed had d1, d2, ... children, then d1 + d1 d2 + ... is an unbiased estimate of the number of
// nodes below the start, because each node is reached with probability one over the product of the degrees
// above it.  The same weights estimate updates and covers.
//
// Source: D. E. Knuth, "Estimating the efficiency of backtrack programs", Mathematics of
// Computation 29 (1975).
#pragma once
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "tilewright/exact_cover.hpp"
#include "tilewright/rule.hpp"
#include "tilewright/stranding.hpp"

namespace tilewright {

struct Sample {
  double nodes = 0, updates = 0, solutions = 0;
};

// A descent that stops early: what lies above, and the child where it stopped, not entered and not
// counted, which stands for `weight` others.  None below if it ended at a leaf.
struct Descent {
  Sample above;
  double weight = 1;
  std::optional<Subtree> below;
};

// Where a descent stops: where it stands for so many others, or has chosen so many options.
struct DescentEnd {
  double weight = std::numeric_limits<double>::infinity();
  std::size_t level = std::numeric_limits<std::size_t>::max();
};

class Estimator {
 public:
  virtual ~Estimator() = default;
  // Draw up to `samples` more, stopping early after `seconds`; returns those drawn.
  virtual std::vector<Sample> draw(std::uint64_t samples, double seconds) = 0;
  // The next descent, until such a place.  An estimate by searching what lies below is unbiased,
  // too: where we stop depends only on the way down to there.
  virtual Descent descend(const DescentEnd& end) = 0;
};

// In the tree of each engine.  The n-th sample of a seed is the same whatever the calls it is drawn
// in.  What these throw is what links_search(), bits_search() and anchor_search() throw.
std::unique_ptr<Estimator> links_estimator(const ExactCoverView& problem, const Rule& rule,
                                           const Subtree& start, std::uint64_t seed);
std::unique_ptr<Estimator> bits_estimator(const ExactCoverView& problem, const Rule& rule,
                                          const Subtree& start, std::uint64_t seed);
std::unique_ptr<Estimator> anchor_estimator(const ExactCoverView& problem, const Rule& rule,
                                            const Subtree& start, std::uint64_t seed,
                                            const RegionsView& regions, StrandingTest test);

}  // namespace tilewright
