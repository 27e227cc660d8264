// An exact cover problem that owns its arrays: checked once, written in one way, taken by all
// engines.  Whoever makes one fills in the parts and has them settled; from then on it is not
// changed.
#pragma once
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "tilewright/exact_cover.hpp"
#include "tilewright/stranding.hpp"

namespace tilewright {

// See exact_cover.hpp for what the numbers mean.
struct Problem {
  std::uint32_t item_count = 0;
  std::vector<std::uint32_t> lo, hi;     // of primary items
  std::vector<std::uint64_t> starts{0};  // of options, in the entries
  std::vector<std::uint32_t> items, colours;  // of entries; no colours if there are none
  std::vector<std::int64_t> costs;       // of options; none if all are 0
  // What is known of its geometry; empty if nothing is.
  std::vector<std::uint32_t> cells, touching, pieces;
  std::vector<std::int64_t> points;  // coordinates of cells, as many for each

  std::uint32_t primary() const { return static_cast<std::uint32_t>(lo.size()); }
  std::uint64_t option_count() const { return starts.size() - 1; }
  ExactCoverView view() const { return {item_count, lo, hi, starts, items, colours}; }
  RegionsView regions() const { return {cells, touching, pieces}; }
};

// What is wrong with a problem, by numbers; the sentence is left to whoever knows the names.
struct ProblemFault : std::invalid_argument {
  enum class Kind : std::uint8_t {
    size,                // of items, of entries: too many
    bounds,              // item: not 0 <= lo <= hi, 1 <= hi
    starts,              // do not go from 0 to the number of entries
    empty,               // option
    item,                // number, of how many: there is none with this number
    twice,               // option, item
    colour_count,        // of colours, of entries
    colour,              // number, of how many
    colour_on_primary,   // option, item
    cost_count,          // of costs, of options
    cost,                // option: not 0 to most_cost
    region_item,         // number, of how many: a region names an item that is not there
    region_twice,        // item: cell or piece, or neither
    touching,            // item: touches another, but is no cell
    points,              // of coordinates, of cells
    pieces,              // option: it stands for several
  };
  static constexpr std::int64_t most_cost = std::int64_t{1} << 53;

  ProblemFault(Kind kind, std::uint64_t first = 0, std::uint64_t second = 0);

  Kind kind;
  std::uint64_t first, second;
};

// Throws ProblemFault unless the parts fit together.  Writes the same problem always in the same
// way: colours get numbers by first appearance, and colours or costs that say nothing go.  Returns
// the numbers that the colours had before, in their new order; there were `colour_count` of them.
std::vector<std::uint32_t> settle(Problem& problem, std::uint32_t colour_count = 0);

}  // namespace tilewright
