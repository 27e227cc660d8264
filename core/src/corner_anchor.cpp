// Where the next piece goes: the corner and side with fewest candidates, and which of these fit.
#include <algorithm>
#include <limits>
#include <utility>

#include "tilewright/corner_walk.hpp"

namespace tilewright {
namespace {

constexpr std::uint64_t work_per_test = 50;  // in updates of dancing links, for any number of corners

}  // namespace

CornerWalk::Anchor CornerWalk::anchor_at(std::span<const std::uint32_t> ring_ends,
                                         std::uint32_t corner) const {
  std::uint32_t begin = 0;
  for (const std::uint32_t end : ring_ends) {
    if (corner < end)
      return {corner, corner + 1 == end ? begin : corner + 1,
              corner == begin ? end - 1 : corner - 1, false};
    begin = end;
  }
  return {};
}

std::optional<CornerWalk::Anchor> CornerWalk::anchor_by_lynning(
    std::span<const Corner> corners, std::span<const std::uint32_t> ring_ends) const {
  std::optional<Anchor> best;
  double least = std::numeric_limits<double>::infinity();
  for (std::uint32_t k = 0; k < corners.size(); ++k) {
    if (!convex(corners[k])) continue;
    const Anchor anchor = anchor_at(ring_ends, k);
    const double worth = corners[k].angle * (corners[k].length + corners[anchor.previous].length);
    if (worth < least) least = worth, best = anchor;
  }
  return best;
}

// Which sizes of pieces may fill the corner, and lie along its sides?
void CornerWalk::look_at(std::span<const Corner> corners, const Anchor& anchor) {
  const Corner& corner = corners[anchor.corner];
  const Corner& previous = corners[anchor.previous];
  angle_class_here_ = corner.angle_class;
  angles_here_.most = corner.angle + jigsaw_->angle_tolerance;
  angles_here_.any = rule_.lynning ||
                     angle_sums_.mark_usable(region_.angles, corner.angle_class, free_angles_,
                                             angles_here_.stamps, ++angles_here_.stamp);
  const auto look_along = [&](Usable& here, const Corner& side, const Corner& far) {
    here.most = std::numeric_limits<double>::infinity();
    here.any = true;
    if (rule_.lynning || !convex(far)) return;  // a piece may reach beyond its end
    here.most = side.length + jigsaw_->tolerance;
    here.any = length_sums_.mark_usable(region_.lengths, side.length_class, free_lengths_,
                                        here.stamps, ++here.stamp);
  };
  look_along(leaving_here_, corner, corners[anchor.next]);
  look_along(arriving_here_, previous, previous);
}

// May the option be put there, along the side that leaves the corner?
bool CornerWalk::may_leave(const Option& option) const {
  const Variant& variant = jigsaw_->variants[option.variant];
  const Corner& corner = variant.corners[option.corner];
  if (!leaving_here_.has(corner.length_class, corner.length)) return false;
  if (corner.angle_class != angle_class_here_) return true;
  const Corner& before = variant.corners[variant.previous[option.corner]];
  return arriving_here_.has(before.length_class, before.length);
}

bool CornerWalk::may_arrive(const Option& option) const {
  const Variant& variant = jigsaw_->variants[option.variant];
  const Corner& corner = variant.corners[option.corner];
  const Corner& before = variant.corners[variant.previous[option.corner]];
  if (!arriving_here_.has(before.length_class, before.length)) return false;
  return corner.angle_class != angle_class_here_ ||
         leaving_here_.has(corner.length_class, corner.length);
}

std::optional<CornerWalk::Anchor> CornerWalk::pick_anchor(
    std::span<const Corner> corners, std::span<const std::uint32_t> ring_ends) {
  std::optional<Anchor> best;
  std::uint32_t fewest = std::numeric_limits<std::uint32_t>::max();
  for (std::uint32_t k = 0; k < corners.size() && fewest > 0; ++k) {
    if (!convex(corners[k])) continue;
    Anchor anchor = anchor_at(ring_ends, k);
    look_at(corners, anchor);
    std::uint32_t leaving = 0, arriving = 0;
    for (const Option& option : jigsaw_->options) {
      if (free_[option.kind] == 0) continue;
      const Corner& corner = jigsaw_->variants[option.variant].corners[option.corner];
      if (!angles_here_.has(corner.angle_class, corner.angle)) continue;
      leaving += may_leave(option);
      arriving += may_arrive(option);
    }
    work_ += jigsaw_->options.size();
    if (std::min(leaving, arriving) >= fewest) continue;
    anchor.arriving = arriving < leaving;
    best = anchor;
    fewest = std::min(leaving, arriving);
  }
  return fewest > 0 ? best : std::nullopt;
}

void CornerWalk::test_candidates(std::span<const Corner> corners, const Anchor& anchor) {
  look_at(corners, anchor);
  subtraction_.from(region_, region_.part(part_));
  for (std::uint32_t place = 0; place < jigsaw_->options.size(); ++place) {
    const Option& option = jigsaw_->options[place];
    if (free_[option.kind] == 0) continue;
    const Variant& variant = jigsaw_->variants[option.variant];
    const Corner& corner = variant.corners[option.corner];
    if (!angles_here_.has(corner.angle_class, corner.angle)) continue;
    if (anchor.arriving ? !may_arrive(option) : !may_leave(option)) continue;
    const Choice choice = choice_at(corners, anchor, place);
    if (!jigsaw_->kinds[option.kind].turns &&
        norm(choice.motion.turn - Vec{1, 0}) > 4 * jigsaw_->angle_tolerance)
      continue;
    ++tests_;
    work_ += work_per_test + corners.size() * variant.corners.size();
    if (jigsaw_->noisy) {
      const Corner& side = corners[anchor.arriving ? anchor.previous : anchor.corner];
      const Corner& own =
          variant.corners[anchor.arriving ? variant.previous[option.corner] : option.corner];
      const Motion moved = subtraction_.settled(variant, choice.motion, corners[anchor.corner].at,
                                                std::min(side.length, own.length));
      if (subtraction_.fits(variant, moved)) {
        found_.push_back({place, moved});
        continue;
      }
    }
    if (subtraction_.fits(variant, choice.motion)) found_.push_back(choice);
  }
}

CornerWalk::Choice CornerWalk::choice_at(std::span<const Corner> corners, const Anchor& anchor,
                                         std::uint32_t place) const {
  const Option& option = jigsaw_->options[place];
  const Variant& variant = jigsaw_->variants[option.variant];
  const Corner& own = variant.corners[option.corner];
  const Corner& corner = corners[anchor.corner];
  const Vec turn =
      anchor.arriving
          ? turn_between(variant.corners[variant.previous[option.corner]].leaving,
                         corners[anchor.previous].leaving)
          : turn_between(own.leaving, corner.leaving);
  const Vec unit = (1 / norm(turn)) * turn;
  return {place, {unit, corner.at - turned(own.at, unit)}};
}

}  // namespace tilewright
