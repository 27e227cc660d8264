// What the frontier engine makes of a problem before it orders anything: what the start has
// settled is taken out, and so is every item that can no longer forbid or demand anything.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "tilewright/exact_cover.hpp"

namespace tilewright {

// A problem for the frontier engine.  Memory stays the caller's.
struct FrontierInput {
  ExactCoverView problem;
  Subtree start;
  std::span<const std::uint64_t> weights;  // one per option, or empty: all 1
  std::span<const std::uint32_t> order;    // primary items; or empty: choose a good order
  // Cells, pairs of cells that touch, and the coordinates of each cell (or none).
  std::span<const std::uint32_t> cells, touching;
  std::span<const std::int64_t> points;
  // Are covers to be listed?  Then the stages are those of the whole problem, whatever the start.
  bool listing = false;
};

// An option and its weight, with the entries that still matter.
struct FrontierOption {
  struct Entry {
    std::uint32_t item;
    std::uint32_t colour;  // from 1, counted per item; 0 for none
  };
  std::uint32_t number;
  std::uint64_t weight;
  std::vector<Entry> entries;
};

struct FrontierItem {
  // plain: exactly once, at a stage.  single: at most once, or lo = 1 without a stage.  counted: lo to hi times.  coloured: at most one
  // colour.  gone: never in the way.
  enum class Kind : std::uint8_t { gone, plain, single, counted, coloured };
  Kind kind = Kind::gone;
  std::uint32_t lo = 0, hi = 0;
  std::uint32_t colours = 0;
};

struct FrontierProblem {
  explicit FrontierProblem(const FrontierInput& input);

  // Takes the order of the whole problem for its part that the start has left.  What has no stage
  // there gets none here, even if one use is left to it.
  void keep_order(std::span<const std::uint32_t> whole);

  std::vector<FrontierItem> items;
  std::vector<FrontierOption> options;
  std::vector<std::uint32_t> given_order;  // the plain items, as the caller has them
  bool ordered = false;                    // by the caller's wish
  std::vector<std::uint32_t> cells, touching;
  std::vector<std::int64_t> points;
  std::vector<std::uint32_t> chosen;  // what every cover begins with
  std::uint64_t start_weight = 1;     // the product of the weights of those
  bool hopeless = false;              // an item has too few options; or a weight is 0

 private:
  struct Used;
  void settle(const FrontierInput& input);
  void judge_items(const FrontierInput& input, const std::vector<std::uint32_t>& uses);
  void number_colours();
  void drop_gone_entries();
};

}  // namespace tilewright
