#include "tilewright/automorphisms.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <span>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "tilewright/rule.hpp"

namespace tilewright {
namespace {

using Numbers = std::vector<std::uint32_t>;
using Hash = std::uint64_t;

constexpr std::uint32_t none = 0xffffffffu;
constexpr std::size_t deepest = 64;  // items are singled out: beyond that there are too many ways
constexpr std::uint64_t set_up = 12;  // setting up takes as long as to look at all so many times

Hash joined(Hash a, Hash b) { return scramble(a ^ scramble(b)); }

// Items in classes of those that look alike: the colour of a class is how many items come before
// it.  The trace says how the classes came about; it is the same after an automorphism.
struct Colouring {
  Numbers colours;  // of items
  std::uint32_t classes = 0;
  Hash trace = 0;
};

// What an automorphism makes of each item, and of each option.
struct Images {
  Numbers items, options;
};

class AutomorphismSearch {
 public:
  AutomorphismSearch(const ExactCoverView& problem, std::size_t most, std::uint64_t work)
      : problem_(problem), most_(most), work_(work), starts_(problem.item_count + 1, 0) {
    for (const std::uint32_t item : problem.items) ++starts_[item + 1];
    std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
    uses_.resize(problem.items.size());
    auto end = starts_;
    for (std::uint32_t k = 0; k < problem.option_count(); ++k)
      for (std::uint64_t e = problem.starts[k]; e < problem.starts[k + 1]; ++e)
        uses_[end[problem.items[e]]++] = {k, problem.colour(e)};
    merge_twins();
    index_options();
  }

  Automorphisms find() {
    Automorphisms found;
    std::vector<Images> all = group();
    const std::uint32_t kept = kept_item(all);
    for (auto& [items, options] : all)
      if (kept == none ? found.options.empty() : items[kept] == kept)
        found.options.push_back(std::move(options));
    found.work = done_;
    return found;
  }

 private:
  using Use = std::pair<std::uint32_t, std::uint32_t>;  // an option, and the item's colour there

  std::span<const Use> uses(std::uint32_t item) const {
    return std::span(uses_).subspan(starts_[item], starts_[item + 1] - starts_[item]);
  }
  std::tuple<bool, std::uint32_t, std::uint32_t> kind(std::uint32_t item) const {
    if (item >= problem_.primary()) return {true, 0, 1};
    return {false, problem_.lo[item], problem_.hi[item]};
  }

  // Of items that are alike in all that matters one is looked at; the others go where it goes.
  void merge_twins() {
    std::unordered_map<Hash, Numbers> seen;
    for (std::uint32_t item = 0; item < problem_.item_count; ++item) {
      Hash hash = starts_[item + 1] - starts_[item];
      for (const auto& [option, colour] : uses(item)) hash = joined(hash, scramble(option) + colour);
      Numbers& alike = seen[hash];
      const bool is_twin = std::any_of(alike.begin(), alike.end(), [&](std::uint32_t other) {
        return kind(item) == kind(other) && std::ranges::equal(uses(item), uses(other));
      });
      if (is_twin) continue;
      alike.push_back(item);
      looked_at_.push_back(item);
    }
    is_looked_at_.assign(problem_.item_count, 0);
    for (const std::uint32_t item : looked_at_) is_looked_at_[item] = 1;
  }

  // An option's items with their colours, sorted, after a permutation of the items.
  void spell(std::uint32_t option, const Numbers& items, std::vector<Use>& spelt) const {
    spelt.clear();
    for (std::uint64_t e = problem_.starts[option]; e < problem_.starts[option + 1]; ++e)
      if (is_looked_at_[problem_.items[e]])
        spelt.emplace_back(items[problem_.items[e]], problem_.colour(e));
    std::sort(spelt.begin(), spelt.end());
  }
  static Hash hash_of(const std::vector<Use>& spelt) {
    Hash hash = spelt.size();
    for (const auto& [item, colour] : spelt) hash = joined(hash, scramble(item) + colour);
    return hash;
  }

  void index_options() {
    Numbers same(problem_.item_count);
    std::iota(same.begin(), same.end(), 0);
    std::vector<Use> spelt;
    for (std::uint32_t k = 0; k < problem_.option_count(); ++k) {
      spell(k, same, spelt);
      by_hash_[hash_of(spelt)].push_back(k);
      spellings_.insert(spellings_.end(), spelt.begin(), spelt.end());
      ends_.push_back(spellings_.size());
    }
  }
  std::span<const Use> spelling(std::uint32_t option) const {
    const std::size_t begin = option ? ends_[option - 1] : 0;
    return std::span(spellings_).subspan(begin, ends_[option] - begin);
  }

