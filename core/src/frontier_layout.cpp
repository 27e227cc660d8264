#include "tilewright/frontier_layout.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

namespace tilewright {
namespace {

using Kind = FrontierItem::Kind;

std::uint32_t bits_of(const FrontierItem& item) {
  switch (item.kind) {
    case Kind::gone: return 0;
    case Kind::plain:
    case Kind::single: return 1;
    case Kind::coloured: return 1 + item.colours;
    case Kind::counted: return static_cast<std::uint32_t>(std::bit_width(item.hi)) + 1;
  }
  return 0;
}

}  // namespace

FrontierLayout::FrontierLayout(const FrontierProblem& problem,
                               std::span<const std::uint32_t> order,
                               std::span<const std::uint32_t> options,
                               std::vector<std::uint8_t> may_stay_open, bool keep_current)
    : shared(std::move(may_stay_open)) {
  find_stages(problem, order, options);
  sort_options(problem, order);
  find_intervals(problem, keep_current);
  measure();
  place_slots(problem);
}

double FrontierLayout::cost_of(const FrontierProblem& problem,
                               std::span<const std::uint32_t> order) {
  std::vector<std::uint32_t> all(problem.options.size());
  std::iota(all.begin(), all.end(), 0);
  FrontierLayout layout;
  layout.find_stages(problem, order, all);
  layout.find_intervals(problem, false);
  layout.measure();
  return layout.cost;
}

void FrontierLayout::find_stages(const FrontierProblem& problem,
                                 std::span<const std::uint32_t> order,
                                 std::span<const std::uint32_t> options) {
  constexpr std::uint32_t none = FrontierStage::no_item;
  std::vector<std::uint32_t> rank(problem.items.size(), none);
  for (std::uint32_t r = 0; r < order.size(); ++r) rank[order[r]] = r;
  std::vector<std::vector<std::uint32_t>> of_rank(order.size());
  std::vector<std::uint32_t> free;  // options without a plain item
  for (const std::uint32_t k : options) {
    std::uint32_t first = none;
    for (const auto& entry : problem.options[k].entries) first = std::min(first, rank[entry.item]);
    (first == none ? free : of_rank[first]).push_back(k);
  }
  stage_of.assign(problem.items.size(), -1);
  for (std::uint32_t r = 0; r < order.size(); ++r) {
    if (of_rank[r].empty()) continue;
    stage_of[order[r]] = stage_count();
    stages.push_back({order[r], is_shared(order[r]), std::move(of_rank[r])});
  }
  for (const std::uint32_t k : free) stages.push_back({none, true, {k}});
}

// Options of one piece side by side, so that they can be passed over together.
void FrontierLayout::sort_options(const FrontierProblem& problem,
                                  std::span<const std::uint32_t> order) {
  std::vector<std::uint32_t> rank(problem.items.size(), 0);
  for (std::uint32_t r = 0; r < order.size(); ++r) rank[order[r]] = r;
  std::vector<std::uint32_t> last(problem.options.size(), 0);
  for (std::size_t k = 0; k < last.size(); ++k)
    for (const auto& entry : problem.options[k].entries)
      last[k] = std::max(last[k], rank[entry.item]);
  for (FrontierStage& stage : stages)
    std::stable_sort(stage.options.begin(), stage.options.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return last[a] < last[b]; });
}

void FrontierLayout::find_intervals(const FrontierProblem& problem, bool keep_current) {
  const std::size_t count = problem.items.size();
  first_stage.assign(count, stage_count());
  last_stage.assign(count, -1);
  for (std::int32_t s = 0; s < stage_count(); ++s)
    for (const std::uint32_t k : stages[s].options)
      for (const auto& entry : problem.options[k].entries) {
        first_stage[entry.item] = std::min(first_stage[entry.item], s);
        last_stage[entry.item] = std::max(last_stage[entry.item], s);
      }
  slots.assign(count, {});
  for (std::size_t item = 0; item < count; ++item) {
    if (last_stage[item] < 0) continue;
    FrontierSlot& slot = slots[item];
    slot.birth = first_stage[item];
    slot.end = last_stage[item];
    if (stage_of[item] >= 0) slot.end = stage_of[item] - (keep_current ? 0 : 1);
    if (is_shared(static_cast<std::uint32_t>(item))) slot.end = stage_count();
    if (problem.items[item].kind == Kind::counted) --slot.birth;  // the number begins before its use
    if (slot.birth <= slot.end) slot.width = bits_of(problem.items[item]);
  }
}

