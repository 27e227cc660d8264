// Pieces, the ways to turn them, and which of them cannot be told from each other.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

#include "tilewright/geometry/lattice.hpp"

namespace tilewright::geometry {

// Colours and marks are numbered by whoever gives them; marks in their order.
struct Shape {
  Points cells;
  std::vector<std::uint32_t> colours;  // of each cell; or none
  Points marks;                        // in each row the cell, the step out of it, the mark

  bool operator==(const Shape&) const = default;
};

struct ShapeHash {
  std::size_t operator()(const Shape& shape) const;
};

// What a motion makes of a shape: cells in reading order, the first one where its kind is at home.
struct Turned {
  Shape shape;
  std::vector<std::uint32_t> order;  // the cells as they were given, in their new order
  Vector gap;                        // by which it was brought home
};

Turned turned(const Lattice& lattice, const Shape& shape, const Motion& motion);

// One way to turn a piece: by which of some motions, and by which translation it came home.
struct Way {
  std::uint32_t motion;
  Vector gap;
};

struct Orientations {
  std::vector<Shape> shapes;
  std::vector<Way> ways;  // the first motion that leads to each
};

Orientations orientations(const Lattice& lattice, const Shape& shape, const Motions& motions,
                          const std::vector<std::uint32_t>& allowed);

// Pieces by types: those of one type have the same orientations.
class Types {
 public:
  struct Piece {
    Shape shape;
    std::uint32_t allowed;  // a list of motions
  };

  Types(std::shared_ptr<const Lattice> lattice, const Motions& motions,
        const std::vector<std::vector<std::uint32_t>>& allowed, const std::vector<Piece>& pieces);

  const Lattice& lattice() const { return *lattice_; }
  std::size_t size() const { return members_.size(); }
  // The orientations of all types, one type after the other.
  const std::vector<Shape>& orientations() const { return orientations_; }
  std::uint32_t begin(std::uint32_t type) const { return begins_[type]; }
  std::uint32_t end(std::uint32_t type) const { return begins_[type + 1]; }
  const std::vector<std::uint32_t>& begins() const { return begins_; }
  const std::vector<std::uint32_t>& members(std::uint32_t type) const { return members_[type]; }
  // How the first piece of a type comes to lie in an orientation.
  const Way& way(std::uint32_t orientation) const { return ways_[orientation]; }

  // The types that have an orientation, in order, each with the number of the orientation.
  using Found = std::vector<std::pair<std::uint32_t, std::uint32_t>>;
  const Found& with(const Shape& orientation) const;

 private:
  std::shared_ptr<const Lattice> lattice_;
  std::vector<Shape> orientations_;
  std::vector<Way> ways_;
  std::vector<std::uint32_t> begins_{0};
  std::vector<std::vector<std::uint32_t>> members_;
  std::unordered_map<Shape, Found, ShapeHash> by_shape_;
};

}  // namespace tilewright::geometry
