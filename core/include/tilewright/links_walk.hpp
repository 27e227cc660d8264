// A walk in the search tree of an exact cover problem, with dancing links.
//
// At a node some options are chosen.  If no open item is left, the node is a cover; otherwise one
// item is picked (see Rule), and the children of the node are the ways to go on with that item:
//
//   - The item has room for one option only.  Cover it once; then each option of its list is a
//     child.  (All of Knuth's algorithm X is this case.)
//   - It has room for several.  A child chooses one option *and excludes those tried before it*,
//     so that no set of options is met twice.  The excluded options lie on the trail.
//   - In both cases, if the item needs no more, the last child is "none": exclude all that is
//     left of its list.
//
// An item that needs nothing and has no options left is passed over.  Hence what a node looks
// like is determined by the set of chosen and the set of excluded options alone, and a Subtree can
// say where to start.
//
// A frame is one node on the way from the start to here, with the child being looked at.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

#include "tilewright/links.hpp"
#include "tilewright/rule.hpp"
#include "tilewright/stack.hpp"
#include "tilewright/walk.hpp"

namespace tilewright {

template <class Index, bool General>
class LinksWalk {
 public:
  using Choice = Index;  // an entry of the option chosen: that of the item it was chosen on
  static constexpr Index root = Links<Index, General>::root;

  LinksWalk(const ExactCoverView& problem, const Rule& rule, const Subtree& start)
      : links_(problem, item_order(problem, rule)),
        pick_(rule.pick),
        random_ties_(rule.seed.has_value()),
        tie_seed_(scramble(rule.seed.value_or(0))),
        work_of_choosing_(1 + problem.primary() / items_scanned_per_update),
        excluded_at_start_(start.excluded) {
    require_valid(problem, start);
    for (const std::uint32_t option : start.excluded)
      if (!problem.idle(option)) links_.remove(links_.entry(option));
    for (std::size_t k = 0; k < start.chosen.size(); ++k) {
      const bool last = k + 1 == start.chosen.size();
      choose_at_start(start.chosen[k], last ? start.via : Subtree::no_item);
    }
  }

  // Updates made for entering the start, if its `via` says that they are still to be counted.
  std::uint64_t start_updates() const { return start_updates_; }
  std::size_t level() const { return level_; }  // options chosen
  std::size_t height() const { return frames_.size(); }
  std::uint32_t option_of(Choice entry) const { return links_.option_of(entry); }
  std::uint32_t item_of(Choice entry) const { return links_.item_of(entry) - 1u; }
  std::uint64_t work_of_choosing() const { return work_of_choosing_; }
  std::uint64_t stranded() const { return 0; }
  std::uint64_t dead_end() const { return 1; }  // an item has been looked at in vain
  const Links<Index, General>& links() const { return links_; }  // what is open

  struct Frame {
    Index item, entry;  // entry: of the option we are at
    bool entered;
    Child child;
    bool shares;    // the item has room for several options
    bool has_none;  // it needs no more, so that "none" is a child
    std::uint32_t degree, tried;
    std::size_t trail;      // where this frame's part of the trail begins
    std::uint64_t removal;  // updates made for putting the current option on the trail
  };

  const Frame& frame(std::size_t k) const { return frames_[k]; }

  // An item to branch on, and how many children the node then has.
  struct Branching {
    Index item;  // root if no item is open
    std::uint32_t degree;
    std::uint32_t open_items;  // how many were looked at
  };

  Branching choose() const {
    if (pick_ == Rule::Pick::leftmost) {
      const Index first = skip_through(links_.next_item(root));
      return {first, first == root ? 0 : degree(first), 0};
    }
    Branching best{root, 0xffffffffu, 0};
    for (Index i = links_.next_item(root); i != root; i = links_.next_item(i)) {
      if (is_through(i)) continue;
      ++best.open_items;
      const std::uint32_t ways = degree(i);
      if (ways < best.degree) {
        best.item = i, best.degree = ways;
        if (ways == 0) break;
      }
    }
    if (random_ties_ && best.item != root) best.item = one_of_the_ties(best.item, best.degree);
    return best;
  }

  // Is the one option left for the item the last that is needed, and the only one left for its
  // other items too?  Then it completes a cover, and entering it would make so many updates.
  // (A quarter of the nodes of the domino tilings are of this kind; counting them
  // without going there takes a tenth less time.)
  Completion completion(const Branching& branching) const {
    if (General || branching.degree != 1) return {};
    const auto entries = links_.option_around(links_.down(branching.item));
    if (entries.primary != branching.open_items || entries.longest_list != 1) return {};
    return {1, 1 + 2 * (entries.count - 1)};
  }

  // Branch on the item; it must have children.  Returns the updates made.
  [[gnu::always_inline]] std::uint64_t open(Index item) {
    TW_INVARIANT(degree(item) > 0 && links_.invariants_hold());
    Frame& f = frames_.push();
    f.item = f.entry = item;
    f.entered = f.shares = f.has_none = false;
    f.child = Child::option;
    f.degree = degree(item);
    f.tried = 0;
    if constexpr (General) {
      f.trail = trail_.size();
      f.shares = links_.room(item) > 1;
      f.has_none = links_.need(item) <= 0;
      if (f.shares) return 0;
    }
    return links_.cover(item);
  }

  // Leave the child we are at, if we entered it, and go to the next.
  [[gnu::always_inline]] Child advance() {
    Frame& f = frames_.top();
    if (f.entered) leave();
    ++f.tried;
    if constexpr (General) {
      if (f.child == Child::none) return f.child = Child::end;
      if (f.shares) return advance_along_trail();
    }
    f.entry = links_.down(f.entry);
    if (f.entry == f.item) f.child = f.has_none ? Child::none : Child::end;
    return f.child;
  }

