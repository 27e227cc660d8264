#include "tilewright/stranding.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <map>
#include <set>
#include <string>

#include "tilewright/contract.hpp"

namespace tilewright {
namespace {

constexpr std::uint32_t endless = std::numeric_limits<std::uint32_t>::max();

bool may_be_covered_again(const ExactCoverView& problem, const BitLayout& layout,
                          std::uint32_t item) {
  return item < problem.primary() ? problem.hi[item] > 1 : layout.is_coloured(item);
}

// Bit n of the sums says whether n can be made.  Adds what can be made with one more of these
// sizes; false if that is nothing new.  (Words are done from the top, and look downwards only.)
bool add_one_of(std::span<const std::uint32_t> sizes, std::vector<Word>& sums) {
  bool changed = false;
  for (std::size_t k = sums.size(); k-- > 0;) {
    Word more = 0;
    for (const std::uint32_t size : sizes) {
      const std::size_t words = size / 64, bits = size % 64;
      if (words > k) break;
      more |= sums[k - words] << bits;
      if (bits > 0 && words < k) more |= sums[k - words - 1] >> (64 - bits);
    }
    changed |= (more & ~sums[k]) != 0;
    sums[k] |= more;
  }
  return changed;
}

}  // namespace

Stranding::Stranding(const ExactCoverView& problem, const BitLayout& layout,
                     const RegionsView& regions, StrandingTest test)
    : test_(test), region_(layout.words(), 0) {
  mark_cells(problem, layout, regions);
  link_cells(layout, regions);
  require_connected(problem, layout, regions);
  sort_pieces(problem, layout, regions);
}

void Stranding::mark_cells(const ExactCoverView& problem, const BitLayout& layout,
                           const RegionsView& regions) {
  is_cell_.assign(problem.item_count, 0);
  must_.assign(layout.words(), 0);
  touches_endless_.assign(layout.bits, 0);
  for (const std::uint32_t cell : regions.cells) {
    TW_REQUIRE(cell < problem.item_count,
               "cell " + std::to_string(cell) + ": there are only " +
                   std::to_string(problem.item_count) + " items");
    is_cell_[cell] = may_be_covered_again(problem, layout, cell) ? 2 : 1;
    const std::uint32_t place = layout.place[cell];
    if (is_cell_[cell] == 1 && cell < problem.primary() && problem.lo[cell] == 1)
      must_[place / 64] |= bit(place);
  }
  TW_REQUIRE(regions.touching.size() % 2 == 0, "touching must hold pairs of cells");
  for (const std::uint32_t cell : regions.touching)
    TW_REQUIRE(cell < problem.item_count && is_cell_[cell],
               "item " + std::to_string(cell) + " touches another one, but is not a cell");
}

void Stranding::link_cells(const BitLayout& layout, const RegionsView& regions) {
  std::vector<std::map<std::uint32_t, Word>> words(layout.bits);
  const auto link = [&](std::uint32_t from, std::uint32_t to) {
    const std::uint32_t place = layout.place[from], other = layout.place[to];
    if (is_cell_[to] == 2)
      touches_endless_[place] = 1;
    else
      words[place][other / 64] |= bit(other);
  };
  for (std::size_t k = 0; k < regions.touching.size(); k += 2) {
    link(regions.touching[k], regions.touching[k + 1]);
    link(regions.touching[k + 1], regions.touching[k]);
  }
  for (const auto& of_place : words) {
    begin_.push_back(neighbours_.size());
    for (const auto& [word, bits] : of_place) neighbours_.push_back({word, bits});
  }
  begin_.push_back(neighbours_.size());
}

// Paints the cells of each option from its first one on.
void Stranding::require_connected(const ExactCoverView& problem, const BitLayout& layout,
                                  const RegionsView& regions) const {
  std::vector<std::vector<std::uint32_t>> beside(problem.item_count);
  for (std::size_t k = 0; k < regions.touching.size(); k += 2) {
    beside[regions.touching[k]].push_back(regions.touching[k + 1]);
    beside[regions.touching[k + 1]].push_back(regions.touching[k]);
  }
  std::vector<std::uint8_t> bare(problem.item_count, 0);
  std::vector<std::uint32_t> paint;
  for (const std::uint32_t option : layout.number) {
    std::uint32_t unpainted = 0;
    for (const std::uint32_t item : problem.option(option))
      if (is_cell_[item]) {
        bare[item] = 1;
        if (unpainted++ == 0) paint.push_back(item);
      }
    for (const std::uint32_t item : paint) bare[item] = 0;
    unpainted -= static_cast<std::uint32_t>(paint.size());
    while (!paint.empty()) {
      const std::uint32_t cell = paint.back();
      paint.pop_back();
      for (const std::uint32_t other : beside[cell])
        if (bare[other]) {
          bare[other] = 0;
          --unpainted;
          paint.push_back(other);
        }
    }
    TW_REQUIRE(unpainted == 0, "the cells of option " + std::to_string(option) +
                                   " do not hang together: stranding would lose covers");
  }
}

void Stranding::sort_pieces(const ExactCoverView& problem, const BitLayout& layout,
                            const RegionsView& regions) {
  std::vector<std::uint8_t> is_piece(problem.item_count, 0);
  for (const std::uint32_t piece : regions.pieces) {
    TW_REQUIRE(piece < problem.item_count && !is_cell_[piece],
               "piece " + std::to_string(piece) + " is a cell, or no item at all");
    is_piece[piece] = 1;
  }
  std::map<std::uint32_t, std::set<std::uint32_t>> sizes_of;
  std::set<std::uint32_t> unlimited;
  for (const std::uint32_t option : layout.number) {
    std::uint32_t piece = Subtree::no_item, size = 0;
    for (const std::uint32_t item : problem.option(option)) {
      size += is_cell_[item] > 0;
      if (!is_piece[item]) continue;
      TW_REQUIRE(piece == Subtree::no_item,
                 "option " + std::to_string(option) + " stands for several pieces");
      piece = item;
    }
    if (size == 0) continue;
    if (piece == Subtree::no_item ||
        (piece >= problem.primary() && layout.is_coloured(piece)))
      unlimited.insert(size);
    else
      sizes_of[piece].insert(size);
  }
  unlimited_.assign(unlimited.begin(), unlimited.end());
  std::map<std::vector<std::uint32_t>, Class> classes;
  for (const auto& [piece, sizes] : sizes_of) {
    const std::uint32_t place = layout.place[piece];
    Class& c = classes[{sizes.begin(), sizes.end()}];
    if (piece < problem.primary() && problem.hi[piece] > 1) {
      c.often.push_back(place);
    } else if (const auto known = std::find_if(c.once.begin(), c.once.end(),
                                               [&](const auto& n) { return n.word == place / 64; });
               known != c.once.end()) {
      known->bits |= bit(place);
    } else {
      c.once.push_back({place / 64, bit(place)});
    }
  }
  for (auto& [sizes, c] : classes) {
    c.sizes = sizes;
    classes_.push_back(std::move(c));
  }
}

bool Stranding::hopeless(std::span<const Word> used, std::span<const std::int32_t> room) {
  const std::uint32_t seed = first_must(used);
  if (seed == BitLayout::blocked) return false;
  if (test_ == StrandingTest::sizes) {
    const Region region = fill(seed, used, endless);
    return !region.endless && !can_be_filled(region, used, room);
  }
  const std::uint32_t smallest = smallest_free(used);
  const Region region = fill(seed, used, smallest);
  return !region.endless && region.cells < smallest;
}

std::uint32_t Stranding::first_must(std::span<const Word> used) const {
  for (std::size_t w = 0; w < must_.size(); ++w)
    if (const Word open = must_[w] & ~used[w])
      return static_cast<std::uint32_t>(64 * w) + static_cast<std::uint32_t>(std::countr_zero(open));
  return BitLayout::blocked;
}

// A piece with hi > 1 has its bit set when it has no room left, just like the others.
std::uint32_t Stranding::smallest_free(std::span<const Word> used) const {
  const std::uint32_t always = unlimited_.empty() ? endless : unlimited_.front();
  for (const Class& c : classes_) {
    if (c.sizes.front() >= always) break;
    const bool one = std::any_of(c.once.begin(), c.once.end(), [&](const Neighbours& n) {
      return (n.bits & ~used[n.word]) != 0;
    });
    const bool more = std::any_of(c.often.begin(), c.often.end(), [&](std::uint32_t place) {
      return (used[place / 64] & bit(place)) == 0;
    });
    if (one || more) return c.sizes.front();
  }
  return always;
}

// The region around the seed, or part of it if that is large enough.
Stranding::Region Stranding::fill(std::uint32_t seed, std::span<const Word> used,
                                  std::uint32_t enough) {
  Region region;
  std::fill(region_.begin(), region_.end(), 0);
  region_[seed / 64] = bit(seed);
  waiting_.assign(1, seed);
  region.cells = 1;
  while (!waiting_.empty() && region.cells < enough) {
    const std::uint32_t place = waiting_.back();
    waiting_.pop_back();
    region.endless |= touches_endless_[place] != 0;
    for (std::size_t k = begin_[place]; k < begin_[place + 1]; ++k) {
      const auto [word, bits] = neighbours_[k];
      Word more = bits & ~used[word] & ~region_[word];
      region_[word] |= more;
      region.cells += static_cast<std::uint32_t>(std::popcount(more));
      for (; more != 0; more &= more - 1)
        waiting_.push_back(64 * word + static_cast<std::uint32_t>(std::countr_zero(more)));
    }
  }
  for (std::size_t w = 0; w < must_.size(); ++w)
    region.must += static_cast<std::uint32_t>(std::popcount(region_[w] & must_[w]));
  return region;
}

bool Stranding::can_be_filled(const Region& region, std::span<const Word> used,
                              std::span<const std::int32_t> room) {
  sums_.assign(region.cells / 64 + 1, 0);
  sums_[0] = 1;
  while (add_one_of(unlimited_, sums_)) {
  }
  for (const Class& c : classes_) {
    std::uint64_t free = 0;
    for (const auto& [word, bits] : c.once)
      free += static_cast<std::uint64_t>(std::popcount(bits & ~used[word]));
    for (const std::uint32_t place : c.often) free += static_cast<std::uint64_t>(room[place]);
    while (free > 0 && add_one_of(c.sizes, sums_)) --free;
  }
  for (std::uint32_t size = region.must; size <= region.cells; ++size)
    if (sums_[size / 64] & bit(size)) return true;
  return false;
}

}  // namespace tilewright
