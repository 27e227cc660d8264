// Stranding: which regions are hopeless, and which hints are refused.
#include "tilewright/stranding.hpp"

#include <algorithm>

#include "check.hpp"
#include "pieces.hpp"
#include "tilewright/anchor.hpp"
#include "tilewright/bit_state.hpp"
#include "tilewright/contract.hpp"
#include "tilewright/rule.hpp"

using namespace tilewright;

namespace {

// A strip of cells, all pairs of neighbours, and pieces that are straight: every piece at every
// place where it fits.  Cells come first, then pieces, then the cells that may stay empty.
struct Strip {
  OwnedProblem problem;
  std::vector<std::uint32_t> cells, touching, pieces;

  Strip(std::uint32_t must, std::uint32_t may, const std::vector<std::uint32_t>& sizes)
      : problem(must + static_cast<std::uint32_t>(sizes.size()), may) {
    for (std::uint32_t c = 0; c < must + may; ++c)
      cells.push_back(c < must ? c : c + static_cast<std::uint32_t>(sizes.size()));
    for (std::size_t c = 1; c < cells.size(); ++c)
      touching.insert(touching.end(), {cells[c - 1], cells[c]});
    for (std::uint32_t p = 0; p < sizes.size(); ++p) {
      pieces.push_back(must + p);
      problem.lo[must + p] = 0;
      for (std::size_t at = 0; at + sizes[p] <= cells.size(); ++at) {
        std::vector<std::uint32_t> option(cells.begin() + static_cast<std::ptrdiff_t>(at),
                                          cells.begin() + static_cast<std::ptrdiff_t>(at + sizes[p]));
        option.push_back(must + p);
        problem.option(option);
      }
    }
  }
  RegionsView regions() const { return {cells, touching, pieces}; }
};

// Is the strip hopeless before anything is chosen?
bool hopeless(const Strip& strip, StrandingTest test) {
  const ExactCoverView view = strip.problem.view();
  const BitLayout layout(view, item_order(view, {}));
  const BitState<1> state(view, layout);
  return Stranding(view, layout, strip.regions(), test).hopeless(state.used(), state.room());
}

void check_sums() {
  using enum StrandingTest;
  CHECK(hopeless({4, 0, {5, 5}}, smallest));  // not one of them can be put anywhere
  CHECK(!hopeless({7, 0, {3, 4}}, sizes));
  CHECK(hopeless({7, 0, {3, 5}}, sizes));
  CHECK(!hopeless({7, 0, {3, 5}}, smallest));
  CHECK(!hopeless({7, 2, {3, 4}}, sizes));   // 7, if the last two cells stay empty
  CHECK(!hopeless({7, 1, {3, 5}}, sizes));   // 8, if the last cell is covered, too
  CHECK(hopeless({7, 1, {3, 3}}, sizes));    // 6 is not enough
  CHECK(!hopeless({0, 7, {5}}, sizes));      // all may stay empty
  CHECK(!hopeless({6, 0, {2, 2, 2}}, sizes));
  CHECK(hopeless({8, 0, {2, 2, 2}}, sizes));
  Strip often(8, 0, {2});
  CHECK(hopeless(often, StrandingTest::sizes));
  often.problem.hi[8] = 4;
  CHECK(!hopeless(often, StrandingTest::sizes));
  often.problem.hi[8] = 3;
  CHECK(hopeless(often, StrandingTest::sizes));
  often.pieces.clear();  // now nothing says how often
  CHECK(!hopeless(often, StrandingTest::sizes));
  Strip again(7, 0, {3, 5});
  again.problem.hi[6] = 2;  // a cell that may be covered twice
  CHECK(!hopeless(again, StrandingTest::sizes));
}

void check_regions() {
  const Strip strip(9, 0, {3, 4, 2});
  const ExactCoverView view = strip.problem.view();
  const BitLayout layout(view, item_order(view, {}));
  BitState<1> state(view, layout);
  Stranding smallest(view, layout, strip.regions(), StrandingTest::smallest);
  Stranding sizes(view, layout, strip.regions(), StrandingTest::sizes);
  const auto verdicts = [&](std::uint32_t option) {  // with this option chosen, and no other
    state.commit(layout.slot[option]);
    const std::pair both{smallest.hopeless(state.used(), state.room()),
                         sizes.hopeless(state.used(), state.room())};
    state.uncommit(layout.slot[option]);
    return both;
  };
  CHECK(verdicts(1) == std::pair(true, true));    // the 3 leaves 1 cell on the left
  CHECK(verdicts(2) == std::pair(false, false));  // 2 cells
  CHECK(verdicts(3) == std::pair(false, true));   // 3 cells, for 4 and 2
  CHECK(verdicts(0) == std::pair(false, false));  // 6 cells on the right, for 4 and 2
  CHECK(verdicts(7) == std::pair(false, false));  // the 4 in front: 5 cells, for 3 and 2
  CHECK(verdicts(8) == std::pair(true, true));    // the 4 leaves 1 cell
}

void check_large_sums() {
  std::vector<std::uint32_t> sizes{70, 65};
  OwnedProblem problem(137, 0);
  std::vector<std::uint32_t> cells(135), touching;
  std::iota(cells.begin(), cells.end(), 0u);
  for (std::uint32_t c = 1; c < 135; ++c) touching.insert(touching.end(), {c - 1, c});
  for (std::uint32_t p = 0; p < 2; ++p) {
    std::vector<std::uint32_t> option(cells.begin(), cells.begin() + sizes[p]);
    option.push_back(135 + p);
    problem.option(option);
  }
  const std::vector<std::uint32_t> pieces{135, 136};
  const BitLayout layout(problem.view(), item_order(problem.view(), {}));
  BitState<3> state(problem.view(), layout);
  Stranding test(problem.view(), layout, {cells, touching, pieces}, StrandingTest::sizes);
  CHECK(!test.hopeless(state.used(), state.room()));  // 70 + 65
  state.commit(layout.slot[0]);
  CHECK(!test.hopeless(state.used(), state.room()));
  state.uncommit(layout.slot[0]);
  state.commit(layout.slot[1]);
  CHECK(!test.hopeless(state.used(), state.room()));
}

// Stranding loses no cover, and adds up over the rest.
void check_searches() {
  for (const std::uint32_t may : {0u, 1u, 2u}) {
    const Strip strip(9, may, {3, 4, 2, 3, 5});
    Run plain;
    for (const StrandingTest test :
         {StrandingTest::none, StrandingTest::smallest, StrandingTest::sizes})
      for (const Rule::Pick pick : {Rule::Pick::leftmost, Rule::Pick::fewest}) {
        Rule rule;
        rule.pick = pick;
        const Begin begin = [&](const SearchSettings& s) {
          return anchor_search(strip.problem.view(), s, strip.regions(), test);
        };
        Run run = whole(begin, rule);
        for (auto& cover : run.covers) std::sort(cover.begin(), cover.end());
        std::sort(run.covers.begin(), run.covers.end());
        if (plain.covers.empty()) plain = run;
        CHECK(!run.covers.empty() && run.covers == plain.covers);
        check_rest(begin, rule);
      }
  }
}

void check_refusals() {
  Strip strip(6, 0, {2, 3});
  const auto begin = [&] {
    return anchor_search(strip.problem.view(), {.rule = {}, .start = {}}, strip.regions(),
                         StrandingTest::sizes);
  };
  CHECK(begin() != nullptr);
  strip.problem.option({0, 2, 7});
  CHECK_THROWS(ContractViolation, begin());  // in two parts
  strip = Strip(6, 0, {2, 3});
  strip.problem.option({0, 6, 7});
  CHECK_THROWS(ContractViolation, begin());  // two pieces
  strip = Strip(6, 0, {2, 3});
  strip.cells.push_back(99);
  CHECK_THROWS(ContractViolation, begin());
  strip = Strip(6, 0, {2, 3});
  strip.touching.insert(strip.touching.end(), {0, 7});
  CHECK_THROWS(ContractViolation, begin());
  strip = Strip(6, 0, {2, 3});
  strip.pieces.push_back(0);
  CHECK_THROWS(ContractViolation, begin());
}

}  // namespace

int main() {
  check_sums();
  check_regions();
  check_large_sums();
  check_searches();
  check_refusals();
  return report();
}
