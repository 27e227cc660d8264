// Estimates: unbiased, and the same for the same seed.
#include "tilewright/estimate.hpp"

#include <cmath>
#include <limits>

#include "check.hpp"
#include "tilewright/search.hpp"

using namespace tilewright;

namespace {

constexpr double forever = std::numeric_limits<double>::infinity();

double sum(const std::vector<std::uint64_t>& numbers) {
  double total = 0;
  for (const std::uint64_t n : numbers) total += static_cast<double>(n);
  return total;
}

void check_mean(const OwnedProblem& problem) {
  const auto search = links_search(problem.view(), {.rule = {}, .start = {}});
  search->run({});
  const Counters truth = search->counters();
  const std::uint64_t samples = 200'000;
  Sample mean;
  for (const Sample& s : links_estimator(problem.view(), {}, {}, 1)->draw(samples, forever)) {
    mean.nodes += s.nodes / samples;
    mean.updates += s.updates / samples;
    mean.solutions += s.solutions / samples;
  }
  CHECK(std::abs(mean.nodes / sum(truth.nodes) - 1) < 0.03);
  CHECK(std::abs(mean.updates / sum(truth.updates) - 1) < 0.03);
  CHECK(std::abs(mean.solutions / static_cast<double>(truth.solutions) - 1) < 0.1);
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
  check_mean(queens(6));
  check_mean(mixed());
  check_seed();
  return report();
}
