// Stranding: is there a region of uncovered cells that what is left can never fill?
//
// Some items are *cells*, some pairs of cells *touch*, and some items are *pieces*.  The cells of
// an option must hang together.  Then an option that covers one cell of a region (a connected set
// of open cells, as large as possible) lies in that region as a whole:
//
//     # # # # # # #        The region on the left has 3 cells.  If all free pieces have 5, it can
//     # . . # . . #        never be filled, and whatever else is tried elsewhere is in vain.
//     # . # # . . #
//     # # # . . . #
//
// Hence the sizes of the options that will cover a region add up to the cells of it that they
// cover: at least those that must be covered, at most all of them.  A region with m cells that
// must be covered and s cells in all is hopeless
//
//     smallest    if m > 0 and every free piece has more than s cells
//     sizes       if no sum of sizes of free pieces lies in m..s
//
// The size of a piece is the number of cells of its options; if these differ, any will do.  A
// piece is free as often as its item has room; options without a piece are free without end.
//
// Only one region is looked at: that of the first open cell in the order of the search which must
// be covered.  A search that branches on the first open item works at this place, so there regions
// are cut off first; the others are looked at when their turn comes.
//
// What may be covered more than once (cells with hi > 1, items with colours) is beyond such sums:
// a region that touches such a cell passes for fine, and such a piece for free without end.
//
// Source: G. Barequet and S. Tal, "Solving general lattice puzzles" (2010), where the region is
// that of the anchor and the test is `smallest`.  Difference: cells that may stay empty.
//
// Whether a region is hopeless depends on the options chosen alone, not on the way there; so the
// parts of a search prune what the whole prunes.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "tilewright/masks.hpp"

namespace tilewright {

// Memory stays the caller's.
struct RegionsView {
  std::span<const std::uint32_t> cells;     // items
  std::span<const std::uint32_t> touching;  // pairs of cells, one after the other
  std::span<const std::uint32_t> pieces;    // items
};

enum class StrandingTest : std::uint8_t { none, smallest, sizes };

class Stranding {
 public:
  // Throws ContractViolation if the regions do not fit the problem, or if an option is in several
  // parts or has several pieces.
  Stranding(const ExactCoverView& problem, const BitLayout& layout, const RegionsView& regions,
            StrandingTest test);

  // `used` are the bits of a node, `room` how often the item at each place may still be covered
  // (looked at where hi > 1 only).
  bool hopeless(std::span<const Word> used, std::span<const std::int32_t> room);

 private:
  struct Neighbours {
    std::uint32_t word;
    Word bits;
  };
  // Pieces that come in the same sizes.
  struct Class {
    std::vector<std::uint32_t> sizes;  // increasing, none of them 0
    std::vector<Neighbours> once;      // bits of those that are free once
    std::vector<std::uint32_t> often;  // places of those that are free several times
  };
  struct Region {
    std::uint32_t must = 0, cells = 0;
    bool endless = false;  // it touches a cell that may be covered more than once
  };

  void mark_cells(const ExactCoverView& problem, const BitLayout& layout,
                  const RegionsView& regions);
  void link_cells(const BitLayout& layout, const RegionsView& regions);
  void require_connected(const ExactCoverView& problem, const BitLayout& layout,
                         const RegionsView& regions) const;
  void sort_pieces(const ExactCoverView& problem, const BitLayout& layout,
                   const RegionsView& regions);

  std::uint32_t first_must(std::span<const Word> used) const;
  std::uint32_t smallest_free(std::span<const Word> used) const;
  Region fill(std::uint32_t seed, std::span<const Word> used, std::uint32_t enough);
  bool can_be_filled(const Region& region, std::span<const Word> used,
                     std::span<const std::int32_t> room);

  StrandingTest test_;
  std::vector<std::uint8_t> is_cell_;           // of each item
  std::vector<Word> must_;                      // bits of cells that must be covered
  std::vector<std::size_t> begin_;              // of each place, in neighbours_
  std::vector<Neighbours> neighbours_;          // cells with hi == 1 only
  std::vector<std::uint8_t> touches_endless_;   // of each place
  std::vector<Class> classes_;                  // by their smallest size
  std::vector<std::uint32_t> unlimited_;        // sizes that are free without end, increasing

  // Scratch space.
  std::vector<Word> region_, sums_;
  std::vector<std::uint32_t> waiting_;
};

}  // namespace tilewright
