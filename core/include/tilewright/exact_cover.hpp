// An exact cover problem as the engines see it: numbers only.
//
// Items 0..primary-1 are primary, the rest secondary.  Option k consists of the entries
// starts[k]..starts[k+1]-1; entry e names the item items[e] and, if `colours` is not empty, gives
// it the colour colours[e], where 0 means none.
//
// A cover is a set of options, each with at least one primary item, such that
//   - every primary item i is in at least lo[i] and at most hi[i] of them;
//   - every secondary item is in at most one of them, or in several that all give it the same
//     colour (not 0).
#pragma once
#include <cstdint>
#include <span>
#include <vector>

namespace tilewright {

// Memory stays the caller's.
struct ExactCoverView {
  std::uint32_t item_count = 0;
  std::span<const std::uint32_t> lo, hi;  // one each per primary item
  std::span<const std::uint64_t> starts;  // one more than there are options
  std::span<const std::uint32_t> items;
  std::span<const std::uint32_t> colours;  // empty, or as long as items

  std::uint32_t primary() const { return static_cast<std::uint32_t>(lo.size()); }
  std::uint32_t option_count() const {
    return starts.empty() ? 0 : static_cast<std::uint32_t>(starts.size() - 1);
  }
  std::span<const std::uint32_t> option(std::uint32_t k) const {
    return items.subspan(starts[k], starts[k + 1] - starts[k]);
  }
  std::uint32_t colour(std::uint64_t entry) const { return colours.empty() ? 0 : colours[entry]; }
  // An option without a primary item is in no cover: there is nothing it is needed for.
  bool idle(std::uint32_t option) const;
  // Are all primary items to be covered exactly once, and is there no colour?
  bool plain() const;
};

// Throws ContractViolation unless the arrays fit together as described above.
void require_valid(const ExactCoverView& problem);

// A part of the search: all covers that contain every option of `chosen` and none of `excluded`.
//
// `chosen` is in the order of choice.  `via` only matters to the counters: it is the item on which
// the last option was chosen, when the search that handed the subtree back had not yet entered
// it, so that entering it (one node, and the updates of committing that option) is still to be
// counted.  no_item means that the last node of `chosen` has been counted already, or that
// nobody counts.
struct Subtree {
  static constexpr std::uint32_t no_item = 0xffffffffu;
  std::vector<std::uint32_t> chosen;
  std::vector<std::uint32_t> excluded;
  std::uint32_t via = no_item;
};

// Throws ContractViolation unless the options exist, are not repeated, can be in one cover
// together as far as their own items tell, and `via` is an item of the last one.
void require_valid(const ExactCoverView& problem, const Subtree& subtree);

}  // namespace tilewright
