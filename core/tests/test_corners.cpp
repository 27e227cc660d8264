// The search for solutions of jigsaws.
#include <memory>
#include <string>
#include <vector>

#include "check.hpp"
#include "tilewright/corners.hpp"

namespace {

using namespace tilewright;

struct Pieces {
  std::vector<double> points;
  std::vector<std::uint32_t> ring_ends, shape_ends, counts, turns, options;

  void ring(std::vector<double> xy) {
    points.insert(points.end(), xy.begin(), xy.end());
    ring_ends.push_back(static_cast<std::uint32_t>(points.size() / 2));
  }
  void shape() { shape_ends.push_back(static_cast<std::uint32_t>(ring_ends.size())); }
  // The first so many corners are told apart; with `over`, it may be turned over.
  void piece(std::vector<double> xy, std::uint32_t count, std::uint32_t corners, bool over = false) {
    const auto kind = static_cast<std::uint32_t>(counts.size());
    ring(std::move(xy));
    shape();
    counts.push_back(count);
    turns.push_back(1);
    for (std::uint32_t flipped = 0; flipped <= (over ? 1u : 0u); ++flipped)
      for (std::uint32_t k = 0; k < corners; ++k) options.insert(options.end(), {kind, flipped, k});
  }
  std::shared_ptr<const Jigsaw> jigsaw() const {
    JigsawView view;
    view.points = points, view.ring_ends = ring_ends, view.shape_ends = shape_ends;
    view.counts = counts, view.turns = turns, view.options = options, view.mirrors = true;
    return std::make_shared<Jigsaw>(view);
  }
};

std::uint64_t counted(const std::shared_ptr<const Jigsaw>& jigsaw, CornerRule rule) {
  CornerCount count(jigsaw, rule);
  CHECK(count.run(1e9));
  return count.solutions();
}

std::uint64_t searched(const std::shared_ptr<const Jigsaw>& jigsaw, CornerRule rule) {
  const auto table = std::make_shared<PlacementTable>(1.0);
  const auto search = corner_search(jigsaw, {}, rule, table);
  CHECK(search->run({}) == Search::State::finished);
  return search->counters().solutions;
}

void check_all_ways(const Pieces& pieces, std::uint64_t solutions) {
  const auto jigsaw = pieces.jigsaw();
  for (const bool lynning : {false, true})
    for (const bool memo : {false, true}) {
      CHECK((counted(jigsaw, {lynning, memo}) == solutions));
      CHECK((searched(jigsaw, {lynning, memo}) == solutions));
    }
}

void add_tangram(Pieces& pieces, std::uint32_t sets) {
  pieces.piece({0, 0, 2, 0, 0, 2}, 2 * sets, 3);
  pieces.piece({0, 0, 2, 0, 1, 1}, sets, 3);
  pieces.piece({0, 0, 1, 0, 0, 1}, 2 * sets, 3);
  pieces.piece({0, 0, 1, 0, 1, 1, 0, 1}, sets, 1);
  pieces.piece({0, 0, 1, 0, 2, 1, 1, 1}, sets, 2, true);
}

void test_tangram() {
  const double side = std::sqrt(8.0);
  Pieces square;
  square.ring({0, 0, side, 0, side, side, 0, side});
  square.shape();
  add_tangram(square, 1);
  check_all_ways(square, 8);
  Pieces rectangle;
  rectangle.ring({0, 0, 4, 0, 4, 2, 0, 2});
  rectangle.shape();
  add_tangram(rectangle, 1);
  check_all_ways(rectangle, 36);
  Pieces frame;  // with a hole, by two sets
  frame.ring({0, 0, 5, 0, 5, 5, 0, 5});
  frame.ring({1, 1, 1, 4, 4, 4, 4, 1});
  frame.shape();
  add_tangram(frame, 2);
  const auto jigsaw = frame.jigsaw();
  CHECK(counted(jigsaw, {}) == 24u);
  CHECK(searched(jigsaw, {}) == 24u);
}

void test_piece_with_a_hole() {
  Pieces pieces;
  pieces.ring({0, 0, 3, 0, 3, 3, 0, 3});
  pieces.shape();
  pieces.ring({0, 0, 3, 0, 3, 3, 0, 3});
  pieces.ring({1, 1, 1, 2, 2, 2, 2, 1});
  pieces.shape();
  pieces.counts.push_back(1), pieces.turns.push_back(1);
  pieces.options.insert(pieces.options.end(), {0, 0, 0});
  pieces.piece({0, 0, 1, 0, 1, 1, 0, 1}, 1, 1);
  check_all_ways(pieces, 1);
}

}  // namespace

int main() {
  test_tangram();
  test_piece_with_a_hole();
  return report();
}
