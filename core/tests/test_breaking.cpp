// Breaking the symmetries of a square: a piece of one cell, and dots on the other cells.
#include "tilewright/breaking.hpp"

#include <algorithm>
#include <vector>

#include "check.hpp"
#include "tilewright/contract.hpp"
#include "tilewright/links.hpp"
#include "tilewright/orbits.hpp"
#include "tilewright/search.hpp"

using namespace tilewright;

namespace {

using Permutation = std::vector<std::uint32_t>;

// The symmetries of the square, the identity first.
std::vector<Permutation> square_group(std::uint32_t side) {
  std::vector<Permutation> group;
  for (std::uint32_t motion = 0; motion < 8; ++motion) {
    Permutation permutation;
    for (std::uint32_t option = 0; option < 2 * side * side; ++option) {
      const std::uint32_t cell = option % (side * side);
      std::uint32_t x = cell % side, y = cell / side;
      if (motion & 1) x = side - 1 - x;
      if (motion & 2) y = side - 1 - y;
      if (motion & 4) std::swap(x, y);
      permutation.push_back(option - cell + y * side + x);
    }
    group.push_back(std::move(permutation));
  }
  return group;
}

BrokenSymmetries broken_by(const OwnedProblem& problem, const std::vector<Permutation>& group,
                           std::size_t most = 100) {
  const std::vector<PermutationView> views(group.begin(), group.end());
  return break_symmetries(problem.view(), views, most);
}

std::uint64_t covers_of(const OwnedProblem& problem, const BrokenPart& part) {
  SearchSettings settings;
  settings.start.excluded = part.excluded;
  settings.collect = false;
  const auto search = links_search(problem.view(), settings);
  CHECK(search->run({}) == Search::State::finished);
  return search->counters().solutions;
}

void check_parts_add_up() {
  for (const std::uint32_t side : {2u, 3u, 4u, 5u})
    for (const std::size_t most : {0u, 1u, 100u}) {
      const OwnedProblem problem = piece_and_dots(side);
      const BrokenSymmetries broken = broken_by(problem, square_group(side), most);
      std::uint64_t covers = 0, weights = 0;
      for (const BrokenPart& part : broken.parts) {
        CHECK(part.weight * part.group.size() == 8);
        covers += part.weight * covers_of(problem, part);
      }
      CHECK(covers == side * side);
      for (std::uint32_t k = 0; k < side * side; ++k) weights += broken.weights[k];
      CHECK(weights == side * side);
    }
}

// Two pieces: what the first one leaves, the second one breaks, unless there are parts enough.
void check_no_more_parts_than_wanted() {
  constexpr std::uint32_t cells = 9;
  OwnedProblem problem(cells + 2, 0);
  for (const std::uint32_t piece : {cells, cells + 1})
    for (std::uint32_t k = 0; k < cells; ++k) problem.option({k, piece});
  for (std::uint32_t k = 0; k < cells; ++k) problem.option({k});
  std::vector<Permutation> group = square_group(3);
  for (Permutation& permutation : group)
    for (std::uint32_t k = 0; k < cells; ++k) permutation.push_back(2 * cells + permutation[k]);
  std::size_t last = 0;
  for (const std::size_t most : {0u, 2u, 100u}) {
    const BrokenSymmetries broken = broken_by(problem, group, most);
    std::uint64_t covers = 0;
    for (const BrokenPart& part : broken.parts) covers += part.weight * covers_of(problem, part);
    CHECK(covers == cells * (cells - 1) && broken.parts.size() > last);
    last = broken.parts.size();
  }
}

void check_parts_of_three() {
  const BrokenSymmetries broken = broken_by(piece_and_dots(3), square_group(3));
  CHECK(broken.parts.size() == 3);  // the piece in a corner, at a side, in the middle
  CHECK(std::count(broken.weights.begin(), broken.weights.begin() + 9, 4u) == 2);
  CHECK(std::count(broken.weights.begin(), broken.weights.begin() + 9, 1u) == 1);
  CHECK(broken.parts.back().group.size() == 8);
}

void check_the_same_one_twice() {
  const OwnedProblem problem = piece_and_dots(3);
  std::vector<Permutation> group = square_group(3);
  const BrokenSymmetries once = broken_by(problem, group);
  for (const Permutation& permutation : square_group(3)) group.push_back(permutation);
  const BrokenSymmetries twice = broken_by(problem, group);
  CHECK(once.weights == twice.weights && once.parts.size() == twice.parts.size());
}

void check_nothing_to_break() {
  const OwnedProblem problem = piece_and_dots(2);
  const BrokenSymmetries broken = broken_by(problem, {square_group(2)[0]});
  CHECK(broken.weights.empty() && broken.parts.size() == 1);
  CHECK(broken.parts[0].excluded.empty() && broken.parts[0].weight == 1);
}

// Of a piece and dots, a motion fixes the cover with the piece on a cell that it fixes.
void check_what_is_fixed() {
  const OwnedProblem odd = piece_and_dots(3), even = piece_and_dots(4);
  for (const std::uint32_t motion : {0u, 1u, 2u, 3u, 4u, 5u, 6u, 7u}) {
    const Permutation permutation = square_group(3)[motion];
    const auto orbits = fixed_orbits(odd.view(), permutation);
    std::uint32_t pieces = 0;
    for (std::uint32_t k = 0; k < 9; ++k) pieces += permutation[k] == k;
    CHECK(orbits.has_value());
    std::uint32_t found = 0;
    for (const std::uint32_t option : orbits->options) found += option < 9;
    CHECK(found == pieces);
    CHECK(orbits->starts.back() == orbits->options.size() && orbits->options.size() == 9 + pieces);
  }
  CHECK(!fixed_orbits(even.view(), square_group(4)[3]));  // no cell stays for the piece
  CHECK_THROWS(ContractViolation, fixed_orbits(even.view(), square_group(3)[0]));
}

void check_contract() {
  const OwnedProblem problem = piece_and_dots(2);
  CHECK_THROWS(ContractViolation, broken_by(problem, {}));
  CHECK_THROWS(ContractViolation, broken_by(problem, {{0, 1, 2}}));
  CHECK_THROWS(ContractViolation, broken_by(problem, {{0, 1, 2, 3, 4, 5, 6, 8}}));
}

}  // namespace

int main() {
  check_parts_add_up();
  check_parts_of_three();
  check_no_more_parts_than_wanted();
  check_the_same_one_twice();
  check_nothing_to_break();
  check_what_is_fixed();
  check_contract();
  return report();
}
