// Estimates: unbiased, and the same for the same seed.
#include "tilewright/estimate.hpp"

#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <vector>

#include "check.hpp"
#include "tilewright/anchor.hpp"
#include "tilewright/bits.hpp"
#include "tilewright/search.hpp"

using namespace tilewright;

namespace {

constexpr double forever = std::numeric_limits<double>::infinity();

double sum(const std::vector<std::uint64_t>& numbers) {
  double total = 0;
  for (const std::uint64_t n : numbers) total += static_cast<double>(n);
  return total;
}

void check_mean(const std::unique_ptr<Search>& search, const std::unique_ptr<Estimator>& descents) {
  search->run({});
  const Counters truth = search->counters();
  const std::uint64_t samples = 200'000;
  Sample mean;
  for (const Sample& s : descents->draw(samples, forever)) {
    mean.nodes += s.nodes / samples;
    mean.updates += s.updates / samples;
    mean.solutions += s.solutions / samples;
  }
  CHECK(std::abs(mean.nodes / sum(truth.nodes) - 1) < 0.03);
  CHECK(std::abs(mean.updates / sum(truth.updates) - 1) < 0.03);
  CHECK(std::abs(mean.solutions / static_cast<double>(truth.solutions) - 1) < 0.1);
}

void check_engines(const OwnedProblem& problem) {
  const ExactCoverView view = problem.view();
  const SearchSettings settings{.rule = {}, .start = {}};
  check_mean(links_search(view, settings), links_estimator(view, {}, {}, 1));
  check_mean(anchor_search(view, settings, {}, StrandingTest::none),
             anchor_estimator(view, {}, {}, 1, {}, StrandingTest::none));
  if (!bits_refusal(view)) check_mean(bits_search(view, settings), bits_estimator(view, {}, {}, 1));
}

// A descent that stops at the first branching: what is above, and all its ends, make the whole.
void check_stopping(const DescentEnd& first_branching) {
  const OwnedProblem problem = queens(6);
  const auto descents = links_estimator(problem.view(), {}, {}, 1);
  std::map<std::vector<std::uint32_t>, Subtree> ends;
  Descent last;
  for (int k = 0; k < 200; ++k) {
    last = descents->descend(first_branching);
    CHECK(last.below.has_value());
    ends.emplace(last.below->chosen, *last.below);
  }
  CHECK(last.weight == 6 && ends.size() == 6 && last.above.nodes == 0);
  double nodes = 0, updates = last.above.updates;
  for (const auto& [chosen, end] : ends) {
    const auto part = links_search(problem.view(), {.rule = {}, .start = end});
    part->run({});
    nodes += sum(part->counters().nodes);
    updates += sum(part->counters().updates);
  }
  const auto whole = links_search(problem.view(), {.rule = {}, .start = {}});
  whole->run({});
  CHECK(nodes == sum(whole->counters().nodes) && updates == sum(whole->counters().updates));
}

void check_seed() {
  const OwnedProblem problem = queens(6);
  const auto draw = [&](std::uint64_t seed, std::vector<std::uint64_t> parts) {
    const auto estimator = links_estimator(problem.view(), {}, {}, seed);
    std::vector<double> nodes;
    for (const std::uint64_t part : parts)
      for (const Sample& s : estimator->draw(part, forever)) nodes.push_back(s.nodes);
    return nodes;
  };
  CHECK(draw(5, {30}) == draw(5, {10, 20}));
  CHECK(draw(5, {30}) != draw(6, {30}));
  CHECK(links_estimator(problem.view(), {}, {}, 1)->draw(1'000'000'000, 0).size() == 1);
}

}  // namespace

int main() {
  check_engines(queens(6));
  check_engines(mixed());
  check_stopping({.weight = 2});
  check_stopping({.level = 1});
  check_seed();
  return report();
}
