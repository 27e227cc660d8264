#include "tilewright/frontier.hpp"

#include <chrono>
#include <functional>
#include <numeric>
#include <thread>

#include "tilewright/contract.hpp"
#include "tilewright/frontier_sweep.hpp"

namespace tilewright {
namespace {

constexpr std::uint32_t widest = 8 * 64 - 1;  // one bit is kept for empty places of tables

// Pockets of dominoes die soon enough without being looked for.
constexpr std::uint32_t smallest_divisor = 3;

std::vector<std::uint32_t> all_options(const FrontierProblem& problem) {
  std::vector<std::uint32_t> all(problem.options.size());
  std::iota(all.begin(), all.end(), 0);
  return all;
}

using Answer = std::vector<Limb>;

template <unsigned W>
Answer count_covers(const FrontierProblem& problem, const FrontierLayout& layout,
                    const FrontierCells* cells, FrontierControl& control,
                    const FrontierLimits& limits) {
  const FrontierPlan<W> plan(problem, layout, cells, {});
  const auto last = FrontierSweep<W>(plan, control, limits).run(problem.start_weight);
  if (!last) return {};
  const FrontierPart<W>& part = last->part(0);
  for (std::uint64_t place = 0; place < part.capacity(); ++place)
    if (part.used(place))
      return {part.count(place), part.count(place) + limbs_used(part.count(place), part.limbs())};
  return {};
}

template <unsigned W>
Answer count_by_meeting(const FrontierProblem& problem, const FrontierHalves& halves,
                        const FrontierLayout& near,
                        const FrontierLayout& far, const FrontierCells* cells,
                        FrontierControl& control, const FrontierLimits& limits) {
  std::unique_ptr<FrontierPending<W>> met;
  {
    const FrontierPlan<W> plan(problem, near, cells, halves.far);
    met = FrontierSweep<W>(plan, control, limits).run(problem.start_weight);
  }
  if (!met) return {};
  const FrontierPlan<W> plan(problem, far, cells, halves.near);
  const FrontierBridge<W> bridge(far, near);
  return FrontierSweep<W>(plan, control, limits).meet(1, *met, bridge);
}

}  // namespace

FrontierOutline frontier_outline(const FrontierInput& input) {
  const FrontierProblem problem(input);
  FrontierOutline outline;
  outline.order = frontier_order(problem);
  const FrontierLayout layout(problem, outline.order, all_options(problem), {}, true);
  outline.stages = static_cast<std::uint32_t>(layout.stage_count());
  outline.width = layout.width;
  if (layout.width > widest)
    outline.refusal = "the border between what is decided and what is not takes " +
                      std::to_string(layout.width) + " bits in the best order found, and at most " +
                      std::to_string(widest) + " are possible";
  return outline;
}

struct FrontierCount::Inside {
  Inside(const FrontierInput& input, const FrontierLimits& wanted, bool prune, bool meet)
      : problem(input), limits(wanted), cells(problem) {
    const auto order = frontier_order(problem);
    pockets = prune && cells.divisor >= smallest_divisor;
    layout = std::make_unique<FrontierLayout>(problem, order, all_options(problem),
                                              std::vector<std::uint8_t>{}, pockets);
    TW_REQUIRE(layout->width <= widest, "the border takes " + std::to_string(layout->width) +
                                            " bits, and at most " + std::to_string(widest) +
                                            " are possible: use another engine");
    if (!meet) return;
    halves = std::make_unique<FrontierHalves>(problem, order);
    if (!halves->possible) return;
    layout = std::make_unique<FrontierLayout>(problem, order, halves->near, halves->shared, pockets);
    far = std::make_unique<FrontierLayout>(problem, halves->far_order, halves->far, halves->shared,
                                           pockets);
  }

  void work() {
    try {
      if (!problem.hopeless) answer = count();
      done = true;
    } catch (const FrontierAborted&) {
    } catch (...) {
      failure = std::current_exception();
    }
    const std::lock_guard lock(mutex);
    ended = true;
    changed.notify_all();
  }

  Answer count() {
    if (layout->stage_count() == 0)
      return {static_cast<Limb>(problem.start_weight), static_cast<Limb>(problem.start_weight >> 32)};
    const FrontierCells* const look = pockets ? &cells : nullptr;
    if (far) {
      const std::uint32_t bits = std::max(layout->width, far->width) + 1;
      if (bits <= 64) return count_by_meeting<1>(problem, *halves, *layout, *far, look, control, limits);
      if (bits <= 128) return count_by_meeting<2>(problem, *halves, *layout, *far, look, control, limits);
      return count_by_meeting<8>(problem, *halves, *layout, *far, look, control, limits);
    }
    const std::uint32_t bits = layout->width + 1;
    if (bits <= 64) return count_covers<1>(problem, *layout, look, control, limits);
    if (bits <= 128) return count_covers<2>(problem, *layout, look, control, limits);
    if (bits <= 192) return count_covers<3>(problem, *layout, look, control, limits);
    if (bits <= 256) return count_covers<4>(problem, *layout, look, control, limits);
    return count_covers<8>(problem, *layout, look, control, limits);
  }

  FrontierProblem problem;
  FrontierLimits limits;
  FrontierCells cells;
  bool pockets = false;
  std::unique_ptr<FrontierHalves> halves;
  std::unique_ptr<FrontierLayout> layout, far;
  FrontierControl control;

  std::thread thread;
  std::mutex mutex;
  std::condition_variable changed;
  bool ended = false, stopped = false;
  std::atomic<bool> done = false;
  Answer answer;
  std::exception_ptr failure;
};

FrontierCount::FrontierCount(const FrontierInput& input, const FrontierLimits& limits, bool prune,
                             bool meet)
    : inside_(std::make_unique<Inside>(input, limits, prune, meet)) {}

FrontierCount::~FrontierCount() {
  inside_->control.abort();
  if (inside_->thread.joinable()) inside_->thread.join();
}

bool FrontierCount::run(double seconds) {
  Inside& in = *inside_;
  {
    std::unique_lock lock(in.mutex);
    if (!in.thread.joinable() && !in.ended) in.thread = std::thread([&in] { in.work(); });
    in.control.go_on();
    in.changed.wait_for(lock, std::chrono::duration<double>(seconds),
                        [&] { return in.ended || in.stopped || in.control.limited(); });
    in.stopped = false;
    in.control.pause();
  }
  if (in.failure) std::rethrow_exception(in.failure);
  return in.done;
}

void FrontierCount::stop() {
  const std::lock_guard lock(inside_->mutex);
  inside_->stopped = true;
  inside_->changed.notify_all();
}

std::vector<std::uint32_t> FrontierCount::result() const { return inside_->answer; }
FrontierControl& FrontierCount::control() { return inside_->control; }
const FrontierControl& FrontierCount::control() const { return inside_->control; }
std::int32_t FrontierCount::stages() const { return inside_->layout->stage_count(); }

}  // namespace tilewright
