// Permutations of the items that map a problem to itself.
//
// They are looked for where a board shows them: a linear map of the coordinates of the cells, with
// small whole numbers, that maps the cells to cells.  Where it takes the other items follows from
// the options: a piece goes to the piece that has the images of its options.  Each permutation is
// proved: options go to options with the same colours and weights, one to one.
#pragma once
#include <cstdint>
#include <vector>

#include "tilewright/frontier_layout.hpp"
#include "tilewright/frontier_meet.hpp"

namespace tilewright {

struct FrontierSymmetry {
  std::vector<std::uint32_t> items, options;  // where each goes; options as indices

  bool is_mirror() const {  // twice is the identity
    for (std::uint32_t k = 0; k < items.size(); ++k)
      if (items[items[k]] != k) return false;
    return true;
  }
};

// All that are found, but for the identity.
std::vector<FrontierSymmetry> frontier_symmetries(const FrontierProblem& problem);

// The stages of a layout, and its end, before which the options that are done with are mapped to
// themselves.  Empty if not even all options of the layout are.
std::vector<std::int32_t> lines_of(const FrontierSymmetry& symmetry, const FrontierLayout& layout);

// The one that is its own inverse and has most lines in a layout, one of them within; or none.
const FrontierSymmetry* mirror_of(const std::vector<FrontierSymmetry>& symmetries,
                                  const FrontierLayout& layout);

// One that maps the near options to the far ones, or none.
const FrontierSymmetry* swap_of(const std::vector<FrontierSymmetry>& symmetries,
                                const FrontierHalves& halves);

}  // namespace tilewright
