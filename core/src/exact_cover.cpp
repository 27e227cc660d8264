#include "tilewright/exact_cover.hpp"

#include <algorithm>
#include <string>

#include "tilewright/contract.hpp"

namespace tilewright {
namespace {

std::string number(std::uint64_t n) { return std::to_string(n); }

// Node numbers must fit 32 bits: items, entries, and one spacer per option.
constexpr std::uint64_t most_nodes = 0xfffffff0u;

}  // namespace

bool ExactCoverView::idle(std::uint32_t k) const {
  const auto entries = option(k);
  return std::all_of(entries.begin(), entries.end(),
                     [this](std::uint32_t item) { return item >= primary(); });
}

bool ExactCoverView::plain() const {
  const auto is_one = [](std::uint32_t bound) { return bound == 1; };
  return std::all_of(lo.begin(), lo.end(), is_one) && std::all_of(hi.begin(), hi.end(), is_one) &&
         std::all_of(colours.begin(), colours.end(), [](std::uint32_t c) { return c == 0; });
}

void require_valid(const ExactCoverView& p) {
  TW_REQUIRE(p.lo.size() == p.hi.size(), "lo and hi must have one entry per primary item");
  TW_REQUIRE(p.primary() <= p.item_count, number(p.primary()) + " primary items of only " +
                                              number(p.item_count) + " items");
  TW_REQUIRE(!p.starts.empty() && p.starts.front() == 0 && p.starts.back() == p.items.size(),
             "starts must begin with 0 and end with the number of entries");
  TW_REQUIRE(p.colours.empty() || p.colours.size() == p.items.size(),
             "colours must be empty or have one entry per item of an option");
  const std::uint64_t nodes = 1 + std::uint64_t{p.item_count} + p.items.size() + p.starts.size();
  TW_REQUIRE(nodes <= most_nodes, "the problem needs " + number(nodes) +
                                      " nodes; at most " + number(most_nodes) + " are possible");
  for (std::uint32_t i = 0; i < p.primary(); ++i)
    TW_REQUIRE(p.lo[i] <= p.hi[i] && p.hi[i] >= 1 && p.hi[i] <= 0x7fffffffu,
               "item " + number(i) + " has bounds " + number(p.lo[i]) + ".." + number(p.hi[i]) +
                   ": expected lo <= hi and 1 <= hi < 2147483648");
  std::vector<std::uint32_t> last_seen(p.item_count, 0);
  for (std::uint32_t k = 0; k < p.option_count(); ++k) {
    TW_REQUIRE(p.starts[k] < p.starts[k + 1] && p.starts[k + 1] <= p.items.size(),
               "option " + number(k) + " is empty or starts do not increase");
    for (std::uint64_t e = p.starts[k]; e < p.starts[k + 1]; ++e) {
      const std::uint32_t item = p.items[e];
      TW_REQUIRE(item < p.item_count,
                 "option " + number(k) + " has item " + number(item) + " of only " +
                     number(p.item_count));
      TW_REQUIRE(last_seen[item] != k + 1,
                 "option " + number(k) + " has item " + number(item) + " twice");
      last_seen[item] = k + 1;
      TW_REQUIRE(p.colour(e) < 0xffffffffu, "option " + number(k) + " has a colour out of range");
      TW_REQUIRE(item >= p.primary() || p.colour(e) == 0,
                 "option " + number(k) + " gives a colour to the primary item " + number(item));
    }
  }
}

void require_valid(const ExactCoverView& p, const Subtree& subtree) {
  std::vector<std::uint8_t> named(p.option_count(), 0);
  const auto name_once = [&](std::uint32_t option) {
    TW_REQUIRE(option < p.option_count(), "subtree names option " + number(option) + " of only " +
                                              number(p.option_count()));
    TW_REQUIRE(!named[option], "subtree names option " + number(option) + " twice");
    named[option] = 1;
  };
  for (const std::uint32_t option : subtree.excluded) name_once(option);

  std::vector<std::uint32_t> uses(p.item_count, 0);
  std::vector<std::uint32_t> colour(p.item_count, 0);
  for (const std::uint32_t option : subtree.chosen) {
    name_once(option);
    TW_REQUIRE(!p.idle(option), "subtree chooses option " + number(option) +
                                    ", which has no primary item and so is in no cover");
    for (std::uint64_t e = p.starts[option]; e < p.starts[option + 1]; ++e) {
      const std::uint32_t item = p.items[e];
      const bool shared = uses[item] > 0 && p.colour(e) != 0 && colour[item] == p.colour(e);
      const std::uint32_t most = item < p.primary() ? p.hi[item] : 1;
      TW_REQUIRE(uses[item] < most || shared,
                 "subtree chooses option " + number(option) +
                     ", which conflicts with an earlier one over item " + number(item));
      ++uses[item];
      colour[item] = p.colour(e);
    }
  }
  if (subtree.via == Subtree::no_item) return;
  TW_REQUIRE(!subtree.chosen.empty(), "subtree names the item of its last choice, but has none");
  const auto last = p.option(subtree.chosen.back());
  TW_REQUIRE(subtree.via < p.primary() && std::find(last.begin(), last.end(), subtree.via) != last.end(),
             "subtree says its last option was chosen on item " + number(subtree.via) +
                 ", which is not a primary item of it");
}

}  // namespace tilewright
