// Depth-first search over any walk: counts, collects covers, pauses, hands back what is left.
//
// walk.hpp says what a walk is.
//
// Every update is counted with the node that makes it, when it is made, and depends on that node
// alone; so the counters of a part that was done and of its rest add up.
#pragma once
#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "tilewright/deadline.hpp"
#include "tilewright/ending.hpp"
#include "tilewright/search.hpp"
#include "tilewright/stack.hpp"
#include "tilewright/walk.hpp"

namespace tilewright {

template <Walk W>
class DepthFirst final : public Search {
 public:
  template <class Problem, class... WalkArguments>
  DepthFirst(const Problem& problem, SearchSettings settings, WalkArguments&&... arguments)
      : walk_(problem, settings.rule, settings.start, std::forward<WalkArguments>(arguments)...),
        settings_(std::move(settings)) {
    if (settings_.start.via != Subtree::no_item)
      count(walk_.level() - 1, 1, walk_.start_updates());
  }

  State run(const Limits& limits) override {
    limits_ = limits;
    deadline_ = deadline_after(limits.seconds);
    pause_at_ = limits.work > Limits::none - work_ ? Limits::none : work_ + limits.work;
    next_look_ = 0;
    if (!begun_ && solutions_ >= limits.solutions) return State::paused;
    if (!std::exchange(begun_, true)) arrive();
    while (goes_on()) {
      if (work_ >= next_look_ && must_pause()) [[unlikely]] return State::paused;
      if (nodes_ >= limits_.nodes) [[unlikely]] return State::paused;
      const Child child = walk_.advance();
      if (child == Child::end) {
        walk_.close();
        continue;
      }
      if (child == Child::option && walk_.level() + walk_.options_here() > settings_.levels)
          [[unlikely]] {
        deferred_.push_back(walk_.subtree());
        continue;
      }
      const std::uint64_t updates = walk_.enter();
      if (child == Child::option) count(walk_.level() - 1, 1, updates);
      arrive();
    }
    return State::finished;
  }

  bool finished() const override {
    return begun_ && walk_.height() == 0 && deferred_.empty();
  }

  Counters counters() const override {
    Counters c;
    for (const Level& level : levels_) {
      c.nodes.push_back(level.nodes);
      c.updates.push_back(level.updates);
    }
    c.solutions = solutions_;
    c.stranded = walk_.stranded();
    return c;
  }

  double explored() const override {
    return (begun_ && walk_.height() == 0 ? 1 : walk_.explored()) - given_behind_;
  }

  std::vector<std::uint32_t> path() const override {
    std::vector<std::uint32_t> options;
    walk_.for_each_chosen([&](const Choice& c) { options.push_back(walk_.option_of(c)); });
    return options;
  }

  std::vector<Subtree> rest() override {
    std::vector<Subtree> rest = std::exchange(deferred_, {});
    if (!std::exchange(begun_, true)) {
      rest.push_back(settings_.start);
      rest.back().via = Subtree::no_item;  // its entry has been counted
    }
    while (goes_on())
      if (walk_.advance() == Child::end)
        walk_.close();
      else
        rest.push_back(walk_.subtree());
    return rest;
  }

  // Gives the last child of the frame closest to the start that has one to give.  To see it, we go
  // back there and then return by the same way; this costs about as much as as many nodes.
  std::optional<Gift> give() override {
    const std::size_t height = walk_.height();
    std::size_t giver = height;
    std::uint64_t untried = 0;
    double share = 1;
    for (std::size_t k = 0; k < height; ++k) {
      untried += kept_children(k) - walk_.frame(k).tried;
      if (giver < height) continue;
      share /= walk_.frame(k).degree;
      if (untried > 0) giver = k;
    }
    if (untried < 2) return {};

    std::vector<std::uint32_t> way;  // which child we are at, from here up to the giver
    for (std::size_t k = height; k-- > giver;) {
      way.push_back(walk_.frame(k).tried);
      if (k > giver) walk_.close();
    }
    while (walk_.frame(giver).tried < kept_children(giver)) walk_.advance();
    Gift gift{walk_.subtree(), share};
    for (std::size_t k = kept_.size(); k <= giver; ++k) kept_.push() = {walk_.frame(k).degree, 0};
    --kept_[giver].children;
    kept_[giver].given += share;
    walk_.close();
    for (; !way.empty(); way.pop_back()) {
      walk_.open(walk_.choose().item);
      for (std::uint32_t tried = 0; tried < way.back(); ++tried) walk_.advance();
      if (way.size() > 1) walk_.enter();
    }
    return gift;
  }

 private:
  using Choice = typename W::Choice;
  struct Level {
    std::uint64_t nodes = 0, updates = 0;
  };

  // What is left of a frame when children have been given away.
  struct Kept {
    std::uint32_t children;  // the first so many are ours
    double given;            // share of the others
  };

  // Between two looks at the clock and the stop flag: about a millisecond.
  static constexpr std::uint64_t work_between_looks = 200'000;

  Level& at(std::size_t level) {
    if (levels_.size() <= level) [[unlikely]] levels_.resize(level + 1);
    return levels_[level];
  }

  [[gnu::always_inline]] void count(std::size_t level, std::uint64_t nodes, std::uint64_t updates) {
    Level& here = at(level);
    here.nodes += nodes;
    here.updates += updates;
    nodes_ += nodes;
    work_ += updates;
  }

