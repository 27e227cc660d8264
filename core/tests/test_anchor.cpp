// Backtracking in bits: the tree of dancing links, with any number of words, whole and in pieces.
#include "tilewright/anchor.hpp"

#include <thread>

#include "check.hpp"
#include "pieces.hpp"
#include "tilewright/bit_state.hpp"
#include "tilewright/contract.hpp"

using namespace tilewright;

namespace {

Begin anchor(const OwnedProblem& problem) {
  return [&problem](const SearchSettings& s) {
    return anchor_search(problem.view(), s, {}, StrandingTest::none);
  };
}

// The same problem with secondary items that nothing uses, so that it takes more words.
OwnedProblem widened(OwnedProblem problem, std::uint32_t items) {
  problem.item_count += items;
  return problem;
}

void check_same_tree(const OwnedProblem& problem, const Rule& rule) {
  const Begin links = [&](const SearchSettings& s) { return links_search(problem.view(), s); };
  const Run theirs = whole(links, rule), ours = whole(anchor(problem), rule);
  CHECK(ours.covers == theirs.covers);
  CHECK(ours.counters.solutions == theirs.counters.solutions);
  auto nodes = ours.counters.nodes, expected = theirs.counters.nodes;
  nodes.resize(std::max(nodes.size(), expected.size()), 0);
  expected.resize(nodes.size(), 0);
  CHECK(nodes == expected);
}

template <unsigned W>
void check_state(const OwnedProblem& problem) {
  const ExactCoverView view = problem.view();
  const BitLayout layout(view, item_order(view, {}));
  CHECK(W == 0 || layout.words() == W);
  BitState<W> state(view, layout);
  std::vector<std::uint32_t> chosen;
  for (std::uint32_t slot = 0; slot < layout.number.size(); ++slot) {
    if (!state.fits(slot)) continue;
    state.commit(slot);
    chosen.push_back(slot);
    CHECK(state.invariants_hold(chosen));
  }
  CHECK(chosen.size() > 1);
  for (; !chosen.empty(); chosen.pop_back()) {
    state.uncommit(chosen.back());
    CHECK(!state.invariants_hold(chosen));
    state.block(chosen.back());
    CHECK(!state.fits(chosen.back()));
    state.unblock(chosen.back());
    CHECK(state.fits(chosen.back()));
  }
  CHECK(state.invariants_hold({}));
}

void check_stop_from_another_thread() {
  const OwnedProblem problem = queens(30);
  const auto search = anchor_search(problem.view(), {.rule = {}, .start = {}, .collect = false},
                                    {}, StrandingTest::none);
  std::thread stopper([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    search->stop();
  });
  CHECK(search->run({}) == Search::State::paused);
  stopper.join();
  CHECK(search->explored() < 1);
  CHECK(!search->path().empty());
}

// One option per level: 5,000 levels must not need 5,000 stack frames.
void check_depth() {
  OwnedProblem problem(5'000, 0);
  for (std::uint32_t i = 0; i < 5'000; ++i) problem.option({i});
  Rule leftmost;
  leftmost.pick = Rule::Pick::leftmost;
  CHECK(whole(anchor(problem), leftmost).covers.at(0).size() == 5'000);
}

}  // namespace

int main() {
  Rule leftmost, reversed, random;
  leftmost.pick = Rule::Pick::leftmost;
  random.seed = 7;
  for (const std::uint32_t extra : {0u, 64u, 128u, 192u, 1000u}) {
    const OwnedProblem six = widened(queens(6), extra), nasty = widened(mixed(), extra);
    reversed.order = {3, 2, 1, 0};
    for (const Rule& rule : {Rule{}, leftmost, reversed, random}) {
      check_same_tree(nasty, rule);
      check_rest(anchor(nasty), rule);
    }
    reversed.order = {11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0};
    for (const Rule& rule : {Rule{}, leftmost, reversed, random}) {
      check_same_tree(six, rule);
      check_rest(anchor(six), rule);
    }
  }
  check_state<0>(queens(6));
  check_state<1>(queens(6));
  check_state<3>(widened(queens(6), 130));
  check_state<0>(mixed());
  check_state<1>(mixed());
  check_stop_from_another_thread();
  check_depth();
  const OwnedProblem four = queens(4);
  CHECK_THROWS(ContractViolation, anchor(four)({.rule = {}, .start = {{0, 1}, {}}}));
  return report();
}
