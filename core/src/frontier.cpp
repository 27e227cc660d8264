#include "tilewright/frontier.hpp"

#include "tilewright/frontier_setup.hpp"
#include "tilewright/frontier_sweep.hpp"

namespace tilewright {

FrontierOutline frontier_outline(const FrontierInput& input) {
  const FrontierSetup setup(input, true);
  return {static_cast<std::uint32_t>(setup.layout.stage_count()), setup.layout.width, setup.order,
          setup.refusal()};
}

namespace {

constexpr std::uint64_t probed_states = 5'000;       // of each stage

using Meet = FrontierTactics::Meet;

void halve(std::vector<Limb>& number) {
  TW_INVARIANT(number.empty() || number[0] % 2 == 0);
  for (std::size_t k = 0; k < number.size(); ++k)
    number[k] = number[k] >> 1 | (k + 1 < number.size() ? number[k + 1] << 31 : 0);
}

}  // namespace

struct FrontierCount::Inside {
  Inside(const FrontierInput& input, const FrontierLimits& wanted, const FrontierTactics& how)
      : setup(input, how.pockets), limits(wanted), tactics(how) {
    setup.require_possible();
    if (tactics.symmetries) symmetries = frontier_symmetries(setup.problem);
    mirror = mirror_of(symmetries, setup.layout);
    if (tactics.meet != Meet::never) meeting = FrontierMeeting::of(setup);
    if (meeting) meeting->take(symmetries);
    stages = stage_total();
  }

  void count(FrontierControl& control) {
    const FrontierProblem& problem = setup.problem;
    if (problem.hopeless) return;
    if (setup.layout.stage_count() == 0) {
      answer = {static_cast<Limb>(problem.start_weight),
                static_cast<Limb>(problem.start_weight >> 32)};
      return;
    }
    if (meeting && tactics.meet == Meet::perhaps) try {
        FrontierLimits few = limits;
        few.moves = moves_before_thinking_again;
        return meet(control, few);
      } catch (const FrontierSlow&) {
        think_again();
        control.forget_stages();
      }
    meeting ? meet(control, limits) : sweep(control);
  }

  void think_again() {
    const FrontierProbe one = frontier_probe(setup, mirror, probed_states, 0);
    const FrontierProbe two = frontier_probe(setup, *meeting, probed_states, 0);
    if (one.cost() <= two.cost()) meeting = nullptr;
    stages = stage_total();
  }
  std::int32_t stage_total() const {
    return meeting ? meeting->stage_count() : setup.layout.stage_count();
  }

  void sweep(FrontierControl& control) {
    with_words(setup.layout.width, [&](auto words) { sweep<words>(control); });
  }
  void meet(FrontierControl& control, const FrontierLimits& within) {
    with_words(meeting->width(), [&](auto words) { meet<words>(control, within); });
  }

  template <unsigned W>
  void sweep(FrontierControl& control) {
    const FrontierPlan<W> plan(setup.problem, setup.layout, setup.pocket_cells(), {});
    const FrontierFold<W> fold(setup.problem, setup.layout, plan, mirror);
    answer = FrontierSweep<W>(plan, fold, control, limits, tactics.look_ahead)
                 .total(setup.problem.start_weight);
  }

  template <unsigned W>
  void meet(FrontierControl& control, const FrontierLimits& within) {
    const auto& [halves, near, far, near_mirror, far_mirror, swap] = *meeting;
    const FrontierPlan<W> plan(setup.problem, near, setup.pocket_cells(), halves.far);
    const FrontierFold<W> fold(setup.problem, near, plan, near_mirror);
    const auto left = FrontierSweep<W>(plan, fold, control, within, tactics.look_ahead).run(1);
    if (!left) return;
    if (swap) {
      const FrontierBridge<W> bridge(near, near, &swap->items);
      answer = FrontierSweep<W>(plan, fold, control, within, tactics.look_ahead)
                   .meet_itself({*left, fold, bridge});
    } else {
      const FrontierPlan<W> other(setup.problem, far, setup.pocket_cells(), halves.near);
      const FrontierFold<W> others(setup.problem, far, other, far_mirror);
      const FrontierBridge<W> bridge(far, near);
      answer = FrontierSweep<W>(other, others, control, within, tactics.look_ahead)
                   .meet({*left, fold, bridge}, near.stage_count());
    }
    if (fold.folds()) halve(answer);
    std::vector<Limb> weighted(answer.size() + 2);
    multiply_limbs(answer.data(), static_cast<std::uint32_t>(answer.size()),
                   setup.problem.start_weight, weighted.data());
    answer = std::move(weighted);
  }

  FrontierSetup setup;
  FrontierLimits limits;
  FrontierTactics tactics;
  std::vector<FrontierSymmetry> symmetries;
  const FrontierSymmetry* mirror = nullptr;  // of one sweep
  std::unique_ptr<FrontierMeeting> meeting;
  std::atomic<std::int32_t> stages{0};  // others look at it while the count goes on
  std::vector<Limb> answer;
};

FrontierCount::FrontierCount(const FrontierInput& input, const FrontierLimits& limits,
                             const FrontierTactics& tactics)
    : inside_(std::make_unique<Inside>(input, limits, tactics)) {
  set_task([this] { inside_->count(control()); });
}

FrontierCount::~FrontierCount() { give_up(); }

const std::vector<std::uint32_t>& FrontierCount::result() const { return inside_->answer; }

std::int32_t FrontierCount::stages() const { return inside_->stages; }

}  // namespace tilewright
