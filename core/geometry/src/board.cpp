#include "tilewright/geometry/board.hpp"

#include <algorithm>

#include "tilewright/contract.hpp"

namespace tilewright::geometry {

namespace {

constexpr std::int64_t farthest = std::int64_t{1} << 62;  // places in the box are numbered
constexpr std::int64_t small_box = 1 << 22;
constexpr std::int64_t densest_waste = 64;  // a box is filled with numbers if it is not too empty

}  // namespace

Board::Board(std::shared_ptr<const Lattice> lattice, Points places)
    : lattice_(std::move(lattice)), places_(std::move(places)) {
  const std::size_t n = lattice_->dimension();
  TW_REQUIRE(places_.dimension == n && places_.size() > 0, "a board has no cells");
  TW_REQUIRE(places_.size() < none, "a board has too many cells");
  const Points& cells = places_;
  low_.assign(cells[0].begin(), cells[0].end());
  high_ = low_;
  for (std::size_t k = 1; k < cells.size(); ++k) {
    TW_REQUIRE(reads_before(cells[k - 1], cells[k]), "cells are not in reading order");
    for (std::size_t c = 0; c < n; ++c) {
      low_[c] = std::min(low_[c], cells[k][c]);
      high_[c] = std::max(high_[c], cells[k][c]);
    }
  }
  std::int64_t volume = 1;
  for (std::size_t c = 0; c < n; ++c) {
    const std::int64_t side = high_[c] - low_[c] + 1;
    TW_REQUIRE(volume <= (farthest - 1) / side, "a board spreads too far");
    strides_.push_back(volume);
    volume *= side;
  }
  by_kind_.resize(lattice_->kinds().size());
  flat_.reserve(cells.size());
  Vector step(n);
  for (std::uint32_t k = 0; k < size(); ++k) {
    for (std::size_t c = 0; c < n; ++c) step[c] = cells[k][c] - low_[c];
    flat_.push_back(distance(step));
    if (const std::uint32_t kind = lattice_->kind_of(cells[k]); kind != Lattice::no_kind)
      by_kind_[kind].push_back(k);
  }
  if (volume > std::max(small_box, densest_waste * size())) return;
  grid_.assign(static_cast<std::size_t>(volume), none);
  for (std::uint32_t k = 0; k < size(); ++k) grid_[static_cast<std::size_t>(flat_[k])] = k;
}

std::int64_t Board::distance(Point step) const {
  std::uint64_t sum = 0;  // of a step that leads far out of the box, the distance means nothing
  for (std::size_t c = 0; c < strides_.size(); ++c)
    sum += static_cast<std::uint64_t>(step[c]) * static_cast<std::uint64_t>(strides_[c]);
  return static_cast<std::int64_t>(sum);
}

std::uint32_t Board::searched(std::int64_t flat) const {
  const auto found = std::ranges::lower_bound(flat_, flat);
  if (found == flat_.end() || *found != flat) return none;
  return static_cast<std::uint32_t>(found - flat_.begin());
}

std::uint32_t Board::number(Point point) const {
  std::int64_t flat = 0;
  for (std::size_t c = 0; c < strides_.size(); ++c) {
    if (point[c] < low_[c] || point[c] > high_[c]) return none;
    flat += (point[c] - low_[c]) * strides_[c];
  }
  return at(flat);
}

std::uint32_t Board::beside(std::uint32_t cell, Point step) const {
  std::int64_t flat = flat_[cell];
  for (std::size_t c = 0; c < strides_.size(); ++c) {
    const Coordinate there = places_[cell][c] + step[c];
    if (there < low_[c] || there > high_[c]) return none;
    flat += step[c] * strides_[c];
  }
  return at(flat);
}

std::vector<std::uint32_t> Board::touching() const {
  std::vector<std::uint32_t> pairs;
  for (std::uint32_t kind = 0; kind < by_kind_.size(); ++kind) {
    const Points& edges = lattice_->edges(kind);
    for (std::size_t k = 0; k < edges.size(); ++k)
      for (const std::uint32_t here : by_kind_[kind]) {
        const std::uint32_t there = beside(here, edges[k]);
        if (there != none && here < there) pairs.insert(pairs.end(), {here, there});
      }
  }
  return pairs;
}

std::vector<Board::Symmetry> Board::symmetries(const Motions& motions,
                                               const std::vector<std::uint32_t>& labels) const {
  const std::size_t n = lattice_->dimension();
  TW_REQUIRE(labels.empty() || labels.size() == size(), "labels are given for each cell");
  std::vector<Symmetry> found;
  Vector point(n), first(n), gap(n);
  for (std::uint32_t k = 0; k < motions.size(); ++k) {
    const Motion motion = motions[k];
    for (std::uint32_t cell = 0; cell < size(); ++cell) {
      motion.move(places_[cell], point);
      if (cell == 0 || reads_before(point, first)) first = point;
    }
    for (std::size_t c = 0; c < n; ++c) gap[c] = places_[0][c] - first[c];
    if (!lattice_->is_translation(gap)) continue;
    // No two cells come to the same place; so if all come to cells, each cell gets one.
    bool maps = true;
    for (std::uint32_t cell = 0; cell < size() && maps; ++cell) {
      motion.move(places_[cell], point);
      for (std::size_t c = 0; c < n; ++c) point[c] += gap[c];
      const std::uint32_t there = number(point);
      maps = there != none && (labels.empty() || labels[cell] == labels[there]);
    }
    if (maps) found.push_back({k, gap});
  }
  return found;
}

}  // namespace tilewright::geometry
