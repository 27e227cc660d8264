// States and how often each is reached, in a table that many threads fill at once.
//
// A *slot* is a key of W words and a count of C words.  A key's place is its hash scaled to the
// capacity, then the next one that is free; so the slots are in the order of the hashes, nearly.
//
// A slot is claimed word by word, from `empty` to the word of the key.  No word of a key is `empty`
// (the layout leaves the last bit of each word alone), and a word that is set stays: so whoever
// comes to a slot, and whenever, finds the same words or the same difference, and equal keys meet in
// one slot without a lock.
//
// Counts are added up with carries.  The upper `spare_bits` of the last word stay 0, as entries of
// bins need them.  If a count grows into them, that is told, and then nothing that was counted is
// worth anything: the sweep begins again with more words.
#pragma once
#include "tilewright/kernels/portable.hpp"

namespace tilewright::kernels {

constexpr u64 empty = ~u64{0};
constexpr u32 spare_bits = 8;

TW_HD bool is_large(u64 last_word) { return last_word >> (64 - spare_bits) != 0; }

template <u32 W>
struct Key {
  u64 word[W];
};
template <u32 C>
struct Count {
  u64 word[C];
};

// What the host tells of a table, and what it is told.
struct Table {
  u64 slots;     // an address
  u64 capacity;  // in slots
  u64 limit;     // so many may be used
  u64 used;      // are used, or are promised to a block that is at work
  u64 salt;      // what makes its hashes its own
  u64 binned;    // entries that wait for it in bins
  u64 unused[2];
};

template <u32 W>
TW_HD u64 hash_of(const Key<W>& key, u64 salt) {
  u64 h = salt * 0xa0761d6478bd642full;
  for (u32 w = 0; w < W; ++w) {
    h = (h ^ key.word[w]) * 0x9e3779b97f4a7c15ull;
    h ^= h >> 32;
  }
  h *= 0xd6e8feb86659fd93ull;
  return h ^ (h >> 32);
}

template <u32 W, u32 C>
TW_HD u64* slot_of(const Table& table, u64 place) {
  return reinterpret_cast<u64*>(table.slots) + place * (W + C);
}

// Adds to a count that others add to as well; true if it has become too large.
template <u32 C>
TW_HD bool add_count(u64* to, const Count<C>& more) {
  u64 carry = 0, last = 0;
  for (u32 c = 0; c < C; ++c) {
    const u64 part = more.word[c] + carry;
    carry = part < carry;
    if (part == 0) continue;
    const u64 after = fetch_add(to + c, part) + part;
    carry += after < part;
    if (c + 1 == C) last = after;
  }
  return carry != 0 || is_large(last);
}

// count *= factor; true if it has become too large.
template <u32 C>
TW_HD bool multiply(Count<C>& count, u64 factor) {
  u64 carry = 0;
  for (u32 c = 0; c < C; ++c) {
    const u64 low = count.word[c] * factor;
    const u64 high = high_product(count.word[c], factor);
    count.word[c] = low + carry;
    carry = high + (low + carry < low);
  }
  return carry != 0 || is_large(count.word[C - 1]);
}

// Finds the slot of a key, or claims one.  Null if none of so many is either.
template <u32 W, u32 C>
TW_HD u64* find_or_put(const Table& table, const Key<W>& key, u64 hash, u64 most, bool& is_new) {
  u64 place = high_product(hash, table.capacity);
  is_new = false;
  for (; most > 0; --most) {
    u64* const slot = slot_of<W, C>(table, place);
    bool same = true;
    for (u32 w = 0; same && w < W; ++w) {
      u64 there = look(slot + w);
      if (there == empty) {
        there = exchange_if(slot + w, empty, key.word[w]);
        if (there == empty) {
          is_new = w == W - 1;
          continue;
        }
      }
      same = there == key.word[w];
    }
    if (same) return slot;
    if (++place == table.capacity) place = 0;
  }
  return nullptr;
}

// The slot of a key, or null.  Nobody fills the table meanwhile.  It may have no free slot at all:
// what comes out of bins is not promised slots, and a small table takes it to the last one.
template <u32 W, u32 C>
TW_HD const u64* find(const Table& table, const Key<W>& key, u64 hash) {
  if (table.used == 0) return nullptr;
  u64 place = high_product(hash, table.capacity);
  for (u64 left = table.capacity; left > 0; --left) {
    const u64* const slot = slot_of<W, C>(table, place);
    if (slot[0] == empty) return nullptr;
    bool same = true;
    for (u32 w = 0; w < W; ++w) same = same && slot[w] == key.word[w];
    if (same) return slot;
    if (++place == table.capacity) place = 0;
  }
  return nullptr;
}

}  // namespace tilewright::kernels
