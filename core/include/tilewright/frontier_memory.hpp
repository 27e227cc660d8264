// Memory that is counted, so that somebody can keep to a limit.
//
// Large blocks are mapped one by one: what is freed goes back to the system at once.  (malloc keeps
// it, in pieces that tables which grow by a third never fit into; the process then holds up to half
// as much again as its tables.)
#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace tilewright {

// A block of bytes, all 0 at first, whose size is added to a total.
class CountedBytes {
 public:
  CountedBytes() = default;
  CountedBytes(std::size_t size, std::atomic<std::int64_t>& total);
  CountedBytes(CountedBytes&& other) noexcept { swap(other); }
  CountedBytes& operator=(CountedBytes&& other) noexcept {
    swap(other);
    return *this;
  }
  ~CountedBytes();
  void swap(CountedBytes& other) noexcept;
  void* data() const { return data_; }
  std::size_t size() const { return size_; }

 private:
  void* data_ = nullptr;
  std::size_t size_ = 0;
  std::atomic<std::int64_t>* total_ = nullptr;
};

}  // namespace tilewright
