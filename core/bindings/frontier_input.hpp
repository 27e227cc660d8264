// A problem for the frontier engine, as Python gives it.
#pragma once
#include <vector>

#include "arrays.hpp"
#include "tilewright/frontier_problem.hpp"

namespace tilewright {

template <class T>
inline std::vector<T> copied(const Numbers<T>& numbers) {
  return {numbers.data(), numbers.data() + numbers.shape(0)};
}

// Owns what a FrontierInput only looks at.
struct OwnedFrontierInput {
  std::uint32_t item_count;
  std::vector<std::uint32_t> lo, hi;
  std::vector<std::uint64_t> starts;
  std::vector<std::uint32_t> items, colours;
  Subtree start;
  std::vector<std::uint64_t> weights;
  std::vector<std::uint32_t> order, cells, touching;
  std::vector<std::int64_t> points;
  bool listing;

  FrontierInput view() const {
    return {{item_count, lo, hi, starts, items, colours}, start, weights, order, cells, touching,
            points, listing};
  }
};

}  // namespace tilewright
