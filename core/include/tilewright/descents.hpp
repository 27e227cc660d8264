// Random descents in any walk; walk.hpp says what that is.
//
// What is counted, and where, is what DepthFirst counts: a child that is entered, the updates of
// choosing, opening and entering, and covers.
#pragma once
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "tilewright/deadline.hpp"
#include "tilewright/estimate.hpp"
#include "tilewright/rule.hpp"
#include "tilewright/walk.hpp"

namespace tilewright {

template <Walk W>
class Descents final : public Estimator {
 public:
  template <class... WalkArguments>
  Descents(const ExactCoverView& problem, const Rule& rule, const Subtree& start,
           std::uint64_t seed, WalkArguments&&... arguments)
      : walk_(problem, rule, start, std::forward<WalkArguments>(arguments)...),
        seed_(seed),
        counts_start_(start.via != Subtree::no_item) {}

  std::vector<Sample> draw(std::uint64_t samples, double seconds) override {
    std::vector<Sample> drawn;
    const Clock::time_point deadline = deadline_after(seconds);
    for (std::uint64_t k = 0; k < samples; ++k) {
      drawn.push_back(descend({}).above);
      if (Clock::now() >= deadline) break;
    }
    return drawn;
  }

  Descent descend(const DescentEnd& end) override {
    std::uint64_t random = scramble(seed_ ^ scramble(drawn_++));
    Descent descent;
    Sample& sample = descent.above;
    double& weight = descent.weight;
    if (counts_start_) {
      sample.nodes = 1;
      sample.updates = static_cast<double>(walk_.start_updates());
    }
    for (;;) {
      const auto branching = walk_.choose();
      if (branching.item == W::root) {
        sample.solutions = weight;
        break;
      }
      if (branching.degree == 0) {
        sample.updates += weight * static_cast<double>(walk_.dead_end());
        break;
      }
      sample.updates += weight * static_cast<double>(walk_.open(branching.item));
      weight *= branching.degree;
      random = scramble(random);
      Child child = Child::end;
      for (std::uint64_t skip = random % branching.degree + 1; skip > 0; --skip)
        child = walk_.advance();
      if (weight >= end.weight || walk_.level() + walk_.options_here() >= end.level) {
        descent.below = walk_.subtree();
        break;
      }
      sample.updates += weight * static_cast<double>(walk_.enter());
      if (child == Child::option) sample.nodes += weight;
    }
    while (walk_.height() > 0) walk_.close();
    return descent;
  }

 private:
  W walk_;
  std::uint64_t seed_;
  bool counts_start_;
  std::uint64_t drawn_ = 0;
};

}  // namespace tilewright
