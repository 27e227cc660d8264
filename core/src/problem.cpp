#include "tilewright/problem.hpp"

#include <algorithm>
#include <string>

namespace tilewright {
namespace {

using Kind = ProblemFault::Kind;

constexpr std::uint64_t most_items = 0x7fffffffu;
constexpr std::uint64_t most_entries = 0xff000000u;  // node numbers have 32 bits

void require(bool holds, Kind kind, std::uint64_t first = 0, std::uint64_t second = 0) {
  if (!holds) throw ProblemFault(kind, first, second);
}

void check_options(const Problem& p) {
  require(!p.starts.empty() && p.starts.front() == 0 && p.starts.back() == p.items.size(),
          Kind::starts);
  std::vector<std::uint32_t> last_seen(p.item_count, 0);
  for (std::uint32_t k = 0; k < p.option_count(); ++k) {
    require(p.starts[k] < p.starts[k + 1] && p.starts[k + 1] <= p.items.size(), Kind::empty, k);
    for (std::uint64_t e = p.starts[k]; e < p.starts[k + 1]; ++e) {
      const std::uint32_t item = p.items[e];
      require(item < p.item_count, Kind::item, item, p.item_count);
      require(last_seen[item] != k + 1, Kind::twice, k, item);
      last_seen[item] = k + 1;
    }
  }
}

void check_colours(const Problem& p, std::uint32_t colour_count) {
  if (p.colours.empty()) return;
  require(p.colours.size() == p.items.size(), Kind::colour_count, p.colours.size(),
          p.items.size());
  for (std::uint32_t k = 0; k < p.option_count(); ++k)
    for (std::uint64_t e = p.starts[k]; e < p.starts[k + 1]; ++e) {
      require(p.colours[e] <= colour_count, Kind::colour, p.colours[e], colour_count);
      require(p.colours[e] == 0 || p.items[e] >= p.primary(), Kind::colour_on_primary, k,
              p.items[e]);
    }
}

void check_costs(const Problem& p) {
  if (p.costs.empty()) return;
  require(p.costs.size() == p.option_count(), Kind::cost_count, p.costs.size(), p.option_count());
  for (std::size_t k = 0; k < p.costs.size(); ++k)
    require(0 <= p.costs[k] && p.costs[k] <= ProblemFault::most_cost, Kind::cost, k);
}

void check_regions(const Problem& p) {
  if (p.cells.empty() && p.pieces.empty() && p.touching.empty() && p.points.empty()) return;
  enum : std::uint8_t { neither, cell, piece };
  std::vector<std::uint8_t> is(p.item_count, neither);
  const auto mark = [&](const std::vector<std::uint32_t>& items, std::uint8_t what) {
    for (const std::uint32_t item : items) {
      require(item < p.item_count, Kind::region_item, item, p.item_count);
      require(is[item] == neither, Kind::region_twice, item);
      is[item] = what;
    }
  };
  mark(p.cells, cell);
  mark(p.pieces, piece);
  for (const std::uint32_t item : p.touching)
    require(item < p.item_count && is[item] == cell, Kind::touching, item);
  require(p.points.empty() || (!p.cells.empty() && p.points.size() % p.cells.size() == 0),
          Kind::points, p.points.size(), p.cells.size());
  for (std::uint32_t k = 0; k < p.option_count(); ++k) {
    std::uint32_t pieces = 0;
    for (std::uint64_t e = p.starts[k]; e < p.starts[k + 1]; ++e) pieces += is[p.items[e]] == piece;
    require(pieces <= 1, Kind::pieces, k);
  }
}

std::vector<std::uint32_t> renumber_colours(Problem& p, std::uint32_t colour_count) {
  std::vector<std::uint32_t> order;
  if (p.colours.empty()) return order;
  std::vector<std::uint32_t> now(std::size_t{colour_count} + 1, 0);
  for (std::uint32_t& colour : p.colours) {
    if (colour == 0) continue;
    if (now[colour] == 0) {
      order.push_back(colour);
      now[colour] = static_cast<std::uint32_t>(order.size());
    }
    colour = now[colour];
  }
  if (order.empty()) p.colours = {};
  return order;
}

}  // namespace

ProblemFault::ProblemFault(Kind fault, std::uint64_t a, std::uint64_t b)
    : std::invalid_argument("fault " + std::to_string(static_cast<int>(fault)) + " of a problem: " +
                            std::to_string(a) + ", " + std::to_string(b)),
      kind(fault), first(a), second(b) {}

std::vector<std::uint32_t> settle(Problem& p, std::uint32_t colour_count) {
  require(p.item_count <= most_items && p.primary() <= p.item_count &&
              p.items.size() + p.starts.size() <= most_entries,
          Kind::size, p.item_count, p.items.size());
  require(p.lo.size() == p.hi.size(), Kind::bounds, std::min(p.lo.size(), p.hi.size()));
  for (std::uint32_t i = 0; i < p.primary(); ++i)
    require(p.lo[i] <= p.hi[i] && 1 <= p.hi[i] && p.hi[i] <= most_items, Kind::bounds, i);
  check_options(p);
  check_colours(p, colour_count);
  check_costs(p);
  check_regions(p);
  if (std::all_of(p.costs.begin(), p.costs.end(), [](std::int64_t cost) { return cost == 0; }))
    p.costs = {};
  return renumber_colours(p, colour_count);
}

}  // namespace tilewright
