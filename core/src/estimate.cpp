#include "tilewright/estimate.hpp"

#include "tilewright/anchor_walk.hpp"
#include "tilewright/descents.hpp"
#include "tilewright/instantiate.hpp"
#include "tilewright/links_walk.hpp"

namespace tilewright {
namespace {

template <class Index, bool General>
using LinksDescents = Descents<LinksWalk<Index, General>>;

}  // namespace

std::unique_ptr<Estimator> links_estimator(const ExactCoverView& problem, const Rule& rule,
                                           const Subtree& start, std::uint64_t seed) {
  return instantiate<LinksDescents, Estimator>(problem, rule, start, seed);
}

std::unique_ptr<Estimator> anchor_estimator(const ExactCoverView& problem, const Rule& rule,
                                            const Subtree& start, std::uint64_t seed,
                                            const RegionsView& regions, StrandingTest test) {
  require_valid(problem);
  return with_anchor_words(problem, rule, [&]<unsigned W>() -> std::unique_ptr<Estimator> {
    return std::make_unique<Descents<AnchorWalk<W>>>(problem, rule, start, seed, regions, test);
  });
}

}  // namespace tilewright
