// What is left to fill: polygons with holes that do not touch each other but in points.
//
// A *part* is one such polygon: rings of corners, the outer one counter-clockwise, the holes
// clockwise, so that the interior is always on the left.  Where a part touches itself in a point,
// each of its wedges there has a corner of its own; these corners have the same `point`.
//
// Straight corners are dropped, but not where the part touches itself: whatever is put there must
// find a corner to meet.
//
// Parts live on a stack.  A search that goes up again puts the stack back to where it was.
#pragma once
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "tilewright/jigsaw.hpp"
#include "tilewright/plane.hpp"
#include "tilewright/size_classes.hpp"

namespace tilewright {

struct Part {
  std::uint32_t first_corner, end_corner;  // on the stack
  std::uint32_t first_ring, end_ring;
  double area;
  Vec low, high;  // corners of a box around it
};

// A side that bounds what is left, before it is known to which part it belongs.
struct Side {
  std::uint32_t from, to;  // points
  Vec direction;
  double length;
  std::uint32_t length_class;
  // The corners of the old part where it starts and ends, if it is one of its sides.
  std::uint32_t starts, ends;
};

class Region {
 public:
  static constexpr std::uint32_t none = 0xffffffffu;

  Region(const Jigsaw& jigsaw);

  struct Mark {
    std::size_t parts, corners, rings;
  };
  Mark mark() const { return {parts_.size(), corners_.size(), rings_.size()}; }
  void back_to(const Mark& mark) {
    parts_.resize(mark.parts);
    corners_.resize(mark.corners);
    rings_.resize(mark.rings);
  }

  std::uint32_t part_count() const { return static_cast<std::uint32_t>(parts_.size()); }
  const Part& part(std::uint32_t number) const { return parts_[number]; }
  std::span<const Corner> corners(const Part& part) const {
    return {corners_.data() + part.first_corner, part.end_corner - part.first_corner};
  }
  // Where each ring of a part ends, counted from its first corner.
  std::span<const std::uint32_t> ring_ends(const Part& part) const {
    return {rings_.data() + part.first_ring, part.end_ring - part.first_ring};
  }

  // Link sides to parts, and put these on the stack.  False if the sides do not close.  Corners of
  // the old part, where both sides are its own, keep their angles; `old` may be on the stack.
  bool assemble(std::span<const Vec> points, std::span<const Side> sides, const Part* old);

  SizeClasses lengths, angles;

 private:
  struct Loop {
    std::uint32_t begin, end;  // in loop_sides_
    std::uint32_t outer;       // of a hole: the loop that it is in
    double area;
    bool taken;
  };

  void link(std::span<const Vec> points, std::span<const Side> sides);
  std::uint32_t next_side(std::span<const Side> sides, std::uint32_t side) const;
  void trace(std::span<const Vec> points, std::span<const Side> sides);
  void straighten(std::span<const Vec> points, std::uint32_t begin);
  void find_outers(std::span<const Vec> points);
  void add_part(std::span<const Vec> points, std::uint32_t outer, const Part* old);
  void add_ring(std::span<const Vec> points, const Loop& loop, const Part* old);
  bool inside(std::span<const Vec> points, Vec point, const Loop& loop) const;

  double tolerance_, angle_tolerance_;
  bool noisy_;
  std::vector<Corner> corners_;
  std::vector<std::uint32_t> rings_;
  std::vector<Part> parts_;
  // While sides are linked:
  std::vector<std::uint32_t> first_leaving_, next_leaving_, leaving_count_;
  std::vector<bool> seen_;
  std::vector<Side> loop_sides_;
  std::vector<Loop> loops_;
};

// Does a ray from the point, to the right, cross an odd number of sides?  `ends(k)` gives the two
// ends of the k-th.
template <class Ends>
bool crosses_oddly(Vec point, std::size_t sides, Ends ends) {
  bool odd = false;
  for (std::size_t k = 0; k < sides; ++k) {
    const auto [a, b] = ends(k);
    if ((a.y > point.y) != (b.y > point.y) &&
        point.x < a.x + (point.y - a.y) / (b.y - a.y) * (b.x - a.x))
      odd = !odd;
  }
  return odd;
}

}  // namespace tilewright
