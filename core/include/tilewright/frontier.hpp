// Counting covers by merging states: what the other parts of the frontier engine are for.
//
// See frontier_layout.hpp for what a state is, frontier_plan.hpp for how it goes on, and
// frontier_sweep.hpp for how all of them do.  Two states with equal bits can be completed in the
// same ways; that is why only one of them has to be.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "tilewright/frontier_control.hpp"
#include "tilewright/frontier_problem.hpp"

namespace tilewright {

// What the engine has to say of a problem before it begins.
struct FrontierOutline {
  std::uint32_t stages = 0, width = 0;  // bits of the widest state
  std::vector<std::uint32_t> order;     // plain items
  std::string refusal;                  // why it cannot be done; empty if it can
};
FrontierOutline frontier_outline(const FrontierInput& input);

// A count that goes on in a thread of its own.  Throws ContractViolation if there is a refusal.
class FrontierCount {
 public:
  FrontierCount(const FrontierInput& input, const FrontierLimits& limits, bool prune,
                bool meet);
  ~FrontierCount();

  // Go on for at most so long; true when the answer is there.  Pauses when it returns.
  bool run(double seconds);
  // From any thread: make run() return soon.
  void stop();

  // The answer, lowest limb first.
  std::vector<std::uint32_t> result() const;
  FrontierControl& control();
  const FrontierControl& control() const;
  std::int32_t stages() const;

 private:
  struct Inside;
  std::unique_ptr<Inside> inside_;
};

}  // namespace tilewright
