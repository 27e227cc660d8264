#include "tilewright/region.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "tilewright/contract.hpp"

namespace tilewright {
namespace {

// Half the perimeter times this is the area of a sliver that only measuring has made.
constexpr double sliver = 2;

// How far clockwise from one direction to another, as a number that grows with the angle: 0 to 4.
double clockwise(Vec from, Vec to) {
  const double along = dot(from, to), aside = -cross(from, to);
  const double size = std::abs(along) + std::abs(aside);
  const double turn = aside / size;
  return along >= 0 ? (aside >= 0 ? turn : 4 + turn) : 2 - turn;
}

}  // namespace

Region::Region(const Jigsaw& jigsaw)
    : lengths(jigsaw.lengths),
      angles(jigsaw.angles),
      tolerance_(jigsaw.tolerance),
      angle_tolerance_(jigsaw.angle_tolerance),
      noisy_(jigsaw.noisy) {
  std::vector<Vec> points;
  const auto number_of = [&](Vec at) {
    for (std::uint32_t k = 0; k < points.size(); ++k)
      if (norm(points[k] - at) <= tolerance_) return k;
    points.push_back(at);
    return static_cast<std::uint32_t>(points.size() - 1);
  };
  std::vector<std::pair<std::uint32_t, std::uint32_t>> ends;
  for (const auto& ring : jigsaw.board)
    for (std::size_t k = 0; k < ring.size(); ++k) {
      const std::uint32_t from = number_of(ring[k]);
      ends.emplace_back(from, number_of(ring[(k + 1) % ring.size()]));
    }
  // Sides are cut where other corners lie on them; where two parts share a side, it vanishes.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pieces;
  for (const auto& [from, to] : ends) {
    const Vec along = points[to] - points[from];
    const double length = norm(along);
    TW_REQUIRE(length > tolerance_, "a side of the region has no length");
    std::vector<std::pair<double, std::uint32_t>> cuts{{0, from}, {length, to}};
    for (std::uint32_t k = 0; k < points.size(); ++k) {
      const double at = dot(along, points[k] - points[from]) / length;
      const double off = cross(along, points[k] - points[from]) / length;
      if (k != from && k != to && std::abs(off) <= tolerance_ && at > 0 && at < length)
        cuts.emplace_back(at, k);
    }
    std::ranges::sort(cuts);
    for (std::size_t k = 1; k < cuts.size(); ++k)
      pieces.emplace_back(cuts[k - 1].second, cuts[k].second);
  }
  std::vector<Side> sides;
  for (const auto& [from, to] : pieces) {
    if (std::ranges::find(pieces, std::pair(to, from)) != pieces.end()) continue;
    const Vec along = points[to] - points[from];
    const double length = norm(along);
    sides.push_back({from, to, (1 / length) * along, length, none, none, none});
  }
  TW_REQUIRE(assemble(points, sides, nullptr), "the sides of the region do not close");
}

bool Region::assemble(std::span<const Vec> points, std::span<const Side> sides, const Part* old) {
  link(points, sides);
  for (const Side& side : sides)
    if (leaving_count_[side.to] == 0) return false;
  trace(points, sides);
  find_outers(points);
  for (std::uint32_t k = 0; k < loops_.size(); ++k)
    if (loops_[k].area > 0) add_part(points, k, old);
  return std::ranges::all_of(loops_, &Loop::taken);
}

void Region::link(std::span<const Vec> points, std::span<const Side> sides) {
  first_leaving_.assign(points.size(), none);
  leaving_count_.assign(points.size(), 0);
  next_leaving_.resize(sides.size());
  for (std::uint32_t k = 0; k < sides.size(); ++k) {
    next_leaving_[k] = std::exchange(first_leaving_[sides[k].from], k);
    ++leaving_count_[sides[k].from];
  }
}

// The side that bounds the same wedge: the first one clockwise from where we come from.
std::uint32_t Region::next_side(std::span<const Side> sides, std::uint32_t side) const {
  std::uint32_t next = first_leaving_[sides[side].to];
  if (next_leaving_[next] == none) return next;
  const Vec back = -sides[side].direction;
  double best = clockwise(back, sides[next].direction);
  for (std::uint32_t k = next_leaving_[next]; k != none; k = next_leaving_[k])
    if (const double turn = clockwise(back, sides[k].direction); turn < best) best = turn, next = k;
  return next;
}

void Region::trace(std::span<const Vec> points, std::span<const Side> sides) {
  seen_.assign(sides.size(), false);
  loop_sides_.clear();
  loops_.clear();
  for (std::uint32_t start = 0; start < sides.size(); ++start) {
    if (seen_[start]) continue;
    const auto begin = static_cast<std::uint32_t>(loop_sides_.size());
    for (std::uint32_t k = start; !seen_[k]; k = next_side(sides, k)) {
      seen_[k] = true;
      loop_sides_.push_back(sides[k]);
    }
    straighten(points, begin);
    const auto end = static_cast<std::uint32_t>(loop_sides_.size());
    double twice = 0, around = 0;
    const Vec origin = points[sides[start].from];
    for (std::uint32_t k = begin; k < end; ++k) {
      const Side& side = loop_sides_[k];
      twice += cross(points[side.from] - origin, points[side.to] - origin);
      around += side.length;
    }
    if (end - begin < 3 || (noisy_ && std::abs(twice) <= sliver * tolerance_ * around))
      loop_sides_.resize(begin);  // nothing but rounding
    else
      loops_.push_back({begin, end, none, twice / 2, false});
  }
}

// Join sides that go straight on, where nothing else is.
void Region::straighten(std::span<const Vec> points, std::uint32_t begin) {
  const auto joins = [&](const Side& first, const Side& second) {
    if (leaving_count_[first.to] > 1) return false;
    const double off = std::abs(cross(first.direction, second.direction));
    if (dot(first.direction, second.direction) <= 0) return noisy_ && off <= angle_tolerance_;
    if (!noisy_) return off <= angle_tolerance_;
    const Vec along = points[second.to] - points[first.from];
    return std::abs(cross(along, points[first.to] - points[first.from])) <=
           tolerance_ * norm(along);
  };
  const auto join = [&](Side& first, const Side& second) {
    first.to = second.to, first.ends = second.ends;
    first.length_class = none;
    if (noisy_) {
      const Vec along = points[first.to] - points[first.from];
      first.length = norm(along);
      if (first.length > 0) first.direction = (1 / first.length) * along;
    } else {
      first.length += second.length;
    }
  };
  std::uint32_t end = begin + 1;
  for (std::uint32_t k = begin + 1; k < loop_sides_.size(); ++k) {
    if (joins(loop_sides_[end - 1], loop_sides_[k]))
      join(loop_sides_[end - 1], loop_sides_[k]);
    else
      loop_sides_[end++] = loop_sides_[k];
  }
  if (end - begin > 1 && joins(loop_sides_[end - 1], loop_sides_[begin])) {
    join(loop_sides_[end - 1], loop_sides_[begin]);
    loop_sides_[begin] = loop_sides_[--end];
  }
  loop_sides_.resize(end);
}

// In which loop is each hole?  In the smallest one around it: parts may lie in holes of others.
void Region::find_outers(std::span<const Vec> points) {
  const auto parts = std::ranges::count_if(loops_, [](const Loop& l) { return l.area > 0; });
  for (Loop& hole : loops_) {
    if (hole.area > 0) continue;
    // Loops touch in corners, so that the middle of a side is on no other.
    const Side& side = loop_sides_[hole.begin];
    const Vec some = 0.5 * (points[side.from] + points[side.to]);
    for (std::uint32_t k = 0; k < loops_.size(); ++k) {
      const Loop& loop = loops_[k];
      if (loop.area <= 0 || (hole.outer != none && loops_[hole.outer].area <= loop.area)) continue;
      if (parts == 1 || inside(points, some, loop)) hole.outer = k;
    }
  }
}

void Region::add_part(std::span<const Vec> points, std::uint32_t outer, const Part* old) {
  Part part{.first_corner = static_cast<std::uint32_t>(corners_.size()),
            .end_corner = 0,
            .first_ring = static_cast<std::uint32_t>(rings_.size()),
            .end_ring = 0,
            .area = loops_[outer].area,
            .low = {},
            .high = {}};
  const auto add = [&](Loop& loop) {
    add_ring(points, loop, old);
    rings_.push_back(static_cast<std::uint32_t>(corners_.size()) - part.first_corner);
    loop.taken = true;
  };
  add(loops_[outer]);
  for (Loop& loop : loops_) {
    if (loop.outer != outer) continue;
    part.area += loop.area;
    add(loop);
  }
  part.end_corner = static_cast<std::uint32_t>(corners_.size());
  part.end_ring = static_cast<std::uint32_t>(rings_.size());
  part.low = part.high = corners_[part.first_corner].at;
  for (std::uint32_t k = part.first_corner; k < part.end_corner; ++k) {
    const Vec at = corners_[k].at;
    part.low = {std::min(part.low.x, at.x), std::min(part.low.y, at.y)};
    part.high = {std::max(part.high.x, at.x), std::max(part.high.y, at.y)};
  }
  parts_.push_back(part);
}

void Region::add_ring(std::span<const Vec> points, const Loop& loop, const Part* old) {
  const Side* before = &loop_sides_[loop.end - 1];
  for (std::uint32_t k = loop.begin; k < loop.end; ++k) {
    const Side& side = loop_sides_[k];
    Corner corner{points[side.from], side.direction, side.length, 0, side.length_class, none,
                  side.from};
    if (corner.length_class == none) corner.length_class = lengths.of(corner.length);
    if (old && side.starts != none && side.starts == before->ends) {  // as it was
      const Corner& was = corners_[old->first_corner + side.starts];
      corner.angle = was.angle, corner.angle_class = was.angle_class;
    }
    if (corner.angle_class == none) {
      corner.angle = interior_angle(before->direction, side.direction);
      corner.angle_class = angles.of(corner.angle);
    }
    corners_.push_back(corner);
    before = &side;
  }
}

bool Region::inside(std::span<const Vec> points, Vec point, const Loop& loop) const {
  return crosses_oddly(point, loop.end - loop.begin, [&](std::size_t k) {
    const Side& side = loop_sides_[loop.begin + k];
    return std::pair(points[side.from], points[side.to]);
  });
}

}  // namespace tilewright
