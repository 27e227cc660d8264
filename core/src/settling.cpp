// Putting a piece where it suits all of the boundary that it comes near to.
//
// The side along which a piece is put may be short, and off by the noise of both of its ends: then
// the far end of the piece is off by more.  So, corners that come near to corners, and corners that
// come near to sides, are taken for meeting, and the piece is moved by least squares.
#include <algorithm>
#include <array>
#include <cmath>

#include "tilewright/subtraction.hpp"

namespace tilewright {
namespace {

constexpr int rounds = 3;
constexpr double farthest = 4;   // tolerances: what is farther away does not meet
constexpr double near_by = 1.5;  // the same, when the piece has been moved
constexpr double alike = 0.95;   // the cosine of the angle between sides that may touch
constexpr double wider = 0.3;    // a corner of the piece may be so much wider than that of the part

// The least squares of how far things are apart, by a small turn about a point and a shift.
struct Squares {
  Vec about;
  std::array<std::array<double, 3>, 3> matrix{};
  std::array<double, 3> right{};

  // A point of the piece is `off`, in the direction of the normal.
  void add(Vec at, Vec normal, double off) {
    const std::array<double, 3> row{cross(at - about, normal), normal.x, normal.y};
    for (std::size_t a = 0; a < 3; ++a) {
      for (std::size_t b = 0; b < 3; ++b) matrix[a][b] += row[a] * row[b];
      right[a] -= row[a] * off;
    }
  }

  // False if they do not say where the piece is.
  bool solve(double& turn, Vec& shift) const {
    const auto& m = matrix;
    const auto minor = [&](std::size_t a, std::size_t b) {
      const std::size_t r = (a + 1) % 3, s = (a + 2) % 3, t = (b + 1) % 3, u = (b + 2) % 3;
      return m[r][t] * m[s][u] - m[r][u] * m[s][t];
    };
    const double whole = m[0][0] * minor(0, 0) + m[0][1] * minor(0, 1) + m[0][2] * minor(0, 2);
    if (std::abs(whole) <= 1e-9 * m[0][0] * m[1][1] * m[2][2]) return false;
    std::array<double, 3> found{};
    for (std::size_t a = 0; a < 3; ++a)
      for (std::size_t b = 0; b < 3; ++b) found[a] += minor(b, a) * right[b] / whole;
    turn = found[0], shift = {found[1], found[2]};
    return true;
  }
};

Vec left_of(Vec direction) { return {-direction.y, direction.x}; }

}  // namespace

Motion Subtraction::settled(const Variant& piece, const Motion& motion, Vec anchor,
                            double lever) const {
  Motion now = motion;
  std::vector<Vec> at(piece.corners.size()), leaving(piece.corners.size());
  std::vector<bool> met;
  for (int round = 0; round < rounds; ++round) {
    Squares squares{.about = anchor};
    met.assign(corners_.size(), false);
    const auto reach = [&](Vec point) {
      if (round > 0) return near_by * tolerance_;
      return tolerance_ * std::min(1 + norm(point - anchor) / lever, farthest);
    };
    for (std::size_t j = 0; j < at.size(); ++j) {
      at[j] = now(piece.corners[j].at);
      leaving[j] = turned(piece.corners[j].leaving, now.turn);
    }
    for (std::size_t j = 0; j < at.size(); ++j) {
      const Vec before = leaving[piece.previous[j]];
      double least = reach(at[j]);
      std::size_t nearest = corners_.size();
      for (std::size_t i = 0; i < corners_.size(); ++i)
        if (const double away = norm(at[j] - corners_[i].at);
            away <= least && piece.corners[j].angle <= corners_[i].angle + wider)
          least = away, nearest = i;
      if (nearest < corners_.size()) {
        met[nearest] = true;
        const Vec apart = at[j] - corners_[nearest].at;
        squares.add(at[j], {1, 0}, apart.x);
        squares.add(at[j], {0, 1}, apart.y);
        continue;
      }
      for (const Corner& side : corners_) {
        if (std::max(dot(side.leaving, leaving[j]), dot(side.leaving, before)) < alike) continue;
        const double off = cross(side.leaving, at[j] - side.at);
        const double along = dot(side.leaving, at[j] - side.at);
        if (std::abs(off) <= reach(at[j]) && along > 0 && along < side.length)
          squares.add(at[j], left_of(side.leaving), off);
      }
    }
    for (std::size_t i = 0; i < corners_.size(); ++i) {
      if (met[i]) continue;
      const Vec before = corners_[previous_[i]].leaving;
      for (std::size_t j = 0; j < at.size(); ++j) {
        if (std::max(dot(leaving[j], corners_[i].leaving), dot(leaving[j], before)) < alike)
          continue;
        const double off = cross(leaving[j], corners_[i].at - at[j]);
        const double along = dot(leaving[j], corners_[i].at - at[j]);
        if (std::abs(off) <= reach(corners_[i].at) && along > 0 && along < piece.corners[j].length)
          squares.add(corners_[i].at, left_of(leaving[j]), -off);
      }
    }
    double turn = 0;
    Vec shift;
    if (!squares.solve(turn, shift)) return now;
    const Vec unit{std::cos(turn), std::sin(turn)};
    now = {turned(now.turn, unit), anchor + turned(now.shift - anchor, unit) + shift};
  }
  return now;
}

}  // namespace tilewright
