// What the symmetries of a puzzle make of its types of pieces and of its placements.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "tilewright/geometry/placements.hpp"

namespace tilewright::geometry {

// Of the types: which of them are as many (the same number says so), and which may be turned in
// all ways, so that one orientation stands for all.
struct Stock {
  std::vector<std::uint32_t> counts;
  std::vector<std::uint8_t> free;
};

// The type that a motion makes of each type; none unless there are as many of both.
std::optional<std::vector<std::uint32_t>> type_images(const Types& types, const Stock& stock,
                                                      const Motion& motion);

// The options of a puzzle: its placements, then some cells that may be left empty, in order.
// `motions` are a group that maps the board to itself, the identity first; `images` says what each
// makes of the types.  One row of options for each motion: what becomes of them.
std::vector<std::uint32_t> permutations(const Placements& placements, const Motions& motions,
                                        const std::vector<std::vector<std::uint32_t>>& images,
                                        const std::vector<std::uint32_t>& empty, Pulse pulse);

}  // namespace tilewright::geometry
