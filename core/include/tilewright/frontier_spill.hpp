// States on disk: written when memory is short, read back when their stage has come.
#pragma once
#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

namespace tilewright {

// A file that vanishes with this object.  Any thread may append; what was appended can be read.
class FrontierSpill {
 public:
  FrontierSpill() = default;
  ~FrontierSpill();
  FrontierSpill(const FrontierSpill&) = delete;
  FrontierSpill& operator=(const FrontierSpill&) = delete;

  // Returns where it begins.
  std::int64_t append(const void* data, std::size_t size);
  void read(std::int64_t from, void* data, std::size_t size) const;
  std::int64_t size() const { return size_; }

 private:
  void open();

  std::mutex mutex_;
  int file_ = -1;
  std::int64_t size_ = 0;
};

}  // namespace tilewright
