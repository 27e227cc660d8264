// States and how often each is reached: a hash table in parts, for counts of any size.
//
// Keys lie in one array, counts in another; an empty place has a key that no state has.  A key's
// place is its hash scaled to the capacity, then the next one that is free.  So a table that grows
// is copied from front to back: both the old and the new one are walked through in order, and
// growing by little at a time is cheap.
//
// But for the same reason a table must not be filled from another one in its order: the first keys
// would all crowd at the front of a table that is still small.  So each stage's table has a *salt*
// that makes its hashes its own, and what comes from disk finds the room for all of it ready.
//
// A count is as many 32-bit limbs as the largest one in its part needs, lowest first.  When an
// addition overflows, the part is widened.
//
// Invariant A   size() is the number of keys, and at most four places in five have one
// Invariant B   a key is found where it stands; so there is no free place between its home and
//               there, and no key stands in two places
// Invariant C   the count at a free place is 0
#pragma once
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <vector>

#include "tilewright/frontier_memory.hpp"
#include "tilewright/frontier_plan.hpp"

namespace tilewright {

using Limb = std::uint32_t;
__extension__ typedef unsigned __int128 TwoWords;

// Adds b to a; returns the carry.  b may be shorter.
inline Limb add_limbs(Limb* a, std::uint32_t a_size, const Limb* b, std::uint32_t b_size) {
  std::uint64_t carry = 0;
  for (std::uint32_t k = 0; k < a_size && (k < b_size || carry); ++k) {
    carry += std::uint64_t{a[k]} + (k < b_size ? b[k] : 0);
    a[k] = static_cast<Limb>(carry);
    carry >>= 32;
  }
  return static_cast<Limb>(carry);
}

// to = from * factor, where to is two limbs longer.
inline void multiply_limbs(const Limb* from, std::uint32_t size, std::uint64_t factor, Limb* to) {
  TwoWords carry = 0;
  for (std::uint32_t k = 0; k < size + 2; ++k) {
    if (k < size) carry += static_cast<TwoWords>(factor) * from[k];
    to[k] = static_cast<Limb>(carry);
    carry >>= 32;
  }
}

// Adds b to a sum that grows as it must.
inline void add_to_sum(std::vector<Limb>& sum, const Limb* b, std::size_t size) {
  if (sum.size() < size) sum.resize(size, 0);
  if (add_limbs(sum.data(), static_cast<std::uint32_t>(sum.size()), b,
                static_cast<std::uint32_t>(size)))
    sum.push_back(1);
}

// Adds a * b to a sum that grows as it must.
inline void add_product(std::vector<Limb>& sum, const Limb* a, std::uint32_t a_size, const Limb* b,
                        std::uint32_t b_size) {
  std::vector<Limb> product(a_size + b_size, 0);
  for (std::uint32_t i = 0; i < a_size; ++i) {
    std::uint64_t carry = 0;
    for (std::uint32_t j = 0; j < b_size; ++j) {
      carry += std::uint64_t{a[i]} * b[j] + product[i + j];
      product[i + j] = static_cast<Limb>(carry);
      carry >>= 32;
    }
    product[i + b_size] = static_cast<Limb>(carry);
  }
  add_to_sum(sum, product.data(), product.size());
}

inline std::uint32_t limbs_used(const Limb* a, std::uint32_t size) {
  while (size > 0 && a[size - 1] == 0) --size;
  return size;
}

template <unsigned W>
std::uint64_t hash_of(const FrontierKey<W>& key, std::uint64_t salt) {
  std::uint64_t h = salt * 0xa0761d6478bd642fu;
  for (unsigned w = 0; w < W; ++w) {
    h = (h ^ key[w]) * 0x9e3779b97f4a7c15u;
    h ^= h >> 32;
  }
  h *= 0xd6e8feb86659fd93u;
  return h ^ (h >> 32);
}

template <unsigned W>
class FrontierPart {
 public:
  using Key = FrontierKey<W>;
  static constexpr std::uint64_t empty = ~std::uint64_t{0};  // no key has the last of all bits
  static constexpr std::uint64_t nowhere = ~std::uint64_t{0};

  // `limbs` is a guess; 0 keeps no counts at all.  `shift` is how many of the upper bits of a
  // hash say which part it belongs to, and so say nothing within it.
  FrontierPart(std::atomic<std::int64_t>& total, std::uint32_t limbs, std::uint32_t shift,
               std::int32_t salt)
      : total_(&total), limbs_(limbs), shift_(shift), salt_(salt) {}

  std::uint64_t hash(const Key& key) const { return hash_of<W>(key, static_cast<std::uint64_t>(salt_)); }
  std::uint64_t size() const { return size_; }
  std::uint64_t capacity() const { return capacity_; }
  std::uint32_t limbs() const { return limbs_; }
  std::uint32_t shift() const { return shift_; }
  std::int32_t salt() const { return salt_; }
  std::size_t bytes() const { return keys_.size() + counts_.size(); }
  bool used(std::uint64_t place) const { return key(place)[W - 1] != empty; }
  const Key& key(std::uint64_t place) const { return static_cast<const Key*>(keys_.data())[place]; }
  const Limb* count(std::uint64_t place) const { return counts() + place * limbs_; }
  Limb* count(std::uint64_t place) { return counts() + place * limbs_; }

