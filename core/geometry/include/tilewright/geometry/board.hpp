// A board's cells by number, in reading order, and the way back from places to numbers.
#pragma once
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "tilewright/geometry/lattice.hpp"

namespace tilewright::geometry {

class Board {
 public:
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  // Cells must be in reading order.
  Board(std::shared_ptr<const Lattice> lattice, Points places);

  const Lattice& lattice() const { return *lattice_; }
  const Points& places() const { return places_; }
  std::uint32_t size() const { return static_cast<std::uint32_t>(places_.size()); }

  // The cells of a kind.
  const std::vector<std::uint32_t>& alike(std::uint32_t kind) const { return by_kind_[kind]; }

  // The number of the cell at a point, or none.
  std::uint32_t number(Point point) const;

  // Points in the box round the board are numbered, and a step in it is always the same distance.
  std::int64_t distance(Point step) const;
  std::int64_t flat(std::uint32_t cell) const { return flat_[cell]; }
  std::uint32_t at(std::int64_t flat) const {
    if (!grid_.empty()) return grid_[static_cast<std::size_t>(flat)];
    return searched(flat);
  }
  const Vector& low() const { return low_; }
  const Vector& high() const { return high_; }

  // The cell by a step from a cell, or none.
  std::uint32_t beside(std::uint32_t cell, Point step) const;

  // The pairs of cells that an edge joins.
  std::vector<std::uint32_t> touching() const;

  // A motion followed by the translation that brings the board to where it was.
  struct Symmetry {
    std::uint32_t motion;
    Vector gap;
  };
  // Those motions which map the board to itself, and each cell to one with the same label.
  std::vector<Symmetry> symmetries(const Motions& motions,
                                   const std::vector<std::uint32_t>& labels) const;

 private:
  std::uint32_t searched(std::int64_t flat) const;

  std::shared_ptr<const Lattice> lattice_;
  Points places_;
  Vector low_, high_, strides_;
  std::vector<std::int64_t> flat_;
  std::vector<std::uint32_t> grid_;  // empty if the box is too empty
  std::vector<std::vector<std::uint32_t>> by_kind_;
};

}  // namespace tilewright::geometry
