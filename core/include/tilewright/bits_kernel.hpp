// The inner loops of the bits engine, for several kinds of processor.
//
// An option is a row of bits: W words of 64 bits and a *tail* of 32.  The places of the problem
// (masks.hpp) fill the words, then the low end of the tail; the rest of the tail is the number of
// the option's slot.  The options that still fit at a node lie side by side, word by word:
//
//     word[0]   | a0 | b0 | c0 | d0 | ...        so that one instruction looks at several of them
//     word[1]   | a1 | b1 | c1 | d1 | ...
//     tail      | a  | b  | c  | d  | ...
//
// How many options have a bit at a place is never counted place by place.  filter() keeps four
// rows, "seen at least once", twice, three times, four times, which takes four instructions for
// each block of options; fewest() counts in binary with the digits spread over rows, where four
// are not enough.
#pragma once
#include <bit>
#include <cstdint>

#include "tilewright/bits_lanes.hpp"

namespace tilewright {

template <unsigned W>
struct Bits {
  std::uint64_t word[W] = {};
  std::uint32_t tail = 0;

  friend Bits operator&(Bits a, const Bits& b) {
    for (unsigned w = 0; w < W; ++w) a.word[w] &= b.word[w];
    a.tail &= b.tail;
    return a;
  }
  friend Bits operator|(Bits a, const Bits& b) {
    for (unsigned w = 0; w < W; ++w) a.word[w] |= b.word[w];
    a.tail |= b.tail;
    return a;
  }
  friend Bits operator~(Bits a) {
    for (unsigned w = 0; w < W; ++w) a.word[w] = ~a.word[w];
    a.tail = ~a.tail;
    return a;
  }
  bool operator==(const Bits&) const = default;
  bool any() const {
    std::uint64_t any = tail;
    for (unsigned w = 0; w < W; ++w) any |= word[w];
    return any != 0;
  }
  void set(std::uint32_t place) {
    if (place < 64 * W)
      word[place / 64] |= std::uint64_t{1} << (place % 64);
    else
      tail |= 1u << (place - 64 * W);
  }
  void clear(std::uint32_t place) {
    Bits only{};
    only.set(place);
    *this = *this & ~only;
  }
  // There must be one.
  std::uint32_t first() const {
    for (unsigned w = 0; w < W; ++w)
      if (word[w]) return 64 * w + static_cast<std::uint32_t>(std::countr_zero(word[w]));
    return 64 * W + static_cast<std::uint32_t>(std::countr_zero(tail));
  }
};

// Some options.  Behind the last one there is room for a block.
template <unsigned W>
struct Live {
  static constexpr std::uint32_t block = 8;
  std::uint64_t* word[W];
  std::uint32_t* tail;
  std::uint32_t size;
};

struct Fewest {
  std::uint32_t place, ways;  // ways: if that is less than 2^(digits - 1)
};

constexpr unsigned digits = 8;
constexpr unsigned together = 4;

#define TW_LANE [[gnu::always_inline]] inline
#define TW_KERNEL inline
namespace lanes_plain {
#include "tilewright/bits_kernel.inc"
}
#undef TW_LANE
#undef TW_KERNEL

#ifdef TW_X86
#define TW_LANE [[TW_TARGET_AVX2, gnu::always_inline]] inline
#define TW_KERNEL [[TW_TARGET_AVX2]] inline
namespace lanes_avx2 {
#include "tilewright/bits_kernel.inc"
}
#undef TW_LANE
#undef TW_KERNEL
#define TW_LANE [[TW_TARGET_AVX512, gnu::always_inline]] inline
#define TW_KERNEL [[TW_TARGET_AVX512]] inline
namespace lanes_avx512 {
#include "tilewright/bits_kernel.inc"
}
#undef TW_LANE
#undef TW_KERNEL
#endif

}  // namespace tilewright
