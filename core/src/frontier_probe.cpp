#include <cstring>

#include "tilewright/frontier.hpp"
#include "tilewright/frontier_kept.hpp"
#include "tilewright/frontier_setup.hpp"

namespace tilewright {
namespace {

// A sweep in which a state's count is the number of states that it stands for.
template <unsigned W>
class Probe {
 public:
  Probe(const FrontierPlan<W>& plan, std::uint64_t most, std::uint64_t seed)
      : plan_(plan), most_(most), dice_(seed) {}

  void run(FrontierProbe& probe) {
    for (std::int32_t s = 0; s <= plan_.stage_count(); ++s) tables_.emplace_back(bytes_, 2, 0);
    put(0, plan_.first_key, 1);
    for (std::int32_t s = 0; s < plan_.stage_count(); ++s) {
      const FrontierPart<W> table = std::move(tables_[s]);
      const double kept = std::min(1.0, static_cast<double>(most_) /
                                            std::max<double>(1, static_cast<double>(table.size())));
      for (std::uint64_t place = 0; place < table.capacity(); ++place) {
        if (!table.used(place)) continue;
        const double stands_for = number(table.count(place));
        probe.states += stands_for;
        if (kept < 1 && static_cast<double>(dice_.word() >> 11) * 0x1p-53 >= kept) continue;
        probe.moves += expand(s, table.key(place), stands_for / kept);
      }
    }
  }

 private:
  static double number(const Limb* limbs) {
    double value;
    std::memcpy(&value, limbs, sizeof value);
    return value;
  }
  void put(std::int32_t stage, const FrontierKey<W>& key, double stands_for) {
    FrontierPart<W>& table = tables_[stage];
    table.reserve(1);
    Limb* const limbs = table.count(table.find_or_put(key, hash_of<W>(key)));
    const double larger = std::max(number(limbs), stands_for);
    std::memcpy(limbs, &larger, sizeof larger);
  }
  // The moves from all states that this one stands for.
  double expand(std::int32_t stage, const FrontierKey<W>& key, double stands_for) {
    const auto& from = plan_.stages[stage];
    double moves = 0;
    const auto go = [&](FrontierKey<W> next) {
      const std::int32_t to = plan_.land(stage, next);
      if (to >= 0 && !plan_.stranded(to, next)) put(to, next, stands_for);
    };
    for (std::uint32_t r = from.first_run; r < from.last_run; ++r)
      for (std::uint32_t m = plan_.runs[r].begin; m < plan_.runs[r].end; ++m)
        if (plan_.fits(key, m)) {
          moves += stands_for;
          go(plan_.after(key, m));
        }
    if (from.may_pass) go(key);
    return moves;
  }

  const FrontierPlan<W>& plan_;
  std::uint64_t most_;
  FrontierDice dice_;
  std::atomic<std::int64_t> bytes_{0};
  std::vector<FrontierPart<W>> tables_;
};

}  // namespace

FrontierProbe frontier_probe(const FrontierInput& input, std::uint64_t most, std::uint64_t seed) {
  const FrontierSetup setup(input, true);
  setup.require_possible();
  FrontierProbe probe;
  probe.width = setup.layout.width;
  if (setup.problem.hopeless) return probe;
  with_words(setup.layout.width, [&](auto words) {
    const FrontierPlan<words> plan(setup.problem, setup.layout, setup.pocket_cells(), {});
    Probe<words>(plan, most, seed).run(probe);
  });
  return probe;
}

}  // namespace tilewright
