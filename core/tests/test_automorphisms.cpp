// Automorphisms of problems that have some, none, too many, and of queens, whose rows and columns
// change places.
#include "tilewright/automorphisms.hpp"

#include <algorithm>
#include <set>
#include <vector>

#include "check.hpp"

using namespace tilewright;

namespace {

using Permutation = std::vector<std::uint32_t>;

constexpr std::uint64_t plenty = 100'000'000;

// An L-tromino and dominoes on a square: its neighbours tell what the square looks like.
OwnedProblem corners_and_dominoes(std::uint32_t side) {
  const std::uint32_t cells = side * side;
  OwnedProblem problem(cells + 1, 0);
  for (std::uint32_t y = 0; y < side; ++y)
    for (std::uint32_t x = 0; x < side; ++x) {
      const std::uint32_t here = y * side + x;
      if (x + 1 < side) problem.option({here, here + 1});
      if (y + 1 < side) problem.option({here, here + side});
      if (x + 1 == side || y + 1 == side) continue;
      const std::uint32_t square[4] = {here, here + 1, here + side, here + side + 1};
      for (const std::uint32_t left_out : square) {
        std::vector<std::uint32_t> three{cells};
        std::ranges::copy_if(square, std::back_inserter(three),
                             [&](std::uint32_t cell) { return cell != left_out; });
        problem.option(three);
      }
    }
  return problem;
}

// Are they permutations, with all their products, that keep what two options have in common?  (That
// they map covers to covers is a law in Python.)
void check_group(const OwnedProblem& owned, const std::vector<Permutation>& group) {
  const ExactCoverView problem = owned.view();
  const std::set<Permutation> all(group.begin(), group.end());
  CHECK(all.size() == group.size());
  CHECK(!group.empty() && std::ranges::is_sorted(group[0]));
  for (const Permutation& a : group) {
    Permutation sorted(a);
    std::ranges::sort(sorted);
    CHECK(sorted == group[0]);
    // What two options have in common, their images have.
    for (std::uint32_t k = 0; k < a.size(); ++k)
      for (std::uint32_t l = 0; l < k; ++l) {
        const auto shared = [&](std::uint32_t i, std::uint32_t j) {
          return std::ranges::count_if(problem.option(i), [&](std::uint32_t item) {
            return std::ranges::find(problem.option(j), item) != problem.option(j).end();
          });
        };
        CHECK(shared(k, l) == shared(a[k], a[l]));
      }
    for (const Permutation& b : group) {
      Permutation product;
      for (const std::uint32_t k : a) product.push_back(b[k]);
      CHECK(all.contains(product));
    }
  }
}

std::size_t order(const OwnedProblem& problem, std::size_t most = 96, std::uint64_t work = plenty) {
  const Automorphisms found = find_automorphisms(problem.view(), most, work);
  check_group(problem, found.options);
  return found.options.size();
}

}  // namespace

int main() {
  CHECK(order(corners_and_dominoes(3)) == 8);
  CHECK(order(corners_and_dominoes(4)) == 8);
  CHECK(order(corners_and_dominoes(4), 4) == 2);  // of a corner
  CHECK(order(corners_and_dominoes(4), 1) == 1);
  CHECK(order(corners_and_dominoes(4), 96, 0) == 1);

  // Eight, of which a mirror keeps each row.
  CHECK(order(queens(6)) == 2);

  // Without dominoes cells are all alike: 4! of them, if so many are wanted.
  CHECK(order(piece_and_dots(2)) == 24);
  CHECK(order(piece_and_dots(2), 10) == 6);

  // Bounds and colours tell items apart.
  OwnedProblem bounds = piece_and_dots(2);
  bounds.lo[0] = 0;
  CHECK(order(bounds) == 6);
  OwnedProblem coloured(1, 2);
  coloured.option({0, 1}, {0, 1});
  coloured.option({0, 2}, {0, 2});
  CHECK(order(coloured) == 1);
  coloured.colours[3] = 1;
  CHECK(order(coloured) == 2);

  // Twins do not count, neither items nor options.
  OwnedProblem twins(3, 0);
  for (const std::uint32_t k : {0u, 0u, 1u, 1u}) twins.option({k, 2});
  CHECK(order(twins) == 2);
  OwnedProblem pairs(5, 0);
  for (const std::uint32_t k : {0u, 2u}) pairs.option({k, k + 1, 4});
  CHECK(order(pairs) == 2);

  // No item is covered exactly once: nothing to break symmetries with.
  OwnedProblem loose = piece_and_dots(2);
  loose.lo.assign(5, 0);
  CHECK(order(loose) == 1);

  OwnedProblem empty(0, 0);
  CHECK(order(empty) == 1);
  return report();
}
