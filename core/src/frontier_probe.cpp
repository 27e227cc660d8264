// A stage with more states than wanted is thinned out, and each state that stays stands for several.
//
// How many of those would be equal further on?  If the d ways into a state are like a Poisson
// variable that is not 0, with parameter k, then D states have E = D k / (1 - exp(-k)) ways in, and
// E k / 2 pairs of ways that meet.  Both can be told from a sample: a way from a state that stands
// for w others counts w, a pair of ways that meet v w.  So k = 2 pairs / E, and D follows.
//
// Where a sample is too small for any two ways to meet, D would grow from stage to stage without
// end; but a stage of n bits has at most 2^n states.
#include <cmath>
#include <cstring>

#include "tilewright/frontier.hpp"
#include "tilewright/frontier_fold.hpp"
#include "tilewright/frontier_kept.hpp"
#include "tilewright/frontier_setup.hpp"

namespace tilewright {
namespace {

constexpr std::uint32_t most_bits = 480;  // taken into account: pairs of so many states are doubles

// How many states there can be at most at each stage.
std::vector<double> most_states(const FrontierLayout& layout) {
  std::vector<std::uint32_t> bits(layout.stage_count() + 1, 0);
  for (const FrontierSlot& slot : layout.slots)
    for (std::int32_t s = slot.birth + 1; slot.at(s) && s <= layout.stage_count(); ++s)
      bits[s] += slot.width;
  std::vector<double> most;
  for (const std::uint32_t n : bits) most.push_back(std::exp2(std::min(n, most_bits)));
  return most;
}

// A sweep in which a state's count is the number of states that it stands for.
template <unsigned W>
class Probe {
 public:
  Probe(const FrontierPlan<W>& plan, const FrontierFold<W>& fold, std::vector<double> most_states,
        std::uint64_t most, std::uint64_t seed)
      : plan_(plan), fold_(fold), most_states_(std::move(most_states)), most_(most), dice_(seed) {}

  void run(FrontierProbe& probe) {
    for (std::int32_t s = 0; s <= plan_.stage_count(); ++s)
      tables_.emplace_back(bytes_, 2, 0, s);
    meetings_.resize(tables_.size());
    put(0, plan_.first_key, 1);
    for (std::int32_t s = 0; s < plan_.stage_count(); ++s) {
      const FrontierPart<W> table = std::move(tables_[s]);
      const double share = share_of_new(meetings_[s], most_states_[s]);
      const double kept = std::min(1.0, static_cast<double>(most_) /
                                            std::max<double>(1, static_cast<double>(table.size())));
      for (std::uint64_t place = 0; place < table.capacity(); ++place) {
        if (!table.used(place)) continue;
        const double ways_in = number(table.count(place));
        const double stands_for = meetings_[s].sampled ? ways_in * share : 1;
        probe.states += stands_for;
        if (kept < 1 && static_cast<double>(dice_.word() >> 11) * 0x1p-53 >= kept) continue;
        probe.moves += expand(s, table.key(place), stands_for / kept);
      }
    }
    probe.tried += tried_;
  }

 private:
  struct Meetings {
    double ways = 0, pairs = 0;
    bool sampled = false;
  };
  // States per way into one.
  static double share_of_new(const Meetings& m, double most) {
    const double k = m.ways > 0 ? 2 * m.pairs / m.ways : 0;
    const double share = k < 1e-9 ? 1 : -std::expm1(-k) / k;
    return m.ways * share > most ? most / m.ways : share;
  }
  static double number(const Limb* limbs) {
    double value;
    std::memcpy(&value, limbs, sizeof value);
    return value;
  }
  void put(std::int32_t stage, const FrontierKey<W>& key, double stands_for) {
    FrontierPart<W>& table = tables_[stage];
    table.reserve(1);
    Limb* const limbs = table.count(table.find_or_put(key, table.hash(key)));
    const double before = number(limbs), sum = before + stands_for;
    std::memcpy(limbs, &sum, sizeof sum);
    Meetings& m = meetings_[stage];
    m.ways += stands_for;
    m.pairs += before * stands_for;
    m.sampled |= stands_for != 1;
  }
  // The moves from all states that this one stands for.
  double expand(std::int32_t stage, const FrontierKey<W>& key, double stands_for) {
    const auto& from = plan_.stages[stage];
    double moves = 0;
    const auto go = [&](const FrontierKey<W>& left) {
      FrontierKey<W> next = left;
      std::int32_t to = plan_.land(stage, next);
      if (to < 0 || plan_.stranded(to, next)) return;
      fold_.choose(stage, left, to, next);
      if (to >= 0) put(to, next, stands_for);
    };
    for (std::uint32_t r = from.first_run; r < from.last_run; ++r) {
      tried_ += plan_.runs[r].end - plan_.runs[r].begin;
      for (std::uint32_t m = plan_.runs[r].begin; m < plan_.runs[r].end; ++m)
        if (plan_.fits(key, m)) {
          moves += stands_for;
          go(plan_.after(key, m));
        }
    }
    if (from.may_pass) go(key);
    return moves;
  }

