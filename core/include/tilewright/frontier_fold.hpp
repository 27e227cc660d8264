// Mirror images: of a state and its mirror image, only one is followed.
//
// A *line* is a stage such that the options of all stages before it are mapped to themselves by a
// *mirror*, a symmetry of the problem that is its own inverse: the columns of a board are, if the
// mirror turns each upside down.
//
//     # # # # # . .        # # # . . . .       A state that crosses a line is a set of covered
//     # # # # . . .        # # # # . . .       items; its mirror image is another state that
//     # # # . . . .   -->  # # # # . . .       crosses the line.  It can be completed in as many
//     # # # # . . .        # # # # # . .       ways, and so the two are made one: that which is
//           |                    |             at the later stage, or has the lesser bits.
//
// Both are made one at the end of a sweep that meets another one, too.  Which of the two a partial
// cover leads to is then left to chance, but not how many lead to either: a pair of mirror images
// has their sum, twice the number of each; a state that is its own image has its own.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "tilewright/frontier_plan.hpp"
#include "tilewright/frontier_symmetry.hpp"

namespace tilewright {

template <unsigned W>
class FrontierFold {
 public:
  using Key = FrontierKey<W>;

  // Without a mirror, it does nothing.
  FrontierFold(const FrontierProblem& problem, const FrontierLayout& layout,
               const FrontierPlan<W>& plan, const FrontierSymmetry* mirror)
      : plan_(plan), line_before_(plan.stage_count() + 1, -1) {
    if (!mirror) return;
    const std::vector<std::int32_t> stages = lines_of(*mirror, layout);
    const std::size_t every = stages.size() / most_lines + 1;  // the last one is the end
    for (std::size_t k = (stages.size() - 1) % every; k < stages.size(); k += every)
      add_line(problem, layout, *mirror, stages[k]);
    for (std::int32_t s = 0; s <= plan.stage_count(); ++s)
      for (std::int32_t l = 0; l < static_cast<std::int32_t>(lines_.size()); ++l)
        if (lines_[l].stage <= s) line_before_[s] = l;
  }

  bool folds() const { return !lines_.empty(); }

  // A state has left stage `from` as `left`, and landed at stage `to` as `key`: the one of the two
  // mirror images that is to be followed, if it has crossed a line; to = -1 if it is dead.
  void choose(std::int32_t from, const Key& left, std::int32_t& to, Key& key) const {
    const std::int32_t l = line_before_[to];
    if (l < 0 || lines_[l].stage <= from) return;
    const Line& line = lines_[l];
    Key turned;
    for (unsigned w = 0; w < W; ++w)
      turned[w] = (left[w] & line.known[from - line.begin][w]) | line.first[from - line.begin][w];
    turned = line.shuffle(turned);
    for (unsigned w = 0; w < W; ++w) turned[w] |= line.over[w];
    Key image = turned;
    const std::int32_t other = plan_.land(line.stage - 1, image);
    if (other < 0 || other > to || (other == to && image < key)) {
      const bool farther = other > to;
      to = other, key = image;
      if (farther) choose(line.stage - 1, turned, to, key);  // it may have crossed another line
    }
  }
  // The farthest stage that a state may go to from this one, if it lands at `landing` at most.
  std::int32_t reach(std::int32_t from, std::int32_t landing) const {
    std::int32_t farthest = landing;
    for (const Line& line : lines_)
      if (from < line.stage && line.stage <= farthest)
        farthest = std::max(farthest, plan_.reach(line.stage - 1));
    return farthest;
  }

  // For states at the end: the one of the two images that choose() takes, and whether they are one.
  std::pair<Key, bool> at_end(const Key& key) const {
    const Key image = lines_.back().shuffle(key);
    return {std::min(key, image), same<W>(key, image)};
  }

 private:
  static constexpr std::size_t most_lines = 256 / (W * W);  // a table for each, of 4 MiB in all

  struct Line {
    std::int32_t begin, stage;  // only states from stage `begin` or later cross the line
    FrontierShuffle<W> shuffle;
    // Of each stage from there: bits of the state that left it, and of numbers not begun by then.
    std::vector<Key> known, first;
    Key over{};  // items that only options before the line have
  };

  void add_line(const FrontierProblem& problem, const FrontierLayout& layout,
                const FrontierSymmetry& mirror, std::int32_t stage) {
    Line& line = lines_.emplace_back();
    line.begin = line.stage = stage;
    while (line.begin > 0 && plan_.reach(line.begin - 1) >= stage) --line.begin;
    line.known.assign(stage - line.begin, Key{});
    line.first.assign(stage - line.begin, Key{});
    for (std::uint32_t item = 0; item < layout.slots.size(); ++item) {
      const FrontierSlot& slot = layout.slots[item];
      if (!slot.after(stage - 1) || layout.first_stage[item] >= stage) continue;
      const bool number = problem.items[item].kind == FrontierItem::Kind::counted;
      if (layout.last_stage[item] < stage && !layout.is_shared(item)) {
        for (std::uint32_t b = 0; b + number < slot.width; ++b)
          put_bit<W>(line.over, slot.place + b);
        continue;
      }
      const FrontierSlot& image = layout.slots[mirror.items[item]];
      for (std::uint32_t b = 0; b < slot.width; ++b)
        line.shuffle.send(slot.place + b, image.place + b);
      for (std::int32_t from = line.begin; from < stage; ++from) {
        if (number ? slot.at(from) : slot.after(from)) {
          for (std::uint32_t b = 0; b < slot.width; ++b)
            put_bit<W>(line.known[from - line.begin], slot.place + b);
        } else if (number) {
          line.first[from - line.begin][slot.place / 64] |= first_number(problem.items[item], slot);
        }
      }
    }
  }

  const FrontierPlan<W>& plan_;
  std::vector<Line> lines_;
  std::vector<std::int32_t> line_before_;  // of each stage and the end: the last one, or -1
};

}  // namespace tilewright
