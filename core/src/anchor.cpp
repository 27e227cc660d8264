#include "tilewright/anchor.hpp"

#include "tilewright/anchor_walk.hpp"
#include "tilewright/depth_first.hpp"

namespace tilewright {

std::unique_ptr<Search> anchor_search(const ExactCoverView& problem, SearchSettings settings,
                                      const RegionsView& regions, StrandingTest test) {
  require_valid(problem);
  const auto make = [&]<unsigned W>() -> std::unique_ptr<Search> {
    return std::make_unique<DepthFirst<AnchorWalk<W>>>(problem, std::move(settings), regions, test);
  };
  switch (BitLayout(problem, item_order(problem, settings.rule)).words()) {
    case 1: return make.template operator()<1>();
    case 2: return make.template operator()<2>();
    case 3: return make.template operator()<3>();
    case 4: return make.template operator()<4>();
    default: return make.template operator()<0>();
  }
}

}  // namespace tilewright