  const FrontierPlan<W>& plan_;
  const FrontierFold<W>& fold_;
  const std::vector<double> most_states_;  // by stage
  std::uint64_t most_, tried_ = 0;
  FrontierDice dice_;
  std::atomic<std::int64_t> bytes_{0};
  std::vector<FrontierPart<W>> tables_;
  std::vector<Meetings> meetings_;  // by stage
};

}  // namespace

FrontierProbe frontier_probe(const FrontierInput& input, std::uint64_t most, std::uint64_t seed,
                             FrontierTactics::Meet meet, bool look_for_symmetries) {
  using Meet = FrontierTactics::Meet;
  const FrontierSetup setup(input, true);
  setup.require_possible();
  std::vector<FrontierSymmetry> symmetries;
  if (look_for_symmetries) symmetries = frontier_symmetries(setup.problem);
  const FrontierSymmetry* const mirror = mirror_of(symmetries, setup.layout);
  const auto meeting = meet == Meet::never ? nullptr : FrontierMeeting::of(setup);
  if (!meeting) return frontier_probe(setup, mirror, most, seed);
  meeting->take(symmetries);
  FrontierProbe two = frontier_probe(setup, *meeting, most, seed);
  if (meet == Meet::always) return two;
  const FrontierProbe one = frontier_probe(setup, mirror, most, seed);
  FrontierProbe better = two.cost() < one.cost() ? two : one;
  better.tried = two.tried + one.tried;
  return better;
}

std::uint32_t frontier_saving(const FrontierInput& input) {
  const FrontierSetup setup(input, true);
  if (!setup.refusal().empty()) return 1;
  const std::vector<FrontierSymmetry> symmetries = frontier_symmetries(setup.problem);
  if (symmetries.empty()) return 1;
  const auto meeting = FrontierMeeting::of(setup);
  if (!meeting) return mirror_of(symmetries, setup.layout) ? 2 : 1;
  meeting->take(symmetries);
  return (meeting->near_mirror ? 2 : 1) * (meeting->swap ? 2 : 1);
}

namespace {

template <unsigned W>
void add_probe(const FrontierSetup& setup, const FrontierLayout& layout,
               const FrontierSymmetry* mirror, std::span<const std::uint32_t> other_side,
               std::uint64_t most, std::uint64_t seed, FrontierProbe& probe) {
  const FrontierPlan<W> plan(setup.problem, layout, setup.pocket_cells(), other_side);
  const FrontierFold<W> fold(setup.problem, layout, plan, mirror);
  Probe<W>(plan, fold, most_states(layout), most, seed).run(probe);
}

}  // namespace

FrontierProbe frontier_probe(const FrontierSetup& setup, const FrontierSymmetry* mirror,
                             std::uint64_t most, std::uint64_t seed) {
  FrontierProbe probe;
  probe.width = setup.layout.width;
  if (setup.problem.hopeless) return probe;
  with_words(probe.width, [&](auto words) {
    add_probe<words>(setup, setup.layout, mirror, {}, most, seed, probe);
  });
  return probe;
}

FrontierProbe frontier_probe(const FrontierSetup& setup, const FrontierMeeting& meeting,
                             std::uint64_t most, std::uint64_t seed) {
  FrontierProbe probe;
  probe.width = meeting.width();
  probe.meets = true;
  if (setup.problem.hopeless) return probe;
  const auto& [halves, near, far, near_mirror, far_mirror, swap] = meeting;
  with_words(probe.width, [&](auto words) {
    add_probe<words>(setup, near, near_mirror, halves.far, most, seed, probe);
    if (!swap) add_probe<words>(setup, far, far_mirror, halves.near, most, seed, probe);
  });
  return probe;
}

}  // namespace tilewright
