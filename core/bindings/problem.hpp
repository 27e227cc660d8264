// An exact cover problem as Python hands it over: once, for all engines.
#pragma once
#include <cstdint>
#include <vector>

#include "tilewright/exact_cover.hpp"
#include "tilewright/stranding.hpp"

namespace tilewright {

// Owns the arrays that engines look at.  Whether they fit together is for the engines to check.
struct Problem {
  std::uint32_t item_count;
  std::vector<std::uint32_t> lo, hi;
  std::vector<std::uint64_t> starts;
  std::vector<std::uint32_t> items, colours;
  // What is known of its geometry; empty if nothing is.
  std::vector<std::uint32_t> cells, touching, pieces;
  std::vector<std::int64_t> points;

  ExactCoverView view() const { return {item_count, lo, hi, starts, items, colours}; }
  RegionsView regions() const { return {cells, touching, pieces}; }
};

}  // namespace tilewright