  // What a permutation of the items makes of the options; nothing if some option has no image.
  std::optional<Numbers> images(const Numbers& items) const {
    Numbers images;
    std::vector<std::uint8_t> taken(problem_.option_count(), 0);
    std::vector<Use> spelt;
    for (std::uint32_t k = 0; k < problem_.option_count(); ++k) {
      spell(k, items, spelt);
      const auto at = by_hash_.find(hash_of(spelt));
      if (at == by_hash_.end()) return std::nullopt;
      const auto image = std::ranges::find_if(at->second, [&](std::uint32_t other) {
        return !taken[other] && std::ranges::equal(spelling(other), spelt);
      });
      if (image == at->second.end()) return std::nullopt;
      taken[*image] = 1;
      images.push_back(*image);
    }
    return images;
  }

  bool out_of_time() const { return done_ >= work_; }

  // Tells apart what differs in its options, until nothing more does.
  void refine(Colouring& colouring) {
    std::vector<Hash> options(problem_.option_count());
    std::vector<Hash> marks(problem_.item_count);
    Numbers sorted(looked_at_);
    for (bool again = true; again && colouring.classes < looked_at_.size() && !out_of_time();) {
      done_ += 2 * problem_.items.size() + 4 * looked_at_.size();
      std::fill(options.begin(), options.end(), 0);
      for (const std::uint32_t item : looked_at_) {
        const Hash colour = scramble(colouring.colours[item]);
        for (const auto& [option, mark] : uses(item)) options[option] += scramble(colour + mark);
      }
      for (Hash& option : options) option = scramble(option);
      for (const std::uint32_t item : looked_at_) {
        marks[item] = 0;
        for (const auto& [option, mark] : uses(item)) marks[item] += scramble(options[option] + mark);
      }
      std::ranges::sort(sorted, {}, [&](std::uint32_t item) {
        return std::pair(colouring.colours[item], marks[item]);
      });
      std::uint32_t classes = 0, first = 0;
      Colouring finer{colouring.colours, 0, colouring.trace};
      for (std::uint32_t n = 0; n < sorted.size(); ++n) {
        const std::uint32_t item = sorted[n];
        const bool differs = !n || marks[item] != marks[sorted[n - 1]] ||
                             colouring.colours[item] != colouring.colours[sorted[n - 1]];
        if (differs) {
          first = n;
          ++classes;
          finer.trace = joined(finer.trace, marks[item] + first);
        }
        finer.colours[item] = first;
      }
      again = classes > colouring.classes;
      finer.classes = classes;
      colouring = std::move(finer);
    }
  }

  Colouring root() {
    Numbers sorted(looked_at_);
    std::ranges::stable_sort(sorted, {}, [&](std::uint32_t item) { return kind(item); });
    Colouring colouring{Numbers(problem_.item_count, none), 0, 0};
    std::uint32_t first = 0;
    for (std::uint32_t n = 0; n < sorted.size(); ++n) {
      if (!n || kind(sorted[n]) != kind(sorted[n - 1])) {
        first = n;
        ++colouring.classes;
      }
      colouring.colours[sorted[n]] = first;
    }
    refine(colouring);
    return colouring;
  }

  // The first of the smallest classes with more than one item.
  Numbers target(const Colouring& colouring) const {
    Numbers sizes(looked_at_.size(), 0);
    for (const std::uint32_t item : looked_at_) ++sizes[colouring.colours[item]];
    std::uint32_t best = none;
    for (std::uint32_t colour = 0; colour < sizes.size(); ++colour)
      if (sizes[colour] > 1 && (best == none || sizes[colour] < sizes[best])) best = colour;
    Numbers items;
    for (const std::uint32_t item : looked_at_)
      if (colouring.colours[item] == best) items.push_back(item);
    return items;
  }

  // Singles an item out among those that look like it.
  Colouring singled_out(const Colouring& colouring, std::uint32_t chosen) {
    Colouring finer = colouring;
    for (const std::uint32_t item : looked_at_)
      if (item != chosen && colouring.colours[item] == colouring.colours[chosen])
        ++finer.colours[item];
    ++finer.classes;
    refine(finer);
    return finer;
  }

