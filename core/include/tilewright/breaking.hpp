// Breaking symmetries: the parts of a search in which one cover of each class is found.
//
// Take an item that every cover has exactly once, and that every symmetry maps to itself.  Its
// options fall into orbits, and every cover can be moved so that its option of the item is the
// representative of its orbit.  So the item's other options can be left out.
//
// - Two covers with the same representative are alike only by a symmetry that fixes it.  Mostly
//   none does but the identity: then it is free.  All free ones make one part, from which nothing
//   is left out but the item's other options; each of its covers is the only one of its class there.
// - Representatives that the same symmetries fix make a part together.  These symmetries, a smaller
//   group, are then broken by another item in the same way.  The stabilisers in an orbit are
//   conjugate, and the representative is one that has the first of them; so an item makes no more
//   parts than there are sorts of stabilisers.
//
// If no item is left to break them, or there are parts enough, the symmetries that remain map the
// part to itself, and the covers found there have to be compared, if that matters.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "tilewright/exact_cover.hpp"

namespace tilewright {

using PermutationView = std::span<const std::uint32_t>;  // of the options

// What is left when some options are excluded.  Every cover found there stands for `weight`
// solutions, itself among them; `group` are the numbers of the permutations that map the part to
// itself, each only once.
struct BrokenPart {
  std::vector<std::uint32_t> excluded;
  std::uint32_t weight = 1;
  std::vector<std::uint32_t> group;
};

struct BrokenSymmetries {
  std::vector<BrokenPart> parts;
  // Of each option, such that the covers, each as often as the product of the weights of its
  // options, are as many as all solutions: for the first item that breaks symmetries, the
  // representatives have the sizes of their orbits and its other options 0.  Empty if there is no
  // such item, or no symmetry.
  std::vector<std::uint32_t> weights;
};

// `group` are permutations that map covers to covers, with all their products; the same one may be
// there several times.  Once there are `most` parts, no more is broken.
BrokenSymmetries break_symmetries(const ExactCoverView& problem,
                                  std::span<const PermutationView> group, std::size_t most);

}  // namespace tilewright
