#include "tilewright/frontier_meet.hpp"

#include <algorithm>

namespace tilewright {

FrontierHalves::FrontierHalves(const FrontierProblem& problem,
                               const std::vector<std::uint32_t>& order) {
  // Where options lie is told by their cells; or, if none are known, by the items that are the
  // first of some option.
  std::vector<std::uint32_t> all(problem.options.size());
  for (std::uint32_t k = 0; k < all.size(); ++k) all[k] = k;
  const FrontierLayout whole(problem, order, all, {}, false);
  std::vector<std::uint8_t> counts(problem.items.size(), 0);
  for (const std::uint32_t cell : problem.cells) counts[cell] = 1;
  if (problem.cells.empty())
    for (std::uint32_t item = 0; item < counts.size(); ++item)
      counts[item] = whole.stage_of[item] >= 0;

  constexpr std::uint32_t nowhere = 0xffffffffu;
  std::vector<std::uint32_t> position(problem.items.size(), nowhere), ends, others;
  for (const std::uint32_t item : order) {
    if (counts[item]) position[item] = static_cast<std::uint32_t>(ends.size());
    (counts[item] ? ends : others).push_back(item);
  }
  far_order.assign(ends.rbegin(), ends.rend());
  far_order.insert(far_order.end(), others.begin(), others.end());

  std::vector<std::uint8_t> sides(problem.items.size(), 0);  // 1: near, 2: far, 3: both
  for (const std::uint32_t k : all) {
    std::int64_t balance = 0;
    for (const auto& entry : problem.options[k].entries)
      if (position[entry.item] != nowhere)
        balance += 2 * position[entry.item] < ends.size() ? 1 : -1;
    (balance >= 0 ? near : far).push_back(k);
    for (const auto& entry : problem.options[k].entries)
      sides[entry.item] |= balance >= 0 ? 1 : 2;
  }
  possible = !near.empty() && !far.empty();
  shared.assign(problem.items.size(), 0);
  for (std::uint32_t item = 0; item < sides.size(); ++item) {
    shared[item] = sides[item] == 3;
    if (shared[item] && problem.items[item].kind != FrontierItem::Kind::plain) possible = false;
  }
}

}  // namespace tilewright
