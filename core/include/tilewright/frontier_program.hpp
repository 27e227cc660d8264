// A problem as programs for kernels (kernels/program.hpp): one sweep, or two that meet.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "tilewright/frontier_problem.hpp"

namespace tilewright {

struct FrontierProgram {
  std::vector<std::uint64_t> row;  // what kernels read
  std::vector<std::uint32_t> landings;  // of each stage: so many stages after it its states may go
  std::uint32_t bits = 0;          // of the widest state
};

struct FrontierPrograms {
  bool hopeless = false;           // there is no cover; then there are no sweeps
  std::uint64_t start_weight = 1;  // times what the sweeps come to
  std::uint32_t words = 0;         // of a key
  std::vector<FrontierProgram> sweeps;
};

// `meet`: two sweeps; or one; or two if that is possible.  Throws ContractViolation if there is a
// refusal.
FrontierPrograms frontier_programs(const FrontierInput& input, std::optional<bool> meet);

}  // namespace tilewright
