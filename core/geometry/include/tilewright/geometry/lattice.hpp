// A lattice as numbers: where its cells are, and what moves them.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tilewright::geometry {

using Coordinate = std::int64_t;
using Point = std::span<const Coordinate>;
using Vector = std::vector<Coordinate>;

// Points of one dimension, one after the other.
struct Points {
  std::size_t dimension = 1;
  Vector flat;

  std::size_t size() const { return flat.size() / dimension; }
  Point operator[](std::size_t k) const { return {flat.data() + k * dimension, dimension}; }
  std::span<Coordinate> operator[](std::size_t k) {
    return {flat.data() + k * dimension, dimension};
  }
  bool operator==(const Points&) const = default;
};

// Reading order: the last coordinate counts most.
inline bool reads_before(Point one, Point other) {
  for (std::size_t c = one.size(); c-- > 0;)
    if (one[c] != other[c]) return one[c] < other[c];
  return false;
}

// x -> matrix · x + shift, the rows of the matrix one after the other.
struct Motion {
  Point matrix, shift;

  void turn(Point x, std::span<Coordinate> result) const {
    const std::size_t n = x.size();
    for (std::size_t r = 0; r < n; ++r) {
      Coordinate sum = 0;
      for (std::size_t c = 0; c < n; ++c) sum += matrix[r * n + c] * x[c];
      result[r] = sum;
    }
  }
  void move(Point x, std::span<Coordinate> result) const {
    turn(x, result);
    for (std::size_t c = 0; c < x.size(); ++c) result[c] += shift[c];
  }
};

struct Motions {
  std::size_t dimension = 1;
  Vector matrices, shifts;

  std::size_t size() const { return shifts.size() / dimension; }
  Motion operator[](std::size_t k) const {
    const std::size_t square = dimension * dimension;
    return {{matrices.data() + k * square, square}, {shifts.data() + k * dimension, dimension}};
  }
};

class Lattice {
 public:
  static constexpr std::uint32_t no_kind = ~std::uint32_t{0};

  // A basis of the translations in echelon form, with positive pivots; a cell of each kind; and
  // the steps by which its edges lead out of it.
  Lattice(Points basis, Points kinds, std::vector<Points> edges);

  std::size_t dimension() const { return kinds_.dimension; }
  const Points& kinds() const { return kinds_; }
  // The steps by which the edges of a cell of a kind lead out of it.
  const Points& edges(std::uint32_t kind) const;

  // Moves a point by a translation; two points become the same iff a translation joins them.
  void reduce(std::span<Coordinate> point) const;
  std::uint32_t kind_of(Point cell) const;
  bool is_translation(Point step) const;

  // Can one walk from each of these cells to each other over edges?
  bool is_connected(const Points& cells) const;

 private:
  Points basis_;
  std::vector<std::size_t> pivots_;
  Points kinds_, residues_;
  std::vector<Points> edges_;
};

}  // namespace tilewright::geometry
