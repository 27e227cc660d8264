// Orientations, placements, options and permutations on the square lattice, counted by hand.
#include <algorithm>
#include <memory>
#include <numeric>
#include <vector>

#include "check.hpp"
#include "tilewright/contract.hpp"
#include "tilewright/geometry/encoding.hpp"
#include "tilewright/geometry/images.hpp"

using namespace tilewright;
using namespace tilewright::geometry;

namespace {

std::shared_ptr<const Lattice> square() {
  return std::make_shared<Lattice>(Points{2, {1, 0, 0, 1}}, Points{2, {0, 0}},
                                   std::vector<Points>{{2, {1, 0, -1, 0, 0, 1, 0, -1}}});
}

// The identity, the turns, and the same after a flip.
Motions group() {
  return {2,
          {1, 0, 0, 1, 0, -1, 1, 0, -1, 0, 0, -1, 0, 1, -1, 0,
           -1, 0, 0, 1, 0, 1, 1, 0, 1, 0, 0, -1, 0, -1, -1, 0},
          Vector(16, 0)};
}

std::vector<std::uint32_t> numbers(std::uint32_t count) {
  std::vector<std::uint32_t> all(count);
  std::iota(all.begin(), all.end(), 0u);
  return all;
}

Types::Piece piece(Vector cells) { return {{{2, std::move(cells)}, {}, {5, {}}}, 0}; }

std::shared_ptr<const Board> box(Coordinate width, Coordinate height) {
  Points cells{2, {}};
  for (Coordinate y = 0; y < height; ++y)
    for (Coordinate x = 0; x < width; ++x) cells.flat.insert(cells.flat.end(), {x, y});
  return std::make_shared<Board>(square(), std::move(cells));
}

Pulse silent() { return Pulse([] {}); }

// A straight tromino, an L and the same L turned.
std::shared_ptr<const Types> types() {
  return std::make_shared<Types>(
      square(), group(), std::vector<std::vector<std::uint32_t>>{numbers(8)},
      std::vector{piece({0, 0, 1, 0, 2, 0}), piece({0, 0, 1, 0, 0, 1}), piece({1, 0, 0, 1, 1, 1})});
}

void check_pieces() {
  const auto all = types();
  CHECK(all->size() == 2);
  CHECK(all->members(0) == std::vector<std::uint32_t>{0});
  CHECK((all->members(1) == std::vector<std::uint32_t>{1, 2}));
  CHECK(all->begins() == (std::vector<std::uint32_t>{0, 2, 6}));
  const Shape upright{{2, {0, 0, 0, 1, 0, 2}}, {}, {5, {}}};
  CHECK((all->with(upright) == Types::Found{{0, 1}}));
  const Shape dot{{2, {1, 0}}, {}, {5, {}}};
  CHECK(all->with(dot).empty());
  const Lattice sparse({2, {2, 0, 0, 2}}, {2, {0, 0}}, {{2, {}}});
  const Motions motions = group();
  CHECK_THROWS(ContractViolation, turned(sparse, dot, motions[0]));
  CHECK_THROWS(ContractViolation, half_edges(sparse, dot, 0));
}

void check_boards() {
  const auto board = box(3, 2);
  CHECK(board->touching().size() == 2 * 7);
  CHECK(edges(*board).size() == 7);
  CHECK(board->symmetries(group(), {}).size() == 4);
  const std::vector<std::uint32_t> labels{1, 0, 0, 0, 0, 1};
  CHECK(board->symmetries(group(), labels).size() == 2);
  const Vector inside{2, 1}, outside{3, 0};
  CHECK(board->number(inside) == 5);
  CHECK(board->number(outside) == Board::none);
  CHECK(board->lattice().is_connected(board->places()));
  const Points apart{2, {0, 0, 2, 0}}, backwards{2, {1, 0, 0, 0}};
  CHECK(!board->lattice().is_connected(apart));
  CHECK_THROWS(ContractViolation, Board(square(), backwards));
  const Coordinate far = Coordinate{1} << 31;
  const Points distant{2, {-far, -far, far, far}};
  CHECK_THROWS(ContractViolation, Board(square(), distant));
}

void check_placements() {
  const Placements placements(box(3, 2), types(), {}, silent());
  CHECK(placements.starts() == (std::vector<std::uint64_t>{0, 2, 2, 4, 6, 8, 10}));
  CHECK(placements.bare().empty());
  CHECK((placements.placement(3) == std::pair<std::size_t, std::uint32_t>{2, 1}));
  CHECK_THROWS(ContractViolation, placements.placement(10));

  const Items items{.lo = {1, 1, 1, 1, 1, 1, 0, 2}, .hi = {1, 1, 1, 1, 1, 1, 2, 2},
                    .cells = numbers(6), .types = {6, 7}, .fixed = {}};
  Encoding made = encode(placements, items, {}, 0, {}, {}, silent());
  CHECK(settle(made.problem).empty());
  CHECK(made.problem.item_count == 8);
  CHECK(made.problem.option_count() == 10);
  CHECK(made.problem.items.size() == 10 * 4);
  CHECK(std::vector<std::uint32_t>(made.problem.items.begin(), made.problem.items.begin() + 4) ==
        (std::vector<std::uint32_t>{0, 1, 2, 6}));
}

void check_far_pieces() {
  const Coordinate far = Coordinate{1} << 32;
  const auto apart = std::make_shared<Types>(square(), group(),
                                             std::vector<std::vector<std::uint32_t>>{numbers(8)},
                                             std::vector{piece({0, 0, far, far, far, 0})});
  const Placements placements(box(3, 2), apart, {}, silent());
  CHECK(placements.size() == 0);
  CHECK(placements.bare().size() == 6);
}

void check_permutations() {
  const auto board = box(2, 2);
  const Placements placements(board, types(), {}, silent());
  Motions motions{2, {}, {}};
  std::vector<std::vector<std::uint32_t>> images;
  const Motions all = group();
  for (const auto& [motion, gap] : board->symmetries(all, {})) {
    const Motion one = all[motion];
    motions.matrices.insert(motions.matrices.end(), one.matrix.begin(), one.matrix.end());
    motions.shifts.insert(motions.shifts.end(), gap.begin(), gap.end());
    images.push_back(*type_images(placements.types(), {{0, 0}, {1, 1}}, one));
    CHECK(images.back() == numbers(2));
  }
  CHECK(motions.size() == 8);
  const auto rows = permutations(placements, motions, images, {}, silent());
  CHECK(rows.size() == 8 * 4);
  for (std::size_t k = 0; k < 8; ++k) {  // each of the four corners can be left out
    std::vector<std::uint32_t> row(rows.begin() + 4 * k, rows.begin() + 4 * (k + 1));
    std::sort(row.begin(), row.end());
    CHECK(row == numbers(4));
  }
  images[1] = {1, 0};
  CHECK_THROWS(ContractViolation, permutations(placements, motions, images, {}, silent()));
}

void check_pulse() {
  struct Enough {};
  Pulse impatient([] { throw Enough(); });
  CHECK_THROWS(Enough, Placements(box(300, 300), types(), {}, impatient));
}

}  // namespace

int main() {
  check_pieces();
  check_boards();
  check_placements();
  check_far_pieces();
  check_permutations();
  check_pulse();
  return report();
}
