// Searching: counts, limits, and the contract about the rest.
#include "tilewright/search.hpp"

#include <thread>

#include "check.hpp"
#include "pieces.hpp"
#include "tilewright/contract.hpp"

using namespace tilewright;

namespace {

Begin links(const OwnedProblem& problem) {
  return [&problem](const SearchSettings& s) { return links_search(problem.view(), s); };
}

void check_queens() {
  const OwnedProblem problem = queens(8);
  const Run run = whole(links(problem), {});
  CHECK(run.counters.solutions == 92 && run.covers.size() == 92);
  Rule random;
  random.seed = 7;
  CHECK(whole(links(problem), random).counters.solutions == 92);
  CHECK(whole(links(problem), random).covers == whole(links(problem), random).covers);
  CHECK(whole(links(problem), random).covers != run.covers);
}

void check_limits() {
  const OwnedProblem problem = queens(8);
  const auto search = links_search(problem.view(), {.rule = {}, .start = {}});
  Limits limits;
  limits.nodes = 100;
  CHECK(search->run(limits) == Search::State::paused);
  std::uint64_t nodes = 0;
  for (const std::uint64_t n : search->counters().nodes) nodes += n;
  CHECK(nodes == 100);
  limits = {};
  limits.solutions = 10;
  CHECK(search->run(limits) == Search::State::paused);
  CHECK(search->counters().solutions == 10);
  limits = {};
  limits.batch = 20;
  CHECK(search->run(limits) == Search::State::paused);
  CHECK(search->take().ends.size() == 20);
  search->stop();
  CHECK(search->run({}) == Search::State::paused);
  search->go_on();
  CHECK(search->run({}) == Search::State::finished);
  CHECK(search->counters().solutions == 92);
}

void check_stop_from_another_thread() {
  const OwnedProblem problem = queens(30);
  const auto search = links_search(problem.view(), {.rule = {}, .start = {}, .collect = false});
  std::thread stopper([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    search->stop();
  });
  CHECK(search->run({}) == Search::State::paused);
  stopper.join();
  CHECK(search->explored() < 1);
}

// One option per level: 20,000 levels must not need 20,000 stack frames.
void check_depth() {
  OwnedProblem problem(20'000, 0);
  for (std::uint32_t i = 0; i < 20'000; ++i) problem.option({i});
  Rule leftmost;
  leftmost.pick = Rule::Pick::leftmost;
  CHECK(whole(links(problem), leftmost).covers.at(0).size() == 20'000);
}

void check_bad_subtrees() {
  const OwnedProblem problem = queens(4);
  const auto begin = [&](Subtree s) {
    return links_search(problem.view(), {.rule = {}, .start = std::move(s)});
  };
  CHECK_THROWS(ContractViolation, begin({{16}, {}}));
  CHECK_THROWS(ContractViolation, begin({{0, 0}, {}}));
  CHECK_THROWS(ContractViolation, begin({{0, 1}, {}}));  // same rank
  CHECK_THROWS(ContractViolation, begin({{0}, {0}}));
  CHECK_THROWS(ContractViolation, begin({{0}, {}, 3}));
  CHECK_THROWS(ContractViolation, begin({{}, {}, 0}));
  Rule rule;
  rule.order = {0, 1};
  CHECK_THROWS(ContractViolation, links_search(problem.view(), {.rule = rule, .start = {}}));
}

}  // namespace

int main() {
  Rule leftmost, reversed;
  leftmost.pick = Rule::Pick::leftmost;
  reversed.order = {3, 2, 1, 0};
  const OwnedProblem six = queens(6), nasty = mixed();
  for (const Rule& rule : {Rule{}, leftmost}) check_rest(links(six), rule);
  for (const Rule& rule : {Rule{}, leftmost, reversed}) check_rest(links(nasty), rule);
  check_queens();
  check_limits();
  check_stop_from_another_thread();
  check_depth();
  check_bad_subtrees();
  return report();
}
