// The books of the items that may be covered several times: how often each may and must still be.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

#include "tilewright/bits_table.hpp"

namespace tilewright {

template <unsigned W>
class BitsBooks {
 public:
  // The table must outlive the books.
  explicit BitsBooks(const BitsTable<W>& table) : table_(table) {
    for (const auto& s : table.shared) room_.push_back(s.hi), need_.push_back(s.lo);
  }

  bool operator==(const BitsBooks& other) const {
    return need_ == other.need_ && room_ == other.room_;
  }

  // An option is chosen; items that have no more room are `gone`.
  void use(std::uint32_t slot, Bits<W>& gone) {
    for_each(slot, [&](std::uint32_t item) {
      --need_[item];
      if (--room_[item] == 0) gone.set(table_.shared[item].place);
    });
  }
  void give_back(std::uint32_t slot) {
    for_each(slot, [&](std::uint32_t item) { ++need_[item], ++room_[item]; });
  }

  bool need_more() const {
    return std::any_of(need_.begin(), need_.end(), [](std::int32_t need) { return need > 0; });
  }
  // Is there an item that needs options, where options have bits at the places `seen` only?
  bool lack_options(const Bits<W>& seen) const {
    for (std::size_t k = 0; k < need_.size(); ++k) {
      Bits<W> place{};
      place.set(table_.shared[k].place);
      if (need_[k] > 0 && !(seen & place).any()) return true;
    }
    return false;
  }

  // Can all these options be chosen together?
  bool fit_together(const std::uint32_t* slots, std::uint32_t count) {
    Bits<W> taken{};
    bool fit = true;
    for (std::uint32_t k = 0; k < count; ++k) {
      fit &= !(table_.test[slots[k]] & taken).any();
      taken = taken | table_.take[slots[k]];
      for_each(slots[k], [&](std::uint32_t item) { fit &= --room_[item] >= 0; });
    }
    for (std::uint32_t k = 0; k < count; ++k)
      for_each(slots[k], [&](std::uint32_t item) { ++room_[item]; });
    return fit;
  }

 private:
  template <class Visit>
  void for_each(std::uint32_t slot, Visit visit) const {
    for (std::size_t k = table_.shared_begin[slot]; k < table_.shared_begin[slot + 1]; ++k)
      visit(table_.shared_of[k]);
  }

  const BitsTable<W>& table_;
  std::vector<std::int32_t> need_, room_;
};

}  // namespace tilewright
