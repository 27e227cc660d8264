// What kernels are written in: C++ that a graphics card runs, and the processor, too.
//
// This file and those beside it have no includes of their own but each other.  They are compiled
// twice: into the core, where `TW_PHASE` is a loop over the threads of a block; and, as text that
// the core carries with it, by the compiler of the card when a sweep begins.  So what the tests see
// on the processor is what the card does.
//
// A kernel is a row of *phases*.  Within a phase the threads of a block know nothing of each other;
// at its end all of them wait.  What lasts longer than a phase lies in the block's `Shared`.
//
// `look` may see an old value of a word that others change, `look_now` reads it anew each time.
#pragma once

#ifdef TW_ON_CARD

typedef unsigned long long u64;
typedef unsigned int u32;
#define TW_HD __device__ __forceinline__
#define TW_PHASE(thread) \
  for (u32 thread = threadIdx.x, tw_once = 1; tw_once; tw_once = 0, __syncthreads())

namespace tilewright::kernels {
TW_HD u64 fetch_add(u64* at, u64 more) { return atomicAdd(at, more); }
TW_HD u32 fetch_add(u32* at, u32 more) { return atomicAdd(at, more); }
TW_HD void raise_to(u64* at, u64 least) { atomicMax(at, least); }
TW_HD u64 exchange_if(u64* at, u64 expected, u64 wanted) { return atomicCAS(at, expected, wanted); }
TW_HD u64 look(const u64* at) { return __ldcg(at); }
TW_HD u64 look_now(const u64* at) { return *static_cast<const volatile u64*>(at); }
TW_HD u64 high_product(u64 a, u64 b) { return __umul64hi(a, b); }
TW_HD int lowest_bit(u64 word) { return __ffsll(static_cast<long long>(word)) - 1; }
TW_HD u32 bits_in(u64 word) { return static_cast<u32>(__popcll(word)); }
}  // namespace tilewright::kernels

#else

#include <cstdint>
typedef std::uint64_t u64;
typedef std::uint32_t u32;
#define TW_HD inline
#define TW_PHASE(thread) for (u32 thread = 0; thread < block_threads; ++thread)

namespace tilewright::kernels {
TW_HD u64 fetch_add(u64* at, u64 more) { return __atomic_fetch_add(at, more, __ATOMIC_RELAXED); }
TW_HD u32 fetch_add(u32* at, u32 more) { return __atomic_fetch_add(at, more, __ATOMIC_RELAXED); }
TW_HD void raise_to(u64* at, u64 least) {
  u64 now = __atomic_load_n(at, __ATOMIC_RELAXED);
  while (now < least && !__atomic_compare_exchange_n(at, &now, least, true, __ATOMIC_RELAXED,
                                                     __ATOMIC_RELAXED)) {
  }
}
TW_HD u64 exchange_if(u64* at, u64 expected, u64 wanted) {
  __atomic_compare_exchange_n(at, &expected, wanted, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
  return expected;
}
TW_HD u64 look(const u64* at) { return __atomic_load_n(at, __ATOMIC_RELAXED); }
TW_HD u64 look_now(const u64* at) { return look(at); }
TW_HD u64 high_product(u64 a, u64 b) {
  __extension__ typedef unsigned __int128 Both;
  return static_cast<u64>((static_cast<Both>(a) * b) >> 64);
}
TW_HD int lowest_bit(u64 word) { return __builtin_ctzll(word); }
TW_HD u32 bits_in(u64 word) { return static_cast<u32>(__builtin_popcountll(word)); }
}  // namespace tilewright::kernels

#endif

namespace tilewright::kernels {
constexpr u32 block_threads = 256;
}
