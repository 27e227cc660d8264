// States on disk: written when memory is short, read back when their stage has come.
#pragma once
#include <cstdint>
#include <mutex>

namespace tilewright {

// A file that vanishes with this object.  Any thread may write what it has reserved; what was
// written can be read.
class FrontierSpill {
 public:
  FrontierSpill() = default;
  ~FrontierSpill();
  FrontierSpill(const FrontierSpill&) = delete;
  FrontierSpill& operator=(const FrontierSpill&) = delete;

  // Returns where it begins.
  std::int64_t reserve(std::int64_t size);
  void write(std::int64_t to, const void* data, std::size_t size);
  void read(std::int64_t from, void* data, std::size_t size) const;
  std::int64_t size() const {
    const std::lock_guard lock(mutex_);
    return size_;
  }

 private:
  void open();

  mutable std::mutex mutex_;
  int file_ = -1;
  std::int64_t size_ = 0;
};

}  // namespace tilewright
