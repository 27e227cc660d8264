#include "tilewright/frontier_thinned.hpp"

#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "tilewright/frontier_kept.hpp"
#include "tilewright/frontier_setup.hpp"

namespace tilewright {
namespace {

struct ThinnedSweep {
  virtual ~ThinnedSweep() = default;
  // The weight of the last state; infinite if it is more than a double can tell.
  virtual double run(std::uint64_t most, std::uint64_t seed) = 0;
  bool thinned = false;
};

template <unsigned W>
class ThinnedSweepOf final : public ThinnedSweep {
 public:
  ThinnedSweepOf(const FrontierSetup& setup, FrontierControl& control)
      : plan_(setup.problem, setup.layout, setup.pocket_cells(), {}),
        control_(control),
        start_weight_(static_cast<double>(setup.problem.start_weight)) {}

  double run(std::uint64_t most, std::uint64_t seed) override {
    thinned = false;
    FrontierDice dice(seed);
    std::vector<FrontierPart<W>> tables;
    for (std::int32_t s = 0; s <= plan_.stage_count(); ++s)
      tables.emplace_back(control_.bytes, limbs_of_weight, 0, s);
    put(tables[0], plan_.first_key, start_weight_);
    for (std::int32_t s = 0; s < plan_.stage_count(); ++s) {
      take(std::move(tables[s]), s, most);
      if (states_.size() > most && !thin(most, dice))
        return std::numeric_limits<double>::infinity();
      for (const State& state : states_) {
        expand(s, state, tables);
        rest();
      }
      control_.stage = s;
    }
    take(std::move(tables.back()), plan_.stage_count(), most);
    return states_.empty() ? 0 : states_.front().weight;
  }

 private:
  struct State {
    FrontierKey<W> key;
    double weight;
  };
  static constexpr std::uint32_t limbs_of_weight = sizeof(double) / sizeof(Limb);

  // The states of a table; if there are too many, only those that have a way on.
  void take(const FrontierPart<W> table, std::int32_t stage, std::uint64_t most) {
    const bool too_many = table.size() > most;
    states_.clear();
    for (std::uint64_t place = 0; place < table.capacity(); ++place) {
      if (!table.used(place)) continue;
      if (too_many) rest();
      if (too_many && !plan_.goes_on(stage, table.key(place))) continue;
      double weight;
      std::memcpy(&weight, table.count(place), sizeof weight);
      states_.push_back({table.key(place), weight});
    }
  }

  // False if all weights together are more than a double can tell.
  bool thin(std::uint64_t most, FrontierDice& dice) {
    thinned = true;
    const double threshold = threshold_for(most);
    if (!std::isfinite(threshold)) return false;
    double next = threshold * static_cast<double>(dice.word() >> 11) * 0x1p-53, line = 0;
    std::size_t kept = 0;
    for (const State& state : states_) {
      if (state.weight >= threshold) {
        states_[kept++] = state;
        continue;
      }
      line += state.weight;
      if (line <= next) continue;
      next += threshold;
      states_[kept++] = {state.key, threshold};
    }
    states_.resize(kept);
    return true;
  }

  // The threshold with which so many states are left.  The more states are left as they are, the
  // fewer the others must become; so it grows from step to step, and soon stays.
  double threshold_for(std::uint64_t most) const {
    double threshold = 0;
    for (;;) {
      double light = 0;
      std::uint64_t heavy = 0;
      for (const State& state : states_)
        if (threshold > 0 && state.weight >= threshold)
          ++heavy;
        else
          light += state.weight;
      if (heavy >= most) return threshold;  // rounding: what is light weighs next to nothing
      const double next = light / static_cast<double>(most - heavy);
      if (next <= threshold) return threshold;
      threshold = next;
    }
  }

  void expand(std::int32_t stage, const State& state, std::vector<FrontierPart<W>>& tables) {
    const auto go = [&](FrontierKey<W> next, double weight) {
      const std::int32_t to = plan_.land(stage, next);
      if (to >= 0 && !plan_.stranded(to, next)) put(tables[to], next, weight);
    };
    hits_.resize(plan_.move_count(stage) + 1);
    const std::uint32_t hits = plan_.fitting(stage, state.key, hits_.data());
    for (std::uint32_t h = 0; h < hits; ++h)
      if (const std::uint64_t times = plan_.moves[hits_[h]].weight)
        go(plan_.after(state.key, hits_[h]), state.weight * static_cast<double>(times));
    if (plan_.stages[stage].may_pass) go(state.key, state.weight);
  }

  void put(FrontierPart<W>& table, const FrontierKey<W>& key, double weight) {
    table.reserve(1);
    Limb* const limbs = table.count(table.find_or_put(key, table.hash(key)));
    double sum;
    std::memcpy(&sum, limbs, sizeof sum);
    sum += weight;
    std::memcpy(limbs, &sum, sizeof sum);
  }

  void rest() {
    if (++since_ % control_.patience == 0) control_.poll();
  }

  const FrontierPlan<W> plan_;
  FrontierControl& control_;
  double start_weight_;
  std::vector<State> states_;  // of the stage we are at
  std::vector<std::uint32_t> hits_;
  std::uint64_t since_ = 0;
};

}  // namespace

struct FrontierThinned::Inside {
  Inside(const FrontierInput& input, FrontierControl& control) : setup(input, true) {
    setup.require_possible();
    if (setup.problem.hopeless) return;
    sweep = with_words(setup.layout.width, [&](auto words) -> std::unique_ptr<ThinnedSweep> {
      return std::make_unique<ThinnedSweepOf<words>>(setup, control);
    });
  }

  FrontierSetup setup;
  std::unique_ptr<ThinnedSweep> sweep;  // none if there is no cover
  double covers = 0;
};

FrontierThinned::FrontierThinned(const FrontierInput& input)
    : inside_(std::make_unique<Inside>(input, control())) {
  set_task([] {});
}

FrontierThinned::~FrontierThinned() { give_up(); }

void FrontierThinned::begin(std::uint64_t most, std::uint64_t seed) {
  TW_REQUIRE(most > 0, "a sweep follows one state or more");
  set_task([this, most, seed] {
    inside_->covers = inside_->sweep ? inside_->sweep->run(most, seed) : 0;
  });
}

double FrontierThinned::covers() const { return inside_->covers; }

bool FrontierThinned::exact() const { return !inside_->sweep || !inside_->sweep->thinned; }

}  // namespace tilewright
