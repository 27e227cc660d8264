// Work that goes on in a thread of its own, while somebody waits for it a little at a time.
#pragma once
#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>

#include "tilewright/frontier_control.hpp"

namespace tilewright {

class FrontierJob {
 public:
  FrontierJob() = default;
  virtual ~FrontierJob();
  FrontierJob(const FrontierJob&) = delete;
  FrontierJob& operator=(const FrontierJob&) = delete;

  // Go on for at most so long; true when the task is done.  The task pauses when it returns.
  // Throws what the task has thrown.
  bool run(double seconds);
  // From any thread: make run() return soon.
  void stop();

  FrontierControl& control() { return control_; }
  const FrontierControl& control() const { return control_; }

 protected:
  // What run() is to do next.  The task before must be done.
  void set_task(std::function<void()> task);
  // Derived classes call this in their destructors: the task uses what they own.
  void give_up();

 private:
  FrontierControl control_;
  std::function<void()> task_;
  std::thread thread_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool ended_ = false, stopped_ = false, done_ = false;
  std::exception_ptr failure_;
};

}  // namespace tilewright
