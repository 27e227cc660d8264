// Counting covers by merging states: what the other parts of the frontier engine are for.
//
// See frontier_layout.hpp for what a state is, frontier_plan.hpp for how it goes on,
// frontier_sweep.hpp for how all of them do, frontier_meet.hpp for sweeps from both ends, and
// frontier_kept.hpp for drawing and listing covers.  Two states with equal bits can be completed
// in the same ways; that is why only one of them has to be.
#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "tilewright/frontier_job.hpp"
#include "tilewright/frontier_problem.hpp"
#include "tilewright/search.hpp"

namespace tilewright {

// What the engine has to say of a problem before it begins.
struct FrontierOutline {
  std::uint32_t stages = 0, width = 0;  // bits of the widest state
  std::vector<std::uint32_t> order;     // plain items
  std::string refusal;                  // why it cannot be done; empty if it can
};
FrontierOutline frontier_outline(const FrontierInput& input);

// How to count.  It changes how long it takes, never the answer.
struct FrontierTactics {
  bool pockets = true;     // look for pockets that cannot be filled
  bool look_ahead = false;  // drop states from which there is no move
  bool symmetries = true;  // follow one of two mirror images, and sweep from one end if both are alike
  // Sweep from both ends?  Perhaps: do so if it is possible, but think again if it takes long.
  enum class Meet { never, always, perhaps } meet = Meet::perhaps;
};

// Counts covers, each as often as the product of its weights.  Throws ContractViolation if there
// is a refusal; run() throws FrontierFull if there is not enough room.
class FrontierCount : public FrontierJob {
 public:
  FrontierCount(const FrontierInput& input, const FrontierLimits& limits,
                const FrontierTactics& tactics);
  ~FrontierCount() override;

  // The answer when run() is done, lowest limb first.
  const std::vector<std::uint32_t>& result() const;
  // Stages of all sweeps together.
  std::int32_t stages() const;

 private:
  struct Inside;
  std::unique_ptr<Inside> inside_;
};

// Keeps all states; run() once, then ask.
class FrontierTable : public FrontierJob {
 public:
  static std::unique_ptr<FrontierTable> make(const FrontierInput& input, std::int64_t memory);

  virtual std::int32_t stages() const = 0;
  // Before run(): the states of a stage from 0 to stages(), which then need not be found.  See
  // FrontierKept.  All stages must be loaded, or none.
  virtual void load(std::int32_t stage, std::span<const std::uint64_t> entries,
                    std::uint32_t count_words) = 0;
  // All covers, each as often as the product of its weights.
  virtual std::vector<std::uint32_t> count() const = 0;
  // Covers drawn at random, independently, each in proportion to its weight.
  virtual Batch sample(std::uint64_t count, std::uint64_t seed) const = 0;
  // The next covers of the list of all, in a fixed order; at most so many.
  virtual Batch list(std::uint64_t count) = 0;
  virtual void rewind() = 0;
  // What has not been listed, in the order of the list.
  virtual std::vector<Subtree> rest() const = 0;
  // Make run() find out how many covers have each option; then uses() tells.
  virtual void begin_uses() = 0;
  virtual std::vector<std::vector<std::uint32_t>> uses() const = 0;
};

// How large the sweep would be, or the two that meet: sampled, when a stage has more states than
// `most`.  `tried` is what that took: moves looked at, whether they fit or not.
struct FrontierProbe {
  double moves = 0, states = 0;
  std::uint32_t width = 0;
  bool meets = false;
  std::uint64_t tried = 0;

  double cost() const { return moves + states; }
};
// `perhaps`: whatever costs less.  `always`: the two that meet, if that is possible.  Symmetries
// are for counts; a table of all states is without.
FrontierProbe frontier_probe(const FrontierInput& input, std::uint64_t most, std::uint64_t seed,
                             FrontierTactics::Meet meet = FrontierTactics::Meet::perhaps,
                             bool symmetries = true);

// How many times as many states a count would have without symmetries, roughly: 1, 2 or 4.
std::uint32_t frontier_saving(const FrontierInput& input);

// A count begins with sweeps that meet, if that is possible; after so many moves it thinks again.
constexpr std::uint64_t moves_before_thinking_again = 30'000'000;  // some seconds

}  // namespace tilewright
