// Every operation is undone exactly by its counterpart.
#include "tilewright/links.hpp"

#include <numeric>

#include "check.hpp"
#include "tilewright/contract.hpp"

using namespace tilewright;

namespace {

std::vector<std::uint32_t> natural_order(std::uint32_t n) {
  std::vector<std::uint32_t> order(n);
  std::iota(order.begin(), order.end(), 0u);
  return order;
}

// Everything one can see of the links: open items, and for each its options in order.
template <class Index, bool General>
std::vector<std::uint64_t> picture(const Links<Index, General>& links) {
  std::vector<std::uint64_t> seen;
  for (Index i = links.next_item(0); i != 0; i = links.next_item(i)) {
    seen.insert(seen.end(), {i, links.size(i), static_cast<std::uint64_t>(links.room(i)),
                             static_cast<std::uint64_t>(links.need(i))});
    for (Index p = links.down(i); p != i; p = links.down(p)) seen.push_back(links.option_of(p));
  }
  return seen;
}

template <class Index, bool General>
void check_undoing(const OwnedProblem& problem) {
  Links<Index, General> links(problem.view(), natural_order(problem.view().primary()));
  const auto before = picture(links);
  CHECK(links.invariants_hold());
  for (std::uint32_t option = 0; option < problem.view().option_count(); ++option) {
    const Index p = links.entry(option);
    const std::uint64_t updates = links.remove(p);
    CHECK(updates == problem.view().option(option).size());
    links.commit(p);
    links.commit_others(p);
    CHECK(links.invariants_hold());
    CHECK(picture(links) != before);
    links.uncommit_others(p);
    links.uncommit(p);
    links.restore(p);
    CHECK(picture(links) == before);
    CHECK(links.invariants_hold());
  }
}

// What takes an option out of some of its lists only is noticed.
template <class Index, bool General>
void check_invariant_c(const OwnedProblem& problem) {
  Links<Index, General> links(problem.view(), natural_order(problem.view().primary()));
  for (std::uint32_t option = 0; option < problem.view().option_count(); ++option) {
    const Index p = links.entry(option);
    const bool alone = problem.view().option(option).size() == 1;
    links.hide(p);
    CHECK(links.invariants_hold() == alone);
    links.unhide(p);
    CHECK(links.invariants_hold());
  }
}

void check_cover_counts_updates() {
  // Matrix (3) of Knuth's paper; item A is in two options, with D and G, and with D.
  OwnedProblem problem(7, 0);
  problem.option({2, 4, 5});
  problem.option({0, 3, 6});
  problem.option({1, 2, 5});
  problem.option({0, 3});
  problem.option({1, 6});
  problem.option({3, 4, 6});
  Links<std::uint16_t, false> links(problem.view(), natural_order(7));
  CHECK(links.cover(1) == 4);
  CHECK(links.size(4) == 1);  // D: only D E G is left
  CHECK(links.cover(4) == 3);
  CHECK(links.cover(7) == 2);
  links.uncover(7);
  links.uncover(4);
  links.uncover(1);
  CHECK(links.size(4) == 3);
}

void check_order() {
  const OwnedProblem problem = queens(4);
  const std::vector<std::uint32_t> order{3, 2, 1, 0, 7, 6, 5, 4};
  Links<std::uint32_t, false> links(problem.view(), order);
  std::vector<std::uint32_t> seen;
  for (std::uint32_t i = links.next_item(0); i != 0; i = links.next_item(i)) seen.push_back(i - 1);
  CHECK(seen == order);
}

void check_bad_problems() {
  OwnedProblem twice(2, 0);
  twice.option({1, 1});
  CHECK_THROWS(ContractViolation, require_valid(twice.view()));
  OwnedProblem unknown(2, 0);
  unknown.option({2});
  CHECK_THROWS(ContractViolation, require_valid(unknown.view()));
  OwnedProblem coloured(1, 1);
  coloured.option({0, 1}, {5, 0});
  CHECK_THROWS(ContractViolation, require_valid(coloured.view()));
  OwnedProblem bounds(1, 0);
  bounds.lo = {2};
  bounds.option({0});
  CHECK_THROWS(ContractViolation, require_valid(bounds.view()));
  OwnedProblem empty(1, 0);
  empty.option({});
  CHECK_THROWS(ContractViolation, require_valid(empty.view()));
}

}  // namespace

int main() {
  check_undoing<std::uint16_t, false>(queens(6));
  check_undoing<std::uint32_t, false>(queens(6));
  check_undoing<std::uint16_t, true>(mixed());
  check_undoing<std::uint32_t, true>(mixed());
  check_invariant_c<std::uint16_t, false>(queens(6));
  check_invariant_c<std::uint32_t, true>(mixed());
  check_cover_counts_updates();
  check_order();
  check_bad_problems();
  return report();
}
