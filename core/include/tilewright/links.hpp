// Dancing links: the part of an exact cover problem that is still open, held so that taking an
// option out of it and putting it back cost a few assignments each.
//
// Every item has a circular list of the entries that still can cover it:
//
//         item a     item b     item c          headers are the nodes 1..items
//           |          |          |
//   | ----- a0 ------- b0 ---- | ------- ...    the entries of an option stand side by side,
//           |          |          |             between two spacers
//   | ----- a1 --------+--------- c1 -- | ...
//           |          |          |
//
// and the primary items that still need covering form one more circular list, whose root is
// header 0.  Removing node x from a list leaves x's own links as they were; so, if removals are
// undone in reverse order, each is undone by two assignments from x alone.
//
// Invariant A   down(up(x)) == x == up(down(x)) for every node x that is in its list
// Invariant B   size(i) == number of entries in the list of item i, while i is not settled
// Invariant C   an option is out of all its lists, or in all of them (but for the one list that
//               was being walked when it was hidden, and lists of settled items)
//
// Operations come in pairs: hide/unhide, cover/uncover, settle/unsettle, commit/uncommit.  The
// first of each returns the number of *updates* it made, which is Knuth's measure of cost: one for
// each entry taken out of a list and one for each item covered or settled.
//
// Sources: D. E. Knuth, "Dancing links" (2000), and for colours and multiplicities TAOCP 7.2.2.1,
// algorithms C and M.  Differences: an item that may be covered several times keeps its remaining
// room and need instead of a bound and a slack; node numbers are 16 bits wide where they fit
// (6x10 pentominoes: 1.46 s with 32 bits, 1.14 s with 16); fields of a node are read one by one,
// never as a whole, because a wide load just behind two narrow stores stalls (2.1 s); the
// order within an option is not reversed when unhiding, because it does not matter (Knuth says so
// in his paper).
//
// General = false leaves out everything that only colours and multiplicities need.
#pragma once
#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "tilewright/contract.hpp"
#include "tilewright/exact_cover.hpp"

namespace tilewright {

template <class Index, bool General>
class Links {
 public:
  static constexpr Index root = 0;

  // `order` lists all primary items as they shall stand in the list of open items.
  Links(const ExactCoverView& problem, std::span<const std::uint32_t> order)
      : heads_(problem.item_count + 1),
        primary_(problem.primary()),
        first_node_(problem.option_count(), 0) {
    build_headers(problem, order);
    build_entries(problem);
  }

  // ---- what is open -----------------------------------------------------------------------
  Index next_item(Index item) const { return heads_[item].right; }
  Index size(Index item) const { return heads_[item].size; }
  Index down(Index node) const { return nodes_[node].down; }
  Index item_of(Index entry) const { return nodes_[entry].item; }
  bool is_primary(Index item) const { return item <= primary_; }
  std::uint32_t option_of(Index entry) const { return option_of_[entry - entries_begin()]; }
  // How often the item may still, and must still, be covered.
  std::int32_t room(Index item) const { return General ? bounds_[item].room : 1; }
  std::int32_t need(Index item) const { return General ? bounds_[item].need : 1; }

  // An entry of the option: that of the given item, or the first primary one.
  Index entry(std::uint32_t option, std::uint32_t item = Subtree::no_item) const {
    Index e = first_node_[option];
    if (item == Subtree::no_item)
      while (!is_primary(item_of(e))) ++e;
    else
      while (item_of(e) != item + 1) ++e;
    return e;
  }

  // What an option looks like from one of its entries.
  struct OptionShape {
    std::uint32_t count = 1, primary = 1;  // entries, and how many of them of primary items
    Index longest_list = 1;                // of its other items
  };

  OptionShape option_around(Index p) const {
    OptionShape shape;
    for (Index q = p + 1; q != p;) {
      const Index item = nodes_[q].item;
      if (item == spacer) {
        q = nodes_[q].up;
        continue;
      }
      ++shape.count;
      shape.primary += is_primary(item);
      shape.longest_list = std::max(shape.longest_list, heads_[item].size);
      ++q;
    }
    return shape;
  }

  // ---- taking away and putting back ---------------------------------------------------------
  // Take the other entries of p's option out of their lists.
  [[gnu::always_inline]] std::uint64_t hide(Index p) {
    Node* const nodes = nodes_.data();
    Head* const heads = heads_.data();
    std::uint64_t updates = 0;
    for (Index q = p + 1; q != p;) {
      const Index item = nodes[q].item, up = nodes[q].up, down = nodes[q].down;
      if (item == spacer) {
        q = up;
        continue;
      }
      if (!is_settled_entry(q)) {
        nodes[up].down = down;
        nodes[down].up = up;
        --heads[item].size;
        ++updates;
      }
      ++q;
    }
    return updates;
  }

