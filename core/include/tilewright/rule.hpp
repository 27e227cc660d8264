// Which open item a search branches on.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "tilewright/exact_cover.hpp"

namespace tilewright {

struct Rule {
  enum class Pick { fewest, leftmost };
  Pick pick = Pick::fewest;
  // The primary items in the order in which ties are broken; empty for the problem's own order.
  std::vector<std::uint32_t> order;
  // With a seed, ties between items with equally few options are broken by chance: a function of
  // the seed and the set of chosen options, so that a subtree looks the same wherever it is
  // searched.
  std::optional<std::uint64_t> seed;
};

// The order to use: the rule's, checked, or the problem's own.
std::vector<std::uint32_t> item_order(const ExactCoverView& problem, const Rule& rule);

// A bijection on 64 bits whose output looks random (Steele, Lea and Flood's splitmix64).
constexpr std::uint64_t scramble(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

}  // namespace tilewright
