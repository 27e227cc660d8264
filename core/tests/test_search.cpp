// Searching: counts, limits, and the contract about the rest.
#include "tilewright/search.hpp"

#include <thread>

#include "check.hpp"
#include "tilewright/contract.hpp"

using namespace tilewright;

namespace {

struct Run {
  std::vector<std::vector<std::uint32_t>> covers;
  Counters counters;
};

void add(std::vector<std::uint64_t>& sum, const std::vector<std::uint64_t>& part) {
  if (sum.size() < part.size()) sum.resize(part.size(), 0);
  for (std::size_t k = 0; k < part.size(); ++k) sum[k] += part[k];
}

void take_into(Search& search, Run& run) {
  const Batch batch = search.take();
  std::uint64_t begin = 0;
  for (const std::uint64_t end : batch.ends) {
    run.covers.emplace_back(batch.options.begin() + static_cast<std::ptrdiff_t>(begin),
                            batch.options.begin() + static_cast<std::ptrdiff_t>(end));
    begin = end;
  }
}

void finish_into(Search& search, Run& run) {
  take_into(search, run);
  const Counters c = search.counters();
  add(run.counters.nodes, c.nodes);
  add(run.counters.updates, c.updates);
  run.counters.solutions += c.solutions;
}

Run whole(const OwnedProblem& problem, const Rule& rule) {
  Run run;
  const auto search = links_search(problem.view(), {.rule = rule, .start = {}});
  CHECK(search->run({}) == Search::State::finished);
  CHECK(search->explored() == 1);
  finish_into(*search, run);
  CHECK(search->rest().empty());
  return run;
}

// Searches in pieces: pauses after so many nodes, takes the rest apart in the same way.
void in_pieces(const OwnedProblem& problem, const SearchSettings& settings, std::uint64_t nodes,
               Run& run) {
  const auto search = links_search(problem.view(), settings);
  Limits limits;
  limits.nodes = nodes;
  search->run(limits);
  finish_into(*search, run);
  for (const Subtree& subtree : search->rest()) {
    SearchSettings next = settings;
    next.start = subtree;
    in_pieces(problem, next, nodes, run);
  }
}

void check_rest(const OwnedProblem& problem, const Rule& rule) {
  const Run all = whole(problem, rule);
  for (const std::uint64_t nodes : {0, 1, 2, 5, 40}) {
    Run pieces;
    if (nodes == 0) {  // of a child, entering is counted; go on by levels instead
      SearchSettings top{.rule = rule, .start = {}, .levels = 1};
      const auto search = links_search(problem.view(), top);
      search->run({});
      finish_into(*search, pieces);
      for (const Subtree& subtree : search->rest())
        in_pieces(problem, {.rule = rule, .start = subtree}, 1'000'000, pieces);
    } else {
      // A node limit of 1 would never get beyond entering a child: one more each time.
      in_pieces(problem, {.rule = rule, .start = {}}, nodes + 1, pieces);
    }
    CHECK(pieces.covers == all.covers);
    CHECK(pieces.counters.nodes == all.counters.nodes);
    CHECK(pieces.counters.updates == all.counters.updates);
    CHECK(pieces.counters.solutions == all.counters.solutions);
  }
}

void check_queens() {
  const Run run = whole(queens(8), {});
  CHECK(run.counters.solutions == 92 && run.covers.size() == 92);
  Rule random;
  random.seed = 7;
  CHECK(whole(queens(8), random).counters.solutions == 92);
  CHECK(whole(queens(8), random).covers == whole(queens(8), random).covers);
  CHECK(whole(queens(8), random).covers != run.covers);
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
  CHECK(whole(problem, leftmost).covers.at(0).size() == 20'000);
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
  for (const Rule& rule : {Rule{}, leftmost}) check_rest(queens(6), rule);
  for (const Rule& rule : {Rule{}, leftmost, reversed}) check_rest(mixed(), rule);
  check_queens();
  check_limits();
  check_stop_from_another_thread();
  check_depth();
  check_bad_subtrees();
  return report();
}
