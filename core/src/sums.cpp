#include "tilewright/sums.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace tilewright {
namespace {

constexpr std::uint64_t most_steps = 5'000;
constexpr std::uint32_t most_ways = 200;
// Sums are made of sizes that each may be off by the tolerance.
constexpr double slack = 4;

}  // namespace

Sums::Sums(const SizeClasses& classes, std::vector<std::uint32_t> at_most, double straight,
           bool hasty)
    : straight_(straight), hasty_(hasty), tolerance_(slack * classes.tolerance()) {
  for (std::uint32_t number = 0; number < at_most.size(); ++number)
    if (at_most[number] > 0) parts_.push_back({classes.size(number), number, at_most[number]});
  std::sort(parts_.begin(), parts_.end(),
            [](const Part& a, const Part& b) { return a.size > b.size; });
  for (const Part& part : parts_) all_ += part.at_most;
  used_.resize(parts_.size());
}

bool Sums::possible(const SizeClasses& classes, std::uint32_t size,
                    std::span<const std::uint32_t> free) {
  const Ways& all = ways(classes, size);
  if (all.open && !hasty_) return true;
  for (std::uint32_t way = all.begin; way < all.end; ++way)
    if (there(way, free)) return true;
  return false;
}

bool Sums::mark_usable(const SizeClasses& classes, std::uint32_t size,
                       std::span<const std::uint32_t> free, std::span<std::uint32_t> usable,
                       std::uint32_t stamp) {
  const Ways& all = ways(classes, size);
  if (all.open && !hasty_) return true;
  for (std::uint32_t way = all.begin; way < all.end; ++way)
    if (there(way, free))
      for (const Term& term : terms(way)) usable[parts_[term.part].number] = stamp;
  return false;
}

std::span<const Sums::Term> Sums::terms(std::uint32_t way) const {
  const std::uint32_t begin = way == 0 ? 0 : way_ends_[way - 1];
  return {terms_.data() + begin, way_ends_[way] - begin};
}

bool Sums::there(std::uint32_t way, std::span<const std::uint32_t> free) const {
  for (const Term& term : terms(way))
    if (free[parts_[term.part].number] < term.times) return false;
  return true;
}

const Sums::Ways& Sums::ways(const SizeClasses& classes, std::uint32_t size) {
  if (ways_.size() <= size) ways_.resize(std::max<std::size_t>(classes.count(), size + 1));
  if (ways_[size].known) return ways_[size];
  Ways here{.known = true, .begin = static_cast<std::uint32_t>(way_ends_.size())};
  found_ = 0, open_ = false;
  find(classes.size(size));
  if (straight_ > 0 && classes.size(size) > straight_ - tolerance_)
    find(classes.size(size) - straight_);
  here.open = open_;
  here.end = static_cast<std::uint32_t>(way_ends_.size());
  return ways_[size] = here;
}

// Sums of few sizes first: of one, of two, ...  Where sums of so many take too long, those of a
// larger size would, too, and are not begun.
void Sums::find(double size) {
  if (std::abs(size) <= tolerance_) return record();  // of nothing
  if (parts_.empty()) return;
  const double most = std::min((size + tolerance_) / parts_.back().size, static_cast<double>(all_));
  for (std::size_t terms = 1; static_cast<double>(terms) <= most && found_ <= most_ways; ++terms) {
    if (too_large_.size() <= terms)
      too_large_.resize(terms + 1, std::numeric_limits<double>::infinity());
    steps_ = 0;
    if (size < too_large_[terms]) extend(0, size, terms);
    if (size >= too_large_[terms] || steps_ > most_steps) {
      too_large_[terms] = std::min(size, too_large_[terms]);
      open_ = true;
      return;
    }
  }
}

// Complete the sum by so many terms, from `from` on.
void Sums::extend(std::size_t from, double rest, std::size_t terms) {
  const auto begin = parts_.begin() + static_cast<std::ptrdiff_t>(from);
  const auto above = [](double size) { return [=](const Part& part) { return part.size > size; }; };
  const double others = static_cast<double>(terms - 1) * parts_.back().size;
  const double least = rest / static_cast<double>(terms) - tolerance_;  // of the largest term
  for (auto part = std::partition_point(begin, parts_.end(), above(rest - others + tolerance_));
       part != parts_.end() && part->size >= least; ++part) {
    if (++steps_ > most_steps || found_ > most_ways) return;
    const auto k = static_cast<std::size_t>(part - parts_.begin());
    if (used_[k] == part->at_most) continue;
    ++used_[k];
    if (terms == 1)
      record();
    else
      extend(k, rest - part->size, terms - 1);
    --used_[k];
  }
}

void Sums::record() {
  if (++found_ > most_ways) {
    open_ = true;
    return;
  }
  for (std::uint32_t k = 0; k < used_.size(); ++k)
    if (used_[k] > 0) terms_.push_back({k, used_[k]});
  way_ends_.push_back(static_cast<std::uint32_t>(terms_.size()));
}

bool may_be_sum(double size, std::span<const double> sizes_falling, double tolerance) {
  std::uint64_t steps = 0;
  const auto extend = [&](const auto& self, std::size_t from, double rest) -> bool {
    if (rest <= tolerance) return true;
    for (std::size_t k = from; k < sizes_falling.size(); ++k) {
      if (++steps > 2'000) return true;
      const double size_k = sizes_falling[k];
      if (size_k > rest + tolerance) continue;
      if (k > from && sizes_falling[k - 1] - size_k <= tolerance && sizes_falling[k - 1] <= rest + tolerance)
        continue;  // the same has failed
      if (self(self, k + 1, rest - size_k)) return true;
    }
    return false;
  };
  return extend(extend, 0, size);
}

}  // namespace tilewright
