// The smallest test runner that does the job: CHECK(condition) says where it failed, and main()
// returns report().
#pragma once
#include <cstdint>
#include <cstdio>
#include <numeric>
#include <vector>

#include "tilewright/exact_cover.hpp"

inline int checks_made = 0, checks_failed = 0;

#define CHECK(holds)                                                       \
  do {                                                                     \
    ++checks_made;                                                         \
    if (!(holds)) {                                                        \
      ++checks_failed;                                                     \
      std::printf("%s:%d: not true: %s\n", __FILE__, __LINE__, #holds);    \
    }                                                                      \
  } while (false)

#define CHECK_THROWS(kind, expression)  \
  do {                                  \
    bool thrown = false;                \
    try {                               \
      (void)(expression);               \
    } catch (const kind&) {             \
      thrown = true;                    \
    }                                   \
    CHECK(thrown && #expression);       \
  } while (false)

inline int report() {
  std::printf("%d passed, %d failed\n", checks_made - checks_failed, checks_failed);
  return checks_failed > 0 || checks_made == 0;
}

// A problem that owns its arrays.
struct OwnedProblem {
  std::uint32_t item_count = 0;
  std::vector<std::uint32_t> lo, hi, items, colours;
  std::vector<std::uint64_t> starts{0};

  OwnedProblem(std::uint32_t primary, std::uint32_t secondary)
      : item_count(primary + secondary), lo(primary, 1), hi(primary, 1) {}

  void option(std::vector<std::uint32_t> entries, std::vector<std::uint32_t> entry_colours = {}) {
    entry_colours.resize(entries.size(), 0);
    items.insert(items.end(), entries.begin(), entries.end());
    colours.insert(colours.end(), entry_colours.begin(), entry_colours.end());
    starts.push_back(items.size());
  }

  tilewright::ExactCoverView view() const {
    return {item_count, lo, hi, starts, items, colours};
  }
};

// A piece of one cell, and dots on the other cells of a square.  Options: the piece on each cell,
// then a dot on each.  Items: cells, then the piece.
inline OwnedProblem piece_and_dots(std::uint32_t side) {
  const std::uint32_t cells = side * side;
  OwnedProblem problem(cells + 1, 0);
  for (std::uint32_t k = 0; k < cells; ++k) problem.option({k, cells});
  for (std::uint32_t k = 0; k < cells; ++k) problem.option({k});
  return problem;
}

// Ranks, then files, then both kinds of diagonals.
inline OwnedProblem queens(std::uint32_t n) {
  OwnedProblem problem(2 * n, 2 * (2 * n - 1));
  for (std::uint32_t r = 0; r < n; ++r)
    for (std::uint32_t f = 0; f < n; ++f)
      problem.option({r, n + f, 2 * n + r + f, 4 * n - 1 + n - 1 - r + f});
  return problem;
}

// Items 0..2 needed 1..2, 0..3 and exactly 2 times; colours on the two secondary ones.
inline OwnedProblem mixed() {
  OwnedProblem problem(4, 2);
  problem.lo = {1, 0, 2, 1};
  problem.hi = {2, 3, 2, 1};
  problem.option({0, 1, 4}, {0, 0, 1});
  problem.option({0, 2});
  problem.option({1, 2, 4}, {0, 0, 1});
  problem.option({1});
  problem.option({2, 3, 5});
  problem.option({0, 3, 4}, {0, 0, 2});
  problem.option({2, 1, 5}, {0, 0, 3});
  problem.option({3, 1});
  problem.option({0, 4});
  return problem;
}