  [[gnu::always_inline]] void unhide(Index p) {
    Node* const nodes = nodes_.data();
    Head* const heads = heads_.data();
    for (Index q = p + 1; q != p;) {
      const Index item = nodes[q].item, up = nodes[q].up, down = nodes[q].down;
      if (item == spacer) {
        q = up;
        continue;
      }
      if (!is_settled_entry(q)) {
        nodes[up].down = q;
        nodes[down].up = q;
        ++heads[item].size;
      }
      ++q;
    }
  }

  // Take p's whole option out, p included.
  std::uint64_t remove(Index p) {
    const std::uint64_t updates = hide(p);
    const Index up = nodes_[p].up, down = nodes_[p].down;
    nodes_[up].down = down;
    nodes_[down].up = up;
    --heads_[nodes_[p].item].size;
    return updates + 1;
  }

  void restore(Index p) {
    const Index up = nodes_[p].up, down = nodes_[p].down;
    nodes_[up].down = p;
    nodes_[down].up = p;
    ++heads_[nodes_[p].item].size;
    unhide(p);
  }

  // The item needs no more: close it, and take out the options that would cover it again.
  [[gnu::noinline]] std::uint64_t cover(Index item) {
    const Index left = heads_[item].left, right = heads_[item].right;
    heads_[left].right = right;
    heads_[right].left = left;
    std::uint64_t updates = 1;
    for (Index p = nodes_[item].down; p != item; p = nodes_[p].down) updates += hide(p);
    return updates;
  }

  [[gnu::noinline]] void uncover(Index item) {
    for (Index p = nodes_[item].up; p != item; p = nodes_[p].up) unhide(p);
    const Index left = heads_[item].left, right = heads_[item].right;
    heads_[left].right = item;
    heads_[right].left = item;
  }

  // The item got the colour of p: take out the options that give it another one.  The entries of
  // the same colour are marked, because from now on they ask for nothing.
  std::uint64_t settle(Index p) {
    const Index item = item_of(p);
    const Index colour = nodes_[p].colour;
    std::uint64_t updates = 1;
    for (Index q = nodes_[item].down; q != item; q = nodes_[q].down) {
      if (nodes_[q].colour == colour)
        nodes_[q].colour = settled;
      else
        updates += hide(q);
    }
    return updates;
  }

  void unsettle(Index p) {
    const Index item = item_of(p);
    const Index colour = nodes_[p].colour;
    for (Index q = nodes_[item].up; q != item; q = nodes_[q].up) {
      if (nodes_[q].colour == settled)
        nodes_[q].colour = colour;
      else
        unhide(q);
    }
  }

  // p's option has been chosen (and is out of all lists): do to p's item what follows from it.
  std::uint64_t commit(Index p) {
    const Index item = item_of(p);
    if constexpr (General) {
      if (is_primary(item)) {
        --bounds_[item].need;
        return --bounds_[item].room == 0 ? cover(item) : 0;
      }
      if (nodes_[p].colour == settled) return 0;
      if (nodes_[p].colour != 0) return settle(p);
    }
    return cover(item);
  }

  void uncommit(Index p) {
    const Index item = item_of(p);
    if constexpr (General) {
      if (is_primary(item)) {
        if (bounds_[item].room == 0) uncover(item);
        ++bounds_[item].room;
        ++bounds_[item].need;
        return;
      }
      if (nodes_[p].colour == settled) return;
      if (nodes_[p].colour != 0) return unsettle(p);
    }
    uncover(item);
  }

  // The same for all entries of the option but p, left to right, and undone right to left.
  std::uint64_t commit_others(Index p) {
    std::uint64_t updates = 0;
    for (Index q = p + 1; q != p;) {
      if (nodes_[q].item == spacer)
        q = nodes_[q].up;
      else
        updates += commit(q++);
    }
    return updates;
  }

  void uncommit_others(Index p) {
    for (Index q = p - 1; q != p;) {
      if (nodes_[q].item == spacer)
        q = nodes_[q].down;
      else
        uncommit(q--);
    }
  }

  // Invariants A, B and C, for the tests; not in the middle of an operation.
  bool invariants_hold() const { return lists_hold() && options_hold(); }

 private:
  // Invariants A and B.
  bool lists_hold() const {
    for (Index i = heads_[root].right; i != root; i = heads_[i].right) {
      if (heads_[heads_[i].left].right != i || heads_[heads_[i].right].left != i) return false;
      std::uint64_t entries = 0;
      for (Index p = nodes_[i].down; p != i; p = nodes_[p].down, ++entries)
        if (nodes_[p].item != i || nodes_[nodes_[p].up].down != p ||
            nodes_[nodes_[p].down].up != p)
          return false;
      if (entries != heads_[i].size) return false;
    }
    return true;
  }

