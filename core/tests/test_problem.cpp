// Problems that own their arrays: one way to write each, and what is wrong with the others.
#include "tilewright/problem.hpp"

#include <functional>

#include "check.hpp"
#include "tilewright/search.hpp"

using namespace tilewright;

namespace {

// Two primary items and a secondary one, which both options have in colour 2 of 2.
Problem coloured() {
  Problem p;
  p.item_count = 3;
  p.lo = p.hi = {1, 1};
  p.starts = {0, 2, 4};
  p.items = {0, 2, 1, 2};
  p.colours = {0, 2, 0, 2};
  p.costs = {0, 0};
  return p;
}

void check_one_way_to_write() {
  Problem p = coloured();
  CHECK(settle(p, 2) == std::vector<std::uint32_t>{2});
  CHECK((p.colours == std::vector<std::uint32_t>{0, 1, 0, 1}));
  CHECK(p.costs.empty());
  CHECK(settle(p, 1) == std::vector<std::uint32_t>{1});
  p.colours = {0, 0, 0, 0};
  CHECK(settle(p, 5).empty() && p.colours.empty());
  p.costs = {0, 7};
  CHECK(settle(p).empty() && p.costs.size() == 2);
}

void check_engines_take_it() {
  Problem p = coloured();
  settle(p, 2);
  const auto search = links_search(p.view(), {.rule = {}, .start = {}, .collect = false});
  CHECK(search->run({}) == Search::State::finished);
  CHECK(search->counters().solutions == 1);
  Problem none;
  settle(none);
  CHECK(none.option_count() == 0 && none.primary() == 0);
}

void check_fault(ProblemFault::Kind kind, std::uint64_t first, std::uint64_t second,
                 const std::function<void(Problem&)>& spoil) {
  Problem p = coloured();
  spoil(p);
  try {
    settle(p, 2);
    CHECK(!"settled");
  } catch (const ProblemFault& fault) {
    CHECK(fault.kind == kind && fault.first == first && fault.second == second);
  }
}

void check_faults() {
  using Kind = ProblemFault::Kind;
  check_fault(Kind::size, 3, 4, [](Problem& p) { p.lo = p.hi = {1, 1, 1, 1}; });
  check_fault(Kind::bounds, 1, 0, [](Problem& p) { p.lo = {1, 2}; });
  check_fault(Kind::starts, 0, 0, [](Problem& p) { p.starts = {}; });
  check_fault(Kind::empty, 1, 0, [](Problem& p) { p.starts = {0, 2, 2, 4}; });
  check_fault(Kind::item, 9, 3, [](Problem& p) { p.items[3] = 9; });
  check_fault(Kind::twice, 1, 1, [](Problem& p) { p.items[3] = 1; });
  check_fault(Kind::colour, 3, 2, [](Problem& p) { p.colours[1] = 3; });
  check_fault(Kind::colour_on_primary, 0, 0, [](Problem& p) { p.colours[0] = 1; });
  check_fault(Kind::cost, 1, 0, [](Problem& p) { p.costs[1] = -1; });
  check_fault(Kind::region_twice, 0, 0, [](Problem& p) { p.cells = p.pieces = {0}; });
  check_fault(Kind::touching, 1, 0, [](Problem& p) { p.cells = {0}, p.touching = {0, 1}; });
  check_fault(Kind::pieces, 0, 0, [](Problem& p) { p.pieces = {0, 2}; });
}

}  // namespace

int main() {
  check_one_way_to_write();
  check_engines_take_it();
  check_faults();
  return report();
}
