// What is used up at a node of the search, in bits and, where bits do not suffice, in numbers.
//
// Invariant A   used() is bit 0, what the chosen options take, and the bits of items without room
// Invariant B   room and need of a shared item (one with hi > 1) are hi and lo less the number of
//               chosen options that have it; those of other primary items stay as they were
//
// See masks.hpp for what the bits mean.  Choices are undone in reverse order.
#pragma once
#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "tilewright/masks.hpp"
#include "tilewright/stack.hpp"

namespace tilewright {

template <unsigned W>
class BitState {
 public:
  BitState(const ExactCoverView& problem, const BitLayout& layout)
      : layout_(layout),
        masks_(problem, layout),
        used_(masks_.nothing_used(layout)),
        primary_(problem.primary()),
        lo_(primary_ + 1, 1),
        hi_(primary_ + 1, 1) {
    for (std::uint32_t item = 0; item < primary_; ++item) {
      lo_[layout.place[item]] = static_cast<std::int32_t>(problem.lo[item]);
      hi_[layout.place[item]] = static_cast<std::int32_t>(problem.hi[item]);
      has_shared_ |= problem.hi[item] > 1;
    }
    need_ = lo_, room_ = hi_;
    for (const std::uint32_t option : layout.number) {
      for (const std::uint32_t item : problem.option(option))
        if (item < primary_ && problem.hi[item] > 1) shared_.push_back(layout.place[item]);
      shared_begin_.push_back(shared_.size());
    }
  }

  const typename Masks<W>::Used& used() const { return used_; }
  const std::vector<std::int32_t>& room() const { return room_; }
  // How often the item at this place may still, and must still, be covered.
  std::int32_t room(std::uint32_t place) const { return room_[place]; }
  std::int32_t need(std::uint32_t place) const { return need_[place]; }

  bool fits(std::uint32_t slot) const { return masks_.fits(slot, used_); }
  bool tests(std::uint32_t slot, std::uint32_t place) const { return masks_.tests(slot, place); }

  // The first place from `from` on whose primary item may be covered again; 0 if there is none.
  [[gnu::always_inline]] std::uint32_t next_open(std::uint32_t from) const {
    if (from > primary_) return 0;
    std::size_t w = from / 64;
    Word open = ~used_[w] & (~Word{0} << (from % 64));
    while (open == 0) {
      if (64 * ++w > primary_) return 0;
      open = ~used_[w];
    }
    const auto place = static_cast<std::uint32_t>(64 * w + std::countr_zero(open));
    return place <= primary_ ? place : 0;
  }

  struct Listing {
    std::uint32_t fitting, looked_at;
  };

  // Lists the slots that fit and have this place as their first; there must be room for them.
  [[gnu::always_inline]] Listing list_ways(std::uint32_t place, std::uint32_t* ways) const {
    const BitLayout::Keys* keys = layout_.keys.data() + layout_.first_keys[place];
    const BitLayout::Keys* const end = layout_.keys.data() + layout_.first_keys[place + 1];
    Listing listing{0, 0};
    for (; keys < end; ++keys) {
      for (Word open = keys->bits & ~used_[keys->word]; open != 0; open &= open - 1) {
        const auto b = static_cast<std::uint32_t>(std::countr_zero(open));
        const BitLayout::Run run = layout_.runs[keys->runs + b];
        listing.looked_at += run.end - run.begin;
        for (std::uint32_t slot = run.begin; slot < run.end; ++slot) {
          ways[listing.fitting] = slot;
          listing.fitting += masks_.fits(slot, used_);
        }
      }
    }
    return listing;
  }

  void commit(std::uint32_t slot) {
    masks_.take(slot, used_, before_);
    if (!has_shared_) return;
    for_each_shared(slot, [&](std::uint32_t place) {
      --need_[place];
      if (--room_[place] == 0) used_[place / 64] |= bit(place);
    });
  }

  void uncommit(std::uint32_t slot) {
    if (has_shared_)
      for_each_shared(slot, [&](std::uint32_t place) {
        ++need_[place];
        if (room_[place]++ == 0) used_[place / 64] &= ~bit(place);
      });
    masks_.give_back(slot, used_, before_);
  }

  // Excluded options never fit.
  void block(std::uint32_t slot) { masks_.block(slot); }
  void unblock(std::uint32_t slot) { masks_.unblock(slot); }

  // Invariants A and B, for the tests: is this the state in which these slots are chosen?
  bool invariants_hold(const std::vector<std::uint32_t>& chosen) const {
    auto used = masks_.nothing_used(layout_);
    Stack<Word> before;
    std::vector<std::int32_t> uses(primary_ + 1, 0);
    for (const std::uint32_t slot : chosen) {
      masks_.take(slot, used, before);
      for_each_shared(slot, [&](std::uint32_t place) { ++uses[place]; });
    }
    for (std::uint32_t p = 1; p <= primary_; ++p) {
      if (uses[p] != hi_[p] - room_[p] || uses[p] != lo_[p] - need_[p]) return false;
      if (room_[p] == 0) used[p / 64] |= bit(p);
    }
    return used == used_;
  }

 private:
  template <class Visit>
  void for_each_shared(std::uint32_t slot, Visit visit) const {
    for (std::size_t k = shared_begin_[slot]; k < shared_begin_[slot + 1]; ++k) visit(shared_[k]);
  }

  const BitLayout& layout_;
  Masks<W> masks_;
  typename Masks<W>::Used used_;
  Stack<Word> before_;  // words of used_, as they were before each choice
  std::uint32_t primary_;
  std::vector<std::int32_t> lo_, hi_, need_, room_;  // by place
  bool has_shared_ = false;
  std::vector<std::uint32_t> shared_;         // places of the shared items, slot by slot
  std::vector<std::size_t> shared_begin_{0};  // of each slot
};

}  // namespace tilewright
