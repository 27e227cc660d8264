// A walk in the search tree with nothing but bits: see bit_state.hpp for what a node is made of,
// links_walk.hpp for the tree, and anchor.hpp for what this is good for.
//
// A slot is blocked if its option is excluded, or was chosen on an item with room for several (or
// at the start); other chosen options do not fit anyway.  So everything about a node is determined
// by the sets of chosen and excluded options.
//
// Ways to go on are listed when a node is opened, in a stack of slots that grows and shrinks with
// the frames.  With the rule `fewest` a frame also lists all options that fit at its node (the
// *live* ones), and its children look at these only:
//
//     slots_     live at the root | ways | live at its child | ways | live ...
//                                   ^ being tried              ^ being tried
//
// With `leftmost`, all items before the one branched on are closed or through, and will be so
// further down; so a child looks for its item from there on.
#pragma once
#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "tilewright/bit_state.hpp"
#include "tilewright/contract.hpp"
#include "tilewright/masks.hpp"
#include "tilewright/rule.hpp"
#include "tilewright/stack.hpp"
#include "tilewright/stranding.hpp"
#include "tilewright/walk.hpp"

namespace tilewright {

template <unsigned W>
class AnchorWalk {
 public:
  static constexpr std::uint32_t root = 0;  // items are known by their places
  struct Choice {
    std::uint32_t option = 0, item = 0;
    bool operator==(const Choice&) const = default;
  };
  struct Branching {
    std::uint32_t item;  // root if no item is open
    std::uint32_t degree;
  };

  struct Frame {
    std::uint32_t item;
    std::uint32_t count;             // ways
    std::uint32_t degree, tried;     // children, and how many of them we have been at
    std::size_t live, ways;          // where they begin, in slots_
    bool entered, shares, has_none;  // as in links_walk.hpp
    Child child;
  };

  AnchorWalk(const ExactCoverView& problem, const Rule& rule, const Subtree& start,
             const RegionsView& regions, StrandingTest test)
      : layout_(problem, item_order(problem, rule)),
        state_(problem, layout_),
        primary_(problem.primary()),
        leftmost_(rule.pick == Rule::Pick::leftmost),
        random_ties_(rule.seed.has_value()),
        tie_seed_(scramble(rule.seed.value_or(0))),
        excluded_at_start_(start.excluded) {
    require_valid(problem, start);
    if (test != StrandingTest::none) stranding_.emplace(problem, layout_, regions, test);
    for (const std::uint32_t option : start.excluded)
      if (!problem.idle(option)) state_.block(layout_.slot[option]);
    for (const std::uint32_t option : start.chosen) choose_at_start(problem, option);
    if (start.via != Subtree::no_item) chosen_at_start_.back().item = start.via;
    if (!leftmost_) begin_live(problem);
  }
  // The state looks at the layout.
  AnchorWalk(const AnchorWalk&) = delete;
  AnchorWalk& operator=(const AnchorWalk&) = delete;

  std::uint64_t start_updates() const { return 0; }
  std::size_t level() const { return level_; }
  std::size_t height() const { return frames_.size(); }
  std::uint32_t option_of(const Choice& choice) const { return choice.option; }
  std::uint32_t item_of(const Choice& choice) const { return choice.item; }
  std::uint64_t work_of_choosing() const { return work_; }
  std::uint64_t dead_end() const { return looked_at_; }
  std::uint64_t stranded() const { return stranded_; }
  Completion completion(const Branching&) const { return {}; }
  std::size_t options_here() const { return 1; }
  double explored() const { return fraction_explored(frames_); }
  const Frame& frame(std::size_t k) const { return frames_[k]; }

  Branching choose() {
    looked_at_ = 0;
    work_ = least_work;
    if (stranding_ && stranding_->hopeless(state_.used(), state_.room())) {
      stranded_ += level_ > 0;  // the root is no node
      return {primary_, 0};
    }
    return leftmost_ ? first_open() : fewest_ways();
  }

  // Branch on the item that was just chosen.
  [[gnu::always_inline]] std::uint64_t open(std::uint32_t item) {
    TW_INVARIANT(invariants_hold());
    Frame& f = frames_.push();
    f.item = item;
    f.live = slots_.size();
    f.ways = f.live + live_;
    f.count = ways_;
    f.degree = degree(item, ways_);
    f.tried = 0;
    f.entered = false;
    f.shares = state_.room(item) > 1;
    f.has_none = state_.need(item) <= 0;
    f.child = Child::option;
    slots_.resize(f.ways + f.count);
    return looked_at_;
  }

