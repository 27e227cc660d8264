// Several options side by side: the few vector instructions that the bits engine needs, once for
// each kind of processor.  Everything else is written once, in bits_kernel.inc.
//
// A kind of processor is a namespace with
//
//     Words, Tails          `lanes` words of 64 bits, and as many of 32 bits
//     load, store, all      all(x): x in every lane
//     clear(x, y)           bit k of the result: have lanes k of x and y no bit in common?
//     keep(k, x)            0 in the lanes whose bit in k is not set
//     pack(k, x)            the lanes whose bit in k is set moved to the front, 0 behind them
//     less_one(x)           1 taken from every lane; of words only
//     less_one_where_none(x, y)  1 taken from the lanes of x where y is 0; of words only
//     fold(x)               the OR of all lanes
//     total(c, sum)         numbers that belong to places, added up over the lanes; see
//                           bits_sums.inc
//
// and the operators & | ^ ~ on both.
#pragma once
#include <cstdint>

#if defined(__x86_64__)
#define TW_X86 1
#include <immintrin.h>
#endif

namespace tilewright {

namespace lanes_plain {
#define TW_LANE [[gnu::always_inline]] inline
constexpr unsigned lanes = 1;
using Words = std::uint64_t;
using Tails = std::uint32_t;
TW_LANE Words load(const std::uint64_t* p) { return *p; }
TW_LANE Tails load(const std::uint32_t* p) { return *p; }
TW_LANE void store(std::uint64_t* p, Words x) { *p = x; }
TW_LANE void store(std::uint32_t* p, Tails x) { *p = x; }
TW_LANE Words all(std::uint64_t x) { return x; }
TW_LANE Tails all(std::uint32_t x) { return x; }
TW_LANE unsigned clear(Words x, Words y) { return (x & y) == 0; }
TW_LANE unsigned clear(Tails x, Tails y) { return (x & y) == 0; }
TW_LANE Words keep(unsigned k, Words x) { return k ? x : 0; }
TW_LANE Tails keep(unsigned k, Tails x) { return k ? x : 0; }
TW_LANE Words pack(unsigned k, Words x) { return keep(k, x); }
TW_LANE Tails pack(unsigned k, Tails x) { return keep(k, x); }
TW_LANE Words less_one(Words x) { return x - 1; }
TW_LANE Words less_one_where_none(Words x, Words y) { return x - (y == 0); }
TW_LANE std::uint64_t fold(Words x) { return x; }
TW_LANE std::uint32_t fold(Tails x) { return x; }
#include "tilewright/bits_sums.inc"
#undef TW_LANE
}  // namespace lanes_plain

#ifdef TW_X86

#define TW_TARGET_AVX2 gnu::target("avx2,bmi,bmi2,popcnt")
#define TW_TARGET_AVX512 gnu::target("avx512f,avx512bw,avx512dq,avx512vl,avx2,bmi,bmi2,popcnt")

namespace lanes_avx2 {
#define TW_LANES_WIDE 256
#define TW_LANE [[TW_TARGET_AVX2, gnu::always_inline]] inline
constexpr unsigned lanes = 4;
using Words = __m256i;
using Tails = __m128i;
// What moves the lanes in k to the front, in bytes for the tails, in halves for the words.
struct Moves {
  alignas(32) std::uint32_t words[16][8];
  alignas(16) std::uint8_t tails[16][16];
  alignas(32) std::uint64_t lanes[16][4];  // all ones in the lanes of k
  alignas(32) std::uint64_t front[5][4];   // all ones in the first few lanes
  constexpr Moves() : words{}, tails{}, lanes{}, front{} {
    for (unsigned k = 0; k < 16; ++k) {
      unsigned n = 0;
      for (unsigned b = 0; b < 16; ++b) tails[k][b] = 0x80;
      for (unsigned lane = 0; lane < 4; ++lane) {
        lanes[k][lane] = k >> lane & 1 ? ~std::uint64_t{0} : 0;
        if (!(k >> lane & 1)) continue;
        words[k][2 * n] = 2 * lane, words[k][2 * n + 1] = 2 * lane + 1;
        for (unsigned b = 0; b < 4; ++b)
          tails[k][4 * n + b] = static_cast<std::uint8_t>(4 * lane + b);
        ++n;
      }
    }
    for (unsigned n = 0; n < 5; ++n)
      for (unsigned lane = 0; lane < n; ++lane) front[n][lane] = ~std::uint64_t{0};
  }
};
inline constexpr Moves moves{};
TW_LANE Words load(const std::uint64_t* p) {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p));
}
TW_LANE Tails load(const std::uint32_t* p) {
  return _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
}
TW_LANE void store(std::uint64_t* p, Words x) {
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(p), x);
}
TW_LANE void store(std::uint32_t* p, Tails x) {
  _mm_storeu_si128(reinterpret_cast<__m128i*>(p), x);
}
TW_LANE Words all(std::uint64_t x) { return _mm256_set1_epi64x(static_cast<long long>(x)); }
TW_LANE Tails all(std::uint32_t x) { return _mm_set1_epi32(static_cast<int>(x)); }
TW_LANE unsigned clear(Words x, Words y) {
  const __m256i none = _mm256_cmpeq_epi64(x & y, _mm256_setzero_si256());
  return static_cast<unsigned>(_mm256_movemask_pd(_mm256_castsi256_pd(none)));
}
TW_LANE unsigned clear(Tails x, Tails y) {
  const __m128i none = _mm_cmpeq_epi32(x & y, _mm_setzero_si128());
  return static_cast<unsigned>(_mm_movemask_ps(_mm_castsi128_ps(none)));
}
TW_LANE Words keep(unsigned k, Words x) { return x & load(moves.lanes[k]); }
TW_LANE Tails keep(unsigned k, Tails x) {
  return x & _mm256_castsi256_si128(_mm256_permutevar8x32_epi32(
                 load(moves.lanes[k]), _mm256_setr_epi32(0, 2, 4, 6, 0, 2, 4, 6)));
}
TW_LANE Words pack(unsigned k, Words x) {
  const auto* move = reinterpret_cast<const __m256i*>(moves.words[k]);
  const Words moved = _mm256_permutevar8x32_epi32(x, _mm256_load_si256(move));
  return moved & load(moves.front[__builtin_popcount(k)]);
}
TW_LANE Tails pack(unsigned k, Tails x) {
  return _mm_shuffle_epi8(x, _mm_load_si128(reinterpret_cast<const __m128i*>(moves.tails[k])));
}
TW_LANE Words less_one(Words x) { return _mm256_sub_epi64(x, _mm256_set1_epi64x(1)); }
TW_LANE Words less_one_where_none(Words x, Words y) {
  return _mm256_add_epi64(x, _mm256_cmpeq_epi64(y, _mm256_setzero_si256()));
}
TW_LANE std::uint64_t fold(Words x) {
  const __m128i y = _mm256_castsi256_si128(x) | _mm256_extracti128_si256(x, 1);
  return static_cast<std::uint64_t>(_mm_cvtsi128_si64(y | _mm_unpackhi_epi64(y, y)));
}
TW_LANE std::uint32_t fold(Tails x) {
  const __m128i y = x | _mm_unpackhi_epi64(x, x);
  return static_cast<std::uint32_t>(_mm_cvtsi128_si32(y | _mm_shuffle_epi32(y, 1)));
}
#include "tilewright/bits_sums.inc"
#undef TW_LANES_WIDE
#undef TW_LANE
}  // namespace lanes_avx2

