// What a sweep and those who watch it share: pausing, giving up, counters.
#pragma once
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <stdexcept>
#include <string>
#include <vector>

namespace tilewright {

// Neither memory nor disk were enough.
struct FrontierFull : std::runtime_error {
  using runtime_error::runtime_error;
};
// Somebody called abort(); nobody waits for an answer.
struct FrontierAborted : std::runtime_error {
  FrontierAborted() : runtime_error("the sweep was given up") {}
};

// It takes longer than it was given.
struct FrontierSlow : std::runtime_error {
  FrontierSlow() : runtime_error("the sweep takes longer than it was given") {}
};

struct FrontierLimits {
  unsigned threads = 1;
  std::int64_t memory = std::int64_t{1} << 30;  // bytes of all tables together
  std::int64_t disk = std::int64_t{1} << 36;    // bytes of what is spilled
  std::uint64_t moves = ~std::uint64_t{0};      // then FrontierSlow is thrown
};

class FrontierControl {
 public:
  void pause() { paused_ = true; }
  void go_on() {
    const std::lock_guard lock(mutex_);
    paused_ = false;
    changed_.notify_all();
  }
  void abort() {
    const std::lock_guard lock(mutex_);
    aborted_ = true;
    changed_.notify_all();
  }
  void limit_nodes(std::uint64_t most) {
    most_nodes_ = most;
    patience = most == ~std::uint64_t{0} ? 256 : 1;
  }
  bool has_limit() const { return most_nodes_ != ~std::uint64_t{0}; }
  bool limited() const { return nodes >= most_nodes_; }

  // Called often by those who work: returns at once, or when the pause is over, or throws.
  void poll() {
    if (limited()) paused_ = true;
    if (!paused_.load(std::memory_order_relaxed) && !aborted_.load(std::memory_order_relaxed))
      return;
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !paused_ || aborted_; });
    if (aborted_) throw FrontierAborted();
  }

  void note_peak() {
    if (bytes > most_bytes) most_bytes = bytes.load();
    if (spilled > most_spilled) most_spilled = spilled.load();
  }

  std::uint64_t patience = 256;  // states between two polls
  std::atomic<std::uint64_t> nodes{0}, stranded{0};
  std::atomic<std::int64_t> bytes{0}, most_bytes{0}, spilled{0}, most_spilled{0};
  std::atomic<std::int32_t> stage{0};

  // Per stage: moves made and states met.
  void finish_stage(std::int32_t stage_number, std::uint64_t moves, std::uint64_t states) {
    const std::lock_guard lock(mutex_);
    if (moves_.size() <= static_cast<std::size_t>(stage_number)) {
      moves_.resize(stage_number + 1, 0);
      states_.resize(stage_number + 1, 0);
    }
    moves_[stage_number] += moves;
    states_[stage_number] += states;
  }
  void forget_stages() {
    const std::lock_guard lock(mutex_);
    moves_.clear();
    states_.clear();
  }
  std::pair<std::vector<std::uint64_t>, std::vector<std::uint64_t>> per_stage() const {
    const std::lock_guard lock(mutex_);
    return {moves_, states_};
  }

 private:
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::atomic<bool> paused_{false}, aborted_{false};
  std::atomic<std::uint64_t> most_nodes_{~std::uint64_t{0}};
  std::vector<std::uint64_t> moves_, states_;
};

}  // namespace tilewright
