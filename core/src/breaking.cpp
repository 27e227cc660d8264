#include "tilewright/breaking.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <optional>
#include <set>
#include <utility>

#include "tilewright/contract.hpp"

namespace tilewright {
namespace {

constexpr std::size_t candidates = 4;  // items are looked at closely
constexpr std::size_t sample = 24;     // of their representatives are looked at
constexpr double steepness = 6.0;      // the work grows like this power of the options left

using Flags = std::vector<std::uint8_t>;  // of each option
using Rows = std::vector<std::uint32_t>;  // numbers of permutations

// A set of rows of a group, a bit for each.
using Fixing = std::vector<std::uint64_t>;

bool has(const Fixing& rows, std::size_t r) { return rows[r / 64] >> (r % 64) & 1; }

std::uint32_t size_of(const Fixing& rows) {
  std::uint32_t size = 0;
  for (const std::uint64_t word : rows) size += static_cast<std::uint32_t>(std::popcount(word));
  return size;
}

// Compares by the last row that only one of them has.
bool less_by_last(const Fixing& a, const Fixing& b) {
  return std::lexicographical_compare(a.rbegin(), a.rend(), b.rbegin(), b.rend());
}

// Small sets first, then by the first row that only one of them has.
bool less_by_size(const Fixing& a, const Fixing& b) {
  if (const auto m = size_of(a), n = size_of(b); m != n) return m < n;
  for (std::size_t w = 0; w < a.size(); ++w)
    if (const std::uint64_t differ = a[w] ^ b[w]) return b[w] >> std::countr_zero(differ) & 1;
  return false;
}

// The orbits of an item's options, each with a representative.
struct ItemOrbits {
  struct Orbit {
    std::uint32_t first, size;  // the representative
    Fixing fixing;              // who fixes it
  };
  std::vector<std::uint32_t> options;
  std::vector<Orbit> orbits;
};

// The options of each item, and which options exclude each other.
class Table {
 public:
  Table(const ExactCoverView& problem, std::span<const PermutationView> group)
      : problem_(problem),
        group_(group),
        starts_(problem.item_count + 1, 0),
        by_item_(problem.items.size()),
        ranks_(option_count(), 0),
        seen_(option_count(), 0) {
    for (const std::uint32_t item : problem.items) ++starts_[item + 1];
    std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
    auto end = starts_;
    for (std::uint32_t k = 0; k < option_count(); ++k)
      for (const std::uint32_t item : problem.option(k)) {
        by_item_[end[item]++] = k;
        ranks_[k] += item;
      }
  }

  std::uint32_t option_count() const { return problem_.option_count(); }
  std::uint32_t item_count() const { return problem_.item_count; }
  std::uint32_t image(std::uint32_t row, std::uint32_t option) const { return group_[row][option]; }
  std::span<const std::uint32_t> options(std::uint32_t item) const {
    return {by_item_.data() + starts_[item], by_item_.data() + starts_[item + 1]};
  }
  // Does every cover have it exactly once?
  bool once(std::uint32_t item) const {
    return item < problem_.primary() && problem_.lo[item] == 1 && problem_.hi[item] == 1;
  }
  // Options on the first cells rank first: so that one corner of the board is decided on.
  std::uint64_t rank(std::uint32_t option) const { return ranks_[option]; }
  // Calls `see` once with each option that cannot be together with this one, as one item tells.
  template <class See>
  void for_each_clash(std::uint32_t option, See see) const {
    ++round_;
    for (const std::uint32_t item : problem_.option(option)) {
      if (!excludes(item)) continue;
      for (const std::uint32_t k : options(item))
        if (std::exchange(seen_[k], round_) != round_) see(k);
    }
  }
  // Does each permutation map it to itself?
  bool invariant(std::uint32_t item, const Rows& rows) const {
    ++round_;
    for (const std::uint32_t k : options(item)) seen_[k] = round_;
    for (const std::uint32_t row : rows)
      for (const std::uint32_t k : options(item))
        if (seen_[image(row, k)] != round_) return false;
    return true;
  }

 private:
  bool excludes(std::uint32_t item) const {
    return item < problem_.primary() ? problem_.hi[item] == 1 : problem_.colours.empty();
  }

  const ExactCoverView problem_;
  const std::span<const PermutationView> group_;
  std::vector<std::uint64_t> starts_;
  std::vector<std::uint32_t> by_item_;
  std::vector<std::uint64_t> ranks_;
  mutable std::vector<std::uint64_t> seen_;  // the last round in which an option was
  mutable std::uint64_t round_ = 0;
};

// Finds items to break symmetries with, among the options that are still there: those that were not
// left out and can be together with one that was kept.
class Breaker {
 public:
  explicit Breaker(const Table& table) : table_(table), alive_(table.option_count(), 1) {}

