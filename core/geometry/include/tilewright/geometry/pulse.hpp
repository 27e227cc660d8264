// What takes long says now and then that it is alive; whoever listens may throw to end it.
#pragma once
#include <cstddef>
#include <functional>
#include <utility>

namespace tilewright::geometry {

class Pulse {
 public:
  static constexpr std::size_t steps_between = 1 << 16;

  explicit Pulse(std::function<void()> beat) : beat_(std::move(beat)) {}

  void after(std::size_t steps) {
    if ((left_ -= static_cast<std::ptrdiff_t>(steps)) > 0) return;
    left_ = steps_between;
    beat_();
  }

 private:
  std::function<void()> beat_;
  std::ptrdiff_t left_ = steps_between;
};

}  // namespace tilewright::geometry