void FrontierLayout::measure() {
  std::vector<std::int64_t> change(stage_count() + 3, 0);  // at moments -1, 0, ...
  for (const FrontierSlot& slot : slots) {
    if (!slot.width) continue;
    change[slot.birth + 1] += slot.width;
    change[slot.end + 2] -= slot.width;
  }
  double most = 0, sum = 0;
  std::partial_sum(change.begin(), change.end(), change.begin());
  for (const std::int64_t w : change) most = std::max(most, static_cast<double>(w));
  for (const std::int64_t w : change) sum += std::exp2(static_cast<double>(w) - most);
  cost = most + std::log2(sum);
}

// First fit by birth.  Numbers must not straddle words, or their carries would get lost.
void FrontierLayout::place_slots(const FrontierProblem& problem) {
  std::vector<std::uint32_t> by_birth;
  for (std::uint32_t item = 0; item < slots.size(); ++item)
    if (slots[item].width) by_birth.push_back(item);
  std::stable_sort(by_birth.begin(), by_birth.end(), [&](std::uint32_t a, std::uint32_t b) {
    return slots[a].birth < slots[b].birth;
  });
  spares_bits = std::all_of(slots.begin(), slots.end(),
                            [](const FrontierSlot& slot) { return slot.width < 64; });
  std::vector<std::int32_t> busy_until;  // of each bit
  for (const std::uint32_t item : by_birth) {
    FrontierSlot& slot = slots[item];
    const bool number = problem.items[item].kind == Kind::counted;
    std::uint32_t place = 0, fit = 0;
    for (; fit < slot.width; ++place) {
      if (number && place % 64 == 0) fit = 0;
      const bool is_free = place >= busy_until.size() || busy_until[place] < slot.birth;
      fit = is_free && !(spares_bits && place % 64 == 63) ? fit + 1 : 0;
    }
    slot.place = place - slot.width;
    if (busy_until.size() < place) busy_until.resize(place, -2);
    std::fill(busy_until.begin() + slot.place, busy_until.begin() + place, slot.end);
  }
  width = static_cast<std::uint32_t>(busy_until.size());
}

FrontierProblem frontier_problem(const FrontierInput& input) {
  FrontierProblem problem(input);
  if (!input.listing || (input.start.chosen.empty() && input.start.excluded.empty()))
    return problem;
  FrontierInput whole = input;
  whole.start = {};
  problem.keep_order(frontier_order(FrontierProblem(whole)));
  return problem;
}

std::vector<std::uint32_t> frontier_order(const FrontierProblem& problem) {
  std::vector<std::uint32_t> best = problem.given_order;
  const std::size_t cells = problem.cells.size();
  if (problem.ordered || problem.points.empty() || cells == 0) return best;
  const std::size_t dimensions = problem.points.size() / cells;
  if (dimensions == 0 || dimensions > 4) return best;

  double least = FrontierLayout::cost_of(problem, best);
  std::vector<std::uint8_t> is_cell(problem.items.size(), 0);
  for (const std::uint32_t cell : problem.cells) is_cell[cell] = 1;
  std::vector<std::uint32_t> others;
  for (const std::uint32_t item : problem.given_order)
    if (!is_cell[item]) others.push_back(item);
  std::vector<std::size_t> rows;
  for (std::size_t row = 0; row < cells; ++row)
    if (problem.items[problem.cells[row]].kind == Kind::plain) rows.push_back(row);

  std::vector<std::size_t> axes(dimensions);
  std::iota(axes.begin(), axes.end(), 0);
  do {
    for (std::uint32_t signs = 0; signs < 1u << dimensions; ++signs) {
      auto sorted = rows;
      std::stable_sort(sorted.begin(), sorted.end(), [&](std::size_t a, std::size_t b) {
        for (const std::size_t axis : axes) {
          const std::int64_t x = problem.points[a * dimensions + axis];
          const std::int64_t y = problem.points[b * dimensions + axis];
          if (x != y) return (x < y) != ((signs >> axis & 1) != 0);
        }
        return false;
      });
      std::vector<std::uint32_t> order;
      for (const std::size_t row : sorted) order.push_back(problem.cells[row]);
      order.insert(order.end(), others.begin(), others.end());
      if (const double c = FrontierLayout::cost_of(problem, order); c < least - 1e-9) {
        least = c;
        best = std::move(order);
      }
    }
  } while (std::next_permutation(axes.begin(), axes.end()));
  return best;
}

}  // namespace tilewright
