#include "tilewright/frontier.hpp"

#include "tilewright/frontier_setup.hpp"
#include "tilewright/frontier_sweep.hpp"

namespace tilewright {

FrontierOutline frontier_outline(const FrontierInput& input) {
  const FrontierSetup setup(input, true);
  return {static_cast<std::uint32_t>(setup.layout.stage_count()), setup.layout.width, setup.order,
          setup.refusal()};
}

struct FrontierCount::Inside {
  Inside(const FrontierInput& input, const FrontierLimits& wanted, const FrontierTactics& how)
      : setup(input, how.pockets), limits(wanted), tactics(how) {
    setup.require_possible();
    if (!tactics.meet) return;
    halves = std::make_unique<FrontierHalves>(setup.problem, setup.order);
    if (!halves->possible) return;
    near = std::make_unique<FrontierLayout>(setup.problem, setup.order, halves->near,
                                            halves->shared, setup.pockets);
    far = std::make_unique<FrontierLayout>(setup.problem, halves->far_order, halves->far,
                                           halves->shared, setup.pockets);
    if (std::max(near->width, far->width) > widest_frontier) far = nullptr;
  }

  void count(FrontierControl& control) {
    const FrontierProblem& problem = setup.problem;
    if (problem.hopeless) return;
    if (setup.layout.stage_count() == 0)
      answer = {static_cast<Limb>(problem.start_weight),
                static_cast<Limb>(problem.start_weight >> 32)};
    else if (far)
      with_words(std::max(near->width, far->width), [&](auto words) { meet<words>(control); });
    else
      with_words(setup.layout.width, [&](auto words) { sweep<words>(control); });
  }

  template <unsigned W>
  void sweep(FrontierControl& control) {
    const FrontierPlan<W> plan(setup.problem, setup.layout, setup.pocket_cells(), {});
    const auto last = FrontierSweep<W>(plan, control, limits, tactics.look_ahead)
                          .run(setup.problem.start_weight);
    if (!last) return;
    const FrontierPart<W>& part = last->part(0);
    for (std::uint64_t place = 0; place < part.capacity(); ++place)
      if (part.used(place)) answer.assign(part.count(place), part.count(place) + part.limbs());
  }

  template <unsigned W>
  void meet(FrontierControl& control) {
    std::unique_ptr<FrontierPending<W>> left;
    {
      const FrontierPlan<W> plan(setup.problem, *near, setup.pocket_cells(), halves->far);
      left = FrontierSweep<W>(plan, control, limits, tactics.look_ahead)
                 .run(setup.problem.start_weight);
    }
    if (!left) return;
    const FrontierPlan<W> plan(setup.problem, *far, setup.pocket_cells(), halves->near);
    const FrontierBridge<W> bridge(*far, *near);
    answer = FrontierSweep<W>(plan, control, limits, tactics.look_ahead)
                 .meet(*left, bridge, near->stage_count());
  }

  FrontierSetup setup;
  FrontierLimits limits;
  FrontierTactics tactics;
  std::unique_ptr<FrontierHalves> halves;
  std::unique_ptr<FrontierLayout> near, far;
  std::vector<Limb> answer;
};

FrontierCount::FrontierCount(const FrontierInput& input, const FrontierLimits& limits,
                             const FrontierTactics& tactics)
    : inside_(std::make_unique<Inside>(input, limits, tactics)) {
  set_task([this] { inside_->count(control()); });
}

FrontierCount::~FrontierCount() { give_up(); }

const std::vector<std::uint32_t>& FrontierCount::result() const { return inside_->answer; }

std::int32_t FrontierCount::stages() const {
  const Inside& in = *inside_;
  return in.far ? in.near->stage_count() + in.far->stage_count() : in.setup.layout.stage_count();
}

}  // namespace tilewright
