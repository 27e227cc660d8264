// Sizes (lengths, angles, areas) that are equal up to rounding get the same number, their class.
//
// A class is represented by the first size of it that was met; others belong to it if they differ
// by at most the tolerance.  Classes carry on through the search, so that sizes are looked up once,
// when a side or a corner comes into being, and compared as whole numbers ever after.
//
// Whether that is safe can be seen afterwards: `widest` is the largest difference between two sizes
// that were taken for equal, `closest` the smallest between two that were not.  With exact input
// these two lie many orders of magnitude apart.
#pragma once
#include <cmath>
#include <cstdint>
#include <limits>
#include <set>
#include <vector>

namespace tilewright {

class SizeClasses {
 public:
  explicit SizeClasses(double tolerance) : tolerance_(tolerance), slots_(64) {}

  std::uint32_t of(double size) {
    const auto cell = static_cast<std::int64_t>(std::floor(size / (2 * tolerance_)));
    for (std::int64_t near = cell - 1; near <= cell + 1; ++near)
      for (std::size_t at = home(near);; at = (at + 1) & (slots_.size() - 1)) {
        const Slot& slot = slots_[at];
        if (slot.number == none) break;
        if (slot.cell != near) continue;
        const double off = std::abs(sizes_[slot.number] - size);
        if (off > tolerance_) continue;
        if (off > widest_) widest_ = off;
        return slot.number;
      }
    return add(size, cell);
  }

  double size(std::uint32_t number) const { return sizes_[number]; }
  std::uint32_t count() const { return static_cast<std::uint32_t>(sizes_.size()); }
  double tolerance() const { return tolerance_; }
  double widest() const { return widest_; }
  double closest() const { return closest_; }

 private:
  static constexpr std::uint32_t none = 0xffffffffu;
  struct Slot {
    std::int64_t cell = 0;
    std::uint32_t number = none;
  };

  std::size_t home(std::int64_t cell) const {
    const std::uint64_t mixed = static_cast<std::uint64_t>(cell) * 0x9e3779b97f4a7c15u;
    return (mixed >> 20) & (slots_.size() - 1);
  }

  void place(std::int64_t cell, std::uint32_t number) {
    std::size_t at = home(cell);
    while (slots_[at].number != none) at = (at + 1) & (slots_.size() - 1);
    slots_[at] = {cell, number};
  }

  std::uint32_t add(double size, std::int64_t cell) {
    const std::uint32_t number = count();
    sizes_.push_back(size);
    const auto [here, is_new] = sorted_.insert(size);
    if (is_new) {
      if (here != sorted_.begin()) closest_ = std::min(closest_, size - *std::prev(here));
      if (const auto next = std::next(here); next != sorted_.end())
        closest_ = std::min(closest_, *next - size);
    }
    if (2 * sizes_.size() > slots_.size()) {
      const std::vector<Slot> old = std::move(slots_);
      slots_.assign(2 * old.size(), Slot{});
      for (const Slot& slot : old)
        if (slot.number != none) place(slot.cell, slot.number);
    }
    place(cell, number);
    return number;
  }

  double tolerance_;
  std::vector<double> sizes_;
  std::vector<Slot> slots_;
  std::set<double> sorted_;
  double widest_ = 0, closest_ = std::numeric_limits<double>::infinity();
};

}  // namespace tilewright
