#include "tilewright/jigsaw.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>

#include "tilewright/contract.hpp"

namespace tilewright {
namespace {

using Ring = std::vector<Vec>;

double area_of(const std::vector<Ring>& rings) {
  double twice = 0;
  for (const Ring& ring : rings)
    for (std::size_t k = 0; k < ring.size(); ++k)
      twice += cross(ring[k] - ring[0], ring[(k + 1) % ring.size()] - ring[0]);
  return twice / 2;
}

// Turned over: x becomes -x, and the rings run the other way round, so that corner k becomes the
// last but k.
std::vector<Ring> flipped(std::vector<Ring> rings) {
  for (Ring& ring : rings) {
    for (Vec& point : ring) point.x = -point.x;
    std::reverse(ring.begin(), ring.end());
  }
  return rings;
}

Variant make_variant(std::uint32_t kind, bool over, const std::vector<Ring>& rings, SizeClasses& lengths,
                     SizeClasses& angles, double tolerance) {
  Variant variant{.kind = kind, .flipped = over, .corners = {}, .ring_ends = {}, .next = {}, .previous = {}};
  for (const Ring& ring : rings) {
    const auto begin = static_cast<std::uint32_t>(variant.corners.size());
    const auto size = static_cast<std::uint32_t>(ring.size());
    for (std::uint32_t k = 0; k < size; ++k) {
      const Vec before = ring[k] - ring[(k + size - 1) % size];
      const Vec after = ring[(k + 1) % size] - ring[k];
      const double length = norm(after), angle = interior_angle(before, after);
      TW_REQUIRE(length > 0, "a side of a piece has no length");
      variant.corners.push_back({ring[k], (1 / length) * after, length, angle, lengths.of(length),
                                 angles.of(angle), begin + k});
      variant.next.push_back(begin + (k + 1) % size);
      variant.previous.push_back(begin + (k + size - 1) % size);
    }
    variant.ring_ends.push_back(begin + size);
  }
  for (Corner& corner : variant.corners)  // the first there is
    corner.point = static_cast<std::uint32_t>(
        std::ranges::find_if(variant.corners,
                             [&](const Corner& other) {
                               return norm(other.at - corner.at) <= tolerance;
                             }) -
        variant.corners.begin());
  return variant;
}

}  // namespace

Jigsaw::Jigsaw(const JigsawView& view)
    : tolerance(view.tolerance),
      angle_tolerance(view.angle_tolerance),
      noisy(view.noisy),
      mirrors(view.mirrors),
      lengths(view.tolerance),
      angles(view.angle_tolerance) {
  TW_REQUIRE(tolerance > 0 && angle_tolerance > 0, "tolerances are positive");
  TW_REQUIRE(view.shape_ends.size() == view.counts.size() + 1 &&
                 view.turns.size() == view.counts.size() && view.options.size() % 3 == 0,
             "the arrays of a jigsaw do not fit together");
  std::vector<std::vector<Ring>> shapes;
  std::uint32_t ring = 0, point = 0;
  for (const std::uint32_t shape_end : view.shape_ends) {
    std::vector<Ring>& shape = shapes.emplace_back();
    for (; ring < shape_end; ++ring) {
      TW_REQUIRE(ring < view.ring_ends.size() && 2 * view.ring_ends[ring] <= view.points.size() &&
                     view.ring_ends[ring] >= point + 3,
                 "the rings of a jigsaw do not fit together");
      Ring& points = shape.emplace_back();
      for (; point < view.ring_ends[ring]; ++point)
        points.push_back({view.points[2 * point], view.points[2 * point + 1]});
    }
  }
  board = shapes.front();
  all_turn = std::ranges::all_of(view.turns, [](std::uint32_t turns) { return turns != 0; });
  std::map<std::pair<std::uint32_t, bool>, std::uint32_t> variant_of;
  for (std::uint32_t kind = 0; kind < view.counts.size(); ++kind) {
    const std::vector<Ring>& rings = shapes[kind + 1];
    variant_of[{kind, false}] = static_cast<std::uint32_t>(variants.size());
    const Variant& plain = variants.emplace_back(make_variant(kind, false, rings, lengths, angles, tolerance));
    const bool convex = std::ranges::all_of(
        plain.corners, [&](const Corner& c) { return c.angle < M_PI - angle_tolerance; });
    bool pinched = false;
    for (std::uint32_t k = 0; k < plain.corners.size(); ++k)
      pinched |= plain.corners[k].point != k;
    kinds.push_back({view.counts[kind], view.turns[kind] != 0, area_of(rings), convex, pinched});
    pieces += view.counts[kind];
  }
  place_of.resize(view.options.size() / 3);
  for (std::uint32_t number = 0; number < place_of.size(); ++number) {
    const std::uint32_t kind = view.options[3 * number];
    const bool over = view.options[3 * number + 1] != 0;
    TW_REQUIRE(kind < kinds.size(), "an option is of a kind that is not there");
    const auto [there, is_new] =
        variant_of.try_emplace({kind, over}, static_cast<std::uint32_t>(variants.size()));
    if (is_new)
      variants.push_back(
          make_variant(kind, true, flipped(shapes[kind + 1]), lengths, angles, tolerance));
    const Variant& variant = variants[there->second];
    std::uint32_t corner = view.options[3 * number + 2];
    TW_REQUIRE(corner < variant.corners.size(), "an option is a corner that is not there");
    if (over) {  // the rings run the other way round
      const auto end = std::ranges::upper_bound(variant.ring_ends, corner);
      const std::uint32_t begin = end == variant.ring_ends.begin() ? 0 : *std::prev(end);
      corner = begin + (*end - 1 - corner);
    }
    options.push_back({kind, there->second, corner, variant.corners[corner].angle, number});
  }
  std::ranges::stable_sort(options, [&](const Option& a, const Option& b) {
    const double first = kinds[a.kind].area, second = kinds[b.kind].area;
    return first != second ? first > second : a.kind < b.kind;
  });
  for (std::uint32_t k = 0; k < options.size(); ++k) place_of[options[k].number] = k;
}

}  // namespace tilewright
