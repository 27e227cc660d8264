// Taking a piece out of a part of the region.
//
// Both are bounded by directed sides with the interior on the left.  What is left is bounded by the
// sides of the part and the reversed sides of the piece, where equal stretches cancel:
//
//     +-----------+        +---+-------+
//     |           |        | P |       |      the left side and a stretch of the upper and
//     |           |   ->   |   |       |      lower sides are gone; the right side of P, reversed,
//     +-----------+        +---+-------+      is new
//
// So: find where corners of one meet corners or sides of the other; cut all sides there; cancel.
// The piece lies in the part if no sides cross, none lies along the outside of the other, every
// stretch of the piece's boundary that is left runs inside the part, and no ring of the part is
// inside the piece.
//
// This needs no more than that corners that should meet do so up to the tolerance, whatever the
// part looks like: holes, and places where it touches itself, are nothing special.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tilewright/jigsaw.hpp"
#include "tilewright/region.hpp"

namespace tilewright {

class Subtraction {
 public:
  Subtraction(double tolerance, bool noisy) : tolerance_(tolerance), noisy_(noisy) {}

  // The part to take from.  It must stay as it is.
  void from(const Region& region, const Part& part);
  // With noise: a motion near this one that suits all of the boundary that the piece comes near to,
  // not one side alone.  `anchor` is where its corner was put, `lever` how long the side is.
  Motion settled(const Variant& piece, const Motion& motion, Vec anchor, double lever) const;
  // Does the piece, so moved, lie in the part?
  bool fits(const Variant& piece, const Motion& motion);
  // Take out the piece that was asked for last, and fitted; the parts that are left are put on the
  // stack of the region.  False if they do not close, which only noise can do.
  bool take(Region& region, const Part& part);

 private:
  static constexpr std::uint32_t none = 0xffffffffu;

  struct Cut {
    std::uint32_t side, point;
    double at;  // how far along
  };
  // A stretch of a side, between two points.
  struct Stretch {
    std::uint32_t from, to, side;
    bool cancelled;
  };

  // What one corner of the part sees of the piece.
  struct Row {
    std::vector<double> off, along, other_off;
    void resize(std::size_t size) { off.resize(size), along.resize(size), other_off.resize(size); }
  };

  void look_from(std::uint32_t corner, Row& row) const;
  bool meet();
  bool cancel_and_test();
  void cut(std::vector<Cut>& cuts, std::size_t sides, bool own);
  bool rings_apart() const;
  bool inside_part(Vec point) const;
  bool inside_piece(Vec point) const;
  Vec place(std::uint32_t point) const {
    return point < corners_.size() ? corners_[point].at : at_[point - corners_.size()];
  }
  Side side_of(const Stretch& stretch, bool own) const;

  double tolerance_;
  bool noisy_;
  // The part:
  std::vector<Corner> corners_;
  std::vector<std::uint32_t> next_, previous_, ring_of_;
  std::vector<std::uint32_t> point_of_;  // the first corner there is
  std::vector<std::uint32_t> first_there_;  // by point: the first corner
  std::uint32_t rings_ = 0;
  Vec low_, high_;
  // The piece, moved:
  const Variant* piece_ = nullptr;
  std::vector<Vec> at_, leaving_;
  // Where they meet.  Points are numbered: corners of the part, then those of the piece.
  std::vector<std::uint32_t> piece_point_;
  std::vector<bool> touching_;        // corners of the piece that are on the part's boundary
  std::vector<bool> ring_touching_;   // rings of the part
  std::vector<Cut> part_cuts_, piece_cuts_;
  std::vector<Stretch> part_stretches_, piece_stretches_;
  Row here_, next_row_;
  // What take() hands to the region:
  std::vector<Vec> points_;
  std::vector<Side> sides_;
};

}  // namespace tilewright