  std::size_t options_here() const { return 1; }

  // Go down to the child we are at.  Returns the updates made for it.
  [[gnu::always_inline]] std::uint64_t enter() {
    Frame& f = frames_.top();
    f.entered = true;
    std::uint64_t updates = 0;
    if constexpr (General) {
      if (f.child == Child::none) return 0;
      if (f.shares) updates += f.removal + links_.commit(f.entry);
    }
    ++level_;
    return updates + links_.commit_others(f.entry);
  }

  // Go back up from the child that was entered.
  void leave() {
    Frame& f = frames_.top();
    f.entered = false;
    if constexpr (General)
      if (f.child == Child::none) return;
    links_.uncommit_others(f.entry);
    if constexpr (General)
      if (f.shares) links_.uncommit(f.entry);
    --level_;
  }

  // Go back up to the node itself, and undo its branching.
  [[gnu::always_inline]] void close() {
    const Frame& f = frames_.top();
    if (f.entered) leave();
    if constexpr (General)
      for (; trail_.size() > f.trail; trail_.pop()) links_.restore(trail_.top());
    if (!f.shares) links_.uncover(f.item);
    frames_.pop();
  }

  // Calls visit(entry) for each chosen option, in order of choice, with the entry of the item on
  // which it was chosen.
  template <class Visit>
  void for_each_chosen(Visit visit) const {
    for (const Index entry : chosen_at_start_) visit(entry);
    for (const Frame& f : frames_)
      if (f.entered && f.child == Child::option) visit(f.entry);
  }

  // The child we are at, not entered, as a place to start.
  Subtree subtree() const {
    Subtree s;
    for_each_chosen([&](Index entry) { s.chosen.push_back(links_.option_of(entry)); });
    s.excluded = excluded_at_start_;
    if constexpr (General)
      for (std::size_t k = 0; k < frames_.size(); ++k) append_excluded(k, s.excluded);
    const Frame& f = frames_.top();
    if (f.child == Child::option) {
      s.chosen.push_back(links_.option_of(f.entry));
      s.via = f.item - 1;
    }
    return s;
  }

  double explored() const { return fraction_explored(frames_); }

 private:
  // Scanning items for the next one to branch on is so much faster than an update.
  static constexpr std::uint32_t items_scanned_per_update = 8;

  // How many children the node has if we branch on this item.
  std::uint32_t degree(Index item) const {
    const std::uint32_t size = links_.size(item);
    if constexpr (!General) return size;
    const std::int64_t need = std::max(links_.need(item), 0);
    return need > std::int64_t{size} ? 0 : static_cast<std::uint32_t>(size + 1 - need);
  }

  bool is_through([[maybe_unused]] Index item) const {
    if constexpr (General)
      return links_.size(item) == 0 && links_.need(item) <= 0;
    else
      return false;
  }

  Index skip_through(Index item) const {
    while (item != root && is_through(item)) item = links_.next_item(item);
    return item;
  }

  // Some item with that few options, none of which stands before the first of them.
  Index one_of_the_ties(Index first, std::uint32_t fewest) const {
    std::vector<Index> ties;
    for (Index i = first; i != root; i = links_.next_item(i))
      if (!is_through(i) && degree(i) == fewest) ties.push_back(i);
    std::uint64_t key = tie_seed_;
    for_each_chosen([&](Index entry) { key ^= scramble(links_.option_of(entry)); });
    return ties[scramble(key) % ties.size()];
  }

  // The options tried so far stay out, and lie on the trail.
  Child advance_along_trail() {
    Frame& f = frames_.top();
    const auto left = static_cast<std::int64_t>(links_.size(f.item));
    if (left == 0 || left < links_.need(f.item))
      return f.child = f.has_none ? Child::none : Child::end;
    f.entry = links_.down(f.item);
    trail_.push() = f.entry;
    f.removal = links_.remove(f.entry);
    return f.child;
  }

  void choose_at_start(std::uint32_t option, std::uint32_t via) {
    const Index p = links_.entry(option, via);
    chosen_at_start_.push_back(p);
    ++level_;
    std::uint64_t updates = 0;
    if (links_.room(links_.item_of(p)) > 1) {
      updates += links_.remove(p) + links_.commit(p);
    } else {
      links_.cover(links_.item_of(p));  // counted when the parent branched on the item
    }
    updates += links_.commit_others(p);
    if (via != Subtree::no_item) start_updates_ = updates;
  }

  void append_excluded(std::size_t k, std::vector<std::uint32_t>& excluded) const {
    const Frame& f = frames_[k];
    const std::size_t next = k + 1 < frames_.size() ? frames_[k + 1].trail : trail_.size();
    const std::size_t end = f.shares && f.child == Child::option ? next - 1 : next;
    for (std::size_t t = f.trail; t < end; ++t) excluded.push_back(links_.option_of(trail_[t]));
    if (f.shares || f.child != Child::none) return;
    for (Index p = links_.down(f.item); p != f.item; p = links_.down(p))
      excluded.push_back(links_.option_of(p));
  }

  Links<Index, General> links_;
  Rule::Pick pick_;
  bool random_ties_;
  std::uint64_t tie_seed_;
  std::uint64_t work_of_choosing_;
  std::vector<std::uint32_t> excluded_at_start_;
  std::uint64_t start_updates_ = 0;
  std::vector<Index> chosen_at_start_;
  std::size_t level_ = 0;
  Stack<Frame> frames_;
  Stack<Index> trail_;
};

static_assert(Walk<LinksWalk<std::uint16_t, false>> && Walk<LinksWalk<std::uint32_t, true>>);

}  // namespace tilewright