  // The colourings on the way to one that tells all items apart.
  bool descend() {
    path_ = {root()};
    while (path_.back().classes < looked_at_.size()) {
      if (out_of_time() || targets_.size() == deepest) return false;
      targets_.push_back(target(path_.back()));
      path_.push_back(singled_out(path_.back(), targets_.back().front()));
    }
    return true;
  }

  // An automorphism that leads from the end of the path to some end below this colouring, which is
  // what the path's at this level might become.
  std::optional<Images> leading_to(const Colouring& colouring, std::size_t level) {
    const Colouring& own = path_[level];
    if (colouring.trace != own.trace || colouring.classes != own.classes) return std::nullopt;
    if (out_of_time()) return std::nullopt;
    if (level + 1 < path_.size()) {
      for (const std::uint32_t item : target(colouring))
        if (auto found = leading_to(singled_out(colouring, item), level + 1)) return found;
      return std::nullopt;
    }
    Numbers at(looked_at_.size()), items(problem_.item_count, none);
    for (const std::uint32_t item : looked_at_) at[colouring.colours[item]] = item;
    for (const std::uint32_t item : looked_at_) items[item] = at[own.colours[item]];
    done_ += set_up * problem_.items.size();
    if (auto options = images(items)) return Images{std::move(items), *std::move(options)};
    return std::nullopt;
  }

  // Those that fix the first items of the path are found first, as they are few.
  std::vector<Images> group() {
    std::vector<Images> group(1);
    group[0].items.resize(problem_.item_count);
    group[0].options.resize(problem_.option_count());
    for (Numbers* same : {&group[0].items, &group[0].options})
      std::iota(same->begin(), same->end(), 0);
    if (!descend()) return group;
    for (std::size_t level = targets_.size(); level-- > 0;) {
      std::vector<Images> cosets;  // one of each, but for the group itself
      for (std::size_t n = 1; n < targets_[level].size(); ++n) {
        auto found = leading_to(singled_out(path_[level], targets_[level][n]), level + 1);
        if (found) cosets.push_back(*std::move(found));
        if (out_of_time() || group.size() * (cosets.size() + 1) > most_) return group;
      }
      const std::size_t size = group.size();
      for (const Images& coset : cosets)
        for (std::size_t k = 0; k < size; ++k) {
          Images product(group[k]);
          for (const std::uint32_t item : looked_at_)
            product.items[item] = coset.items[group[k].items[item]];
          for (std::uint32_t& option : product.options) option = coset.options[option];
          group.push_back(std::move(product));
        }
      done_ += group.size() * problem_.option_count();
    }
    return group;
  }

  // Of the items that every cover has exactly once, the one that most of the group maps to itself.
  std::uint32_t kept_item(const std::vector<Images>& group) const {
    std::uint32_t best = none;
    std::ptrdiff_t most = 0;
    for (const std::uint32_t item : looked_at_) {
      if (item >= problem_.primary() || problem_.lo[item] != 1 || problem_.hi[item] != 1) continue;
      const auto keeping = std::ranges::count_if(
          group, [&](const Images& images) { return images.items[item] == item; });
      if (keeping <= most) continue;
      most = keeping;
      best = item;
    }
    return best;
  }

  const ExactCoverView problem_;
  const std::size_t most_;
  const std::uint64_t work_;
  std::uint64_t done_ = set_up * problem_.items.size();
  std::vector<std::uint64_t> starts_;  // of items, in their uses
  std::vector<Use> uses_;
  Numbers looked_at_;  // items
  std::vector<std::uint8_t> is_looked_at_;
  std::unordered_map<Hash, Numbers> by_hash_;  // options by what they have
  std::vector<Use> spellings_;                 // of options
  std::vector<std::size_t> ends_;
  std::vector<Colouring> path_;
  std::vector<Numbers> targets_;  // the items that look alike at each level of the path
};

}  // namespace

Automorphisms find_automorphisms(const ExactCoverView& problem, std::size_t most,
                                 std::uint64_t work) {
  require_valid(problem);
  if (set_up * problem.items.size() < work) return AutomorphismSearch(problem, most, work).find();
  Automorphisms same{{Numbers(problem.option_count())}, 0};
  std::iota(same.options[0].begin(), same.options[0].end(), 0);
  return same;
}

}  // namespace tilewright
