#include "tilewright/frontier_job.hpp"

#include <algorithm>
#include <utility>

#include "tilewright/deadline.hpp"

namespace tilewright {

FrontierJob::~FrontierJob() { give_up(); }

void FrontierJob::give_up() {
  control_.abort();
  if (thread_.joinable()) thread_.join();
}

void FrontierJob::set_task(std::function<void()> task) {
  if (thread_.joinable()) thread_.join();
  task_ = std::move(task);
  ended_ = done_ = false;
  failure_ = nullptr;
}

bool FrontierJob::run(double seconds) {
  std::unique_lock lock(mutex_);
  if (!thread_.joinable() && !ended_)
    thread_ = std::thread([this] {
      std::exception_ptr failure;
      bool done = false;
      try {
        task_();
        done = true;
      } catch (const FrontierAborted&) {  // nobody waits for an answer
      } catch (...) {
        failure = std::current_exception();
      }
      const std::lock_guard ending(mutex_);
      failure_ = failure;
      done_ = done;
      ended_ = true;
      changed_.notify_all();
    });
  control_.go_on();
  const auto done = [this] { return ended_ || stopped_ || control_.limited(); };
  const auto deadline = deadline_after(seconds);
  // Nobody tells when the limit is reached: whoever reaches it must not wait for a lock.
  const double look = control_.has_limit() ? 0.001 : seconds;
  while (!done() && Clock::now() < deadline)
    changed_.wait_until(lock, std::min(deadline, deadline_after(look)), done);
  stopped_ = false;
  control_.pause();
  if (failure_) std::rethrow_exception(failure_);
  return done_;
}

void FrontierJob::stop() {
  const std::lock_guard lock(mutex_);
  stopped_ = true;
  changed_.notify_all();
}

}  // namespace tilewright