  [[gnu::always_inline]] Child advance() {
    Frame& f = frames_.top();
    if (f.entered) leave(f);
    if (f.tried < f.degree - f.has_none) {
      if (f.shares) state_.block(slots_[f.ways + f.tried]);
    } else {
      f.child = f.tried < f.degree ? Child::none : Child::end;
    }
    ++f.tried;
    return f.child;
  }

  [[gnu::always_inline]] std::uint64_t enter() {
    Frame& f = frames_.top();
    f.entered = true;
    if (f.child == Child::none) {
      block_untried(f);
    } else {
      state_.commit(slot_at(f));
      ++level_;
    }
    return 0;
  }

  [[gnu::always_inline]] void close() {
    Frame& f = frames_.top();
    if (f.entered) leave(f);
    if (f.shares) unblock_ways(f);
    slots_.resize(f.live);
    frames_.pop();
  }

  template <class Visit>
  void for_each_chosen(Visit visit) const {
    for (const Choice& choice : chosen_at_start_) visit(choice);
    for (const Frame& f : frames_)
      if (f.entered && f.child == Child::option) visit(choice_at(f));
  }

  Subtree subtree() const {
    Subtree s;
    for_each_chosen([&](const Choice& choice) { s.chosen.push_back(choice.option); });
    s.excluded = excluded_at_start_;
    for (const Frame& f : frames_) {
      const std::size_t tried = f.shares ? f.tried - 1 : 0;
      const std::size_t out = f.child == Child::none ? f.count : tried;
      for (std::size_t k = 0; k < out; ++k)
        s.excluded.push_back(layout_.number[slots_[f.ways + k]]);
    }
    const Frame& f = frames_.top();
    if (f.child == Child::option) {
      s.chosen.push_back(choice_at(f).option);
      s.via = choice_at(f).item;
    }
    return s;
  }

  bool invariants_hold() const {
    std::vector<std::uint32_t> chosen;
    for_each_chosen([&](const Choice& c) { chosen.push_back(layout_.slot[c.option]); });
    return chosen.size() == level_ && state_.invariants_hold(chosen);
  }

 private:
  // In the unit of DepthFirst, where looking at an option is 1.
  static constexpr std::uint64_t least_work = 4;

  std::uint32_t slot_at(const Frame& f) const { return slots_[f.ways + f.tried - 1]; }
  Choice choice_at(const Frame& f) const {
    return {layout_.number[slot_at(f)], layout_.item_at[f.item]};
  }

  void choose_at_start(const ExactCoverView& problem, std::uint32_t option) {
    const auto entries = problem.option(option);
    const auto first = std::find_if(entries.begin(), entries.end(),
                                    [&](std::uint32_t item) { return item < primary_; });
    chosen_at_start_.push_back({option, *first});
    state_.block(layout_.slot[option]);
    state_.commit(layout_.slot[option]);
    ++level_;
  }

  void begin_live(const ExactCoverView& problem) {
    for (const std::uint32_t option : layout_.number) {
      for (const std::uint32_t item : problem.option(option))
        if (item < primary_) places_.push_back(layout_.place[item]);
      places_begin_.push_back(places_.size());
    }
    ways_of_.resize(primary_ + 1);
    for (std::uint32_t option = 0; option < problem.option_count(); ++option)
      if (!problem.idle(option)) slots_.push() = layout_.slot[option];
    live_at_root_ = slots_.size();
  }

  // How many children the node has if we branch on this item.
  std::uint32_t degree(std::uint32_t item, std::uint32_t ways) const {
    const std::int64_t need = std::max(state_.need(item), 0);
    return need > std::int64_t{ways} ? 0 : static_cast<std::uint32_t>(ways + 1 - need);
  }

  Branching first_open() {
    std::uint32_t p = state_.next_open(frames_.size() > 0 ? frames_.top().item : 1);
    for (; p != root; p = state_.next_open(p + 1)) {
      const auto listing = state_.list_ways(p, slots_.reserve(layout_.longest_list));
      ways_ = listing.fitting;
      work_ += 1 + listing.looked_at;
      if (ways_ > 0 || state_.need(p) > 0) {
        looked_at_ = listing.looked_at;
        return {p, degree(p, ways_)};
      }
    }
    return {root, 0};
  }

