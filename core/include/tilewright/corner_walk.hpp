// The search tree of a jigsaw, after K. Lynning's program of 1974.
//
// Any polygon has a corner of less than 180 degrees, and whatever piece fills the tip of it must
// put one of its own corners there, with a side along the side of the region.  So at a node one
// corner of one part is chosen, and one of its two sides; the children are the corners of free
// pieces that fit there.  In every solution exactly one of them is right, so that each solution is
// found once, and none is lost, whatever corner is chosen.
//
// We choose the smallest part (what cannot be filled is noticed soon), and in it the corner and
// side with fewest children.  A node is given up at once if
//   - the angle of some corner is no sum of angles of free pieces,
//   - a side between two corners of less than 180 degrees is no sum of their sides,
//   - there are several parts, and the area of one is no sum of areas of free pieces,
//   - the same region, up to congruence, was met before with the same free pieces, in vain.
//
// Lynning's own strategy is kept for comparison: the smallest part; in it the corner that is most
// pointed and has the shortest sides; a node is given up if a part is smaller than every free piece,
// if a side between two such corners is shorter than every free side, or if the region was met
// before.
#pragma once
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "tilewright/jigsaw.hpp"
#include "tilewright/region.hpp"
#include "tilewright/region_memo.hpp"
#include "tilewright/rule.hpp"
#include "tilewright/stack.hpp"
#include "tilewright/subtraction.hpp"
#include "tilewright/sums.hpp"
#include "tilewright/walk.hpp"

namespace tilewright {

// Where pieces were put, in the solutions found; shared by the threads of a search.
class PlacementTable;

struct CornerRule {
  bool lynning = false;
  bool memo = true;
  // Try only such ways to fill a corner as are found quickly.  What is found is right, but not
  // everything may be found.
  bool hasty = false;
};

class CornerWalk {
 public:
  struct Choice {
    std::uint32_t place;  // of the option
    Motion motion;
    friend bool operator==(const Choice&, const Choice&) = default;
  };
  static constexpr std::uint32_t root = 0xffffffffu;

  CornerWalk(std::shared_ptr<const Jigsaw> jigsaw, const Rule& rule, const Subtree& start,
             CornerRule corner_rule, std::shared_ptr<PlacementTable> table);

  struct Frame {
    std::uint32_t degree, tried, finished;  // finished: children that were searched to the end
    bool entered;
    bool whole;  // of those: were they searched whole, and nothing put off or given away?
    std::uint32_t part;
    std::size_t first_choice;  // in choices_
    std::size_t first_part, end_part;  // its parts, in listed_
    Region::Mark mark;
    std::uint64_t covers;  // found before
    std::size_t key;  // where it begins in kept_keys_
  };
  struct Branching {
    std::uint32_t item, degree;
  };

  Branching choose();
  std::uint64_t dead_end() const { return tests_; }
  std::uint64_t open(std::uint32_t item);
  Child advance();
  std::uint64_t enter();
  void close();
  Subtree subtree() const;
  Completion completion(const Branching&) const { return {}; }
  std::uint32_t options_here() const { return 1; }

  std::uint64_t start_updates() const { return 1; }  // as enter() says
  std::size_t level() const { return way_.size(); }
  std::size_t height() const { return frames_.size(); }
  const Frame& frame(std::size_t k) const { return frames_[k]; }
  double explored() const { return fraction_explored(frames_); }
  std::uint64_t work_of_choosing() const { return work_; }
  std::uint64_t stranded() const { return stranded_; }
  std::uint32_t option_of(const Choice& choice) const {
    return jigsaw_->options[choice.place].number;
  }
  std::uint32_t item_of(const Choice& choice) const;
  template <class Visit>
  void for_each_chosen(Visit visit) const {
    for (const Choice& choice : way_) visit(choice);
  }

  // Did the last piece leave sides that do not close?  Then nothing comes of this node, whatever its
  // key is: the parts are only those that could be made.
  bool broken() const { return broken_; }
  // For counting without listing: the key of the node we are at.
  std::span<const std::uint32_t> key() { return keys_.of(region_, parts(), free_); }
  // How far sizes were apart that were taken for equal, and for different; lengths, then angles.
  const SizeClasses& lengths() const { return region_.lengths; }
  const SizeClasses& angles() const { return region_.angles; }

 private:
  struct Anchor {
    std::uint32_t corner, next, previous;  // in its part
    bool arriving;                         // put along the side that arrives
  };

  std::span<const std::uint32_t> parts() const {
    return {listed_.data() + first_part_, listed_.size() - first_part_};
  }
  bool convex(const Corner& corner) const {
    return corner.angle < M_PI - jigsaw_->angle_tolerance;
  }
  bool hopeless();
  bool hopeless_by_lynning();
  bool hopeless_areas();
  std::uint32_t smallest_part() const;
  Anchor anchor_at(std::span<const std::uint32_t> ring_ends, std::uint32_t corner) const;
  std::optional<Anchor> pick_anchor(std::span<const Corner> corners,
                                    std::span<const std::uint32_t> ring_ends);
  std::optional<Anchor> anchor_by_lynning(std::span<const Corner> corners,
                                          std::span<const std::uint32_t> ring_ends) const;
  void look_at(std::span<const Corner> corners, const Anchor& anchor);
  bool may_leave(const Option& option) const;
  bool may_arrive(const Option& option) const;
  void test_candidates(std::span<const Corner> corners, const Anchor& anchor);
  Choice choice_at(std::span<const Corner> corners, const Anchor& anchor,
                   std::uint32_t place) const;
  void count_free(std::uint32_t kind, int by);
  void put(const Choice& choice, std::uint32_t part);
  void leave();
  void replay(const Subtree& start);

  std::shared_ptr<const Jigsaw> jigsaw_;
  CornerRule rule_;
  std::shared_ptr<PlacementTable> table_;
  Region region_;
  Subtraction subtraction_;
  RegionKeys keys_;
  RegionMemo<bool> dead_;
  Sums angle_sums_, length_sums_;

  std::vector<std::uint32_t> free_;  // of each kind
  std::vector<std::uint32_t> free_angles_, free_lengths_;
  std::vector<Choice> way_;
  Stack<Frame> frames_;
  std::vector<Choice> choices_;         // of the frames, one after the other
  std::vector<std::uint32_t> listed_;   // parts of the nodes on the way
  std::size_t first_part_ = 0;
  std::vector<std::uint32_t> kept_keys_;  // of the frames

  // What choose() found:
  std::uint32_t part_ = 0;
  std::vector<Choice> found_;
  std::span<const std::uint32_t> key_;
  bool broken_ = false;

  // The corner that look_at() has looked at: which sizes of pieces have a part in filling it.
  struct Usable {
    bool any = true;       // nothing is known, but that they are not larger
    double most = 0;       // ... than this
    std::uint32_t stamp = 0;
    std::vector<std::uint32_t> stamps;  // by class

    bool has(std::uint32_t size_class, double size) const {
      return any ? size <= most : stamps[size_class] == stamp;
    }
  };
  Usable angles_here_, leaving_here_, arriving_here_;
  std::uint32_t angle_class_here_ = 0;

  std::vector<std::uint32_t> kinds_by_area_;
  std::vector<double> areas_;
  std::uint64_t tests_ = 0, work_ = 0, stranded_ = 0, covers_ = 0;
};

static_assert(Walk<CornerWalk>);

}  // namespace tilewright
