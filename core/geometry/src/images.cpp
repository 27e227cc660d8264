#include "tilewright/geometry/images.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <span>
#include <utility>

#include "tilewright/contract.hpp"

namespace tilewright::geometry {

namespace {

using Row = std::span<std::uint32_t>;

// What becomes of each cell by a motion that maps the board to itself.
std::vector<std::uint32_t> cell_images(const Board& board, const Motion& motion) {
  std::vector<std::uint32_t> becomes(board.size());
  Vector point(board.lattice().dimension());
  for (std::uint32_t cell = 0; cell < board.size(); ++cell) {
    motion.move(board.places()[cell], point);
    becomes[cell] = board.number(point);
    TW_REQUIRE(becomes[cell] != Board::none, "a motion does not map the board to itself");
  }
  return becomes;
}

void option_images(const Placements& placements, const Motion& motion,
                   const std::vector<std::uint32_t>& types,
                   const std::vector<std::uint32_t>& empty, Pulse& pulse, Row result) {
  const Types& all = placements.types();
  const std::vector<std::uint32_t> becomes = cell_images(placements.board(), motion);
  std::vector<std::uint32_t> by_anchor(placements.board().size());
  for (std::uint32_t type = 0; type < all.size(); ++type)
    for (std::uint32_t k = all.begin(type); k < all.end(type); ++k) {
      const Turned there = turned(all.lattice(), all.orientations()[k], motion);
      const Types::Found& found = all.with(there.shape);
      const auto target = std::ranges::find(found, types[type], &Types::Found::value_type::first);
      TW_REQUIRE(target != found.end(), "a motion turns a piece as it may not be turned");
      const auto images = placements.block(target->second), own = placements.block(k);
      TW_REQUIRE(images.size() == own.size(), "a motion moves a placement to where none is");
      for (std::size_t row = 0; row < images.size(); ++row)
        by_anchor[images[row]] = static_cast<std::uint32_t>(row);
      const std::int64_t first = placements.distances(k)[there.order.front()];
      const std::uint64_t from = placements.starts()[k], to = placements.starts()[target->second];
      for (std::size_t row = 0; row < own.size(); ++row) {
        const std::uint32_t anchor = becomes[placements.cell(own[row], first)];
        const std::uint32_t image = by_anchor[anchor];
        TW_REQUIRE(image < images.size() && images[image] == anchor,
                   "a motion moves a placement to where none is");
        result[from + row] = static_cast<std::uint32_t>(to + image);
      }
      pulse.after(own.size());
    }
  for (std::size_t k = 0; k < empty.size(); ++k) {
    const auto found = std::ranges::lower_bound(empty, becomes[empty[k]]);
    TW_REQUIRE(found != empty.end() && *found == becomes[empty[k]],
               "a motion moves a cell that may stay empty to one that may not");
    result[placements.size() + k] =
        static_cast<std::uint32_t>(placements.size() + static_cast<std::size_t>(found - empty.begin()));
  }
}

Vector product(Point one, Point other, std::size_t n) {  // of matrices
  Vector made(n * n, 0);
  for (std::size_t r = 0; r < n; ++r)
    for (std::size_t k = 0; k < n; ++k)
      for (std::size_t c = 0; c < n; ++c) made[r * n + c] += one[r * n + k] * other[k * n + c];
  return made;
}

}  // namespace

std::optional<std::vector<std::uint32_t>> type_images(const Types& types, const Stock& stock,
                                                      const Motion& motion) {
  const auto size = [&](std::uint32_t type) { return types.end(type) - types.begin(type); };
  const auto image = [&](std::uint32_t orientation) -> const Types::Found& {
    return types.with(turned(types.lattice(), types.orientations()[orientation], motion).shape);
  };
  const auto has = [&](const Types::Found& found, std::uint32_t type) {
    return std::ranges::find(found, type, &Types::Found::value_type::first) != found.end();
  };
  std::vector<std::uint32_t> images;
  for (std::uint32_t type = 0; type < types.size(); ++type) {
    std::optional<std::uint32_t> becomes;
    for (const auto& [other, _] : image(types.begin(type))) {
      if (stock.counts[other] != stock.counts[type] || size(other) != size(type)) continue;
      bool alike = true;
      if (!stock.free[type] || !stock.free[other])
        for (std::uint32_t k = types.begin(type) + 1; k < types.end(type) && alike; ++k)
          alike = has(image(k), other);
      if (!alike) continue;
      becomes = other;
      break;
    }
    if (!becomes) return std::nullopt;
    images.push_back(*becomes);
  }
  return images;
}

std::vector<std::uint32_t> permutations(const Placements& placements, const Motions& motions,
                                        const std::vector<std::vector<std::uint32_t>>& images,
                                        const std::vector<std::uint32_t>& empty, Pulse pulse) {
  const std::size_t width = placements.size() + empty.size(), count = motions.size();
  TW_REQUIRE(images.size() == count, "images of types are given for each motion");
  std::vector<std::uint32_t> result(width * count);
  const auto row = [&](std::size_t k) { return Row(result).subspan(k * width, width); };
  std::map<Vector, std::size_t> numbers;
  for (std::size_t k = 0; k < count; ++k)
    numbers.emplace(Vector(motions[k].matrix.begin(), motions[k].matrix.end()), k);
  TW_REQUIRE(numbers.size() == count, "two motions have the same matrix");

  // Only those of a few generators are worked out afresh; the others are products.
  std::vector<std::uint8_t> done(count, 0);
  std::vector<std::size_t> known, generators;
  if (count > 0) {
    std::iota(row(0).begin(), row(0).end(), 0u);
    done[0] = 1;
    known.push_back(0);
  }
  for (std::size_t k = 0; k < count; ++k) {
    if (done[k]) continue;
    option_images(placements, motions[k], images[k], empty, pulse, row(k));
    done[k] = 1;
    generators.push_back(k);
    known.push_back(k);
    for (std::size_t at = 0; at < known.size(); ++at)
      for (const std::size_t generator : generators) {
        const Vector made = product(motions[generator].matrix, motions[known[at]].matrix,
                                    motions.dimension);
        const auto found = numbers.find(made);
        TW_REQUIRE(found != numbers.end(), "the motions are no group");
        const std::size_t number = found->second;
        if (done[number]) continue;
        const Row first = row(known[at]), then = row(generator), into = row(number);
        for (std::size_t option = 0; option < width; ++option) into[option] = then[first[option]];
        pulse.after(width);
        done[number] = 1;
        known.push_back(number);
      }
  }
  return result;
}

}  // namespace tilewright::geometry
