#include "tilewright/region_memo.hpp"

#include <algorithm>
#include <cmath>

namespace tilewright {
namespace {

// Where the least rotation of a sequence of pairs begins.
std::uint32_t least_rotation(std::span<const std::uint32_t> pairs) {
  const auto count = static_cast<std::uint32_t>(pairs.size() / 2);
  const auto number = [&](std::uint32_t k) {
    return std::uint64_t{pairs[2 * (k % count)]} << 32 | pairs[2 * (k % count) + 1];
  };
  std::uint32_t best = 0, other = 1, same = 0;  // the two beginnings agree so far
  while (best < count && other < count && same < count) {
    const std::uint64_t a = number(best + same), b = number(other + same);
    if (a == b) {
      ++same;
      continue;
    }
    if (a > b) best += same + 1; else other += same + 1;
    if (best == other) ++other;
    same = 0;
  }
  return std::min(best, other);
}

}  // namespace

std::uint32_t RegionKeys::write_ring(std::span<const Corner> ring, bool mirrored) {
  const std::size_t count = ring.size();
  other_.clear();
  for (std::size_t k = 0; k < count; ++k) {
    // Seen in a mirror the ring runs backwards, and the side that arrives is the one that leaves.
    const std::size_t here = mirrored ? count - 1 - k : k;
    const std::size_t leaving = mirrored ? (here + count - 1) % count : here;
    other_.push_back(ring[here].angle_class);
    other_.push_back(ring[leaving].length_class);
  }
  const std::uint32_t begin = least_rotation(other_);
  std::rotate(other_.begin(), other_.begin() + 2 * begin, other_.end());
  key_.insert(key_.end(), other_.begin(), other_.end());
  return begin;
}

void RegionKeys::write(std::span<const Corner> corners, std::span<const std::uint32_t> ring_ends) {
  const std::size_t start = key_.size();
  const auto outer = corners.first(ring_ends[0]);
  key_.push_back(static_cast<std::uint32_t>(ring_ends.size()));
  key_.push_back(static_cast<std::uint32_t>(outer.size()));
  const Corner& origin = outer[write_ring(outer, false)];
  if (!turns_) key_.push_back(directions_.of(std::atan2(origin.leaving.y, origin.leaving.x)));
  if (ring_ends.size() == 1) {
    if (!mirrors_) return;
    ring_.assign(key_.begin() + static_cast<std::ptrdiff_t>(start + 2), key_.end());
    key_.resize(start + 2);
    write_ring(outer, true);
    if (std::lexicographical_compare(ring_.begin(), ring_.end(),
                                     key_.begin() + static_cast<std::ptrdiff_t>(start + 2), key_.end()))
      std::copy(ring_.begin(), ring_.end(), key_.begin() + static_cast<std::ptrdiff_t>(start + 2));
    return;
  }
  for (std::size_t hole = 1; hole < ring_ends.size(); ++hole) {
    const auto ring = corners.subspan(ring_ends[hole - 1], ring_ends[hole] - ring_ends[hole - 1]);
    key_.push_back(static_cast<std::uint32_t>(ring.size()));
    const std::uint32_t begin = write_ring(ring, false);
    for (const std::size_t k : {std::size_t{begin}, (begin + 1) % ring.size()}) {
      const Vec apart = ring[k].at - origin.at;
      key_.push_back(places_.of(dot(origin.leaving, apart)));
      key_.push_back(places_.of(cross(origin.leaving, apart)));
    }
  }
}

std::span<const std::uint32_t> RegionKeys::of(const Region& region,
                                              std::span<const std::uint32_t> parts,
                                              std::span<const std::uint32_t> free) {
  key_.assign(free.begin(), free.end());
  key_.push_back(static_cast<std::uint32_t>(parts.size()));
  const std::size_t head = key_.size();
  spans_.clear();
  for (const std::uint32_t number : parts) {
    const auto begin = static_cast<std::uint32_t>(key_.size());
    write(region.corners(region.part(number)), region.ring_ends(region.part(number)));
    spans_.emplace_back(begin, static_cast<std::uint32_t>(key_.size()));
  }
  if (parts.size() < 2) return key_;
  // Parts in the order of what is written of them.
  std::ranges::sort(spans_, [&](const auto& a, const auto& b) {
    return std::lexicographical_compare(key_.begin() + a.first, key_.begin() + a.second,
                                        key_.begin() + b.first, key_.begin() + b.second);
  });
  sorted_.assign(key_.begin(), key_.begin() + static_cast<std::ptrdiff_t>(head));
  for (const auto& [begin, end] : spans_)
    sorted_.insert(sorted_.end(), key_.begin() + begin, key_.begin() + end);
  return sorted_;
}

}  // namespace tilewright
