// The end of a search by bits: what is left when few options still fit, gone through at once.
//
// Most nodes lie deep in the tree, where there are fewer options than a word or two have bits.
// There the matrix is turned round.  A place has a column, with a bit for each option that has the
// place; the options that still fit are such words, too.  To choose an option is to take away what
// stands in the columns of its places:
//
//     column of place 3    . 1 . . 1 1 . .        options 1, 4, 5 have it
//     fitting              1 1 . . . 1 1 1        of these, 1 and 5 can still be chosen
//
// An item has no option, or one, two, three, if nothing is left of its column after the lowest bit
// was taken away as often.  So no list is made, nothing is added up over lanes, and a node that was
// looked at before it was entered need not be looked at again.
//
// The tree is that of BitsRows, and what is counted, too.  See ending.hpp for what becomes of it.
#pragma once
#include <bit>
#include <cstdint>
#include <cstring>
#include <utility>

#include "tilewright/bits_rows_kernel.hpp"
#include "tilewright/ending.hpp"

namespace tilewright {

// So many items may be open, and so many options may fit, when an end begins.
constexpr std::uint32_t end_items = 32, end_options = 128;
static_assert(end_items <= Ending::most_levels && end_options <= Ending::updates_per_node);

namespace lanes_plain {
#define TW_LANE [[gnu::always_inline]] inline
#define TW_KERNEL inline
#include "tilewright/bits_end.inc"
#undef TW_LANE
#undef TW_KERNEL
}  // namespace lanes_plain

#ifdef TW_X86
namespace lanes_avx2 {
#define TW_LANES_WIDE 256
#define TW_LANE [[TW_TARGET_AVX2, gnu::always_inline]] inline
#define TW_KERNEL [[TW_TARGET_AVX2]] inline
#include "tilewright/bits_end.inc"
#undef TW_LANE
#undef TW_KERNEL
#undef TW_LANES_WIDE
}  // namespace lanes_avx2

namespace lanes_avx512 {
#define TW_LANES_WIDE 512
#define TW_LANE [[TW_TARGET_AVX512, gnu::always_inline]] inline
#define TW_KERNEL [[TW_TARGET_AVX512]] inline
#include "tilewright/bits_end.inc"
#undef TW_LANE
#undef TW_KERNEL
#undef TW_LANES_WIDE
}  // namespace lanes_avx512
#endif

}  // namespace tilewright
