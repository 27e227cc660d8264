#include "tilewright/geometry/pieces.hpp"

#include <algorithm>
#include <numeric>

#include "tilewright/contract.hpp"

namespace tilewright::geometry {

namespace {

std::uint64_t mixed(std::uint64_t x) {  // the last step of splitmix64
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
  return x ^ (x >> 31);
}

// Rows in the order of tuples: the first number counts most.
void sort_rows(Points& rows) {
  const std::size_t count = rows.size();
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, [&](std::size_t a, std::size_t b) {
    return std::ranges::lexicographical_compare(std::as_const(rows)[a], std::as_const(rows)[b]);
  });
  Points sorted{rows.dimension, {}};
  sorted.flat.reserve(rows.flat.size());
  for (const std::size_t k : order) {
    const Point row = std::as_const(rows)[k];
    sorted.flat.insert(sorted.flat.end(), row.begin(), row.end());
  }
  rows = std::move(sorted);
}

}  // namespace

std::size_t ShapeHash::operator()(const Shape& shape) const {
  std::uint64_t hash = shape.colours.size();
  for (const Coordinate x : shape.cells.flat) hash = mixed(hash * 3 + static_cast<std::uint64_t>(x));
  for (const std::uint32_t x : shape.colours) hash = mixed(hash * 3 + x);
  for (const Coordinate x : shape.marks.flat) hash = mixed(hash * 3 + static_cast<std::uint64_t>(x));
  return hash;
}

Turned turned(const Lattice& lattice, const Shape& shape, const Motion& motion) {
  const std::size_t n = shape.cells.dimension, count = shape.cells.size();
  Points moved{n, Vector(shape.cells.flat.size())};
  for (std::size_t k = 0; k < count; ++k) motion.move(shape.cells[k], moved[k]);
  const Points& there = moved;

  Turned result;
  result.order.resize(count);
  std::iota(result.order.begin(), result.order.end(), 0u);
  std::ranges::sort(result.order, [&](std::uint32_t a, std::uint32_t b) {
    return reads_before(there[a], there[b]);
  });
  const Point first = there[result.order.front()];
  const std::uint32_t kind = lattice.kind_of(first);
  TW_REQUIRE(kind != Lattice::no_kind, "a piece has a cell where the lattice has none");
  const Point home = lattice.kinds()[kind];
  result.gap.resize(n);
  for (std::size_t c = 0; c < n; ++c) result.gap[c] = home[c] - first[c];

  result.shape.cells = {n, {}};
  result.shape.cells.flat.reserve(moved.flat.size());
  for (const std::uint32_t k : result.order)
    for (std::size_t c = 0; c < n; ++c)
      result.shape.cells.flat.push_back(there[k][c] + result.gap[c]);
  if (!shape.colours.empty())
    for (const std::uint32_t k : result.order) result.shape.colours.push_back(shape.colours[k]);
  result.shape.marks = shape.marks;
  for (std::size_t k = 0; k < shape.marks.size(); ++k) {
    const Point before = shape.marks[k];
    const std::span<Coordinate> after = result.shape.marks[k];
    motion.move(before.first(n), after.first(n));
    motion.turn(before.subspan(n, n), after.subspan(n, n));
    for (std::size_t c = 0; c < n; ++c) after[c] += result.gap[c];
  }
  sort_rows(result.shape.marks);
  return result;
}

Orientations orientations(const Lattice& lattice, const Shape& shape, const Motions& motions,
                          const std::vector<std::uint32_t>& allowed) {
  Orientations found;
  std::vector<std::size_t> hashes;
  for (const std::uint32_t number : allowed) {
    Turned one = turned(lattice, shape, motions[number]);
    const std::size_t hash = ShapeHash{}(one.shape);
    bool known = false;
    for (std::size_t k = 0; k < hashes.size() && !known; ++k)
      known = hashes[k] == hash && found.shapes[k] == one.shape;
    if (known) continue;
    hashes.push_back(hash);
    found.shapes.push_back(std::move(one.shape));
    found.ways.push_back({number, std::move(one.gap)});
  }
  return found;
}

Types::Types(std::shared_ptr<const Lattice> lattice, const Motions& motions,
             const std::vector<std::vector<std::uint32_t>>& allowed,
             const std::vector<Piece>& pieces)
    : lattice_(std::move(lattice)) {
  // Pieces that are drawn alike are turned once; others may still be alike when they are turned.
  std::vector<std::unordered_map<Shape, std::uint32_t, ShapeHash>> drawn(allowed.size());
  std::vector<std::vector<Shape>> turned_ways;
  for (std::uint32_t number = 0; number < pieces.size(); ++number) {
    const Piece& piece = pieces[number];
    const auto [place, is_new] = drawn[piece.allowed].try_emplace(piece.shape, 0);
    if (is_new) {
      TW_REQUIRE(!allowed[piece.allowed].empty(), "a piece has no motions");
      auto [shapes, ways] =
          geometry::orientations(*lattice_, piece.shape, motions, allowed[piece.allowed]);
      // Two sets of orientations are equal if they are as many, and all of one are in the other.
      std::uint32_t type = static_cast<std::uint32_t>(turned_ways.size());
      for (const auto& [other, _] : with(shapes.front())) {
        const bool same =
            turned_ways[other].size() == shapes.size() &&
            std::ranges::all_of(shapes, [&, other = other](const Shape& shape) {
              return std::ranges::any_of(with(shape),
                                         [&](const auto& pair) { return pair.first == other; });
            });
        if (same) type = other;
      }
      if (type == turned_ways.size()) {
        members_.emplace_back();
        for (const Shape& shape : shapes) by_shape_[shape].push_back({type, 0});
        turned_ways.push_back(std::move(shapes));
        ways_.insert(ways_.end(), std::move_iterator(ways.begin()), std::move_iterator(ways.end()));
      }
      place->second = type;
    }
    members_[place->second].push_back(number);
  }
  for (auto& shapes : turned_ways) {
    for (Shape& shape : shapes) {
      for (auto& [type, orientation] : by_shape_.at(shape))
        if (type + 1 == begins_.size())
          orientation = static_cast<std::uint32_t>(orientations_.size());
      orientations_.push_back(std::move(shape));
    }
    begins_.push_back(static_cast<std::uint32_t>(orientations_.size()));
  }
}

const Types::Found& Types::with(const Shape& orientation) const {
  static const Found none;
  const auto found = by_shape_.find(orientation);
  return found == by_shape_.end() ? none : found->second;
}

}  // namespace tilewright::geometry
