// The bits engine: the covers of dancing links, on problems of any width, with every kind of
// instructions, whole and in pieces.
#include "tilewright/bits.hpp"

#include <algorithm>
#include <numeric>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "check.hpp"
#include "pieces.hpp"
#include "tilewright/contract.hpp"

using namespace tilewright;

namespace {

std::vector<std::string> instructions() {
  std::vector<std::string> kinds{"plain"};
  if (bits_instructions() != "plain") kinds.push_back("avx2");
  if (bits_instructions() == "avx512") kinds.push_back("avx512");
  return kinds;
}

Begin bits(const OwnedProblem& problem, const std::string& kind = "") {
  return [&problem, kind](const SearchSettings& s) { return bits_search(problem.view(), s, kind); };
}

// Whatever the order of choice.
Covers sets(Covers covers) {
  for (auto& cover : covers) std::sort(cover.begin(), cover.end());
  return sorted(covers);
}

bool same(const Counters& a, const Counters& b) {
  return a.nodes == b.nodes && a.updates == b.updates && a.solutions == b.solutions;
}

void check(const OwnedProblem& problem) {
  CHECK(!bits_refusal(problem.view()));
  const Begin links = [&](const SearchSettings& s) { return links_search(problem.view(), s); };
  const Covers expected = sets(whole(links, {}).covers);
  const Run ours = whole(bits(problem), {});
  CHECK(sets(ours.covers) == expected);
  for (const std::string& kind : instructions()) {
    const Run run = whole(bits(problem, kind), {});
    CHECK(run.covers == ours.covers && same(run.counters, ours.counters));
    const auto counting = bits(problem, kind)({.rule = {}, .start = {}, .collect = false});
    counting->run({});
    CHECK(same(counting->counters(), ours.counters));
  }
  // With so little to do at a time nothing is gone through at once.
  const auto slowly = bits(problem)({.rule = {}, .start = {}});
  Limits one;
  one.work = 1;
  while (slowly->run(one) == Search::State::paused) {
  }
  Run run;
  finish_into(*slowly, run);
  CHECK(run.covers == ours.covers && same(slowly->counters(), ours.counters));
  check_rest(bits(problem), {});
}

// Items in a row, cut into options of up to three; more options of items that lie near each other,
// some of them twice.  `secondary` items are thrown in.
OwnedProblem ribbon(std::uint32_t items, std::uint32_t secondary, std::uint32_t noise,
                    std::mt19937& random) {
  const auto below = [&](std::uint32_t n) { return static_cast<std::uint32_t>(random() % n); };
  OwnedProblem problem(items, secondary);
  const auto option = [&](std::vector<std::uint32_t> entries) {
    problem.option(entries);
    if (below(items / 2 + 2) == 0) problem.option(entries);
  };
  for (std::uint32_t at = 0; at < items;) {
    std::vector<std::uint32_t> entries;
    for (std::uint32_t n = 1 + below(3); n > 0 && at < items; --n) entries.push_back(at++);
    option(entries);
  }
  for (; noise > 0; --noise) {
    const std::uint32_t at = below(items);
    std::vector<std::uint32_t> entries;
    for (std::uint32_t k = at; k < std::min(items, at + 4); ++k)
      if (k == at || below(2)) entries.push_back(k);
    if (secondary > 0) entries.push_back(items + below(secondary));
    option(entries);
  }
  return problem;
}

// Most of the problem is a ribbon; besides, items that may be used several times, and colours.
OwnedProblem rich(std::uint32_t items, std::mt19937& random) {
  const auto below = [&](std::uint32_t n) { return static_cast<std::uint32_t>(random() % n); };
  const OwnedProblem plain = ribbon(items, 0, items, random);
  OwnedProblem problem(items + 2, 2);
  problem.lo[items] = below(items / 3);
  problem.hi[items] = problem.lo[items] + 1 + below(4);
  problem.lo[items + 1] = 0;
  problem.hi[items + 1] = 1 + below(2);
  for (std::size_t k = 0; k + 1 < plain.starts.size(); ++k) {
    std::vector<std::uint32_t> entries(plain.items.begin() + plain.starts[k],
                                       plain.items.begin() + plain.starts[k + 1]);
    std::vector<std::uint32_t> colours(entries.size(), 0);
    for (std::uint32_t extra = items; extra < items + 4; ++extra) {
      if (below(3) != 0) continue;
      entries.push_back(extra);
      colours.push_back(extra < items + 2 ? 0 : below(3));
    }
    problem.option(entries, colours);
  }
  return problem;
}

// Many options, many of them equal, and few covers: one option with the last item, others without.
OwnedProblem star(std::uint32_t items, std::uint32_t copies) {
  OwnedProblem problem(items + 1, 0);
  for (std::uint32_t k = 0; k < items; ++k) {
    problem.option({k});
    for (std::uint32_t c = 0; c < copies; ++c) problem.option({k, items});
  }
  return problem;
}

// Every item has two options that are equal: many more nodes than an end may have.
OwnedProblem pairs(std::uint32_t items) {
  OwnedProblem problem(items, 0);
  for (std::uint32_t k = 0; k < items; ++k) problem.option({k}), problem.option({k});
  return problem;
}

std::uint64_t sum(const std::vector<std::uint64_t>& levels) {
  return std::accumulate(levels.begin(), levels.end(), std::uint64_t{0});
}

// Whatever is gone through at once, limits are kept to the node and to the cover, and what comes
// before a limit is what comes without one.
void check_limits(const OwnedProblem& problem) {
  const Run all = whole(bits(problem), {});
  const std::uint64_t nodes = sum(all.counters.nodes);
  for (std::uint64_t limit = 1; limit <= nodes; limit += 1 + nodes / 40) {
    const auto search = bits(problem)({.rule = {}, .start = {}});
    Limits limits;
    limits.nodes = limit;
    search->run(limits);
    CHECK(sum(search->counters().nodes) == limit);
  }
  for (std::uint64_t limit = 1; limit <= all.covers.size(); limit += 1 + all.covers.size() / 40) {
    const auto search = bits(problem)({.rule = {}, .start = {}});
    Limits limits;
    limits.solutions = limit;
    search->run(limits);
    Run first;
    finish_into(*search, first);
    CHECK(first.counters.solutions == limit);
    CHECK(std::equal(first.covers.begin(), first.covers.end(), all.covers.begin()));
    search->run({});
    finish_into(*search, first);
    CHECK(first.covers == all.covers);
  }
}

void check_refusals() {
  OwnedProblem several(2, 0);
  several.hi[0] = 2;
  several.option({0});
  several.option({0, 1});
  CHECK(bits_refusal(several.view())->find("option 0") == 0);
  CHECK_THROWS(ContractViolation, bits(several)({}));
  OwnedProblem wide(600, 0);
  for (std::uint32_t i = 0; i < 600; ++i) wide.option({i});
  CHECK(bits_refusal(wide.view())->find("601 bits") != std::string::npos);
  const OwnedProblem four = queens(4);
  Rule leftmost, random;
  leftmost.pick = Rule::Pick::leftmost;
  random.seed = 1;
  CHECK_THROWS(ContractViolation, bits(four)({.rule = leftmost, .start = {}}));
  CHECK_THROWS(ContractViolation, bits(four)({.rule = random, .start = {}}));
  CHECK_THROWS(ContractViolation, bits(four, "mmx")({}));
  CHECK_THROWS(ContractViolation, bits(four)({.rule = {}, .start = {{0, 1}, {}}}));
}

void check_stop_from_another_thread() {
  const OwnedProblem problem = queens(30);
  const auto search = bits(problem)({.rule = {}, .start = {}, .collect = false});
  std::thread stopper([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    search->stop();
  });
  CHECK(search->run({}) == Search::State::paused);
  stopper.join();
  CHECK(search->explored() < 1);
  CHECK(!search->path().empty());
}

}  // namespace

int main() {
  std::mt19937 random(1);
  for (std::uint32_t n = 1; n <= 7; ++n) check(queens(n));
  for (const std::uint32_t items : {5, 20, 31, 32, 40, 63, 64, 70, 84, 100, 150, 200, 260, 500})
    for (std::uint32_t round = 0; round < 6; ++round)
      check(ribbon(items, 4 * (round % 2), 6 + 2 * round, random));
  for (const std::uint32_t items : {4, 6, 9, 12})
    for (std::uint32_t round = 0; round < 40; ++round) check(rich(items, random));
  check(star(30, 10));
  check(star(60, 6));
  check(star(8, 12));
  check(star(20, 5));
  check(queens(9));
  for (std::uint32_t round = 0; round < 6; ++round) check(ribbon(10, 30 * (round % 2), 80, random));
  check(pairs(13));
  CHECK(whole(bits(pairs(13)), {}).counters.solutions == 8192);
  check_limits(pairs(13));
  check_limits(queens(8));
  check_limits(ribbon(40, 4, 30, random));
  check_refusals();
  check_stop_from_another_thread();
  return report();
}
