// Which item is decided when, and where its bits lie meanwhile.
//
// The plain items are put in an order.  Each option belongs to the *stage* of its first plain
// item, so the stages are the plain items that are first of some option; an option without a plain
// item has a stage of its own, at which it is taken or not.  A state at stage i is what the options
// of stages before i have made of the items that options of stage i or later will look at:
//
//     stage     0  1  2  3  4  5  6         Each item needs its bits from the first stage that may
//     item a    |                           set them (its birth) to the last one that looks at
//     item b    ====|                       them (its end); then others may have the bits.
//     item c    =======|
//     piece 1   =================           A frontier of n cells and p pieces takes n + p bits.
//
// Bits of an item, by kind:
//
//     plain, single    1, set when it is covered
//     coloured         1 + colours: bit c is set when colour c is out of the question, and bit 0
//                      when use without a colour is.  An option tests the bit of its own colour
//                      and sets all others (its own too, if it gives no colour)
//     counted          a number and a guard bit above it; the number begins at 2^bits - 1 - hi, so
//                      that one use too many sets the guard
//
// *Shared* items (see frontier_meet.hpp) may be left open: their stage may be passed without
// covering them, and their bits stay to the end.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "tilewright/frontier_problem.hpp"

namespace tilewright {

struct FrontierStage {
  static constexpr std::uint32_t no_item = 0xffffffffu;
  std::uint32_t item = no_item;  // that must be covered here if it is still open
  bool may_pass = false;         // without choosing an option
  std::vector<std::uint32_t> options;  // as indices into FrontierProblem::options
};

// Where an item's bits lie, from right after stage `birth` (-1: from the beginning) until the
// options of stage `end` have been applied.
struct FrontierSlot {
  std::int32_t birth = 0, end = -1;
  std::uint32_t place = 0, width = 0;  // first bit, number of bits

  bool after(std::int32_t stage) const { return width && birth <= stage && stage <= end; }
  bool at(std::int32_t stage) const { return width && birth < stage && stage <= end; }
};

// The number with which a counted item begins, as bits of its word.
inline std::uint64_t first_number(const FrontierItem& item, const FrontierSlot& slot) {
  return ((std::uint64_t{1} << (slot.width - 1)) - 1 - item.hi) << (slot.place % 64);
}

struct FrontierLayout {
  // All options, or those named; `shared` says of each item whether it may be left open.
  // `keep_current` keeps the bit of a stage's item during the stage (for looking at pockets).
  FrontierLayout(const FrontierProblem& problem, std::span<const std::uint32_t> order,
                 std::span<const std::uint32_t> options, std::vector<std::uint8_t> shared,
                 bool keep_current);

  // What it would cost to go through all options in this order.
  static double cost_of(const FrontierProblem& problem, std::span<const std::uint32_t> order);

  std::int32_t stage_count() const { return static_cast<std::int32_t>(stages.size()); }
  bool is_shared(std::uint32_t item) const { return !shared.empty() && shared[item]; }

  std::vector<FrontierStage> stages;
  std::vector<FrontierSlot> slots;       // of each item
  std::vector<std::int32_t> first_stage, last_stage;  // of each item: with an option that has it
  std::vector<std::int32_t> stage_of;    // of each item that has a stage, or -1
  std::vector<std::uint8_t> shared;
  std::uint32_t width = 0;  // bits of the widest state
  bool spares_bits = true;  // is the last bit of each word left alone, so that no word has all bits?
  double cost = 0;          // log2 of the sum of 2^width over the stages: what to minimise

 private:
  FrontierLayout() = default;
  void find_stages(const FrontierProblem& problem, std::span<const std::uint32_t> order,
                   std::span<const std::uint32_t> options);
  void sort_options(const FrontierProblem& problem, std::span<const std::uint32_t> order);
  void find_intervals(const FrontierProblem& problem, bool keep_current);
  void measure();
  void place_slots(const FrontierProblem& problem);
};

// The problem that the start leaves, with the stages of the whole one if covers are to be listed:
// then the parts of a list are listed in the order of the whole.
FrontierProblem frontier_problem(const FrontierInput& input);

// The plain items in the order with the lowest cost among those tried: the caller's, or by the
// coordinates of the cells.
std::vector<std::uint32_t> frontier_order(const FrontierProblem& problem);

}  // namespace tilewright
