#include "tilewright/geometry/placements.hpp"

#include <algorithm>

#include "tilewright/contract.hpp"

namespace tilewright::geometry {

std::vector<HalfEdge> half_edges(const Lattice& lattice, const Shape& shape, std::uint32_t plain) {
  const std::size_t n = lattice.dimension();
  std::vector<HalfEdge> found;
  Vector there(n);
  const auto is_own = [&](Point point) {
    for (std::size_t k = 0; k < shape.cells.size(); ++k)
      if (std::ranges::equal(shape.cells[k], point)) return true;
    return false;
  };
  for (std::uint32_t k = 0; k < shape.cells.size(); ++k) {
    const Point cell = shape.cells[k];
    const Points& edges = lattice.edges(lattice.kind_of(cell));
    for (std::size_t e = 0; e < edges.size(); ++e) {
      const Point step = edges[e];
      for (std::size_t c = 0; c < n; ++c) there[c] = cell[c] + step[c];
      if (is_own(there)) continue;
      std::uint32_t mark = plain;
      for (std::size_t m = 0; m < shape.marks.size(); ++m) {  // the last one given counts
        const Point row = shape.marks[m];
        if (std::ranges::equal(row.first(n), cell) && std::ranges::equal(row.subspan(n, n), step))
          mark = static_cast<std::uint32_t>(row[2 * n]);
      }
      found.push_back({k, step, mark});
    }
  }
  return found;
}

Placements::Placements(std::shared_ptr<const Board> board, std::shared_ptr<const Types> types,
                       const Rules& rules, Pulse pulse)
    : board_(std::move(board)), types_(std::move(types)) {
  const std::size_t count = types_->orientations().size();
  starts_.reserve(count + 1);
  for (std::size_t k = 0; k < count; ++k) {
    place(k, rules, pulse);
    starts_.push_back(anchors_.size());
  }
}

void Placements::place(std::size_t orientation, const Rules& rules, Pulse& pulse) {
  const Shape& shape = types_->orientations()[orientation];
  const Points& cells = shape.cells;
  const std::size_t n = cells.dimension;
  Vector low = board_->low(), high = board_->high();  // of the first cell
  for (std::size_t k = 0; k < cells.size(); ++k)
    for (std::size_t c = 0; c < n; ++c) {
      const Coordinate step = cells[k][c] - cells[0][c];
      low[c] = std::max(low[c], board_->low()[c] - step);
      high[c] = std::min(high[c], board_->high()[c] - step);
    }
  for (std::size_t c = 0; c < n; ++c)
    if (low[c] > high[c]) return;

  const std::vector<std::int64_t> far = distances(orientation);
  const bool coloured = !rules.cell_colours.empty();
  const auto colour_fits = [&](std::uint32_t cell, std::size_t k) {
    const std::uint32_t mine = shape.colours.empty() ? 0 : shape.colours[k];
    return rules.fits[rules.cell_colours[cell] * rules.piece_colours + mine] != 0;
  };
  Points facing{n, {}};  // by which steps from the first cell there must be a cell
  if (!rules.border.empty())
    for (const HalfEdge& half : half_edges(board_->lattice(), shape, rules.plain))
      if (!rules.border[half.mark])
        for (std::size_t c = 0; c < n; ++c)
          facing.flat.push_back(cells[half.cell][c] - cells[0][c] + half.step[c]);

  const auto fits = [&](std::uint32_t anchor) {
    const Point place = board_->places()[anchor];
    for (std::size_t c = 0; c < n; ++c)
      if (place[c] < low[c] || place[c] > high[c]) return false;
    for (std::size_t k = 0; k < far.size(); ++k) {
      const std::uint32_t there = cell(anchor, far[k]);
      if (there == Board::none || (coloured && !colour_fits(there, k))) return false;
    }
    for (std::size_t k = 0; k < facing.size(); ++k)
      if (board_->beside(anchor, std::as_const(facing)[k]) == Board::none) return false;
    return true;
  };
  for (const std::uint32_t anchor : board_->alike(board_->lattice().kind_of(cells[0]))) {
    if (fits(anchor)) anchors_.push_back(anchor);
    pulse.after(1);
  }
}

std::vector<std::int64_t> Placements::distances(std::size_t orientation) const {
  const Points& cells = types_->orientations()[orientation].cells;
  std::vector<std::int64_t> far;
  Vector step(cells.dimension);
  for (std::size_t k = 0; k < cells.size(); ++k) {
    for (std::size_t c = 0; c < step.size(); ++c) step[c] = cells[k][c] - cells[0][c];
    far.push_back(board_->distance(step));
  }
  return far;
}

std::pair<std::size_t, std::uint32_t> Placements::placement(std::uint64_t number) const {
  TW_REQUIRE(number < size(), "there are fewer placements");
  const auto after = std::ranges::upper_bound(starts_, number);
  return {static_cast<std::size_t>(after - starts_.begin()) - 1, anchors_[number]};
}

std::vector<std::uint32_t> Placements::bare() const {
  std::vector<std::uint8_t> covered(board_->size(), 0);
  for (std::size_t k = 0; k + 1 < starts_.size(); ++k)
    for (const std::int64_t distance : distances(k))
      for (const std::uint32_t anchor : block(k)) covered[cell(anchor, distance)] = 1;
  std::vector<std::uint32_t> bare;
  for (std::uint32_t k = 0; k < covered.size(); ++k)
    if (!covered[k]) bare.push_back(k);
  return bare;
}

}  // namespace tilewright::geometry
