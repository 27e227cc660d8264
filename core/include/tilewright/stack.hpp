// A vector for trivial values whose push leaves the new top as it was: a search pushes a frame at
// every node, and filling one in twice is felt.
#pragma once
#include <algorithm>
#include <cstddef>
#include <memory>
#include <type_traits>

namespace tilewright {

template <class T>
class Stack {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  // A new top, as it was left by whoever stood there before: assign all of it.
  T& push() {
    if (size_ == capacity_) [[unlikely]] grow();
    return data_[size_++];
  }
  void pop() { --size_; }
  // Room for so many values behind the top; they are in only after resize().
  T* reserve(std::size_t more) {
    while (capacity_ - size_ < more) [[unlikely]] grow();
    return data_.get() + size_;
  }
  // Behind the top; see reserve().
  T* end_of_room() { return data_.get() + size_; }
  // At most as large as was reserved.
  void resize(std::size_t size) { size_ = size; }

  T& top() { return data_[size_ - 1]; }
  const T& top() const { return data_[size_ - 1]; }
  T& operator[](std::size_t k) { return data_[k]; }
  const T& operator[](std::size_t k) const { return data_[k]; }
  std::size_t size() const { return size_; }
  const T* begin() const { return data_.get(); }
  const T* end() const { return data_.get() + size_; }

 private:
  void grow() {
    const std::size_t capacity = std::max<std::size_t>(64, 2 * capacity_);
    auto data = std::make_unique<T[]>(capacity);
    std::copy(begin(), end(), data.get());
    data_ = std::move(data);
    capacity_ = capacity;
  }

  std::unique_ptr<T[]> data_;
  std::size_t size_ = 0, capacity_ = 0;
};

}  // namespace tilewright
