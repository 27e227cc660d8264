// The frontier engine: counts of any size, tables, spilling, and what a sweep finds.
#include "tilewright/frontier.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include "check.hpp"
#include "tilewright/contract.hpp"
#include "tilewright/frontier_kept.hpp"
#include "tilewright/frontier_pending.hpp"
#include "tilewright/frontier_setup.hpp"
#include "tilewright/frontier_spill.hpp"
#include "tilewright/frontier_table.hpp"
#include "tilewright/frontier_thinned.hpp"
#include "tilewright/search.hpp"

using namespace tilewright;

namespace {

// Dominoes on a board, cells row by row.
OwnedProblem dominoes(std::uint32_t rows, std::uint32_t files) {
  OwnedProblem problem(rows * files, 0);
  for (std::uint32_t r = 0; r < rows; ++r)
    for (std::uint32_t f = 0; f < files; ++f) {
      const std::uint32_t cell = r * files + f;
      if (f + 1 < files) problem.option({cell, cell + 1});
      if (r + 1 < rows) problem.option({cell, cell + files});
    }
  return problem;
}

std::vector<Limb> count(const FrontierInput& input, const FrontierLimits& limits,
                        const FrontierTactics& tactics) {
  FrontierCount job(input, limits, tactics);
  while (!job.run(1)) {
  }
  std::vector<Limb> limbs = job.result();
  limbs.resize(limbs_used(limbs.data(), static_cast<std::uint32_t>(limbs.size())));
  return limbs;
}

std::uint64_t links_count(const ExactCoverView& view) {
  const auto search = links_search(view, {.rule = {}, .start = {}, .collect = false});
  search->run({});
  return search->counters().solutions;
}

FrontierInput input_of(const OwnedProblem& problem) {
  FrontierInput input;
  input.problem = problem.view();
  return input;
}

void check_limbs() {
  Limb a[3] = {0xffffffffu, 0xffffffffu, 0};
  const Limb one[1] = {1};
  CHECK(add_limbs(a, 3, one, 1) == 0 && a[0] == 0 && a[1] == 0 && a[2] == 1);
  Limb b[1] = {0xffffffffu};
  CHECK(add_limbs(b, 1, one, 1) == 1 && b[0] == 0);
  Limb product[4];
  const Limb c[2] = {0xffffffffu, 0xffffffffu};
  multiply_limbs(c, 2, ~std::uint64_t{0}, product);  // (2^64 - 1)^2
  CHECK(product[0] == 1 && product[1] == 0 && product[2] == 0xfffffffeu && product[3] == 0xffffffffu);
  std::vector<Limb> sum;
  add_product(sum, c, 2, c, 2);
  CHECK(sum == std::vector<Limb>(product, product + 4));
}

// Against a map; counts overflow and parts grow.
void check_table() {
  std::atomic<std::int64_t> bytes{0};
  {
    FrontierPart<1> part(bytes, 1, 0, 5);
    std::map<std::uint64_t, std::uint64_t> expected;
    FrontierDice dice(1);
    for (int k = 0; k < 20'000; ++k) {
      const FrontierKey<1> key{dice.word() % 3000};
      const Limb amount[1] = {static_cast<Limb>(dice.word())};
      part.reserve(1);
      part.add(key, part.hash(key), amount, 1);
      expected[key[0]] += amount[0];
    }
    CHECK(part.size() == expected.size() && part.limbs() == 2);
    for (const auto& [key, sum] : expected) {
      const std::uint64_t place = part.find({key}, part.hash({key}));
      CHECK(place != FrontierPart<1>::nowhere);
      CHECK(part.count(place)[0] + (std::uint64_t{part.count(place)[1]} << 32) == sum);
    }
    CHECK(part.find({3000}, part.hash({3000})) == FrontierPart<1>::nowhere);
    CHECK(part.invariants_hold());
    CHECK(bytes == static_cast<std::int64_t>(part.bytes()));
  }
  CHECK(bytes == 0);
}

// What breaks an invariant is noticed.
void check_invariants() {
  FrontierControl control;
  FrontierPart<1> part(control.bytes, 1, 0, 0);
  const Limb one[1] = {1};
  const FrontierKey<1> key{5};
  part.reserve(1);
  part.add(key, part.hash(key), one, 1);
  CHECK(part.invariants_hold());
  const std::uint64_t place = part.find(key, part.hash(key));
  std::uint64_t free = 0;
  while (part.used(free)) ++free;
  part.count(free)[0] = 1;
  CHECK(!part.invariants_hold());  // C
  part.count(free)[0] = 0;
  const_cast<FrontierKey<1>&>(part.key(place))[0] = FrontierPart<1>::empty;
  CHECK(!part.invariants_hold());  // A
  const_cast<FrontierKey<1>&>(part.key(free)) = key;
  CHECK(part.invariants_hold() == (part.find(key, part.hash(key)) == free));  // B

  FrontierPending<1> pending(control, 1, 0);
  for (std::uint64_t k = 0; k <= FrontierPending<1>::too_many_for_one; ++k) {
    const FrontierKey<1> next{k};
    const std::uint64_t hash = pending.hash(next);
    pending.add(0, {&next, &hash, one, 1, 1}, 1 << 20);
  }
  pending.split();
  CHECK(pending.part_count() > 1 && pending.invariants_hold());
  const std::uint64_t hash = pending.hash({9999});
  const FrontierKey<1> stray{9999};
  pending.add((pending.part_of(hash) + 1) % pending.part_count(), {&stray, &hash, one, 1, 1}, 1 << 20);
  CHECK(!pending.invariants_hold());  // A

  const OwnedProblem board = dominoes(4, 4);
  const FrontierSetup setup(input_of(board), true);
  const FrontierPlan<1> plan(setup.problem, setup.layout, setup.pocket_cells(), {});
  CHECK(plan.belongs(0, plan.first_key) && plan.belongs(plan.stage_count(), {}));
  CHECK(!plan.belongs(1, {~std::uint64_t{0} >> 1}));
}

// A table that is filled from another one in its order must not see its own hashes grow steadily.
void check_salts() {
  std::atomic<std::int64_t> bytes{0};
  const FrontierPart<1> one(bytes, 1, 0, 1), two(bytes, 1, 0, 2);
  std::vector<std::uint64_t> keys(1000);
  for (std::uint64_t k = 0; k < keys.size(); ++k) keys[k] = k << 20;
  std::sort(keys.begin(), keys.end(), [&](std::uint64_t a, std::uint64_t b) {
    return one.hash({a}) < one.hash({b});
  });
  int rises = 0;
  for (std::size_t k = 1; k < keys.size(); ++k)
    rises += two.hash({keys[k - 1]}) < two.hash({keys[k]});
  CHECK(rises > 400 && rises < 600);
}

void check_spill() {
  FrontierSpill spill;
  const std::string first = "tile", second = "wright";
  CHECK(spill.reserve(4) == 0 && spill.reserve(6) == 4);
  spill.write(4, second.data(), second.size());
  spill.write(0, first.data(), first.size());
  std::string back(6, ' ');
  spill.read(4, back.data(), 6);
  CHECK(back == second && spill.size() == 10);
  spill.read(0, back.data(), 4);
  CHECK(back.substr(0, 4) == first);
}

// A table on disk is cut into parts there: nothing of it comes back before it is taken.
void check_split() {
  constexpr std::uint64_t states = 50'000;
  FrontierControl control;
  FrontierPending<1> table(control, 1, 5);
  const auto add = [&](std::uint64_t key, Limb count) {
    const FrontierKey<1> state{key};
    const std::uint64_t hash = table.hash(state);
    CHECK(table.add(table.part_of(hash), {&state, &hash, &count, 1, 1}, std::int64_t{1} << 30));
  };
  for (std::uint64_t k = 0; k < states; ++k) add(k, 1 + k % 7);
  table.put_away();
  for (std::uint64_t k = 0; k < states; k += 2) add(k, 0xffffffffu);  // their sums need two limbs
  table.put_away();
  for (std::uint64_t k = 0; k < 10; ++k) add(k, 1);
  const std::int64_t before = control.bytes;
  CHECK(table.bytes_to_split() >= before && before > 0);
  table.split();
  CHECK(table.part_count() == 64 && table.bytes_to_split() == 0 && table.invariants_hold());
  CHECK(table.size() == 10 && control.bytes <= 10 * 64 * 16);
  std::map<std::uint64_t, std::uint64_t> found;
  for (std::uint32_t p = 0; p < table.part_count(); ++p)
    table.take(p, 1 << 12, [&](const FrontierPart<1>& part) {
      for (std::uint64_t place = 0; place < part.capacity(); ++place) {
        if (!part.used(place)) continue;
        std::uint64_t& count = found[part.key(place)[0]];
        CHECK(count == 0);
        for (std::uint32_t l = part.limbs(); l-- > 0;) count = count << 32 | part.count(place)[l];
      }
    });
  CHECK(found.size() == states && control.bytes == 0);
  for (const auto& [key, count] : found)
    CHECK(count == 1 + key % 7 + (key % 2 ? 0 : 0xffffffffu) + (key < 10));
}

void check_dice() {
  FrontierDice dice(7), same(7);
  std::map<Limb, int> seen;
  for (int k = 0; k < 5000; ++k) {
    const std::vector<Limb> drawn = dice.below({5});
    CHECK(drawn == same.below({5}));
    ++seen[drawn[0]];
  }
  CHECK(seen.size() == 5 && seen.rbegin()->first == 4);
}

void check_counts() {
  const OwnedProblem board = dominoes(8, 8), queens8 = queens(8), rich = mixed();
  OwnedProblem small(5, 0);  // what its sweeps keep where they meet are states of the other one
  for (const auto& items : {std::vector{0u, 1u, 2u, 3u, 4u}, {2u, 1u}, {4u}, {0u, 3u}})
    small.option(items);
  for (const bool meet : {false, true})
    for (const unsigned threads : {1u, 3u})
      for (const std::int64_t memory : {std::int64_t{0}, std::int64_t{1} << 30}) {
        FrontierLimits limits;
        limits.threads = threads;
        limits.memory = memory;
        FrontierTactics tactics;
        using Meet = FrontierTactics::Meet;
        tactics.meet = meet ? Meet::always : Meet::never;
        CHECK(count(input_of(board), limits, tactics) == std::vector<Limb>{12988816});
        CHECK(count(input_of(queens8), limits, tactics) == std::vector<Limb>{92});
        CHECK(count(input_of(small), limits, tactics) == std::vector<Limb>{2});
        CHECK(count(input_of(rich), limits, tactics) ==
              std::vector<Limb>{static_cast<Limb>(links_count(rich.view()))});
      }
}

// L-trominoes on a board that knows its coordinates: an upright mirror folds the sweeps, and a
// half-turn makes one of the two that meet.
void check_symmetries() {
  constexpr std::uint32_t rows = 4, files = 6;
  OwnedProblem board(rows * files, 0);
  std::vector<std::uint32_t> cells;
  std::vector<std::int64_t> points;
  for (std::uint32_t r = 0; r < rows; ++r)
    for (std::uint32_t f = 0; f < files; ++f) {
      cells.push_back(r * files + f);
      points.insert(points.end(), {r, f});
      if (r + 1 == rows || f + 1 == files) continue;
      const std::uint32_t square[4] = {cells.back(), cells.back() + 1, cells.back() + files,
                                       cells.back() + files + 1};
      for (const std::uint32_t without : square) {
        std::vector<std::uint32_t> three;
        std::copy_if(square, square + 4, std::back_inserter(three),
                     [&](std::uint32_t cell) { return cell != without; });
        board.option(three);
      }
    }
  FrontierInput input = input_of(board);
  input.cells = cells;
  input.points = points;
  CHECK(frontier_symmetries(FrontierProblem(input)).size() == 3);
  CHECK(frontier_saving(input) == 4);
  using Meet = FrontierTactics::Meet;
  for (const bool symmetries : {false, true})
    for (const Meet meet : {Meet::never, Meet::always})
      for (const std::int64_t memory : {std::int64_t{0}, std::int64_t{1} << 30}) {
        FrontierLimits limits;
        limits.memory = memory;
        FrontierTactics tactics;
        tactics.symmetries = symmetries;
        tactics.meet = meet;
        CHECK(count(input, limits, tactics) == std::vector<Limb>{18});
      }
  const std::vector<std::uint64_t> weights = [&] {
    std::vector<std::uint64_t> two(board.view().option_count(), 1);
    two[0] = 2;
    return two;
  }();
  input.weights = weights;
  CHECK(frontier_symmetries(FrontierProblem(input)).empty() && frontier_saving(input) == 1);
}

// Of the two sides of a start, the weights of the chosen ones multiply.
void check_start_and_weights() {
  const OwnedProblem board = dominoes(2, 2);  // options: 0 top, 1 left, 2 right, 3 bottom
  FrontierInput input = input_of(board);
  const std::vector<std::uint64_t> weights{3, 5, 7, 11};
  input.weights = weights;
  CHECK(count(input, {}, {}) == std::vector<Limb>{3 * 11 + 5 * 7});
  input.start.chosen = {0};
  CHECK(count(input, {}, {}) == std::vector<Limb>{33});
  input.start = {{}, {0}};
  CHECK(count(input, {}, {}) == std::vector<Limb>{35});
  input.start = {{0, 1}, {}};
  CHECK_THROWS(ContractViolation, count(input, {}, {}));
}

void check_pausing() {
  const OwnedProblem board = dominoes(12, 12);
  FrontierCount job(input_of(board), {}, {});
  job.stop();
  job.run(1000);  // returns at once; the count may have ended all the same
  while (!job.run(1)) {
  }
  CHECK(!job.result().empty());
  FrontierCount left_alone(input_of(board), {}, {});
  left_alone.run(0.001);  // and is given up
  CHECK(left_alone.stages() > 0);
}

double thinned(FrontierThinned& job, std::uint64_t most, std::uint64_t seed) {
  job.begin(most, seed);
  while (!job.run(1)) {
  }
  return job.covers();
}

void check_thinned() {
  const OwnedProblem board = dominoes(6, 6);  // 6728 covers
  FrontierThinned job(input_of(board));
  CHECK(thinned(job, 1'000'000, 0) == 6728 && job.exact());
  double mean = 0;
  const int sweeps = 4000;
  for (int seed = 0; seed < sweeps; ++seed) mean += thinned(job, 6, seed) / sweeps;
  CHECK(!job.exact());
  CHECK(std::abs(mean / 6728 - 1) < 0.03);
  CHECK(thinned(job, 6, 7) == thinned(job, 6, 7));
  FrontierThinned left_alone(input_of(board));
  left_alone.begin(6, 0);
  left_alone.run(0);  // and is given up
  CHECK_THROWS(ContractViolation, job.begin(0, 0));
}

// States that were found and completed elsewhere: they need not be found again.
void check_loading() {
  const OwnedProblem board = dominoes(2, 2);
  const auto made = [&](std::int64_t memory) {
    return FrontierTable::make(input_of(board), memory);
  };
  const auto table = made(1 << 20);
  const std::vector<std::uint64_t> first{0, 5, 1};  // the first state, and 2^64 + 5
  table->load(0, first, 2);
  for (std::int32_t stage = 1; stage <= table->stages(); ++stage) table->load(stage, {}, 2);
  while (!table->run(1)) {
  }
  CHECK((table->count() == std::vector<Limb>{5, 0, 1, 0, 0}));
  const auto dead = made(1 << 20);
  dead->load(0, {}, 1);  // the first state is there, even if it cannot be completed
  CHECK(dead->list(1).ends.empty() && dead->sample(1, 0).ends.empty());
  CHECK_THROWS(ContractViolation, dead->load(0, first, 3));
  CHECK_THROWS(ContractViolation, dead->load(-1, first, 2));
  const auto small = made(16);
  CHECK_THROWS(FrontierFull, small->load(0, first, 2));
}

}  // namespace

int main() {
  check_limbs();
  check_table();
  check_invariants();
  check_salts();
  check_spill();
  check_split();
  check_dice();
  check_counts();
  check_symmetries();
  check_start_and_weights();
  check_pausing();
  check_thinned();
  check_loading();
  return report();
}
