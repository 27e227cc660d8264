#include "tilewright/rule.hpp"

#include <numeric>
#include <string>

#include "tilewright/contract.hpp"

namespace tilewright {

std::vector<std::uint32_t> item_order(const ExactCoverView& problem, const Rule& rule) {
  std::vector<std::uint32_t> order = rule.order;
  if (order.empty()) {
    order.resize(problem.primary());
    std::iota(order.begin(), order.end(), 0u);
    return order;
  }
  std::vector<bool> seen(problem.primary(), false);
  for (const std::uint32_t item : order) {
    TW_REQUIRE(item < problem.primary() && !seen[item],
               "the order names item " + std::to_string(item) +
                   " twice, or it is not a primary item");
    seen[item] = true;
  }
  TW_REQUIRE(order.size() == problem.primary(),
             "the order names " + std::to_string(order.size()) + " of " +
                 std::to_string(problem.primary()) + " primary items");
  return order;
}

}  // namespace tilewright
