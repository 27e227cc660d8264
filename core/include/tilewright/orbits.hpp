// Covers that a permutation of the options maps to themselves are unions of its orbits.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "tilewright/exact_cover.hpp"

namespace tilewright {

// Orbit k is options[starts[k]] to options[starts[k + 1] - 1], each the image of the one before.
struct Orbits {
  std::vector<std::uint32_t> starts{0}, options;
};

// The orbits whose options do not exclude each other, by their first options; none at all if these
// leave some item uncovered that has to be covered: then no cover is mapped to itself.
std::optional<Orbits> fixed_orbits(const ExactCoverView& problem,
                                   std::span<const std::uint32_t> permutation);

}  // namespace tilewright
