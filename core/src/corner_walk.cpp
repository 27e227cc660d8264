#include "tilewright/corner_walk.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "tilewright/contract.hpp"
#include "tilewright/corners.hpp"

namespace tilewright {
namespace {

constexpr std::size_t most_dead_numbers = std::size_t{1} << 26;
// Work, in updates of dancing links.
constexpr std::uint64_t work_per_node = 200, work_per_corner = 20;

// How many of each class a set of pieces has to offer for one corner, or along one side.
std::vector<std::uint32_t> offered(const Variant& variant, std::uint32_t Corner::* size_class,
                                   std::uint32_t classes, bool once) {
  std::vector<std::uint32_t> counts(classes, 0);
  for (const Corner& corner : variant.corners) {
    std::uint32_t& count = counts[corner.*size_class];
    count = once ? 1 : count + 1;
  }
  return counts;
}

std::vector<std::uint32_t> all_offered(const Jigsaw& jigsaw, std::uint32_t Corner::* size_class) {
  const bool angles = size_class == &Corner::angle_class;
  const std::uint32_t classes = (angles ? jigsaw.angles : jigsaw.lengths).count();
  std::vector<std::uint32_t> sum(classes, 0);
  for (const Variant& variant : jigsaw.variants) {
    if (variant.flipped) continue;
    const Kind& kind = jigsaw.kinds[variant.kind];
    const auto one = offered(variant, size_class, classes, angles ? !kind.pinched : kind.convex);
    for (std::uint32_t k = 0; k < classes; ++k) sum[k] += kind.count * one[k];
  }
  return sum;
}

}  // namespace

CornerWalk::CornerWalk(std::shared_ptr<const Jigsaw> jigsaw, const Rule&, const Subtree& start,
                       CornerRule corner_rule, std::shared_ptr<PlacementTable> table)
    : jigsaw_(std::move(jigsaw)),
      rule_(corner_rule),
      table_(std::move(table)),
      region_(*jigsaw_),
      subtraction_(jigsaw_->tolerance, jigsaw_->noisy),
      keys_(*jigsaw_),
      dead_(most_dead_numbers),
      angle_sums_(jigsaw_->angles, all_offered(*jigsaw_, &Corner::angle_class), M_PI,
                  corner_rule.hasty),
      length_sums_(jigsaw_->lengths, all_offered(*jigsaw_, &Corner::length_class), 0, false),
      free_angles_(all_offered(*jigsaw_, &Corner::angle_class)),
      free_lengths_(all_offered(*jigsaw_, &Corner::length_class)) {
  if (jigsaw_->noisy) rule_.memo = false;
  for (const Kind& kind : jigsaw_->kinds) free_.push_back(kind.count);
  angles_here_.stamps.resize(free_angles_.size());
  leaving_here_.stamps.resize(free_lengths_.size());
  arriving_here_.stamps.resize(free_lengths_.size());
  kinds_by_area_.resize(free_.size());
  std::iota(kinds_by_area_.begin(), kinds_by_area_.end(), 0u);
  std::ranges::stable_sort(kinds_by_area_, [&](std::uint32_t a, std::uint32_t b) {
    return jigsaw_->kinds[a].area > jigsaw_->kinds[b].area;
  });
  for (std::uint32_t part = 0; part < region_.part_count(); ++part) listed_.push_back(part);
  replay(start);
}

void CornerWalk::replay(const Subtree& start) {
  for (const std::uint32_t option : start.chosen) {
    TW_REQUIRE(option < jigsaw_->place_of.size(), "a subtree has an option that is not there");
    choose();
    const auto found = std::ranges::find(found_, jigsaw_->place_of[option], &Choice::place);
    TW_REQUIRE(found != found_.end(), "a subtree has an option that cannot be chosen there");
    put(Choice(*found), part_);
  }
  TW_REQUIRE(start.excluded.empty(), "subtrees of a jigsaw exclude nothing");
}

std::uint32_t CornerWalk::item_of(const Choice& choice) const {
  const Variant& variant = jigsaw_->variants[jigsaw_->options[choice.place].variant];
  return table_ ? table_->number_of({variant.kind, variant.flipped, choice.motion}) : 0;
}

CornerWalk::Branching CornerWalk::choose() {
  tests_ = 0, work_ = work_per_node;
  for (const std::uint32_t part : parts()) work_ += work_per_corner * region_.corners(region_.part(part)).size();
  found_.clear();
  key_ = {};
  if (broken_) return {0, 0};
  const bool none_free = std::ranges::all_of(free_, [](std::uint32_t count) { return count == 0; });
  if (parts().empty() && none_free) {
    ++covers_;
    return {root, 0};
  }
  if (parts().empty() || none_free) return {0, 0};
  if (rule_.lynning ? hopeless_by_lynning() : hopeless()) {
    ++stranded_;
    return {0, 0};
  }
  if (rule_.memo) {
    key_ = key();
    if (dead_.find(key_)) {
      ++stranded_;
      return {0, 0};
    }
  }
  part_ = smallest_part();
  const Part& part = region_.part(part_);
  const auto corners = region_.corners(part);
  const auto ring_ends = region_.ring_ends(part);
  const auto anchor =
      rule_.lynning ? anchor_by_lynning(corners, ring_ends) : pick_anchor(corners, ring_ends);
  if (!anchor) return {0, 0};
  test_candidates(corners, *anchor);
  return {2 * anchor->corner + anchor->arriving, static_cast<std::uint32_t>(found_.size())};
}

bool CornerWalk::hopeless() {
  for (const std::uint32_t number : parts()) {
    const Part& part = region_.part(number);
    const auto corners = region_.corners(part);
    std::uint32_t begin = 0;
    for (const std::uint32_t end : region_.ring_ends(part)) {
      for (std::uint32_t k = begin; k < end; ++k) {
        const Corner& corner = corners[k];
        if (!angle_sums_.possible(region_.angles, corner.angle_class, free_angles_)) return true;
        const Corner& next = corners[k + 1 == end ? begin : k + 1];
        if (convex(corner) && convex(next) &&
            !length_sums_.possible(region_.lengths, corner.length_class, free_lengths_))
          return true;
      }
      begin = end;
    }
  }
  return parts().size() > 1 && hopeless_areas();
}

bool CornerWalk::hopeless_areas() {
  areas_.clear();
  for (const std::uint32_t kind : kinds_by_area_)
    areas_.insert(areas_.end(), free_[kind], jigsaw_->kinds[kind].area);
  for (const std::uint32_t number : parts()) {
    const Part& part = region_.part(number);
    double around = 0;
    for (const Corner& corner : region_.corners(part)) around += corner.length;
    if (!may_be_sum(part.area, areas_, jigsaw_->tolerance * around)) return true;
  }
  return false;
}

bool CornerWalk::hopeless_by_lynning() {
  double smallest = std::numeric_limits<double>::infinity(), shortest = smallest;
  for (const Variant& variant : jigsaw_->variants) {
    if (free_[variant.kind] == 0) continue;
    smallest = std::min(smallest, jigsaw_->kinds[variant.kind].area);
    for (const Corner& corner : variant.corners) shortest = std::min(shortest, corner.length);
  }
  for (const std::uint32_t number : parts()) {
    const Part& part = region_.part(number);
    if (part.area < smallest * (1 - jigsaw_->angle_tolerance)) return true;
    const auto corners = region_.corners(part);
    std::uint32_t begin = 0;
    for (const std::uint32_t end : region_.ring_ends(part)) {
      for (std::uint32_t k = begin; k < end; ++k)
        if (corners[k].length < shortest - jigsaw_->tolerance && convex(corners[k]) &&
            convex(corners[k + 1 == end ? begin : k + 1]))
          return true;
      begin = end;
    }
  }
  return false;
}

std::uint32_t CornerWalk::smallest_part() const {
  return *std::ranges::min_element(
      parts(), {}, [&](std::uint32_t number) { return region_.part(number).area; });
}

void CornerWalk::count_free(std::uint32_t kind, int by) {
  free_[kind] += static_cast<std::uint32_t>(by);
  const Variant& variant = jigsaw_->variants[kind];
  const auto count = [&](std::vector<std::uint32_t>& free, std::uint32_t Corner::* size_class,
                         bool once) {
    for (std::size_t k = 0; k < variant.corners.size(); ++k) {
      const std::uint32_t here = variant.corners[k].*size_class;
      const auto before = std::span(variant.corners).first(k);
      if (!once || std::ranges::find(before, here, size_class) == before.end())
        free[here] += static_cast<std::uint32_t>(by);
    }
  };
  count(free_angles_, &Corner::angle_class, !jigsaw_->kinds[kind].pinched);
  count(free_lengths_, &Corner::length_class, jigsaw_->kinds[kind].convex);
}

// Put a piece into a part: the parts of the new node are those that are left, and the others.
void CornerWalk::put(const Choice& choice, std::uint32_t part) {
  const Option& option = jigsaw_->options[choice.place];
  subtraction_.from(region_, region_.part(part));
  const std::size_t first = first_part_, end = listed_.size();
  const std::uint32_t made = region_.part_count();
  broken_ = !subtraction_.fits(jigsaw_->variants[option.variant], choice.motion) ||
            !subtraction_.take(region_, region_.part(part));
  for (std::size_t k = first; k < end; ++k)
    if (listed_[k] != part) listed_.push_back(listed_[k]);
  for (std::uint32_t k = made; k < region_.part_count(); ++k) listed_.push_back(k);
  first_part_ = end;
  way_.push_back(choice);
  count_free(option.kind, -1);
}

std::uint64_t CornerWalk::open(std::uint32_t) {
  frames_.push() = {.degree = static_cast<std::uint32_t>(found_.size()),
                    .tried = 0,
                    .finished = 0,
                    .entered = false,
                    .whole = true,
                    .part = part_,
                    .first_choice = choices_.size(),
                    .first_part = first_part_,
                    .end_part = listed_.size(),
                    .mark = region_.mark(),
                    .covers = covers_,
                    .key = kept_keys_.size()};
  choices_.insert(choices_.end(), found_.begin(), found_.end());
  kept_keys_.insert(kept_keys_.end(), key_.begin(), key_.end());
  return tests_;
}

Child CornerWalk::advance() {
  Frame& frame = frames_.top();
  if (frame.entered) {
    leave();
    ++frame.finished;
  }
  if (frame.tried == frame.degree) return Child::end;
  ++frame.tried;
  return Child::option;
}

std::uint64_t CornerWalk::enter() {
  Frame& frame = frames_.top();
  put(choices_[frame.first_choice + frame.tried - 1], frame.part);
  frame.entered = true;
  return 1;
}

void CornerWalk::leave() {
  Frame& frame = frames_.top();
  frame.entered = false;
  count_free(jigsaw_->options[way_.back().place].kind, 1);
  way_.pop_back();
  region_.back_to(frame.mark);
  listed_.resize(frame.end_part);
  first_part_ = frame.first_part;
  broken_ = false;
}

void CornerWalk::close() {
  Frame& frame = frames_.top();
  if (frame.entered) leave();
  const bool whole = frame.whole && frame.finished == frame.degree;
  if (rule_.memo && whole && covers_ == frame.covers)
    dead_.add(std::span(kept_keys_).subspan(frame.key), true);
  kept_keys_.resize(frame.key);
  choices_.resize(frame.first_choice);
  frames_.pop();
  if (!whole && frames_.size() > 0) frames_.top().whole = false;
}

Subtree CornerWalk::subtree() const {
  Subtree subtree;
  for (const Choice& choice : way_) subtree.chosen.push_back(option_of(choice));
  const Frame& frame = frames_.top();
  subtree.chosen.push_back(option_of(choices_[frame.first_choice + frame.tried - 1]));
  subtree.via = 0;
  return subtree;
}

}  // namespace tilewright
