// Finding the symmetries of a problem that nobody has told anything about.
//
// An automorphism maps items to items, and options to options with the images of their items.  So
// it maps covers to covers, and symmetries are broken by it as by those of a board (breaking.hpp).
//
// Items are told apart by what their options are, and by what these options have besides, until
// that tells no more apart.  Of the items that still look alike one is singled out, which tells
// others apart, and so on, until all are.  An automorphism leads from one such sequence of items to
// another one in which every step looked the same; it is believed once each option has an image.
#pragma once
#include <cstdint>
#include <vector>

#include "tilewright/exact_cover.hpp"

namespace tilewright {

struct Automorphisms {
  // Of all options, the identity first: a group, of which each maps the same item that every cover
  // has exactly once to itself.
  std::vector<std::vector<std::uint32_t>> options;
  std::uint64_t work = 0;  // entries looked at
};

// At most `most` of them, after a look at about `work` entries.  If there are more, or no time for
// all, it is a smaller group.  Options with the same items stay in their order, and so do items
// with the same options.
Automorphisms find_automorphisms(const ExactCoverView& problem, std::size_t most,
                                 std::uint64_t work);

}  // namespace tilewright
