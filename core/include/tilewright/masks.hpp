// Exact cover in bits: whether an option still fits is one AND, choosing it is one OR.
//
// Every item that at most one option may use has a bit, which is set once it is used:
//
//     bit  0        always set; an option that is excluded asks for it, and so never fits
//     bits 1..p     the primary items in the order of the search
//     bits p+1..    the secondary items
//
// A secondary item with c colours has 1 + c bits: one for using it without a colour, and one for
// each colour.  An option *tests* the bit of its own colour, and *takes* all bits of the item but
// that one; so afterwards the same colour still fits and nothing else does.  A primary item that
// may be covered several times is tested by its options but not taken by them: whoever keeps the
// books of its remaining room sets its bit when that room is used up.  For all other items an
// option tests what it takes.
//
// Options stand in *slots*: sorted by their first item in the order of the search, then by number.
// When the first open item of a problem is p, every option that covers p and still fits has p as
// its first item; so the slots of p are a complete list, and lie side by side in memory.
//
// The list is cut into *runs* of options with the same last item, their *key* (of a puzzle whose
// pieces come after its cells, this is the piece).  When the key is used up, none of the run fits;
// and which runs are left can be read off the words that hold their keys.  Where runs would be
// short, or keys not increasing, the list is one run and p itself is the key, which is open
// whenever the list is wanted.  (5x4x3 pentominoes: 44 options looked at per node without runs, 16
// with them.)
//
// Masks<W> holds W words per option; Masks<0> holds only the words that are not 0, for problems
// with many items.
#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "tilewright/exact_cover.hpp"
#include "tilewright/stack.hpp"

namespace tilewright {

using Word = std::uint64_t;

constexpr Word bit(std::uint32_t place) { return Word{1} << (place % 64); }

// Where everything has its bit.
struct BitLayout {
  static constexpr std::uint32_t blocked = 0;

  BitLayout(const ExactCoverView& problem, std::span<const std::uint32_t> order);

  std::size_t words() const { return (bits + 63) / 64; }
  bool is_coloured(std::uint32_t item) const { return colour_count[item] > 0; }

  std::uint32_t bits = 1;
  std::vector<std::uint32_t> place;         // of each item: its (first) bit
  std::vector<std::uint32_t> item_at;       // of bits 1..p: the primary item
  std::vector<std::uint32_t> colour_count;  // of each item: colours that options give it
  std::vector<std::uint32_t> entry_colour;  // of each entry: its colour, counted per item from 1

  std::vector<std::uint32_t> number;  // of each slot: the option in it
  std::vector<std::uint32_t> slot;    // of each option, unless it is idle

  struct Run {
    std::uint32_t begin, end;  // slots
  };
  struct Keys {
    std::uint32_t word;
    std::uint32_t runs;  // the run of bit b is runs[this + b]
    Word bits;           // the keys in this word
  };
  std::uint32_t longest_list = 0;
  std::vector<Keys> keys;
  std::vector<Run> runs;
  std::vector<std::uint32_t> first_keys;  // keys of place p: first_keys[p]..first_keys[p+1]

 private:
  void place_items(const ExactCoverView& problem, std::span<const std::uint32_t> order);
  void count_colours(const ExactCoverView& problem);
  void sort_options(const ExactCoverView& problem);
  void cut_runs(std::uint32_t p, Run list, std::span<const std::uint32_t> last_place);
  void add_run(std::uint32_t key, Run run, std::size_t first);
};

// The bits that an option tests and takes, for every word in which there are some, and for word 0
// in any case; by increasing word.
struct OptionBits {
  std::uint32_t word;
  Word test, take;
};
std::vector<OptionBits> bits_of_option(const ExactCoverView& problem, const BitLayout& layout,
                                       std::uint32_t option);

template <unsigned W>
class Masks {
 public:
  using Used = std::array<Word, W>;

  Masks(const ExactCoverView& problem, const BitLayout& layout)
      : test_(layout.number.size() * W, 0), take_(test_.size(), 0) {
    for (std::size_t s = 0; s < layout.number.size(); ++s)
      for (const OptionBits& b : bits_of_option(problem, layout, layout.number[s]))
        test_[s * W + b.word] = b.test, take_[s * W + b.word] = b.take;
  }

  static Used nothing_used(const BitLayout&) { return {bit(BitLayout::blocked)}; }

  bool fits(std::uint32_t slot, const Used& used) const {
    Word clash = 0;
    for (unsigned w = 0; w < W; ++w) clash |= test_[slot * std::size_t{W} + w] & used[w];
    return clash == 0;
  }
  bool tests(std::uint32_t slot, std::uint32_t place) const {
    return test_[slot * std::size_t{W} + place / 64] & bit(place);
  }
  void take(std::uint32_t slot, Used& used, Stack<Word>& before) const {
    Word* const saved = before.reserve(W);
    for (unsigned w = 0; w < W; ++w) {
      saved[w] = used[w];
      used[w] |= take_[slot * std::size_t{W} + w];
    }
    before.resize(before.size() + W);
  }
  void give_back(std::uint32_t, Used& used, Stack<Word>& before) const {
    before.resize(before.size() - W);
    for (unsigned w = 0; w < W; ++w) used[w] = before.end()[w];
  }
  void block(std::uint32_t slot) { test_[slot * std::size_t{W}] |= bit(BitLayout::blocked); }
  void unblock(std::uint32_t slot) { test_[slot * std::size_t{W}] &= ~bit(BitLayout::blocked); }

 private:
  std::vector<Word> test_, take_;  // W words per slot
};

template <>
class Masks<0> {
 public:
  using Used = std::vector<Word>;

  Masks(const ExactCoverView& problem, const BitLayout& layout) : begin_{0} {
    for (const std::uint32_t option : layout.number) {
      const auto bits = bits_of_option(problem, layout, option);
      bits_.insert(bits_.end(), bits.begin(), bits.end());
      begin_.push_back(bits_.size());
    }
  }

  static Used nothing_used(const BitLayout& layout) {
    Used used(layout.words(), 0);
    used[0] = bit(BitLayout::blocked);
    return used;
  }

  bool fits(std::uint32_t slot, const Used& used) const {
    for (std::size_t k = begin_[slot]; k < begin_[slot + 1]; ++k)
      if (bits_[k].test & used[bits_[k].word]) return false;
    return true;
  }
  bool tests(std::uint32_t slot, std::uint32_t place) const {
    for (std::size_t k = begin_[slot]; k < begin_[slot + 1]; ++k)
      if (bits_[k].word == place / 64) return bits_[k].test & bit(place);
    return false;
  }
  void take(std::uint32_t slot, Used& used, Stack<Word>& before) const {
    for (std::size_t k = begin_[slot]; k < begin_[slot + 1]; ++k) {
      before.push() = used[bits_[k].word];
      used[bits_[k].word] |= bits_[k].take;
    }
  }
  void give_back(std::uint32_t slot, Used& used, Stack<Word>& before) const {
    for (std::size_t k = begin_[slot + 1]; k-- > begin_[slot]; before.pop())
      used[bits_[k].word] = before.top();
  }
  void block(std::uint32_t slot) { bits_[begin_[slot]].test |= bit(BitLayout::blocked); }
  void unblock(std::uint32_t slot) { bits_[begin_[slot]].test &= ~bit(BitLayout::blocked); }

 private:
  std::vector<OptionBits> bits_;
  std::vector<std::size_t> begin_;  // of each slot, in bits_
};

}  // namespace tilewright