  bool must_pause() {
    next_look_ = std::min(work_ + work_between_looks, pause_at_);
    return work_ >= pause_at_ || solutions_ >= limits_.solutions || batch_.ends.size() >= limits_.batch ||
           stop_.load(std::memory_order_relaxed) || Clock::now() >= deadline_;
  }

  std::uint32_t kept_children(std::size_t k) const {
    return k < kept_.size() ? kept_[k].children : walk_.frame(k).degree;
  }

  // Close the kept frames that are through; is there one to go on with?
  [[gnu::noinline]] bool back_to_kept() {
    for (; kept_.size() > 0; kept_.pop()) {
      if (walk_.frame(kept_.size() - 1).tried < kept_.top().children) return true;
      given_behind_ += kept_.top().given;
      walk_.close();
    }
    return false;
  }

  // Is there a frame whose next child is ours, or the end?  Below those that are kept there is
  // nothing to look after.
  [[gnu::always_inline]] bool goes_on() {
    return walk_.height() > kept_.size() || back_to_kept();
  }

  // We are at a new node: a cover, a dead end, or a place to branch.
  void arrive() {
    if (end_at_once()) return;
    const auto branching = walk_.choose();
    work_ += walk_.work_of_choosing();
    if (branching.item == W::root)
      record();
    else if (branching.degree == 0)
      count(walk_.level(), 0, walk_.dead_end());
    else if (!count_completion(branching))
      count(walk_.level(), 0, walk_.open(branching.item));
  }

  // Where little is left, some walks go through it without opening nodes.
  bool end_at_once() {
    if constexpr (!EndsAtOnce<W>) {
      return false;
    } else {
      ending_.nodes_left = std::min({Ending::most_nodes, left(limits_.nodes, nodes_),
                                     left(pause_at_, work_) / Ending::updates_per_node});
      ending_.solutions_left = left(limits_.solutions, solutions_);
      ending_.collect = settings_.collect;
      if (settings_.collect)
        ending_.solutions_left =
            std::min(ending_.solutions_left, left(limits_.batch, batch_.ends.size()));
      if (ending_.nodes_left < Ending::fewest_nodes ||
          left(settings_.levels, walk_.level()) < Ending::most_levels)
        return false;
      ending_.begin();
      if (!walk_.end(ending_)) return false;
      record_ending();
      return true;
    }
  }

  void record_ending() {
    const std::size_t level = walk_.level();
    for (std::uint32_t k = 0; k <= ending_.deepest; ++k)
      count(level + k, ending_.levels[k].nodes, ending_.levels[k].updates);
    solutions_ += ending_.solutions;
    std::uint32_t from = 0;
    for (const std::uint32_t end : ending_.ends) {
      collect_cover(std::span(ending_.choices).subspan(from, end - from));
      from = end;
    }
  }

  static std::uint64_t left(std::uint64_t limit, std::uint64_t used) {
    return limit > used ? limit - used : 0;
  }

  // A cover that is only counted need not be entered.
  bool count_completion(const typename W::Branching& branching) {
    if (settings_.collect) return false;
    const Completion completion = walk_.completion(branching);
    const std::size_t level = walk_.level() + completion.options;
    if (completion.options == 0 || level > settings_.levels || nodes_ >= limits_.nodes)
      return false;
    count(walk_.level(), 0, completion.updates);
    count(level - 1, 1, 0);
    record();
    return true;
  }

  void record() {
    ++solutions_;
    if (settings_.collect) collect_cover({});
    if (solutions_ >= limits_.solutions || batch_.ends.size() >= limits_.batch) next_look_ = 0;
  }

  // Successive covers mostly agree in their first options, which then need not be looked up.
  void collect_cover(std::span<const Ending::Choice> at_end) {
    const std::size_t length = walk_.level() + at_end.size();
    const std::size_t known = std::min(last_chosen_.size(), length);
    last_chosen_.resize(length);
    last_options_.resize(length);
    last_items_.resize(length);
    std::size_t k = 0;
    const auto choose = [&](const Choice& choice) {
      if (k >= known || last_chosen_[k] != choice) {
        last_chosen_[k] = choice;
        last_options_[k] = walk_.option_of(choice);
        last_items_[k] = walk_.item_of(choice);
      }
      ++k;
    };
    walk_.for_each_chosen(choose);
    if constexpr (EndsAtOnce<W>) walk_.for_each_at_end(at_end, choose);
    batch_.options.insert(batch_.options.end(), last_options_.begin(), last_options_.end());
    batch_.items.insert(batch_.items.end(), last_items_.begin(), last_items_.end());
    batch_.ends.push_back(batch_.options.size());
  }

  W walk_;
  SearchSettings settings_;
  bool begun_ = false;
  std::vector<Level> levels_;
  std::vector<Subtree> deferred_;
  std::uint64_t nodes_ = 0, solutions_ = 0;
  Stack<Kept> kept_;         // of the frames closest to the start, down to the last that gave
  double given_behind_ = 0;  // share of what was given away by frames that are closed
  std::vector<Choice> last_chosen_;
  std::vector<std::uint32_t> last_options_, last_items_;

  Ending ending_;  // the last one

  // When to pause.
  Limits limits_;
  Clock::time_point deadline_;
  std::uint64_t work_ = 0, next_look_ = 0, pause_at_ = 0;
};

}  // namespace tilewright