  Branching fewest_ways() {
    list_live();
    Branching best{root, 0xffffffffu};
    for (std::uint32_t p = state_.next_open(1); p != root; p = state_.next_open(p + 1)) {
      if (is_through(p)) continue;
      const std::uint32_t children = degree(p, ways_of_[p]);
      if (children < best.degree) {
        best = {p, children};
        if (children == 0) break;
      }
    }
    if (best.item == root) return best;
    if (random_ties_) best.item = one_of_the_ties(best);
    const std::uint32_t* const live = slots_.end();
    std::uint32_t* const ways = slots_.reserve(2 * live_) + live_;  // list_live() made room
    ways_ = 0;
    for (std::uint32_t k = 0; k < live_; ++k)
      if (state_.tests(live[k], best.item)) ways[ways_++] = live[k];
    return best;
  }

  // List the options that fit here, behind the top of the stack, and count the ways of each item.
  void list_live() {
    const bool below = frames_.size() > 0;
    const std::size_t begin = below ? frames_.top().live : 0;
    const std::size_t end = below ? frames_.top().ways : live_at_root_;
    std::uint32_t* const live = slots_.reserve(2 * (end - begin));  // for the ways, too
    std::fill(ways_of_.begin(), ways_of_.end(), 0);
    live_ = 0;
    for (std::size_t k = begin; k < end; ++k) {
      const std::uint32_t slot = slots_[k];
      if (!state_.fits(slot)) continue;
      live[live_++] = slot;
      for (std::size_t e = places_begin_[slot]; e < places_begin_[slot + 1]; ++e)
        ++ways_of_[places_[e]];
    }
    looked_at_ = live_;
    work_ += (end - begin) + primary_ / 8;
  }

  bool is_through(std::uint32_t p) const { return ways_of_[p] == 0 && state_.need(p) <= 0; }

  // As in links_walk.hpp.
  std::uint32_t one_of_the_ties(const Branching& first) const {
    std::vector<std::uint32_t> ties;
    for (std::uint32_t p = first.item; p != root; p = state_.next_open(p + 1))
      if (!is_through(p) && degree(p, ways_of_[p]) == first.degree) ties.push_back(p);
    std::uint64_t key = tie_seed_;
    for_each_chosen([&](const Choice& choice) { key ^= scramble(choice.option); });
    return ties[scramble(key) % ties.size()];
  }

  // "None" excludes all ways.  Those of a shared item are blocked already, having been tried.
  void block_untried(const Frame& f) {
    if (f.shares) return;
    for (std::size_t k = 0; k < f.count; ++k) state_.block(slots_[f.ways + k]);
  }
  void unblock_ways(const Frame& f) {
    for (std::size_t k = 0; k < f.count; ++k) state_.unblock(slots_[f.ways + k]);
  }

  void leave(Frame& f) {
    f.entered = false;
    if (f.child == Child::none) {
      if (!f.shares) unblock_ways(f);
    } else {
      state_.uncommit(slot_at(f));
      --level_;
    }
  }

  const BitLayout layout_;
  BitState<W> state_;
  std::uint32_t primary_;
  bool leftmost_, random_ties_;
  std::uint64_t tie_seed_;
  std::vector<std::uint32_t> excluded_at_start_;
  std::vector<Choice> chosen_at_start_;
  std::size_t level_ = 0;
  std::optional<Stranding> stranding_;
  std::uint64_t stranded_ = 0;
  Stack<Frame> frames_;
  Stack<std::uint32_t> slots_;

  // For the rule `fewest`.
  std::size_t live_at_root_ = 0;
  std::vector<std::uint32_t> ways_of_;        // of each place, counted by list_live()
  std::vector<std::uint32_t> places_;         // of the primary items, slot by slot
  std::vector<std::size_t> places_begin_{0};  // of each slot

  // What the last choose() found: it stands behind the top of slots_ until it is opened.
  std::uint32_t live_ = 0, ways_ = 0;
  std::uint64_t looked_at_ = 0, work_ = 0;
};

static_assert(Walk<AnchorWalk<0>> && Walk<AnchorWalk<1>>);

// Calls make.template operator()<W>() with the number of words that the problem's places take, or
// with 0 if these are many.
template <class Make>
auto with_anchor_words(const ExactCoverView& problem, const Rule& rule, Make make) {
  switch (BitLayout(problem, item_order(problem, rule)).words()) {
    case 1: return make.template operator()<1>();
    case 2: return make.template operator()<2>();
    case 3: return make.template operator()<3>();
    case 4: return make.template operator()<4>();
    default: return make.template operator()<0>();
  }
}

}  // namespace tilewright
