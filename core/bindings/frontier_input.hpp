// A problem for the frontier engine, as Python gives it.
#pragma once
#include <cstdint>
#include <memory>
#include <vector>

#include "tilewright/frontier_problem.hpp"
#include "tilewright/problem.hpp"

namespace tilewright {

// Owns what a FrontierInput only looks at, but for the problem, which it shares.
struct OwnedFrontierInput {
  std::shared_ptr<const Problem> problem;
  Subtree start;
  std::vector<std::uint64_t> weights;
  std::vector<std::uint32_t> order;
  bool listing;

  FrontierInput view() const {
    return {problem->view(), start, weights, order, problem->cells, problem->touching,
            problem->points, listing};
  }
};

}  // namespace tilewright
