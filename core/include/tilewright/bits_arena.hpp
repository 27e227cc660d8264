// Lists of options as rows of bits, one behind the other: that of a node behind that of its parent.
#pragma once
#include <cstdint>

#include "tilewright/bits_kernel.hpp"
#include "tilewright/stack.hpp"

namespace tilewright {

// Where a list is, in the arena.
struct BitsList {
  std::size_t begin = 0, end = 0;
  std::uint32_t size = 0, capacity = 0;
};

template <unsigned W>
class BitsArena {
 public:
  // An empty list with room for so many options; lists behind it are gone.
  BitsList make_room(std::size_t begin, std::uint32_t size) {
    const std::uint32_t blocks = size / Live<W>::block + 2;
    const std::uint32_t capacity = blocks * Live<W>::block;
    const std::size_t end = begin + capacity * W + capacity / 2;
    words_.resize(begin);
    words_.reserve(end - begin);
    return {begin, end, 0, capacity};
  }

  // Good until the next make_room().
  Live<W> rows(const BitsList& list) {
    Live<W> live;
    for (unsigned w = 0; w < W; ++w) live.word[w] = &words_[list.begin + w * list.capacity];
    live.tail = reinterpret_cast<std::uint32_t*>(&words_[list.begin + W * list.capacity]);
    live.size = list.size;
    return live;
  }

 private:
  Stack<std::uint64_t> words_;
};

}  // namespace tilewright
