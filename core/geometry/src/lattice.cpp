#include "tilewright/geometry/lattice.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "tilewright/contract.hpp"

namespace tilewright::geometry {

namespace {

Coordinate divided_down(Coordinate a, Coordinate b) { return a / b - (a % b < 0); }  // b > 0

}  // namespace

Lattice::Lattice(Points basis, Points kinds, std::vector<Points> edges)
    : basis_(std::move(basis)), kinds_(std::move(kinds)), residues_(kinds_),
      edges_(std::move(edges)) {
  TW_REQUIRE(edges_.size() == kinds_.size(), "edges are given for each kind");
  for (std::size_t k = 0; k < basis_.size(); ++k) {
    const Point row = basis_[k];
    const auto pivot = std::ranges::find_if(row, [](Coordinate x) { return x != 0; });
    TW_REQUIRE(pivot != row.end() && *pivot > 0, "a basis vector has no positive pivot");
    pivots_.push_back(static_cast<std::size_t>(pivot - row.begin()));
  }
  for (std::size_t k = 0; k < residues_.size(); ++k) reduce(residues_[k]);
}

const Points& Lattice::edges(std::uint32_t kind) const {
  TW_REQUIRE(kind < edges_.size(), "there is no cell of the lattice");
  return edges_[kind];
}

void Lattice::reduce(std::span<Coordinate> point) const {
  for (std::size_t k = 0; k < pivots_.size(); ++k) {
    const Point row = basis_[k];
    const Coordinate times = divided_down(point[pivots_[k]], row[pivots_[k]]);
    if (times == 0) continue;
    for (std::size_t c = pivots_[k]; c < row.size(); ++c) point[c] -= times * row[c];
  }
}

std::uint32_t Lattice::kind_of(Point cell) const {
  Vector rest(cell.begin(), cell.end());
  reduce(rest);
  for (std::uint32_t k = 0; k < residues_.size(); ++k)
    if (std::ranges::equal(residues_[k], rest)) return k;
  return no_kind;
}

bool Lattice::is_connected(const Points& cells) const {
  const std::size_t count = cells.size();
  std::vector<std::size_t> order(count), reached;
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order,
                    [&](std::size_t a, std::size_t b) { return reads_before(cells[a], cells[b]); });
  std::vector<bool> seen(count);
  const auto reach = [&](Point point) {
    const auto found = std::ranges::lower_bound(order, point, reads_before,
                                                [&](std::size_t k) { return cells[k]; });
    if (found == order.end() || seen[*found] || !std::ranges::equal(cells[*found], point)) return;
    seen[*found] = true;
    reached.push_back(*found);
  };
  if (count > 0) reach(cells[0]);
  Vector there(dimension());
  for (std::size_t at = 0; at < reached.size(); ++at) {
    const Point cell = cells[reached[at]];
    const Points& steps = edges(kind_of(cell));
    for (std::size_t k = 0; k < steps.size(); ++k) {
      for (std::size_t c = 0; c < there.size(); ++c) there[c] = cell[c] + steps[k][c];
      reach(there);
    }
  }
  return reached.size() == count;
}

bool Lattice::is_translation(Point step) const {
  Vector rest(step.begin(), step.end());
  reduce(rest);
  return std::ranges::all_of(rest, [](Coordinate x) { return x == 0; });
}

}  // namespace tilewright::geometry
