// A jigsaw: a region of the plane, and polygons that shall fill it, put anywhere and turned by any
// angle.
//
// Pieces that are congruent are one *kind*, of which there is a number.  A kind has one or two
// *variants*: as it is, and turned over.  An *option* is a corner of a variant: to choose it means
// to put that corner into the corner of the region where the search stands (corner_walk.hpp).
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "tilewright/plane.hpp"
#include "tilewright/size_classes.hpp"

namespace tilewright {

// Memory stays the caller's.
struct JigsawView {
  std::span<const double> points;             // x, y, x, y ... of all rings
  std::span<const std::uint32_t> ring_ends;   // in points
  std::span<const std::uint32_t> shape_ends;  // in rings: first the region, then each kind
  std::span<const std::uint32_t> counts;      // of each kind
  std::span<const std::uint32_t> turns;       // of each kind: may it be turned?
  std::span<const std::uint32_t> options;     // kind, flipped, number of the corner; thrice as many
  double tolerance = 1e-9;                    // of lengths
  double angle_tolerance = 1e-9;
  // The sides of the region are measured, not known: edges are straightened where pieces are put.
  bool noisy = false;
  // Is the mirror image of every kind the same kind, or allowed?
  bool mirrors = false;
};

// A corner of a region or a piece, and the side that leaves it; the interior is on the left.
struct Corner {
  Vec at, leaving;  // leaving: of length one
  double length, angle;
  std::uint32_t length_class, angle_class;
  std::uint32_t point;  // corners that touch have the same
};

struct Variant {
  std::uint32_t kind;
  bool flipped;
  std::vector<Corner> corners;           // of all rings
  std::vector<std::uint32_t> ring_ends;  // in corners
  std::vector<std::uint32_t> next, previous;
};

struct Kind {
  std::uint32_t count;
  bool turns;
  double area;
  bool convex;
  bool pinched;  // does it touch itself?
};

struct Option {
  std::uint32_t kind, variant, corner;
  double angle;  // of that corner
  std::uint32_t number;  // the caller's
};

// A jigsaw that owns its arrays, with everything about its pieces computed.
struct Jigsaw {
  explicit Jigsaw(const JigsawView& view);

  std::vector<std::vector<Vec>> board;  // rings
  std::vector<Kind> kinds;
  std::vector<Variant> variants;
  std::vector<Option> options;          // of larger pieces first
  std::vector<std::uint32_t> place_of;  // the caller's number of an option -> its place in options
  double tolerance, angle_tolerance;
  bool noisy, mirrors, all_turn;
  SizeClasses lengths, angles;  // of the pieces; those of regions are added by each search
  std::uint32_t pieces = 0;     // in all
};

}  // namespace tilewright