  // The orbits of the item that promises the smallest search; none if no item helps.  The rows must
  // map what is alive to itself.
  std::optional<ItemOrbits> best(const Rows& rows) const {
    std::optional<ItemOrbits> best;
    double least = 0;
    const auto items = invariant_items(rows);
    for (const std::uint32_t item : items) {
      ItemOrbits orbits = orbits_of(item, rows);
      const double own = items.size() > 1 ? work(orbits) : 0;
      if (best && own >= least) continue;
      least = own;
      best = std::move(orbits);
    }
    return best;
  }

  // What is left if of an item's options only some are kept.
  Breaker keeping(const ItemOrbits& orbits, const std::vector<std::uint32_t>& firsts) const {
    Breaker inside(*this);
    inside.first_ = false;
    std::vector<std::uint32_t> clashes(table_.option_count(), 0);
    for (const std::uint32_t first : firsts)
      table_.for_each_clash(first, [&](std::uint32_t k) { ++clashes[k]; });
    for (std::uint32_t k = 0; k < clashes.size(); ++k)
      if (clashes[k] == firsts.size()) inside.alive_[k] = 0;
    for (const std::uint32_t k : orbits.options) inside.alive_[k] = 0;
    for (const std::uint32_t k : firsts) inside.alive_[k] = alive_[k];
    return inside;
  }

  std::vector<std::uint32_t> excluded() const {
    std::vector<std::uint32_t> excluded;
    for (std::uint32_t k = 0; k < alive_.size(); ++k)
      if (!alive_[k]) excluded.push_back(k);
    return excluded;
  }

 private:
  // Some items that every cover has exactly once, and that are mapped to themselves.
  //
  // Those come first that have few orbits, each counted as a power of the size of its stabiliser.
  // An option that s symmetries fix is in an orbit of |group| / s options: so no orbit has to be
  // known for that.
  std::vector<std::uint32_t> invariant_items(const Rows& rows) const {
    std::vector<std::uint32_t> fixing(table_.option_count(), 0);
    for (const std::uint32_t row : rows)
      for (std::uint32_t k = 0; k < fixing.size(); ++k) fixing[k] += table_.image(row, k) == k;
    // Few covers are left for the second item, and it matters most that it breaks all the rest.
    const int power = first_ ? 2 : 4;
    std::vector<std::pair<double, std::uint32_t>> found;
    for (std::uint32_t item = 0; item < table_.item_count(); ++item) {
      if (!table_.once(item)) continue;
      std::uint64_t options = 0, fixed = 0;
      double weight = 0;
      for (const std::uint32_t k : table_.options(item)) {
        if (!alive_[k]) continue;
        ++options;
        fixed += fixing[k];
        weight += std::pow(static_cast<double>(fixing[k]), power);
      }
      if (fixed < options * rows.size()) found.emplace_back(weight, item);
    }
    std::sort(found.begin(), found.end());
    std::vector<std::uint32_t> items;
    for (const auto& [weight, item] : found) {
      if (!table_.invariant(item, rows)) continue;
      items.push_back(item);
      if (items.size() == (first_ ? candidates : 1)) break;
    }
    return items;
  }

  ItemOrbits orbits_of(std::uint32_t item, const Rows& rows) const {
    struct Member {
      std::uint32_t orbit, option;  // the orbit by its least option
      Fixing fixing;
    };
    std::vector<Member> members;
    ItemOrbits found;
    for (const std::uint32_t k : table_.options(item)) {
      if (!alive_[k]) continue;
      Member member{k, k, Fixing((rows.size() + 63) / 64, 0)};
      for (std::size_t r = 0; r < rows.size(); ++r) {
        const std::uint32_t image = table_.image(rows[r], k);
        member.orbit = std::min(member.orbit, image);
        if (image == k) member.fixing[r / 64] |= std::uint64_t{1} << r % 64;
      }
      found.options.push_back(k);
      members.push_back(std::move(member));
    }
    // In each orbit the first of the stabilisers, and of those that have it the first.
    std::sort(members.begin(), members.end(), [&](const Member& a, const Member& b) {
      if (a.orbit != b.orbit) return a.orbit < b.orbit;
      if (a.fixing != b.fixing) return less_by_last(a.fixing, b.fixing);
      const auto x = table_.rank(a.option), y = table_.rank(b.option);
      return x != y ? x < y : a.option < b.option;
    });
    for (std::size_t m = 0; m < members.size(); ++m) {
      if (m == 0 || members[m].orbit != members[m - 1].orbit)
        found.orbits.push_back({members[m].option, 0, std::move(members[m].fixing)});
      ++found.orbits.back().size;
    }
    return found;
  }

