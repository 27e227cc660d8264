// The inner loops for options of one word each, of 64 or of 32 bits.  See bits_kernel.hpp.
//
// LongLanes and ShortLanes name the instructions for such rows: as many as the processor takes at
// a time.
#pragma once
#include <cstdint>

#include "tilewright/bits_kernel.hpp"

namespace tilewright {

constexpr std::uint32_t rows_block = 16;  // room that a list must have behind its last row

namespace lanes_plain {
#define TW_LANE [[gnu::always_inline]] inline
#define TW_KERNEL inline
template <class R>
struct OneLane {
  using Row = R;
  using Rows = R;
  static constexpr unsigned count = 1;
  TW_LANE static Rows load(const Row* p) { return *p; }
  TW_LANE static void store(Row* p, Rows x) { *p = x; }
  TW_LANE static Rows all(Row x) { return x; }
  TW_LANE static unsigned clear(Rows x, Rows y) { return (x & y) == 0; }
  TW_LANE static Rows keep(unsigned k, Rows x) { return k ? x : 0; }
  TW_LANE static Rows pack(unsigned k, Rows x) { return keep(k, x); }
  TW_LANE static Row fold(Rows x) { return x; }
  template <bool Seen, unsigned B>
  TW_LANE static void total(const Rows (&c)[B], Row (&sum)[B]) {
    for (unsigned t = 0; t < B; ++t) sum[t] = c[t];
  }
};
using LongLanes = OneLane<std::uint64_t>;
using ShortLanes = OneLane<std::uint32_t>;
#include "tilewright/bits_rows_kernel.inc"
#undef TW_LANE
#undef TW_KERNEL
}  // namespace lanes_plain

#ifdef TW_X86
// Rows of 64 bits are the words of bits_lanes.hpp, and rows of 32 bits are added up in pairs.
#define TW_LONG_LANES                                                                   \
  struct LongLanes {                                                                    \
    using Row = std::uint64_t;                                                          \
    using Rows = Words;                                                                 \
    static constexpr unsigned count = lanes;                                            \
    TW_LANE static Rows load(const Row* p) { return ns::load(p); }                      \
    TW_LANE static void store(Row* p, Rows x) { ns::store(p, x); }                      \
    TW_LANE static Rows all(Row x) { return ns::all(x); }                               \
    TW_LANE static unsigned clear(Rows x, Rows y) { return ns::clear(x, y); }           \
    TW_LANE static Rows keep(unsigned k, Rows x) { return ns::keep(k, x); }             \
    TW_LANE static Rows pack(unsigned k, Rows x) { return ns::pack(k, x); }             \
    TW_LANE static Row fold(Rows x) { return ns::fold(x); }                             \
    template <bool Seen, unsigned B>                                                    \
    TW_LANE static void total(const Rows (&c)[B], Row (&sum)[B]) {                      \
      ns::total<Seen>(c, sum);                                                          \
    }                                                                                   \
  };
#define TW_SHORT_SUMS                                                                   \
  TW_LANE static Row fold(Rows x) {                                                     \
    const std::uint64_t both = ns::fold(x);                                             \
    return static_cast<Row>(both | both >> 32);                                         \
  }                                                                                     \
  template <bool Seen, unsigned B>                                                      \
  TW_LANE static void total(const Rows (&c)[B], Row (&sum)[B]) {                        \
    std::uint64_t pair[B];                                                              \
    Row high[B];                                                                        \
    ns::total<Seen>(c, pair);                                                           \
    for (unsigned t = 0; t < B; ++t) {                                                  \
      sum[t] = static_cast<Row>(pair[t]);                                               \
      high[t] = static_cast<Row>(pair[t] >> 32);                                        \
    }                                                                                   \
    combine<Seen>(sum, high);                                                           \
  }

namespace lanes_avx2 {
#define TW_LANES_WIDE 256
#define TW_LANE [[TW_TARGET_AVX2, gnu::always_inline]] inline
#define TW_KERNEL [[TW_TARGET_AVX2]] inline
namespace ns = lanes_avx2;
TW_LONG_LANES
struct ShortMoves {
  alignas(32) std::uint32_t front[256][8];  // what moves the lanes of k to the front
  constexpr ShortMoves() : front{} {
    for (unsigned k = 0; k < 256; ++k) {
      unsigned n = 0;
      for (unsigned lane = 0; lane < 8; ++lane)
        if (k >> lane & 1) front[k][n++] = lane;
    }
  }
};
inline constexpr ShortMoves short_moves{};
struct ShortLanes {
  using Row = std::uint32_t;
  using Rows = __m256i;
  static constexpr unsigned count = 8;
  TW_LANE static Rows load(const Row* p) {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p));
  }
  TW_LANE static void store(Row* p, Rows x) {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(p), x);
  }
  TW_LANE static Rows all(Row x) { return _mm256_set1_epi32(static_cast<int>(x)); }
  TW_LANE static unsigned clear(Rows x, Rows y) {
    const __m256i none = _mm256_cmpeq_epi32(x & y, _mm256_setzero_si256());
    return static_cast<unsigned>(_mm256_movemask_ps(_mm256_castsi256_ps(none)));
  }
  TW_LANE static Rows keep(unsigned k, Rows x) { return x & ones(k); }
  TW_LANE static Rows pack(unsigned k, Rows x) {
    const auto* move = reinterpret_cast<const __m256i*>(short_moves.front[k]);
    const Rows moved = _mm256_permutevar8x32_epi32(x, _mm256_load_si256(move));
    return keep((1u << __builtin_popcount(k)) - 1, moved);
  }
  TW_SHORT_SUMS

 private:
  // In the lanes of k.
  TW_LANE static Rows ones(unsigned k) {
    const __m256i each = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
    return _mm256_cmpeq_epi32(_mm256_set1_epi32(static_cast<int>(k)) & each, each);
  }
};
#include "tilewright/bits_rows_kernel.inc"
#undef TW_LANE
#undef TW_KERNEL
#undef TW_LANES_WIDE
}  // namespace lanes_avx2

namespace lanes_avx512 {
#define TW_LANES_WIDE 512
#define TW_LANE [[TW_TARGET_AVX512, gnu::always_inline]] inline
#define TW_KERNEL [[TW_TARGET_AVX512]] inline
namespace ns = lanes_avx512;
TW_LONG_LANES
struct ShortLanes {
  using Row = std::uint32_t;
  using Rows = __m512i;
  static constexpr unsigned count = 16;
  TW_LANE static Rows load(const Row* p) { return _mm512_loadu_si512(p); }
  TW_LANE static void store(Row* p, Rows x) { _mm512_storeu_si512(p, x); }
  TW_LANE static Rows all(Row x) { return _mm512_set1_epi32(static_cast<int>(x)); }
  TW_LANE static unsigned clear(Rows x, Rows y) { return _mm512_testn_epi32_mask(x, y); }
  TW_LANE static Rows keep(unsigned k, Rows x) {
    return _mm512_maskz_mov_epi32(static_cast<__mmask16>(k), x);
  }
  TW_LANE static Rows pack(unsigned k, Rows x) {
    return _mm512_maskz_compress_epi32(static_cast<__mmask16>(k), x);
  }
  TW_SHORT_SUMS
};
#include "tilewright/bits_rows_kernel.inc"
#undef TW_LANE
#undef TW_KERNEL
#undef TW_LANES_WIDE
}  // namespace lanes_avx512
#undef TW_LONG_LANES
#undef TW_SHORT_SUMS
#endif

}  // namespace tilewright
