#include "tilewright/frontier_problem.hpp"

#include <algorithm>
#include <map>

#include "tilewright/contract.hpp"

namespace tilewright {
namespace {

using Kind = FrontierItem::Kind;

std::uint64_t weight_of(const FrontierInput& input, std::uint32_t option) {
  return input.weights.empty() ? 1 : input.weights[option];
}

}  // namespace

FrontierProblem::FrontierProblem(const FrontierInput& input)
    : items(input.problem.item_count),
      cells(input.cells.begin(), input.cells.end()),
      touching(input.touching.begin(), input.touching.end()),
      points(input.points.begin(), input.points.end()),
      chosen(input.start.chosen) {
  require_valid(input.problem);
  require_valid(input.problem, input.start);
  TW_REQUIRE(input.weights.empty() || input.weights.size() == input.problem.option_count(),
             "weights must be empty or have one entry per option");
  settle(input);

  ordered = !input.order.empty();
  std::vector<std::uint8_t> seen(input.problem.primary(), 0);
  const auto take = [&](std::uint32_t item) {
    TW_REQUIRE(item < input.problem.primary(),
               "order names item " + std::to_string(item) + ", which is not a primary item");
    TW_REQUIRE(!seen[item], "order names item " + std::to_string(item) + " twice");
    seen[item] = 1;
    if (items[item].kind == Kind::plain) given_order.push_back(item);
  };
  for (const std::uint32_t item : input.order) take(item);
  for (std::uint32_t item = 0; item < input.problem.primary(); ++item)
    if (!seen[item]) take(item);
}

void FrontierProblem::keep_order(std::span<const std::uint32_t> whole) {
  std::vector<std::uint8_t> has_stage(items.size(), 0);
  for (const std::uint32_t item : whole) has_stage[item] = 1;
  for (std::size_t item = 0; item < items.size(); ++item)
    if (items[item].kind == Kind::plain && !has_stage[item]) items[item].kind = Kind::single;
  given_order.clear();
  for (const std::uint32_t item : whole)
    if (items[item].kind == Kind::plain) given_order.push_back(item);
  ordered = true;
}

void FrontierProblem::settle(const FrontierInput& input) {
  const ExactCoverView& p = input.problem;
  std::vector<std::uint32_t> uses(p.item_count, 0), colour(p.item_count, 0);
  std::vector<std::uint8_t> out(p.option_count(), 0);
  for (const std::uint32_t option : input.start.excluded) out[option] = 1;
  for (const std::uint32_t option : input.start.chosen)
    if (weight_of(input, option) == 0) start_weight = 0;
  for (const std::uint32_t option : input.start.chosen) {
    out[option] = 1;
    TW_REQUIRE(!__builtin_mul_overflow(start_weight, weight_of(input, option), &start_weight),
               "the weights of the options chosen multiply beyond 64 bits");
    for (std::uint64_t e = p.starts[option]; e < p.starts[option + 1]; ++e)
      ++uses[p.items[e]], colour[p.items[e]] = p.colour(e);
  }
  hopeless = start_weight == 0;

  for (std::uint32_t k = 0; k < p.option_count(); ++k) {
    if (out[k] || p.idle(k) || weight_of(input, k) == 0) continue;
    FrontierOption option{k, weight_of(input, k), {}};
    bool fits = true;
    for (std::uint64_t e = p.starts[k]; fits && e < p.starts[k + 1]; ++e) {
      const std::uint32_t item = p.items[e];
      if (item < p.primary()) {
        fits = uses[item] < p.hi[item];
        option.entries.push_back({item, 0});
      } else if (uses[item] == 0) {
        option.entries.push_back({item, p.colour(e)});
      } else {
        fits = p.colour(e) != 0 && p.colour(e) == colour[item];  // and then it is settled
      }
    }
    if (fits) options.push_back(std::move(option));
  }
  judge_items(input, uses);
  drop_gone_entries();
}

void FrontierProblem::judge_items(const FrontierInput& input,
                                  const std::vector<std::uint32_t>& uses) {
  const ExactCoverView& p = input.problem;
  std::vector<std::uint32_t> available(p.item_count, 0);
  for (const FrontierOption& option : options)
    for (const auto& entry : option.entries) ++available[entry.item];
  number_colours();
  for (std::uint32_t item = 0; item < p.item_count; ++item) {
    FrontierItem& it = items[item];
    if (item >= p.primary()) {
      // One colour and nothing else, or one user: nobody is in anybody's way.
      if (available[item] > 1 && it.colours != 1) it.kind = it.colours ? Kind::coloured : Kind::single;
      continue;
    }
    it.lo = p.lo[item] > uses[item] ? p.lo[item] - uses[item] : 0;
    it.hi = std::min(p.hi[item] - uses[item], available[item]);
    if (it.lo > available[item]) hopeless = true;
    if (it.lo == 0 && it.hi == available[item]) continue;
    it.kind = it.hi > 1 ? Kind::counted : it.lo == 1 ? Kind::plain : Kind::single;
  }
}

void FrontierProblem::number_colours() {
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> seen;  // (item, colour)
  std::vector<std::uint8_t> bare(items.size(), 0);                        // used without a colour
  for (FrontierOption& option : options)
    for (auto& entry : option.entries) {
      if (entry.colour == 0) {
        bare[entry.item] = 1;
        continue;
      }
      const auto [known, is_new] = seen.try_emplace({entry.item, entry.colour}, 0);
      if (is_new) known->second = ++items[entry.item].colours;
      entry.colour = known->second;
    }
  // Using an item without a colour is like a colour that no two options share; 2 is "not just one".
  for (std::size_t item = 0; item < items.size(); ++item)
    if (bare[item] && items[item].colours == 1) items[item].colours = 2;
}

void FrontierProblem::drop_gone_entries() {
  for (FrontierOption& option : options)
    std::erase_if(option.entries,
                  [&](const auto& entry) { return items[entry.item].kind == Kind::gone; });
}

}  // namespace tilewright
