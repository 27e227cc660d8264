// Regions that were met before, up to congruence, and what came of them.
//
// A state of the search is what is left of the region and of the pieces.  States whose parts are
// congruent one by one have the same solutions, turned and shifted part by part; so each part is
// written down without saying where it is: for each corner its angle and the length of its side,
// as classes, beginning where this gives the least sequence.  Mirror images are taken together if
// every piece has its mirror image.  If some pieces may not be turned, the direction of the first
// side is part of it.  For holes, the places of their first two corners are added, as seen from the
// outer ring.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "tilewright/region.hpp"

namespace tilewright {

class RegionKeys {
 public:
  RegionKeys(const Jigsaw& jigsaw)
      : mirrors_(jigsaw.mirrors && jigsaw.all_turn), turns_(jigsaw.all_turn),
        places_(jigsaw.tolerance), directions_(jigsaw.angle_tolerance) {}

  // The key of a state; valid until the next call.
  std::span<const std::uint32_t> of(const Region& region, std::span<const std::uint32_t> parts,
                                    std::span<const std::uint32_t> free);

 private:
  void write(std::span<const Corner> corners, std::span<const std::uint32_t> ring_ends);
  // Appends the least rotation to the key; where it begins in the ring.
  std::uint32_t write_ring(std::span<const Corner> ring, bool mirrored);

  bool mirrors_, turns_;
  SizeClasses places_, directions_;
  std::vector<std::uint32_t> key_, ring_, other_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> spans_;
  std::vector<std::uint32_t> sorted_;
};

// Keys, each with a value.
template <class Value>
class RegionMemo {
 public:
  // Keys are kept until they take so many numbers.
  explicit RegionMemo(std::size_t most_numbers) : most_numbers_(most_numbers), slots_(1024) {}

  const Value* find(std::span<const std::uint32_t> key) const {
    const std::uint64_t hash = hash_of(key);
    for (std::size_t at = hash & (slots_.size() - 1); slots_[at].length != 0;
         at = (at + 1) & (slots_.size() - 1)) {
      const Slot& slot = slots_[at];
      if (slot.hash == hash && slot.length == key.size() &&
          std::equal(key.begin(), key.end(), numbers_.begin() + static_cast<std::ptrdiff_t>(slot.begin)))
        return &slot.value;
    }
    return nullptr;
  }

  // The key must not be there yet.  If there is no room, nothing happens.
  void add(std::span<const std::uint32_t> key, Value value) {
    if (numbers_.size() + key.size() > most_numbers_) return;
    if (2 * ++count_ > slots_.size()) grow();
    place({hash_of(key), numbers_.size(), static_cast<std::uint32_t>(key.size()), value});
    numbers_.insert(numbers_.end(), key.begin(), key.end());
  }

  std::size_t count() const { return count_; }

 private:
  struct Slot {
    std::uint64_t hash = 0;
    std::size_t begin = 0;
    std::uint32_t length = 0;  // 0: nothing here
    Value value{};
  };

  static std::uint64_t hash_of(std::span<const std::uint32_t> key) {
    std::uint64_t hash = key.size();
    for (const std::uint32_t number : key) {
      hash = (hash ^ number) * 0x9e3779b97f4a7c15u;
      hash ^= hash >> 29;
    }
    return hash;
  }

  void place(const Slot& slot) {
    std::size_t at = slot.hash & (slots_.size() - 1);
    while (slots_[at].length != 0) at = (at + 1) & (slots_.size() - 1);
    slots_[at] = slot;
  }

  void grow() {
    const std::vector<Slot> old = std::move(slots_);
    slots_.assign(2 * old.size(), Slot{});
    for (const Slot& slot : old)
      if (slot.length != 0) place(slot);
  }

  std::size_t most_numbers_, count_ = 0;
  std::vector<Slot> slots_;
  std::vector<std::uint32_t> numbers_;
};

}  // namespace tilewright
