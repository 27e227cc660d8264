// Picks the narrowest and plainest version of a class template over <Index, General> that can
// hold a problem.
#pragma once
#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>

#include "tilewright/exact_cover.hpp"

namespace tilewright {

template <template <class, bool> class Implementation, class Interface, class... Arguments>
std::unique_ptr<Interface> instantiate(const ExactCoverView& problem, Arguments&&... arguments) {
  require_valid(problem);
  const std::uint64_t nodes = 1 + std::uint64_t{problem.item_count} + problem.items.size() +
                              problem.starts.size();
  const auto make = [&]<class Index, bool General>() -> std::unique_ptr<Interface> {
    return std::make_unique<Implementation<Index, General>>(
        problem, std::forward<Arguments>(arguments)...);
  };
  std::uint64_t widest = nodes;
  for (const std::uint32_t colour : problem.colours) widest = std::max<std::uint64_t>(widest, colour);
  const bool narrow = widest < 0xffff;
  if (problem.plain())
    return narrow ? make.template operator()<std::uint16_t, false>()
                  : make.template operator()<std::uint32_t, false>();
  return narrow ? make.template operator()<std::uint16_t, true>()
                : make.template operator()<std::uint32_t, true>();
}

}  // namespace tilewright
