#include "tilewright/search.hpp"

#include "tilewright/depth_first.hpp"
#include "tilewright/instantiate.hpp"
#include "tilewright/links_walk.hpp"

namespace tilewright {
namespace {

template <class Index, bool General>
using LinksSearch = DepthFirst<LinksWalk<Index, General>>;

}  // namespace

std::unique_ptr<Search> links_search(const ExactCoverView& problem, SearchSettings settings) {
  return instantiate<LinksSearch, Search>(problem, std::move(settings));
}

}  // namespace tilewright
