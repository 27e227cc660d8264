// Points of the plane, and what directions are to each other.
#pragma once
#include <cmath>

namespace tilewright {

struct Vec {
  double x = 0, y = 0;

  friend Vec operator+(Vec a, Vec b) { return {a.x + b.x, a.y + b.y}; }
  friend Vec operator-(Vec a, Vec b) { return {a.x - b.x, a.y - b.y}; }
  friend Vec operator-(Vec a) { return {-a.x, -a.y}; }
  friend Vec operator*(double k, Vec a) { return {k * a.x, k * a.y}; }
  friend bool operator==(Vec a, Vec b) = default;
};

inline double cross(Vec a, Vec b) { return a.x * b.y - a.y * b.x; }
inline double dot(Vec a, Vec b) { return a.x * b.x + a.y * b.y; }
inline double norm(Vec a) { return std::sqrt(dot(a, a)); }

// Unit vectors as complex numbers: turned(a, u) turns a by the angle of u.
inline Vec turned(Vec a, Vec u) { return {a.x * u.x - a.y * u.y, a.x * u.y + a.y * u.x}; }
inline Vec turn_between(Vec from, Vec to) { return {dot(from, to), cross(from, to)}; }

// A motion of the plane: turn, then shift.
struct Motion {
  Vec turn{1, 0}, shift;

  Vec operator()(Vec a) const { return turned(a, turn) + shift; }
  friend bool operator==(const Motion& a, const Motion& b) = default;
};

// The interior angle of a corner, in (0, 2 pi), between the sides that arrive and that leave;
// the interior is on the left.
inline double interior_angle(Vec arriving, Vec leaving) {
  return M_PI - std::atan2(cross(arriving, leaving), dot(arriving, leaving));
}

}  // namespace tilewright