  // Invariant C.  An option is *live* if it is in the list of an open item; then it is in all its
  // lists.  The others are in no list that is open: a secondary item, of which the links do not say
  // whether it is open, has only live options in its list, or none but those it was settled with.
  bool options_hold() const {
    std::vector<bool> open(heads_.size(), false);
    for (Index i = heads_[root].right; i != root; i = heads_[i].right) open[i] = true;
    std::vector<bool> live(first_node_.size(), false);
    for (std::size_t q = entries_begin(); q < nodes_.size(); ++q)
      if (nodes_[q].item != spacer && open[nodes_[q].item] && is_listed(static_cast<Index>(q)))
        live[option_of(static_cast<Index>(q))] = true;
    for (std::size_t q = entries_begin(); q < nodes_.size(); ++q)
      if (nodes_[q].item != spacer && live[option_of(static_cast<Index>(q))] &&
          !is_listed(static_cast<Index>(q)))
        return false;
    for (std::size_t i = primary_ + 1; i < heads_.size(); ++i) {
      bool some_live = false, some_not = false;
      for (Index p = nodes_[i].down; p != i; p = nodes_[p].down)
        if (!is_settled_entry(p)) (live[option_of(p)] ? some_live : some_not) = true;
      if (some_live && some_not) return false;
    }
    return true;
  }

  bool is_listed(Index entry) const { return nodes_[nodes_[entry].up].down == entry; }

  static constexpr Index spacer = 0;  // stands in `item`; no entry belongs to item 0, the root
  static constexpr Index settled = static_cast<Index>(-1);  // stands in `colour`

  struct Node {
    Index up, down;  // of a spacer: first node of the option before it, last of that after it
    Index item;
    Index colour;
  };
  struct Head {
    Index left, right, size;
    Index unused;  // four fields are addressed faster than three
  };
  struct Bounds {
    std::int32_t room, need;
  };

  bool is_settled_entry([[maybe_unused]] Index p) const {
    if constexpr (General)
      return nodes_[p].colour == settled;
    else
      return false;
  }

  std::size_t entries_begin() const { return heads_.size(); }

  void build_headers(const ExactCoverView& problem, std::span<const std::uint32_t> order) {
    for (std::size_t i = 0; i < heads_.size(); ++i)
      heads_[i] = {static_cast<Index>(i), static_cast<Index>(i), 0, 0};
    Index last = root;
    for (const std::uint32_t item : order) {
      const auto i = static_cast<Index>(item + 1);
      heads_[last].right = i;
      heads_[i].left = last;
      last = i;
    }
    heads_[last].right = root;
    heads_[root].left = last;
    if constexpr (General) {
      bounds_.resize(heads_.size(), {1, 0});
      for (std::uint32_t i = 0; i < problem.primary(); ++i)
        bounds_[i + 1] = {static_cast<std::int32_t>(problem.hi[i]),
                          static_cast<std::int32_t>(problem.lo[i])};
    }
  }

  void build_entries(const ExactCoverView& problem) {
    const std::size_t total = heads_.size() + problem.items.size() + problem.starts.size();
    nodes_.reserve(total);
    option_of_.reserve(total - heads_.size());
    for (std::size_t i = 0; i < heads_.size(); ++i)
      nodes_.push_back({static_cast<Index>(i), static_cast<Index>(i), static_cast<Index>(i), 0});

    auto last_spacer = static_cast<Index>(nodes_.size());
    push({0, 0, spacer, 0}, 0);
    for (std::uint32_t k = 0; k < problem.option_count(); ++k) {
      if (problem.idle(k)) continue;
      first_node_[k] = static_cast<Index>(nodes_.size());
      for (std::uint64_t e = problem.starts[k]; e < problem.starts[k + 1]; ++e) {
        const auto item = static_cast<Index>(problem.items[e] + 1);
        const auto q = static_cast<Index>(nodes_.size());
        const Index above = nodes_[item].up;
        push({above, item, item, static_cast<Index>(problem.colour(e))}, k);
        nodes_[above].down = q;
        nodes_[item].up = q;
        ++heads_[item].size;
      }
      nodes_[last_spacer].down = static_cast<Index>(nodes_.size() - 1);
      last_spacer = static_cast<Index>(nodes_.size());
      push({first_node_[k], 0, spacer, 0}, k);
    }
  }

  void push(Node node, std::uint32_t option) {
    nodes_.push_back(node);
    option_of_.push_back(option);
  }

  std::vector<Node> nodes_;
  std::vector<Head> heads_;
  std::uint32_t primary_;
  std::vector<Index> first_node_;         // of each option
  std::vector<std::uint32_t> option_of_;  // of each node behind the headers
  std::vector<Bounds> bounds_;            // of each item; only if General
};

}  // namespace tilewright
