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

}  // namespace

struct FrontierCount::Inside {
  Inside(const FrontierInput& input, const FrontierLimits& wanted, const FrontierTactics& how)
      : setup(input, how.pockets), limits(wanted), tactics(how) {
    setup.require_possible();
    if (tactics.meet != Meet::never) meeting = FrontierMeeting::of(setup);
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
    const FrontierProbe one = frontier_probe(setup, nullptr, probed_states, 0);
    const FrontierProbe two = frontier_probe(setup, meeting.get(), probed_states, 0);
    if (one.cost() <= two.cost()) meeting = nullptr;
    stages = stage_total();
  }
  std::int32_t stage_total() const {
    return meeting ? meeting->near.stage_count() + meeting->far.stage_count()
                   : setup.layout.stage_count();
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
    answer = FrontierSweep<W>(plan, control, limits, tactics.look_ahead)
                 .total(setup.problem.start_weight);
  }

  template <unsigned W>
  void meet(FrontierControl& control, const FrontierLimits& within) {
    std::unique_ptr<FrontierPending<W>> left;
    {
      const FrontierPlan<W> plan(setup.problem, meeting->near, setup.pocket_cells(),
                                 meeting->halves.far);
      left = FrontierSweep<W>(plan, control, within, tactics.look_ahead)
                 .run(setup.problem.start_weight);
    }
    if (!left) return;
    const FrontierPlan<W> plan(setup.problem, meeting->far, setup.pocket_cells(),
                               meeting->halves.near);
    const FrontierBridge<W> bridge(meeting->far, meeting->near);
    answer = FrontierSweep<W>(plan, control, within, tactics.look_ahead)
                 .meet(*left, bridge, meeting->near.stage_count());
  }

  FrontierSetup setup;
  FrontierLimits limits;
  FrontierTactics tactics;
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
