// From a limit in seconds to the moment when it is over.
#pragma once
#include <algorithm>
#include <chrono>

namespace tilewright {

using Clock = std::chrono::steady_clock;

// Never, if the limit is more than thirty years or no number; now, if it is negative.
inline Clock::time_point deadline_after(double seconds) {
  if (!(seconds < 1e9)) return Clock::time_point::max();
  return Clock::now() + std::chrono::duration_cast<Clock::duration>(
                            std::chrono::duration<double>(std::max(seconds, 0.0)));
}

}  // namespace tilewright
