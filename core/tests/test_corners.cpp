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
  const auto table = std::make_shared<PlacementTable>(1e-6);
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

// A piece whose hole touches its outline, wherever that is put: on a corner, a side, or inside.
void test_piece_that_touches_itself() {
  Pieces pieces;
  pieces.ring({0, 0, 5, 0, 5, 3, 0, 3});
  pieces.shape();
  pieces.piece({0, 0, 3, 0, 3, 3, 0, 3, 0, 0, 1, 2, 2, 1}, 1, 7);
  pieces.piece({0, 0, 2, 1, 1, 2}, 1, 3);
  pieces.piece({0, 0, 1, 0, 1, 3, 0, 3}, 2, 2);
  check_all_ways(pieces, 12);
}

// A frame in the hole of another, in either order: each hole belongs to its own frame.
void test_parts_in_holes() {
  const std::vector<std::vector<double>> outer{{0, 0, 7, 0, 7, 7, 0, 7}, {1, 1, 1, 6, 6, 6, 6, 1}};
  const std::vector<std::vector<double>> inner{{2, 2, 5, 2, 5, 5, 2, 5}, {3, 3, 3, 4, 4, 4, 4, 3}};
  for (const bool first : {false, true}) {
    Pieces pieces;
    for (const auto& ring : first ? outer : inner) pieces.ring(ring);
    for (const auto& ring : first ? inner : outer) pieces.ring(ring);
    pieces.shape();
    pieces.piece({0, 0, 2, 0, 2, 1, 0, 1}, 16, 2);
    check_all_ways(pieces, 4);
  }
}

// An island that touches the hole it lies in.
void test_island_that_touches() {
  Pieces pieces;
  pieces.ring({3, 1, 5, 3, 3, 5, 1, 3});
  pieces.ring({0, 0, 7, 0, 7, 7, 0, 7});
  pieces.ring({1, 1, 1, 6, 6, 6, 6, 1});
  pieces.shape();
  pieces.piece({0, 0, 2, 2, 0, 4, -2, 2}, 1, 1);
  pieces.piece({0, 0, 2, 0, 2, 1, 0, 1}, 12, 2);
  check_all_ways(pieces, 2);
}

Pieces tangram_rectangle() {
  Pieces pieces;
  pieces.ring({0, 0, 4, 0, 4, 2, 0, 2});
  pieces.shape();
  add_tangram(pieces, 1);
  return pieces;
}

// What was put off is not known to be in vain.
void test_memo_and_levels() {
  const auto jigsaw = tangram_rectangle().jigsaw();
  const auto table = std::make_shared<PlacementTable>(1e-6);
  for (std::size_t levels = 1; levels < 7; ++levels) {
    SearchSettings settings;
    settings.levels = levels;
    const auto search = corner_search(jigsaw, settings, {}, table);
    CHECK(search->run({}) == Search::State::finished);
    std::uint64_t solutions = search->counters().solutions;
    for (const Subtree& start : search->rest()) {
      SearchSettings rest;
      rest.start = start;
      const auto other = corner_search(jigsaw, rest, {}, table);
      CHECK(other->run({}) == Search::State::finished);
      solutions += other->counters().solutions;
    }
    CHECK(solutions == 36u);
  }
}

// What was given away is not known to be in vain, either.
void test_memo_and_giving() {
  const auto jigsaw = tangram_rectangle().jigsaw();
  const auto table = std::make_shared<PlacementTable>(1e-6);
  for (const std::uint64_t step : {1u, 7u, 30u}) {
    std::vector<Subtree> waiting{Subtree{}};
    std::uint64_t solutions = 0;
    while (!waiting.empty()) {
      SearchSettings settings;
      settings.start = waiting.back();
      waiting.pop_back();
      const auto search = corner_search(jigsaw, settings, {}, table);
      Limits limits;
      for (limits.nodes = step; search->run(limits) != Search::State::finished;
           limits.nodes += step)
        if (auto gift = search->give()) waiting.push_back(gift->start);
      solutions += search->counters().solutions;
    }
    CHECK(solutions == 36u);
  }
}

// Sides of very different lengths: sums are of no more sides than there are.
void test_long_and_short() {
  Pieces pieces;
  pieces.ring({0, 0, 1e7, 0, 1e7, 1, 0, 1});
  pieces.shape();
  pieces.piece({0, 0, 1e7 - 1, 0, 1e7 - 1, 1, 0, 1}, 1, 2);
  pieces.piece({0, 0, 1, 0, 0, 1}, 2, 3);
  check_all_ways(pieces, 4);
}

void test_placements_are_told_apart() {
  PlacementTable table(1e-3);
  const Placement here{0, false, {{1, 0}, {1e7, 0}}}, beside{0, false, {{1, 0}, {1e7 - 1, 0}}};
  const Placement tilted{0, false, {{1, 1e-6}, {1e7, 0}}}, over{0, true, {{1, 0}, {1e7, 0}}};
  const Placement again{0, false, {{1, 1e-12}, {1e7 + 1e-6, 0}}};
  CHECK(table.number_of(here) == 0u);
  CHECK(table.number_of(beside) == 1u);
  CHECK(table.number_of(tilted) == 2u);
  CHECK(table.number_of(over) == 3u);
  CHECK(table.number_of(again) == 0u);
  CHECK(table.from(1).size() == 3u);
}

}  // namespace

int main() {
  test_tangram();
  test_piece_with_a_hole();
  test_piece_that_touches_itself();
  test_parts_in_holes();
  test_island_that_touches();
  test_memo_and_levels();
  test_memo_and_giving();
  test_long_and_short();
  test_placements_are_told_apart();
  return report();
}
