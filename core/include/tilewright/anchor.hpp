// Backtracking in bits: the search of links_search(), without links.
//
// With the rule `leftmost` this is the classic way to fill a box: take the first cell that is
// still empty, and try all options that have it as their first.  There is nothing to keep up to
// date but the bits in use, so a node costs little; but the tree is the larger one.  With the rule
// `fewest` the tree is the smaller one, and each node counts anew how many ways each item has.
//
// Trees, covers and their order are those of links_search().  Updates are not: here they are
// options looked at.  With `leftmost` these are the options that have the item branched on as
// their first, whether they fit or not; with `fewest`, the options that still fit.
#pragma once
#include <memory>

#include "tilewright/search.hpp"
#include "tilewright/stranding.hpp"

namespace tilewright {

// The arrays need not outlive the call.  The regions are looked at only if there is a test.
std::unique_ptr<Search> anchor_search(const ExactCoverView& problem, SearchSettings settings,
                                      const RegionsView& regions, StrandingTest test);

}  // namespace tilewright
