#include "tilewright/subtraction.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace tilewright {
namespace {

int sign(double x, double tolerance) { return x > tolerance ? 1 : x < -tolerance ? -1 : 0; }

}  // namespace

void Subtraction::from(const Region& region, const Part& part) {
  const auto corners = region.corners(part);
  const auto count = static_cast<std::uint32_t>(corners.size());
  corners_.assign(corners.begin(), corners.end());
  next_.resize(count), previous_.resize(count);
  ring_of_.resize(count), point_of_.resize(count);
  rings_ = 0;
  std::uint32_t begin = 0;
  for (const std::uint32_t end : region.ring_ends(part)) {
    for (std::uint32_t k = begin; k < end; ++k) {
      next_[k] = k + 1 == end ? begin : k + 1;
      previous_[next_[k]] = k;
      ring_of_[k] = rings_;
    }
    begin = end;
    ++rings_;
  }
  first_there_.clear();
  for (std::uint32_t k = 0; k < count; ++k) {
    const std::uint32_t point = corners_[k].point;
    if (first_there_.size() <= point) first_there_.resize(point + 1, none);
    if (first_there_[point] == none) first_there_[point] = k;
    point_of_[k] = first_there_[point];
  }
  low_ = part.low - Vec{tolerance_, tolerance_};
  high_ = part.high + Vec{tolerance_, tolerance_};
}

bool Subtraction::fits(const Variant& piece, const Motion& motion) {
  piece_ = &piece;
  const std::size_t count = piece.corners.size();
  at_.resize(count), leaving_.resize(count);
  for (std::size_t j = 0; j < count; ++j) {
    at_[j] = motion(piece.corners[j].at);
    if (at_[j].x < low_.x || at_[j].y < low_.y || at_[j].x > high_.x || at_[j].y > high_.y)
      return false;
    leaving_[j] = turned(piece.corners[j].leaving, motion.turn);
  }
  if (!meet()) return false;
  cut(part_cuts_, corners_.size(), false);
  cut(piece_cuts_, count, true);
  return cancel_and_test() && rings_apart();
}

// How far the corners of the piece are off the side of a corner of the part, and along it; and how
// far that corner is off the sides of the piece.
void Subtraction::look_from(std::uint32_t corner, Row& row) const {
  const Corner& here = corners_[corner];
  for (std::size_t j = 0; j < at_.size(); ++j) {
    const Vec apart = at_[j] - here.at;
    row.off[j] = cross(here.leaving, apart);
    row.along[j] = dot(here.leaving, apart);
    row.other_off[j] = -cross(leaving_[j], apart);
  }
}

// Find the corners that meet corners or sides; False if two sides cross.
bool Subtraction::meet() {
  const auto n = static_cast<std::uint32_t>(corners_.size());
  const auto m = static_cast<std::uint32_t>(at_.size());
  piece_point_.assign(m, none);
  touching_.assign(m, false);
  ring_touching_.assign(rings_, false);
  part_cuts_.clear(), piece_cuts_.clear();
  for (std::uint32_t i = 0; i < n; ++i)
    for (std::uint32_t j = 0; j < m; ++j) {
      const Vec apart = at_[j] - corners_[i].at;
      if (std::abs(apart.x) > tolerance_ || std::abs(apart.y) > tolerance_) continue;
      ring_touching_[ring_of_[i]] = true;
      if (piece_point_[j] != none) continue;
      piece_point_[j] = point_of_[i];
      touching_[j] = true;
      at_[j] = corners_[i].at;
    }
  here_.resize(m), next_row_.resize(m);
  std::uint32_t looked = none;
  for (std::uint32_t i = 0; i < n; ++i) {
    const std::uint32_t i2 = next_[i];
    if (looked == i)
      std::swap(here_, next_row_);
    else
      look_from(i, here_);
    look_from(looked = i2, next_row_);
    for (std::uint32_t j = 0; j < m; ++j) {
      const std::uint32_t j2 = piece_->next[j];
      const int a = sign(here_.off[j], tolerance_), b = sign(here_.off[j2], tolerance_);
      const int c = sign(here_.other_off[j], tolerance_);
      const int d = sign(next_row_.other_off[j], tolerance_);
      if (a * b < 0 && c * d < 0) return false;
      if (a == 0 && here_.along[j] > tolerance_ &&
          here_.along[j] < corners_[i].length - tolerance_ && piece_point_[j] != point_of_[i] &&
          piece_point_[j] != point_of_[i2]) {
        part_cuts_.push_back({i, j, here_.along[j]});
        touching_[j] = ring_touching_[ring_of_[i]] = true;
      }
      if (c == 0 && piece_point_[j] != point_of_[i] && piece_point_[j2] != point_of_[i]) {
        const double at = dot(leaving_[j], corners_[i].at - at_[j]);
        if (at > tolerance_ && at < piece_->corners[j].length - tolerance_) {
          piece_cuts_.push_back({j, point_of_[i], at});
          ring_touching_[ring_of_[i]] = true;
        }
      }
    }
  }
  for (std::uint32_t j = 0; j < m; ++j)
    if (piece_point_[j] == none) piece_point_[j] = n + piece_->corners[j].point;
  for (Cut& cut : part_cuts_) cut.point = piece_point_[cut.point];
  return true;
}

