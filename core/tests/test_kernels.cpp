// Kernels of a graphics card, run by the processor: tables, counts, and what a program does.
#include "tilewright/kernels/layers.hpp"

#include <set>
#include <string>
#include <thread>

#include "check.hpp"
#include "tilewright/frontier_plan.hpp"
#include "tilewright/frontier_program.hpp"
#include "tilewright/frontier_setup.hpp"
#include "tilewright/kernel_twin.hpp"

using namespace tilewright;
using namespace tilewright::kernels;

namespace {

// I-trominoes on a board, which knows its cells.
struct Trominoes {
  OwnedProblem problem;
  std::vector<std::uint32_t> cells, touching;

  Trominoes(std::uint32_t rows, std::uint32_t files) : problem(rows * files, 0) {
    for (std::uint32_t cell = 0; cell < rows * files; ++cell) {
      const std::uint32_t r = cell / files, f = cell % files;
      cells.push_back(cell);
      if (f + 1 < files) touching.insert(touching.end(), {cell, cell + 1});
      if (r + 1 < rows) touching.insert(touching.end(), {cell, cell + files});
      if (f + 2 < files) problem.option({cell, cell + 1, cell + 2});
      if (r + 2 < rows) problem.option({cell, cell + files, cell + 2 * files});
    }
  }
  FrontierInput input() const {
    FrontierInput input;
    input.problem = problem.view();
    input.cells = cells;
    input.touching = touching;
    return input;
  }
};

// Several threads put the same keys into a table, each in its own order.
template <u32 W, u32 C>
void check_keys_meet() {
  constexpr u64 keys = 3000, capacity = 4096, threads = 4;
  std::vector<u64> slots(capacity * (W + C), 0);
  for (u64 k = 0; k < capacity; ++k)
    for (u32 w = 0; w < W; ++w) slots[k * (W + C) + w] = empty;
  const Table table{reinterpret_cast<u64>(slots.data()), capacity, capacity, 0, 7, 0, {}};
  u64 fresh = 0;
  const auto work = [&](u64 first) {
    for (u64 k = 0; k < keys; ++k) {
      Key<W> key{};
      key.word[0] = (first + k) % keys / 7;  // words that are alike, so that slots are fought for
      key.word[W - 1] |= (first + k) % keys << 20;
      Count<C> once{};
      once.word[0] = 1;
      bool is_new;
      u64* const at = find_or_put<W, C>(table, key, hash_of<W>(key, 7), ~u64{0}, is_new);
      if (is_new) fetch_add(&fresh, u64{1});
      add_count<C>(at + W, once);
    }
  };
  std::vector<std::thread> crew;
  for (u64 t = 0; t < threads; ++t) crew.emplace_back(work, t * keys / threads);
  for (std::thread& one : crew) one.join();
  CHECK(fresh == keys);
  u64 used = 0, right = 0;
  for (u64 k = 0; k < capacity; ++k) {
    const u64* const slot = slot_of<W, C>(table, k);
    used += slot[W - 1] != empty;
    right += slot[W - 1] != empty && slot[W] == threads;
  }
  CHECK(used == keys && right == keys);
}

void check_a_crowded_table() {
  std::vector<u64> slots(8 * 2, empty);
  const Table table{reinterpret_cast<u64>(slots.data()), 8, 8, 8, 0, 0, {}};
  bool is_new;
  for (u64 k = 0; k < 8; ++k) {
    const Key<1> key{{k}};
    CHECK((find_or_put<1, 1>(table, key, 0, 8, is_new) && is_new));
  }
  CHECK((find_or_put<1, 1>(table, Key<1>{{7}}, 0, 8, is_new) && !is_new));
  CHECK((!find_or_put<1, 1>(table, Key<1>{{7}}, 0, 4, is_new)));
  CHECK((!find_or_put<1, 1>(table, Key<1>{{8}}, 0, 8, is_new)));
  CHECK((find<1, 1>(table, Key<1>{{7}}, 0)));
  CHECK((!find<1, 1>(table, Key<1>{{8}}, 0)));  // which ends, although no slot is free
}

void check_counts() {
  constexpr u64 ones = ~u64{0};
  u64 sum[3] = {ones, ones, 0};
  CHECK(!add_count<3>(sum, {{1, 0, 0}}) && sum[0] == 0 && sum[1] == 0 && sum[2] == 1);
  CHECK(!add_count<3>(sum, {{ones, ones, 0}}) && sum[0] == ones && sum[1] == ones && sum[2] == 1);
  CHECK(!add_count<3>(sum, {{ones, ones, 0}}) && sum[0] == ones - 1 && sum[1] == ones && sum[2] == 2);
  u64 small[1] = {(u64{1} << (64 - spare_bits)) - 1};
  CHECK(add_count<1>(small, {{1}}));
  u64 full[1] = {ones};
  CHECK(add_count<1>(full, {{1}}));
  Count<2> product{{ones, 0}};
  CHECK(!multiply<2>(product, 10) && product.word[0] == ones - 9 && product.word[1] == 9);
  Count<1> large{{u64{1} << 40}};
  CHECK(!multiply<1>(large, 1 << 15) && large.word[0] == u64{1} << 55);
  CHECK(multiply<1>(large, 2));
  Count<1> over{{u64{1} << 40}};
  CHECK(multiply<1>(over, u64{1} << 40));
  u64 row[5] = {};
  const u64 a[2] = {ones, ones}, b[2] = {ones, ones};
  Layers<1, 2>::add_product(row, a, b);  // (2^128 - 1)^2
  CHECK(row[0] == 1 && row[1] == 0 && row[2] == ones - 1 && row[3] == ones && row[4] == 0);
}

// Every state that a plan reaches: the program has the same moves, and they lead to the same states.
void check_program(const FrontierInput& input) {
  const FrontierSetup setup(input, true);
  const FrontierPlan<1> plan(setup.problem, setup.layout, setup.pocket_cells(), {});
  const FrontierPrograms programs = frontier_programs(input, false);
  CHECK(!programs.hopeless && programs.words == 1 && programs.sweeps.size() == 1);
  const std::vector<u64>& row = programs.sweeps[0].row;
  const auto stages = static_cast<std::uint32_t>(plan.stage_count());
  CHECK(row[Header::stages] == stages && row[Header::first_key] == plan.first_key[0]);
  std::vector<std::set<u64>> waiting(stages + 1);
  waiting[0].insert(plan.first_key[0]);
  u64 seen = 0, stranded = 0;
  for (std::uint32_t s = 0; s < stages; ++s) {
    const u64* const sheet = row.data() + row[row[Header::sheets] + 2 * s];
    const kernels::Stage<1> stage{row.data(), sheet, nullptr, s, 0};
    const auto first = plan.move_count(s) ? plan.runs[plan.stages[s].first_run].begin : 0;
    CHECK(stage.moves() == plan.move_count(s) && stage.may_pass() == plan.stages[s].may_pass);
    std::vector<std::uint32_t> hits(plan.move_count(s) + 1);
    for (const u64 state : waiting[s]) {
      ++seen;
      const std::uint32_t fitting = plan.fitting(s, {state}, hits.data());
      std::vector<std::uint32_t> expected(hits.begin(), hits.begin() + fitting);
      for (std::uint32_t& move : expected) move -= first;
      if (stage.may_pass()) expected.push_back(stage.moves());
      std::vector<std::uint32_t> found, by_masks;
      stage.each_move(Key<1>{{state}}, [&](u32 move) { found.push_back(move); });
      for (u32 begin = 0; begin <= stage.moves(); begin += 64)
        for (u64 fits = stage.fitting(Key<1>{{state}}, begin); fits; fits &= fits - 1)
          by_masks.push_back(begin + lowest_bit(fits));
      CHECK(found == expected && by_masks == expected);
      for (const std::uint32_t move : expected) {
        const bool passes = move == stage.moves();
        FrontierKey<1> next = passes ? FrontierKey<1>{state} : plan.after({state}, first + move);
        Key<1> key{{state}};
        stage.take(key, move);
        CHECK(key.word[0] == next[0]);
        const std::int32_t to = plan.land(s, next);
        const int landing = stage.land(key);
        CHECK(to < 0 ? landing < 0 : to == static_cast<std::int32_t>(s) + 1 + landing);
        if (to < 0) continue;
        const bool lost = passes ? plan.stranded_by_passing(s, to, next) : plan.stranded(to, next);
        CHECK(key.word[0] == next[0] && stage.stranded(move, to, key) == lost);
        stranded += lost;
        if (!lost) waiting[to].insert(next[0]);
      }
    }
  }
  CHECK(seen >= stages && waiting[stages].size() <= 1);
  CHECK(setup.pockets == (stranded > 0));
}

void check_programs() {
  for (const OwnedProblem& problem : {queens(6), mixed()}) {
    FrontierInput input;
    input.problem = problem.view();
    check_program(input);
  }
  check_program(Trominoes(5, 6).input());
}

void check_refusals() {
  const u64 arguments[4] = {};
  CHECK_THROWS(ContractViolation, run_kernel("no such", 1, 1, 1, 1, arguments));
  CHECK_THROWS(ContractViolation, run_kernel("expand", 5, 1, 1, 1, arguments));
  CHECK_THROWS(ContractViolation, run_kernel("expand", 1, 3, 1, 1, arguments));
  CHECK(std::string(kernel_text()).find("TW_KERNEL expand") != std::string::npos);
}

}  // namespace

int main() {
  check_keys_meet<1, 1>();
  check_keys_meet<2, 1>();
  check_keys_meet<3, 2>();
  check_a_crowded_table();
  check_counts();
  check_programs();
  check_refusals();
  return report();
}
