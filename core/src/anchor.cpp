#include "tilewright/anchor.hpp"

#include "tilewright/anchor_walk.hpp"
#include "tilewright/depth_first.hpp"

namespace tilewright {

std::unique_ptr<Search> anchor_search(const ExactCoverView& problem, SearchSettings settings,
                                      const RegionsView& regions, StrandingTest test) {
  require_valid(problem);
  return with_anchor_words(problem, settings.rule, [&]<unsigned W>() -> std::unique_ptr<Search> {
    return std::make_unique<DepthFirst<AnchorWalk<W>>>(problem, std::move(settings), regions, test);
  });
}

}  // namespace tilewright
