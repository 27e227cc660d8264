// The exact cover problem of a puzzle: which items each placement has.
#pragma once
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "tilewright/geometry/placements.hpp"
#include "tilewright/problem.hpp"

namespace tilewright::geometry {

// An edge between two cells of a board, seen from the one from which it leads ahead.
struct BoardEdge {
  std::uint32_t cell;
  Point step;
};

// All edges between cells of a board, in the order of their items.
std::vector<BoardEdge> edges(const Board& board);

// Marks that face each other across an edge.  Each side that shows a mark takes some items of the
// edge, each with a colour or 0; which depends on whether the edge leads ahead.
struct Facing {
  struct Entry {
    std::uint32_t item, colour;
  };
  std::uint32_t items;                    // of each edge
  std::vector<std::vector<Entry>> shown;  // for each mark: behind, ahead; in the end: no piece
};

// A point where sticks meet: the steps from it to them, in cyclic order.
struct Junction {
  Vector at;
  Points sticks;
};

// All items but those of marks and of crossings, which come after these.
struct Items {
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  std::vector<std::uint32_t> lo, hi;        // of the primary ones
  std::uint32_t secondary = 0;              // how many more there are
  std::vector<std::uint32_t> cells, types;  // numbers; types that nobody counts have none
  std::uint32_t total = none;
  std::vector<std::pair<std::uint64_t, std::uint32_t>> fixed;  // placements, and what they fix
};

// Sticks that may not cross.  Every four sticks a, b, c, d round a point, in cyclic order, make an
// item, which placements have that have a and c, or b and d.
struct Crossings {
  Points points;                     // of the items, in order
  std::vector<std::uint32_t> fours;  // the number of the four among those round the point
};

struct Encoding {
  Problem problem;  // placements, then the cells that may be left empty
  Crossings crossings;
};

Encoding encode(const Placements& placements, const Items& items,
                const std::optional<Facing>& facing, std::uint32_t plain,
                const std::vector<std::uint32_t>& empty, const std::vector<Junction>& junctions,
                Pulse pulse);

}  // namespace tilewright::geometry