// Cut the sides of the piece (own) or of the part into stretches.
void Subtraction::cut(std::vector<Cut>& cuts, std::size_t sides, bool own) {
  std::vector<Stretch>& stretches = own ? piece_stretches_ : part_stretches_;
  const std::vector<std::uint32_t>& next = own ? piece_->next : next_;
  const std::vector<std::uint32_t>& point = own ? piece_point_ : point_of_;
  stretches.clear();
  if (cuts.size() > 1)
    std::sort(cuts.begin(), cuts.end(), [](const Cut& a, const Cut& b) {
      return a.side != b.side ? a.side < b.side : a.at < b.at;
    });
  auto cut = cuts.begin();
  for (std::uint32_t side = 0; side < sides; ++side) {
    std::uint32_t from = point[side];
    const auto stretch = [&](std::uint32_t to) {
      if (to != from) stretches.push_back({from, to, side, false});
      from = to;
    };
    for (; cut != cuts.end() && cut->side == side; ++cut) stretch(cut->point);
    stretch(point[next[side]]);
  }
}

bool Subtraction::cancel_and_test() {
  const std::size_t corners = corners_.size();
  const auto on_part = [&](std::uint32_t point) {
    return point < corners || touching_[point - corners];
  };
  for (Stretch& own : piece_stretches_) {
    if (!on_part(own.from) && !on_part(own.to)) continue;  // one that is tested leads there
    for (Stretch& theirs : part_stretches_) {
      if (own.from == theirs.from && own.to == theirs.to && !theirs.cancelled) {
        own.cancelled = theirs.cancelled = true;
        break;
      }
      if (own.from == theirs.to && own.to == theirs.from) return false;
    }
    if (!own.cancelled && !inside_part(0.5 * (place(own.from) + place(own.to)))) return false;
  }
  return true;
}

bool Subtraction::rings_apart() const {
  std::uint32_t begin = 0;
  for (const std::uint32_t end : piece_->ring_ends) {
    bool touches = std::any_of(touching_.begin() + begin, touching_.begin() + end,
                               [](bool touching) { return touching; });
    for (const Cut& cut : piece_cuts_) touches |= cut.side >= begin && cut.side < end;
    if (!touches && !inside_part(at_[begin])) return false;
    begin = end;
  }
  for (std::uint32_t k = 0; k < corners_.size(); k += 1)
    if (!ring_touching_[ring_of_[k]] && (k == 0 || ring_of_[k] != ring_of_[k - 1]) &&
        inside_piece(corners_[k].at))
      return false;
  return true;
}

bool Subtraction::inside_part(Vec point) const {
  return crosses_oddly(point, corners_.size(), [&](std::size_t k) {
    return std::pair(corners_[k].at, corners_[next_[k]].at);
  });
}

bool Subtraction::inside_piece(Vec point) const {
  return crosses_oddly(point, at_.size(),
                       [&](std::size_t k) { return std::pair(at_[k], at_[piece_->next[k]]); });
}

Side Subtraction::side_of(const Stretch& stretch, bool own) const {
  Side side{.from = stretch.from,
            .to = stretch.to,
            .direction = own ? -leaving_[stretch.side] : corners_[stretch.side].leaving,
            .length = 0,
            .length_class = none,
            .starts = none,
            .ends = none};
  const Corner& corner = own ? piece_->corners[stretch.side] : corners_[stretch.side];
  const auto& point = own ? piece_point_ : point_of_;
  const auto& next = own ? piece_->next : next_;
  const bool starts = point[stretch.side] == stretch.from;
  const bool ends = point[next[stretch.side]] == stretch.to;
  const Vec along = place(side.to) - place(side.from);
  if (own) std::swap(side.from, side.to);
  if (!own && starts) side.starts = stretch.side;
  if (!own && ends) side.ends = next[stretch.side];
  if (starts && ends) {
    side.length = corner.length, side.length_class = corner.length_class;
  } else {
    side.length = norm(along);
  }
  if (noisy_ && !(starts && ends && !own)) {
    side.length = norm(along), side.length_class = none;
    side.direction = (own ? -1 : 1) / side.length * along;
  }
  return side;
}

bool Subtraction::take(Region& region, const Part& part) {
  points_.clear(), sides_.clear();
  for (const Corner& corner : corners_) points_.push_back(corner.at);
  points_.insert(points_.end(), at_.begin(), at_.end());
  for (const Stretch& stretch : part_stretches_)
    if (!stretch.cancelled) sides_.push_back(side_of(stretch, false));
  for (const Stretch& stretch : piece_stretches_)
    if (!stretch.cancelled) sides_.push_back(side_of(stretch, true));
  const Part copy = part;  // the stack may move
  return region.assemble(points_, sides_, &copy);
}

}  // namespace tilewright
