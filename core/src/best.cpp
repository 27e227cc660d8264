#include "tilewright/best.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "tilewright/best_walk.hpp"
#include "tilewright/contract.hpp"
#include "tilewright/depth_first.hpp"
#include "tilewright/instantiate.hpp"

namespace tilewright {
namespace {

constexpr std::uint64_t largest_sum = std::uint64_t{1} << 62;

template <class Index, bool General>
using BestSearch = DepthFirst<BestWalk<Index, General>>;

std::uint64_t product_or_more(std::uint64_t a, std::uint64_t b) {
  return a != 0 && b > largest_sum / a ? largest_sum : a * b;
}

// How many needed items each option has; 1 if there is none, so that it can be divided by.
std::vector<std::uint64_t> needed_items(const ExactCoverView& problem) {
  std::vector<std::uint64_t> needed(problem.option_count(), 0);
  for (std::uint32_t k = 0; k < problem.option_count(); ++k) {
    for (const std::uint32_t item : problem.option(k))
      needed[k] += item < problem.primary() && problem.lo[item] > 0;
    needed[k] = std::max<std::uint64_t>(needed[k], 1);
  }
  return needed;
}

// Whatever is added up is no more: all options at once, and each need paid by the dearest option.
std::uint64_t largest_total(const ExactCoverView& problem, std::span<const std::int64_t> costs) {
  const auto dearest = static_cast<std::uint64_t>(
      costs.empty() ? 0 : *std::max_element(costs.begin(), costs.end()));
  std::uint64_t needs = 1;
  for (const std::uint32_t lo : problem.lo) needs += lo;
  std::uint64_t sum = product_or_more(needs, std::max<std::uint64_t>(dearest, 1));
  for (const std::int64_t cost : costs)
    sum = std::min(largest_sum, sum + static_cast<std::uint64_t>(cost));
  return sum;
}

// A multiple of all these numbers, or less if it were more than `most`.
std::uint64_t common_multiple(std::vector<std::uint64_t> numbers, std::uint64_t most) {
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  std::uint64_t multiple = 1;
  for (const std::uint64_t n : numbers) {
    const std::uint64_t factor = n / std::gcd(multiple, n);
    if (factor > most / multiple) break;
    multiple *= factor;
  }
  return multiple;
}

Prices sorted_prices(const ExactCoverView& problem, std::span<const std::int64_t> costs) {
  const std::vector<std::uint64_t> needed = needed_items(problem);
  const std::uint64_t most = largest_total(problem, costs);
  TW_REQUIRE(most < largest_sum, "the costs are too large: their sums must stay below 2**62");
  Prices prices;
  prices.scale = common_multiple(needed, (largest_sum - 1) / most);
  std::vector<std::uint64_t> share(needed.size());
  for (std::size_t k = 0; k < needed.size(); ++k)
    share[k] = static_cast<std::uint64_t>(costs[k]) * prices.scale / needed[k];
  prices.number.resize(needed.size());
  std::iota(prices.number.begin(), prices.number.end(), 0u);
  std::stable_sort(prices.number.begin(), prices.number.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return share[a] < share[b]; });
  for (const std::uint32_t k : prices.number) {
    prices.cost.push_back(static_cast<std::uint64_t>(costs[k]));
    prices.share.push_back(share[k]);
  }
  return prices;
}

// The entries of a problem whose options stand in another order.
struct Reordered {
  std::vector<std::uint64_t> starts{0};
  std::vector<std::uint32_t> items, colours;

  Reordered(const ExactCoverView& problem, std::span<const std::uint32_t> order) {
    for (const std::uint32_t k : order) {
      for (std::uint64_t e = problem.starts[k]; e < problem.starts[k + 1]; ++e) {
        items.push_back(problem.items[e]);
        if (!problem.colours.empty()) colours.push_back(problem.colours[e]);
      }
      starts.push_back(items.size());
    }
  }
};

}  // namespace

std::unique_ptr<Search> best_search(const ExactCoverView& problem,
                                    std::span<const std::int64_t> costs, SearchSettings settings,
                                    std::shared_ptr<Ledger> ledger) {
  require_valid(problem);
  TW_REQUIRE(costs.size() == problem.option_count(), "there must be a cost for each option");
  for (const std::int64_t cost : costs) TW_REQUIRE(cost >= 0, "a cost must not be negative");
  TW_REQUIRE(settings.start.chosen.empty() && settings.start.excluded.empty(),
             "a subtree cannot be the start: the search for the best begins at the root");
  const auto prices = std::make_shared<const Prices>(sorted_prices(problem, costs));
  const Reordered entries(problem, prices->number);
  const ExactCoverView sorted{problem.item_count, problem.lo,    problem.hi,
                              entries.starts,     entries.items, entries.colours};
  return instantiate<BestSearch, Search>(sorted, std::move(settings), prices, std::move(ledger));
}

}  // namespace tilewright
