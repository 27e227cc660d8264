#include "tilewright/estimate.hpp"

#include <chrono>

#include "tilewright/instantiate.hpp"
#include "tilewright/walk.hpp"

namespace tilewright {
namespace {

using Clock = std::chrono::steady_clock;

template <class Index, bool General>
class LinksEstimator final : public Estimator {
 public:
  LinksEstimator(const ExactCoverView& problem, const Rule& rule, const Subtree& start,
                 std::uint64_t seed)
      : walk_(problem, rule, start), seed_(seed), counts_start_(start.via != Subtree::no_item) {}

  std::vector<Sample> draw(std::uint64_t samples, double seconds) override {
    std::vector<Sample> drawn;
    const auto begin = Clock::now();
    for (std::uint64_t k = 0; k < samples; ++k) {
      drawn.push_back(descend());
      if (std::chrono::duration<double>(Clock::now() - begin).count() >= seconds) break;
    }
    return drawn;
  }

 private:
  using Child = typename Walk<Index, General>::Child;

  Sample descend() {
    std::uint64_t random = scramble(seed_ ^ scramble(drawn_++));
    Sample sample;
    if (counts_start_) {
      sample.nodes = 1;
      sample.updates = static_cast<double>(walk_.start_updates());
    }
    double weight = 1;
    for (;;) {
      const auto [item, degree, open_items] = walk_.choose();
      if (item == walk_.root) {
        sample.solutions = weight;
        break;
      }
      if (degree == 0) {
        sample.updates += weight;
        break;
      }
      sample.updates += weight * static_cast<double>(walk_.open(item));
      weight *= degree;
      random = scramble(random);
      Child child = Child::end;
      for (std::uint64_t skip = random % degree + 1; skip > 0; --skip) child = walk_.advance();
      sample.updates += weight * static_cast<double>(walk_.enter());
      if (child == Child::option) sample.nodes += weight;
    }
    while (walk_.height() > 0) walk_.close();
    return sample;
  }

  Walk<Index, General> walk_;
  std::uint64_t seed_;
  bool counts_start_;
  std::uint64_t drawn_ = 0;
};

}  // namespace

std::unique_ptr<Estimator> links_estimator(const ExactCoverView& problem, Rule rule,
                                           Subtree start, std::uint64_t seed) {
  return instantiate<LinksEstimator, Estimator>(problem, rule, start, seed);
}

}  // namespace tilewright
