// The options of a problem as rows of bits: what does not change in a search by the bits engine.
#pragma once
#include <bit>
#include <cstdint>
#include <vector>

#include "tilewright/bits_kernel.hpp"
#include "tilewright/exact_cover.hpp"
#include "tilewright/masks.hpp"

namespace tilewright {

// Places that fit into W words and a tail, beside the numbers of so many slots.
constexpr std::uint32_t bits_capacity(unsigned words, std::size_t slots) {
  return 64 * words + 32 - static_cast<std::uint32_t>(std::bit_width(slots));
}

template <unsigned W>
struct BitsTable {
  // A primary item that may be covered several times.
  struct Shared {
    std::uint32_t place;
    std::int32_t lo, hi;
  };

  BitsTable(const ExactCoverView& problem, const BitLayout& layout)
      : shift(32 - static_cast<std::uint32_t>(std::bit_width(layout.number.size()))),
        test(layout.number.size()),
        take(layout.number.size()) {
    for (std::uint32_t item = 0; item < problem.primary(); ++item) {
      if (problem.lo[item] == 1 && problem.hi[item] == 1) open.set(layout.place[item]);
      if (problem.hi[item] > 1)
        shared.push_back({layout.place[item], static_cast<std::int32_t>(problem.lo[item]),
                          static_cast<std::int32_t>(problem.hi[item])});
    }
    std::vector<std::uint32_t> number_of_shared(layout.bits, 0);
    for (std::uint32_t k = 0; k < shared.size(); ++k) number_of_shared[shared[k].place] = k;
    for (std::size_t slot = 0; slot < layout.number.size(); ++slot) {
      const std::uint32_t option = layout.number[slot];
      for (std::uint64_t e = problem.starts[option]; e < problem.starts[option + 1]; ++e) {
        const std::uint32_t item = problem.items[e], place = layout.place[item];
        const std::uint32_t own = place + layout.entry_colour[e];
        test[slot].set(own);
        if (item < problem.primary()) {
          if (problem.hi[item] == 1)
            take[slot].set(own);
          else
            shared_of.push_back(number_of_shared[place]);
          continue;
        }
        const bool coloured = layout.entry_colour[e] > 0;
        for (std::uint32_t b = place; b <= place + layout.colour_count[item]; ++b)
          if (!coloured || b != own) take[slot].set(b);
      }
      shared_begin.push_back(shared_of.size());
    }
  }

  std::uint32_t slot_of(std::uint32_t tail) const { return tail >> shift; }
  std::uint32_t tail_of(std::uint32_t slot) const { return test[slot].tail | slot << shift; }

  std::uint32_t shift;              // of the slot's number in the tail
  std::vector<Bits<W>> test, take;  // of each slot; see masks.hpp
  Bits<W> open;                     // the items that must be covered once: we branch on these
  std::vector<Shared> shared;
  std::vector<std::uint32_t> shared_of;       // numbers of shared items, slot by slot
  std::vector<std::size_t> shared_begin{0};  // of each slot
};

}  // namespace tilewright
