// Where the pieces fit: every placement of every orientation on a board.
//
// A placement is an orientation and the cell on which its first cell lies.  Only that cell is
// stored, so that a board of a million cells has a list of placements that fits in memory.
#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "tilewright/geometry/board.hpp"
#include "tilewright/geometry/pieces.hpp"
#include "tilewright/geometry/pulse.hpp"

namespace tilewright::geometry {

// A half-edge that leads out of a piece.
struct HalfEdge {
  std::uint32_t cell;  // of the piece
  Point step;
  std::uint32_t mark;
};

// In the order of cells and edges; those without a mark have the one called plain.
std::vector<HalfEdge> half_edges(const Lattice& lattice, const Shape& shape, std::uint32_t plain);

// What else a placement must obey.
struct Rules {
  std::vector<std::uint32_t> cell_colours;  // of the board; none if colours do not matter
  std::uint32_t piece_colours = 0;          // how many there are; number 0 is no colour
  std::vector<std::uint8_t> fits;           // for each colour of the board, each of a piece
  std::vector<std::uint8_t> border;         // for each mark: may it face the outside?
  std::uint32_t plain = 0;                  // the mark of edges that have none
};

class Placements {
 public:
  Placements(std::shared_ptr<const Board> board, std::shared_ptr<const Types> types,
             const Rules& rules, Pulse pulse);

  const Board& board() const { return *board_; }
  const Types& types() const { return *types_; }
  std::uint64_t size() const { return anchors_.size(); }

  // Orientations make blocks: where the placements of each begin, and in the end the total.
  const std::vector<std::uint64_t>& starts() const { return starts_; }
  const std::vector<std::uint32_t>& anchors() const { return anchors_; }
  std::span<const std::uint32_t> block(std::size_t orientation) const {
    return {anchors_.data() + starts_[orientation], anchors_.data() + starts_[orientation + 1]};
  }

  // By how much the cells of an orientation are away from its first one, among flat numbers.
  std::vector<std::int64_t> distances(std::size_t orientation) const;
  std::uint32_t cell(std::uint32_t anchor, std::int64_t distance) const {
    return board_->at(board_->flat(anchor) + distance);
  }
  // The orientation of a placement, and its anchor.
  std::pair<std::size_t, std::uint32_t> placement(std::uint64_t number) const;

  // The cells that no placement covers.
  std::vector<std::uint32_t> bare() const;

 private:
  void place(std::size_t orientation, const Rules& rules, Pulse& pulse);

  std::shared_ptr<const Board> board_;
  std::shared_ptr<const Types> types_;
  std::vector<std::uint64_t> starts_{0};
  std::vector<std::uint32_t> anchors_;
};

}  // namespace tilewright::geometry