  // A guess at the work that an item's representatives cost, to compare items by.
  double work(const ItemOrbits& found) const {
    const auto& orbits = found.orbits;
    const std::size_t step = orbits.size() / sample + 1;
    const auto alive = static_cast<double>(std::count(alive_.begin(), alive_.end(), 1));
    double left = 0, looked_at = 0, fixing = 0;
    for (std::size_t o = 0; o < orbits.size(); o += step, ++looked_at) {
      double fitting = alive;
      table_.for_each_clash(orbits[o].first, [&](std::uint32_t k) { fitting -= alive_[k]; });
      left += std::pow(fitting, steepness);
    }
    for (const auto& orbit : orbits) fixing += std::sqrt(static_cast<double>(size_of(orbit.fixing)));
    return fixing * left / looked_at;
  }

  const Table& table_;
  bool first_ = true;
  Flags alive_;
};

// The parts of what a breaker leaves, under rows that map it to itself.
void split(const Breaker& breaker, const Rows& rows, const std::optional<ItemOrbits>& orbits,
           std::uint32_t order, std::size_t most, std::vector<BrokenPart>& parts) {
  if (!orbits) {
    parts.push_back({breaker.excluded(), order / static_cast<std::uint32_t>(rows.size()), rows});
    return;
  }
  std::vector<const ItemOrbits::Orbit*> sorted;
  for (const auto& orbit : orbits->orbits) sorted.push_back(&orbit);
  std::stable_sort(sorted.begin(), sorted.end(), [](const auto* a, const auto* b) {
    return less_by_size(a->fixing, b->fixing);
  });
  for (std::size_t o = 0; o < sorted.size();) {
    const Fixing& fixing = sorted[o]->fixing;
    std::vector<std::uint32_t> firsts;  // with this stabiliser
    for (; o < sorted.size() && sorted[o]->fixing == fixing; ++o) firsts.push_back(sorted[o]->first);
    Rows stabiliser;
    for (std::size_t r = 0; r < rows.size(); ++r)
      if (has(fixing, r)) stabiliser.push_back(rows[r]);
    const Breaker inside = breaker.keeping(*orbits, firsts);
    const bool enough = stabiliser.size() == 1 || parts.size() >= most;
    split(inside, stabiliser, enough ? std::nullopt : inside.best(stabiliser), order, most, parts);
  }
}

// The numbers of the permutations, each permutation once.
Rows distinct(std::span<const PermutationView> group) {
  const auto less = [&](std::uint32_t a, std::uint32_t b) {
    return std::lexicographical_compare(group[a].begin(), group[a].end(), group[b].begin(),
                                        group[b].end());
  };
  std::set<std::uint32_t, decltype(less)> seen(less);
  Rows rows;
  for (auto row = static_cast<std::uint32_t>(group.size()); row-- > 0;)
    if (seen.insert(row).second) rows.push_back(row);
  std::reverse(rows.begin(), rows.end());
  return rows;
}

}  // namespace

BrokenSymmetries break_symmetries(const ExactCoverView& problem,
                                  std::span<const PermutationView> group, std::size_t most) {
  require_valid(problem);
  TW_REQUIRE(!group.empty(), "a group has at least the identity");
  for (const PermutationView permutation : group) {
    TW_REQUIRE(permutation.size() == problem.option_count(), "a permutation is one of all options");
    for (const std::uint32_t image : permutation)
      TW_REQUIRE(image < problem.option_count(), "a permutation leads to options");
  }
  BrokenSymmetries broken;
  const Rows rows = distinct(group);
  if (rows.size() == 1) {
    broken.parts.push_back({{}, 1, rows});
    return broken;
  }
  const Table table(problem, group);
  const Breaker breaker(table);
  const auto orbits = breaker.best(rows);
  if (orbits) {
    broken.weights.assign(problem.option_count(), 1);
    for (const std::uint32_t k : orbits->options) broken.weights[k] = 0;
    for (const auto& orbit : orbits->orbits) broken.weights[orbit.first] = orbit.size;
  }
  split(breaker, rows, orbits, static_cast<std::uint32_t>(rows.size()), most, broken.parts);
  return broken;
}

}  // namespace tilewright