  // Room for so many more keys.
  void reserve(std::uint64_t more) {
    if (const std::uint64_t wanted = capacity_for(more); wanted > capacity_) rebuild(wanted);
  }
  // How many bytes that takes besides those of today, which are given back afterwards.
  std::uint64_t bytes_to_reserve(std::uint64_t more) const {
    const std::uint64_t wanted = capacity_for(more);
    return wanted > capacity_ ? wanted * bytes_of_one(limbs_) : 0;
  }
  static constexpr std::uint64_t bytes_of_one(std::uint32_t limbs) {
    return sizeof(Key) + limbs * sizeof(Limb);
  }
  void prefetch(std::uint64_t hash) const {
    if (capacity_ == 0) return;
    const std::uint64_t place = home(hash);
    __builtin_prefetch(&key(place), 1);
    if (limbs_) __builtin_prefetch(count(place), 1);
  }
  // Call reserve() before.
  std::uint64_t find_or_put(const Key& key, std::uint64_t hash) {
    std::uint64_t place = home(hash);
    while (used(place)) {
      if (same<W>(this->key(place), key)) return place;
      if (++place == capacity_) place = 0;
    }
    keys()[place] = key;
    ++size_;
    return place;
  }
  std::uint64_t find(const Key& key, std::uint64_t hash) const {
    if (size_ == 0) return nowhere;
    for (std::uint64_t place = home(hash); used(place);) {
      if (same<W>(this->key(place), key)) return place;
      if (++place == capacity_) place = 0;
    }
    return nowhere;
  }
  void add(const Key& key, std::uint64_t hash, const Limb* count, std::uint32_t limbs) {
    const std::uint64_t place = find_or_put(key, hash);
    if (limbs == 1 && limbs_ == 1) {
      Limb& sum = *this->count(place);
      sum += *count;
      if (sum < *count) widen_after_carry(place);
      return;
    }
    add_to(place, count, limbs);
  }
  // Places stay where they are.
  void add_to(std::uint64_t place, const Limb* count, std::uint32_t limbs) {
    limbs = limbs_used(count, limbs);
    if (limbs > limbs_) widen(limbs);
    if (add_limbs(this->count(place), limbs_, count, limbs)) widen_after_carry(place);
  }
  void widen(std::uint32_t limbs) {
    CountedBytes wider(capacity_ * limbs * sizeof(Limb), *total_);
    auto* to = static_cast<Limb*>(wider.data());
    for (std::uint64_t place = 0; place < capacity_; ++place)
      std::copy(count(place), count(place) + limbs_, to + place * limbs);
    limbs_ = limbs;
    counts_ = std::move(wider);
  }

  bool invariants_hold() const {
    std::uint64_t keys = 0;
    for (std::uint64_t place = 0; place < capacity_; ++place) {
      keys += used(place);
      if (used(place) ? find(key(place), hash(key(place))) != place
                      : limbs_used(count(place), limbs_) != 0)
        return false;
    }
    return keys == size_ && size_ * 5 <= capacity_ * 4;
  }

 private:
  std::uint64_t home(std::uint64_t hash) const {
    return static_cast<std::uint64_t>((static_cast<TwoWords>(hash << shift_) * capacity_) >> 64);
  }
  Key* keys() { return static_cast<Key*>(keys_.data()); }
  Limb* counts() const { return static_cast<Limb*>(counts_.data()); }

  void widen_after_carry(std::uint64_t place) {
    widen(limbs_ + 1);
    count(place)[limbs_ - 1] = 1;
  }
  std::uint64_t capacity_for(std::uint64_t more) const {
    if ((size_ + more) * 5 <= capacity_ * 4) return capacity_;
    const std::uint64_t wanted = (size_ + more) * 5 / 4 + 1;
    const std::uint64_t grown = capacity_ < 4096 ? 4 * capacity_ : capacity_ + capacity_ / 3;
    return std::max({wanted, grown, std::uint64_t{32}});
  }
  void rebuild(std::uint64_t capacity) {
    FrontierPart next(*total_, limbs_, shift_, salt_);
    next.capacity_ = capacity;
    next.keys_ = CountedBytes(capacity * sizeof(Key), *total_);
    std::memset(next.keys_.data(), 0xff, next.keys_.size());
    if (limbs_) next.counts_ = CountedBytes(capacity * limbs_ * sizeof(Limb), *total_);
    for (std::uint64_t place = 0; place < capacity_; ++place) {
      if (!used(place)) continue;
      const std::uint64_t to = next.find_or_put(key(place), hash(key(place)));
      std::copy(count(place), count(place) + limbs_, next.count(to));
    }
    *this = std::move(next);
  }

  CountedBytes keys_, counts_;
  std::atomic<std::int64_t>* total_;
  std::uint64_t size_ = 0, capacity_ = 0;
  std::uint32_t limbs_, shift_;
  std::int32_t salt_;
};

}  // namespace tilewright