namespace lanes_avx512 {
#define TW_LANES_WIDE 512
#define TW_LANE [[TW_TARGET_AVX512, gnu::always_inline]] inline
constexpr unsigned lanes = 8;
using Words = __m512i;
using Tails = __m256i;
TW_LANE Words load(const std::uint64_t* p) { return _mm512_loadu_si512(p); }
TW_LANE Tails load(const std::uint32_t* p) {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p));
}
TW_LANE void store(std::uint64_t* p, Words x) { _mm512_storeu_si512(p, x); }
TW_LANE void store(std::uint32_t* p, Tails x) {
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(p), x);
}
TW_LANE Words all(std::uint64_t x) { return _mm512_set1_epi64(static_cast<long long>(x)); }
TW_LANE Tails all(std::uint32_t x) { return _mm256_set1_epi32(static_cast<int>(x)); }
TW_LANE unsigned clear(Words x, Words y) { return _mm512_testn_epi64_mask(x, y); }
TW_LANE unsigned clear(Tails x, Tails y) { return _mm256_testn_epi32_mask(x, y); }
TW_LANE Words keep(unsigned k, Words x) {
  return _mm512_maskz_mov_epi64(static_cast<__mmask8>(k), x);
}
TW_LANE Tails keep(unsigned k, Tails x) {
  return _mm256_maskz_mov_epi32(static_cast<__mmask8>(k), x);
}
TW_LANE Words pack(unsigned k, Words x) {
  return _mm512_maskz_compress_epi64(static_cast<__mmask8>(k), x);
}
TW_LANE Tails pack(unsigned k, Tails x) {
  return _mm256_maskz_compress_epi32(static_cast<__mmask8>(k), x);
}
TW_LANE Words less_one(Words x) { return _mm512_sub_epi64(x, _mm512_set1_epi64(1)); }
TW_LANE Words less_one_where_none(Words x, Words y) {
  return _mm512_mask_sub_epi64(x, _mm512_testn_epi64_mask(y, y), x, _mm512_set1_epi64(1));
}
TW_LANE std::uint64_t fold(Words x) {
  return static_cast<std::uint64_t>(_mm512_reduce_or_epi64(x));
}
TW_LANE std::uint32_t fold(Tails x) {
  const __m128i y = _mm256_castsi256_si128(x) | _mm256_extracti128_si256(x, 1);
  const __m128i z = y | _mm_unpackhi_epi64(y, y);
  return static_cast<std::uint32_t>(_mm_cvtsi128_si32(z | _mm_shuffle_epi32(z, 1)));
}
#include "tilewright/bits_sums.inc"
#undef TW_LANES_WIDE
#undef TW_LANE
}  // namespace lanes_avx512

#endif  // TW_X86

}  // namespace tilewright
