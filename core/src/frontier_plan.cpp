#include "tilewright/frontier_plan.hpp"

#include <algorithm>

namespace tilewright {
namespace {

using Kind = FrontierItem::Kind;

constexpr std::size_t shortest_run = 3;  // on average; otherwise cutting does not pay

// The root of a forest of cells that hang together.
std::uint32_t root_of(std::vector<std::uint32_t>& above, std::uint32_t cell) {
  while (above[cell] != cell) cell = above[cell] = above[above[cell]];
  return cell;
}

std::uint64_t bit_at(std::uint32_t place) { return std::uint64_t{1} << (place % 64); }

}  // namespace

FrontierCells::FrontierCells(const FrontierProblem& problem) {
  std::vector<std::uint8_t> is_cell(problem.items.size(), 0);
  for (const std::uint32_t cell : problem.cells) {
    if (problem.items[cell].kind != Kind::plain) continue;
    is_cell[cell] = 1;
    cells.push_back(cell);
  }
  std::vector<std::vector<std::uint32_t>> beside(problem.items.size());
  for (std::size_t k = 0; k + 1 < problem.touching.size(); k += 2) {
    const std::uint32_t a = problem.touching[k], b = problem.touching[k + 1];
    if (!is_cell[a] || !is_cell[b]) continue;
    touching.emplace_back(a, b);
    beside[a].push_back(b);
    beside[b].push_back(a);
  }
  std::vector<std::uint32_t> above(problem.items.size());
  std::vector<std::uint8_t> mine(problem.items.size(), 0);
  for (const FrontierOption& option : problem.options) {
    std::vector<std::uint32_t> own;
    for (const auto& entry : option.entries)
      if (is_cell[entry.item]) own.push_back(entry.item);
    divisor = std::gcd(divisor, static_cast<std::uint32_t>(own.size()));
    for (const std::uint32_t cell : own) mine[cell] = 1, above[cell] = cell;
    for (const std::uint32_t cell : own)
      for (const std::uint32_t other : beside[cell])
        if (mine[other]) above[root_of(above, cell)] = root_of(above, other);
    for (const std::uint32_t cell : own) {
      if (root_of(above, cell) == root_of(above, own[0])) continue;
      touching.emplace_back(own[0], cell);
      above[root_of(above, cell)] = root_of(above, own[0]);
    }
    for (const std::uint32_t cell : own) mine[cell] = 0;
  }
}

template <unsigned W>
FrontierPlan<W>::FrontierPlan(const FrontierProblem& problem, const FrontierLayout& layout,
                              const FrontierCells* cells,
                              std::span<const std::uint32_t> other_side) {
  for (const FrontierItem& item : problem.items) counted |= item.kind == Kind::counted;
  const auto n = layout.stage_count();
  const Watched watched(problem, layout);
  for (std::int32_t s = 0; s < n; ++s) {
    const FrontierStage& from = layout.stages[s];
    Stage stage{};
    stage.item = from.item;
    stage.may_pass = from.may_pass;
    stage.first_run = static_cast<std::uint32_t>(runs.size());
    const auto first = static_cast<std::uint32_t>(moves.size());
    for (const std::uint32_t k : from.options) add_move(problem, layout, s, problem.options[k]);
    cut_runs(first);
    stage.last_run = static_cast<std::uint32_t>(runs.size());
    stage.first_landing = static_cast<std::uint32_t>(landings.size());
    add_landings(problem, layout, watched, s);
    stages.push_back(stage);
  }
  add_living(layout, watched);
  for (std::size_t item = 0; item < layout.slots.size(); ++item)
    if (problem.items[item].kind == Kind::counted && layout.slots[item].at(0))
      first_key[layout.slots[item].place / 64] |= first_number(problem.items[item], layout.slots[item]);
  if (cells && cells->divisor > 1) {
    divisor = cells->divisor;
    add_pockets(layout, *cells);
  }
  if (!other_side.empty()) add_holes(problem, layout, other_side);
}

template <unsigned W>
void FrontierPlan<W>::add_move(const FrontierProblem& problem, const FrontierLayout& layout,
                               std::int32_t stage, const FrontierOption& option) {
  Move move{};
  Key test{};
  move.option = option.number;
  move.weight = option.weight;
  most_weight = std::max(most_weight, option.weight);
  for (const auto& entry : option.entries) {
    const FrontierItem& item = problem.items[entry.item];
    const FrontierSlot& slot = layout.slots[entry.item];
    const std::uint32_t own = slot.place + entry.colour;
    if (item.kind == Kind::counted) {
      move.add[slot.place / 64] |= bit_at(slot.place);
      put_bit<W>(move.guard, slot.place + slot.width - 1);
      continue;
    }
    if (slot.at(stage)) put_bit<W>(test, own);
    if (!slot.after(stage)) continue;
    const bool shares = item.kind == Kind::coloured && entry.colour > 0;
    for (std::uint32_t place = slot.place; place < slot.place + slot.width; ++place)
      if (!shares || place != own) put_bit<W>(move.set, place);
  }
  moves.push_back(move);
  tests.push_back(test);
}

template <unsigned W>
void FrontierPlan<W>::add_living(const FrontierLayout& layout, const Watched& watched) {
  living.resize(watched.alive.size());
  own.resize(watched.alive.size());
  for (std::size_t s = 0; s < living.size(); ++s)
    for (const std::uint32_t item : watched.alive[s]) {
      const FrontierSlot& slot = layout.slots[item];
      for (std::uint32_t b = 0; b < slot.width; ++b) put_bit<W>(living[s], slot.place + b);
      if (s < layout.stages.size() && layout.stages[s].item == item) put_bit<W>(own[s], slot.place);
    }
}

template <unsigned W>
void FrontierPlan<W>::cut_runs(std::uint32_t first) {
  const auto end = static_cast<std::uint32_t>(moves.size());
  if (first == end) return;
  const auto both = [](Key a, const Key& b) {
    for (unsigned w = 0; w < W; ++w) a[w] &= b[w];
    return a;
  };
  Key everywhere = tests[first];
  for (std::uint32_t m = first; m < end; ++m) everywhere = both(everywhere, tests[m]);
  // Options of one piece stand together; where the next one begins, nothing is common any more
  // but what is common to all.
  std::vector<Run> cut{{first, first + 1, tests[first]}};
  for (std::uint32_t m = first + 1; m < end; ++m) {
    const Key common = both(cut.back().common, tests[m]);
    if (lacks<W>(everywhere, common)) {
      cut.back().end = m + 1;
      cut.back().common = common;
    } else {
      cut.push_back({m, m + 1, tests[m]});
    }
  }
  if (end - first < shortest_run * cut.size()) cut = {{first, end, everywhere}};
  runs.insert(runs.end(), cut.begin(), cut.end());
}

template <unsigned W>
FrontierPlan<W>::Watched::Watched(const FrontierProblem& problem, const FrontierLayout& layout)
    : alive(layout.stage_count() + 1), demanding(layout.stage_count()) {
  for (std::uint32_t item = 0; item < layout.slots.size(); ++item) {
    const FrontierItem& it = problem.items[item];
    if (it.kind == Kind::gone || layout.last_stage[item] < 0) continue;
    const FrontierSlot& slot = layout.slots[item];
    for (std::int32_t s = slot.birth + 1; slot.at(s) && s <= layout.stage_count(); ++s)
      alive[s].push_back(item);
    if (it.lo > 0 && layout.stage_of[item] < 0 && !layout.is_shared(item))
      demanding[layout.last_stage[item]].push_back(item);
  }
}

template <unsigned W>
void FrontierPlan<W>::add_landings(const FrontierProblem& problem, const FrontierLayout& layout,
                                   const Watched& watched, std::int32_t from) {
  for (std::int32_t to = from + 1;; ++to) {
    add_landing(problem, layout, watched, from, to);
    if (to == layout.stage_count()) return;
    const std::uint32_t item = layout.stages[to].item;
    if (item == FrontierStage::no_item || !layout.slots[item].after(from)) return;
    landings.back().word = layout.slots[item].place / 64;
    landings.back().bit = bit_at(layout.slots[item].place);
  }
}

template <unsigned W>
void FrontierPlan<W>::add_landing(const FrontierProblem& problem, const FrontierLayout& layout,
                                  const Watched& watched, std::int32_t from, std::int32_t to) {
  Landing landing{};
  const auto is_known = [&](std::uint32_t item) {
    const FrontierSlot& slot = layout.slots[item];
    return problem.items[item].kind == Kind::counted ? slot.at(from) : slot.after(from);
  };
  for (const std::uint32_t item : watched.alive[to]) {
    const FrontierSlot& slot = layout.slots[item];
    if (is_known(item))
      for (std::uint32_t b = 0; b < slot.width; ++b) put_bit<W>(landing.carry, slot.place + b);
    else if (problem.items[item].kind == Kind::counted)
      landing.init[slot.place / 64] |= first_number(problem.items[item], slot);
  }
  for (std::int32_t s = from; s < to; ++s)
    for (const std::uint32_t item : watched.demanding[s]) {
      const FrontierItem& it = problem.items[item];
      const FrontierSlot& slot = layout.slots[item];
      if (!is_known(item)) {
        landing.dead = true;
      } else if (it.kind == Kind::counted) {
        // used + lo_missing overflows into the guard if there were enough uses
        const std::uint64_t missing = it.hi - it.lo + 1;
        landing.low[slot.place / 64] |= missing << (slot.place % 64);
        put_bit<W>(landing.low_guard, slot.place + slot.width - 1);
      } else {
        put_bit<W>(landing.need, slot.place);
      }
    }
  landings.push_back(landing);
}

template <unsigned W>
void FrontierPlan<W>::add_pockets(const FrontierLayout& layout, const FrontierCells& cells) {
  pockets.resize(layout.stage_count());
  // A cell is far while no option has reached it; one that may stay open is as good as far.
  const auto is_far = [&](std::uint32_t cell, std::int32_t stage) {
    return layout.is_shared(cell) || layout.first_stage[cell] >= stage;
  };
  for (std::int32_t s = 0; s < layout.stage_count(); ++s) {
    Pocket& pocket = pockets[s];
    pocket.beside.assign(64 * W, Key{});
    const auto is_in = [&](std::uint32_t cell) {
      return layout.slots[cell].at(s) && !is_far(cell, s);
    };
    for (const std::uint32_t cell : cells.cells)
      if (is_in(cell)) put_bit<W>(pocket.zone, layout.slots[cell].place);
    for (const auto& [a, b] : cells.touching)
      for (const auto& [x, y] : {std::pair(a, b), std::pair(b, a)}) {
        if (!is_in(x)) continue;
        if (is_in(y)) put_bit<W>(pocket.beside[layout.slots[x].place], layout.slots[y].place);
        if (is_far(y, s)) put_bit<W>(pocket.shore, layout.slots[x].place);
      }
  }
}

template <unsigned W>
void FrontierPlan<W>::add_holes(const FrontierProblem& problem, const FrontierLayout& layout,
                                std::span<const std::uint32_t> other_side) {
  const std::int32_t n = layout.stage_count();
  std::vector<std::vector<std::uint32_t>> users(problem.items.size());
  for (const std::uint32_t k : other_side)
    for (const auto& entry : problem.options[k].entries)
      if (layout.is_shared(entry.item)) users[entry.item].push_back(k);
  holes.resize(n + 1);
  for (std::int32_t s = 0; s <= n; ++s)
    for (std::uint32_t item = 0; item < problem.items.size(); ++item) {
      if (!layout.is_shared(item)) continue;
      if (layout.stage_of[item] < 0 || layout.stage_of[item] >= s) continue;  // not passed by yet
      Hole hole;
      hole.item = item;
      put_bit<W>(hole.own, layout.slots[item].place);
      for (const std::uint32_t k : users[item]) {
        Key way{};
        for (const auto& entry : problem.options[k].entries)
          if (layout.is_shared(entry.item) && layout.slots[entry.item].at(s))
            put_bit<W>(way, layout.slots[entry.item].place);
        hole.ways.push_back(way);
      }
      const auto size = [](const Key& key) {
        int bits = 0;
        for (unsigned w = 0; w < W; ++w) bits += std::popcount(key[w]);
        return bits;
      };
      std::sort(hole.ways.begin(), hole.ways.end(), [&](const Key& a, const Key& b) {
        return size(a) != size(b) ? size(a) < size(b) : a < b;
      });
      // A way that needs more than another one is of no use.
      std::vector<Key> least;
      for (const Key& way : hole.ways)
        if (std::none_of(least.begin(), least.end(),
                         [&](const Key& less) { return !lacks<W>(way, less); }))
          least.push_back(way);
      hole.ways = std::move(least);
      holes[s].push_back(std::move(hole));
    }
}

template class FrontierPlan<1>;
template class FrontierPlan<2>;
template class FrontierPlan<3>;
template class FrontierPlan<4>;
template class FrontierPlan<8>;

}  // namespace tilewright
