// The cheapest covers: against all covers, sorted; and the bound of what was not searched.
#include "tilewright/best.hpp"

#include <algorithm>
#include <memory>
#include <vector>

#include "check.hpp"
#include "pieces.hpp"
#include "tilewright/contract.hpp"

using namespace tilewright;

namespace {

using Costs = std::vector<std::int64_t>;

Costs some_costs(const OwnedProblem& problem, std::uint64_t seed, std::uint64_t kinds) {
  Costs costs;
  for (std::uint32_t k = 0; k < problem.view().option_count(); ++k)
    costs.push_back(static_cast<std::int64_t>(scramble(seed + k) % kinds));
  return costs;
}

std::int64_t cost_of(const std::vector<std::uint32_t>& cover, const Costs& costs) {
  std::int64_t sum = 0;
  for (const std::uint32_t option : cover) sum += costs[option];
  return sum;
}

Costs sorted_costs(const Covers& covers, const Costs& costs, std::size_t k) {
  Costs sums;
  for (const auto& cover : covers) sums.push_back(cost_of(cover, costs));
  std::sort(sums.begin(), sums.end());
  if (sums.size() > k) sums.erase(sums.begin() + static_cast<std::ptrdiff_t>(k), sums.end());
  return sums;
}

Costs all_costs(const OwnedProblem& problem, const Costs& costs, std::size_t k) {
  const Begin links = [&](const SearchSettings& s) { return links_search(problem.view(), s); };
  return sorted_costs(whole(links, {}).covers, costs, k);
}

Costs best_costs(const OwnedProblem& problem, const Costs& costs, std::size_t k) {
  const auto ledger = std::make_shared<Ledger>(k, 0);
  const auto search = best_search(problem.view(), costs, {}, ledger);
  CHECK(search->run({}) == Search::State::finished);
  Run run;
  finish_into(*search, run);
  CHECK(search->rest().empty() && ledger->left() == Ledger::infinite);
  return sorted_costs(run.covers, costs, k);
}

void check_against_all_covers() {
  for (const OwnedProblem& problem : {queens(7), mixed()})
    for (std::uint64_t seed = 0; seed < 20; ++seed)
      for (const std::size_t k : {1u, 2u, 5u, 1000u}) {
        const Costs costs = some_costs(problem, seed, 1 + seed);
        CHECK(best_costs(problem, costs, k) == all_costs(problem, costs, k));
      }
}

void check_that_less_is_searched() {
  const OwnedProblem problem = queens(8);
  const Costs costs = some_costs(problem, 1, 100);
  const auto search = best_search(problem.view(), costs, {}, std::make_shared<Ledger>(1, 0));
  search->run({});
  CHECK(search->counters().solutions < 20);
}

void check_bound_when_stopped() {
  const OwnedProblem problem = queens(8);
  const Costs costs = some_costs(problem, 3, 10);
  const std::int64_t best = all_costs(problem, costs, 1).front();
  std::uint64_t last = 0;
  for (std::uint64_t nodes = 0; nodes < 400; nodes += 5) {
    const auto ledger = std::make_shared<Ledger>(1, 0);
    const auto search = best_search(problem.view(), costs, {}, ledger);
    Limits limits;
    limits.nodes = nodes;
    search->run(limits);
    Run run;
    take_into(*search, run);
    search->rest();
    const Costs found = sorted_costs(run.covers, costs, 1);
    const std::uint64_t upper =
        found.empty() ? Ledger::infinite : static_cast<std::uint64_t>(found.front());
    const std::uint64_t bound = std::min(upper, ledger->left());
    CHECK(bound <= static_cast<std::uint64_t>(best) && bound >= last);
    last = bound;
  }
  CHECK(last > 0);
}

void check_known_bound_ends_the_search() {
  const OwnedProblem problem = queens(12);
  const Costs costs(problem.view().option_count(), 0);
  const auto search = best_search(problem.view(), costs, {}, std::make_shared<Ledger>(1, 0));
  CHECK(search->run({}) == Search::State::finished);
  CHECK(search->counters().solutions == 1);
}

// Searching only up to some cost, then up to the next that is possible, comes to the same.
void check_from_below() {
  const OwnedProblem problem = queens(7);
  const Costs costs = some_costs(problem, 5, 6);
  const auto best = static_cast<std::uint64_t>(all_costs(problem, costs, 1).front());
  for (std::uint64_t level = 0, last = Ledger::infinite; level != last;) {
    const auto ledger = std::make_shared<Ledger>(1, level, level);
    const auto search = best_search(problem.view(), costs, {}, ledger);
    search->run({});
    CHECK((search->counters().solutions == 1) == (level == best));
    CHECK(level == best || (ledger->left() > level && ledger->left() <= best));
    last = level;
    if (level != best) level = ledger->left();
  }
}

void check_what_is_refused() {
  const OwnedProblem problem = queens(4);
  const auto ledger = std::make_shared<Ledger>(1, 0);
  const auto begin = [&](Costs costs, SearchSettings settings) {
    return best_search(problem.view(), costs, std::move(settings), ledger);
  };
  const Costs fine(problem.view().option_count(), 1);
  CHECK_THROWS(ContractViolation, begin({1, 2}, {}));
  Costs wrong = fine;
  wrong[3] = -1;
  CHECK_THROWS(ContractViolation, begin(wrong, {}));
  wrong[3] = std::int64_t{1} << 60;
  CHECK_THROWS(ContractViolation, begin(wrong, {}));
  SearchSettings settings;
  settings.start.chosen = {1};
  CHECK_THROWS(ContractViolation, begin(fine, settings));
}

}  // namespace

int main() {
  check_against_all_covers();
  check_that_less_is_searched();
  check_bound_when_stopped();
  check_known_bound_ends_the_search();
  check_from_below();
  check_what_is_refused();
  return report();
}
