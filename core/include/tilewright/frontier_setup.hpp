// From a problem to plans, for the files that put the frontier engine together.
#pragma once
#include <memory>
#include <numeric>
#include <string>
#include <type_traits>
#include <vector>

#include "tilewright/contract.hpp"
#include "tilewright/frontier.hpp"
#include "tilewright/frontier_meet.hpp"
#include "tilewright/frontier_symmetry.hpp"

namespace tilewright {

// One bit is kept for empty places of tables.
constexpr std::uint32_t widest_frontier = 8 * 64 - 1;

// A problem in its best order, swept from one end.
struct FrontierSetup {
  FrontierSetup(const FrontierInput& input, bool look_for_pockets)
      : problem(frontier_problem(input)),
        cells(problem),
        // Pockets of dominoes die soon enough without being looked for.
        pockets(look_for_pockets && cells.divisor > 2),
        order(frontier_order(problem)),
        layout(problem, order, all_options(problem), {}, pockets) {}

  static std::vector<std::uint32_t> all_options(const FrontierProblem& problem) {
    std::vector<std::uint32_t> all(problem.options.size());
    std::iota(all.begin(), all.end(), 0);
    return all;
  }
  std::string refusal() const {
    if (layout.width <= widest_frontier) return {};
    return "the frontier between what is decided and what is not takes " +
           std::to_string(layout.width) + " bits in the best order found, and at most " +
           std::to_string(widest_frontier) + " are possible";
  }
  void require_possible() const {
    TW_REQUIRE(layout.width <= widest_frontier, refusal() + ": use another engine");
  }
  const FrontierCells* pocket_cells() const { return pockets ? &cells : nullptr; }

  FrontierProblem problem;
  FrontierCells cells;
  bool pockets;
  std::vector<std::uint32_t> order;
  FrontierLayout layout;
};

// The same problem, swept from both ends.
struct FrontierMeeting {
  FrontierMeeting(const FrontierSetup& setup, FrontierHalves cut)
      : halves(std::move(cut)),
        near(setup.problem, setup.order, halves.near, halves.shared, setup.pockets),
        far(setup.problem, halves.far_order, halves.far, halves.shared, setup.pockets) {}
  // None if it cannot be done.
  static std::unique_ptr<FrontierMeeting> of(const FrontierSetup& setup) {
    FrontierHalves cut(setup.problem, setup.order);
    if (!cut.possible) return nullptr;
    auto meeting = std::make_unique<FrontierMeeting>(setup, std::move(cut));
    return meeting->width() <= widest_frontier ? std::move(meeting) : nullptr;
  }
  std::uint32_t width() const { return std::max(near.width, far.width); }
  // If the far sweep is the near one, moved, it is not needed.
  std::int32_t stage_count() const { return near.stage_count() + (swap ? 0 : far.stage_count()); }

  // Use what symmetries offer, which must be there as long as this.
  void take(const std::vector<FrontierSymmetry>& symmetries) {
    near_mirror = mirror_of(symmetries, near);
    far_mirror = mirror_of(symmetries, far);
    swap = swap_of(symmetries, halves);
  }

  FrontierHalves halves;
  FrontierLayout near, far;
  const FrontierSymmetry *near_mirror = nullptr, *far_mirror = nullptr, *swap = nullptr;
};

// One sweep, with a mirror or none; or two that meet.
FrontierProbe frontier_probe(const FrontierSetup& setup, const FrontierSymmetry* mirror,
                             std::uint64_t most, std::uint64_t seed);
FrontierProbe frontier_probe(const FrontierSetup& setup, const FrontierMeeting& meeting,
                             std::uint64_t most, std::uint64_t seed);

// Calls `action` with the number of words that so many bits take, as a type.
template <class Action>
auto with_words(std::uint32_t width, Action action) {
  const std::uint32_t bits = width + 1;
  if (bits <= 64) return action(std::integral_constant<unsigned, 1>());
  if (bits <= 128) return action(std::integral_constant<unsigned, 2>());
  if (bits <= 192) return action(std::integral_constant<unsigned, 3>());
  if (bits <= 256) return action(std::integral_constant<unsigned, 4>());
  return action(std::integral_constant<unsigned, 8>());
}

}  // namespace tilewright
