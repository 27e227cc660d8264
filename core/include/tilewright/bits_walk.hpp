// A walk in the search tree that looks at several options at once: see bits_kernel.hpp for how,
// bits.hpp for what this is good for, and walk.hpp for what a walk is.
//
// We branch on items that must be covered exactly once, and on these only; every option has one.
// So no option is ever excluded on the way, and when no such item is open, nothing fits any more.
//
// At a node the options that still fit are listed afresh, from the list of the node above:
//
//   - If some items have one option each, these options are forced.  They are chosen together, as
//     the only child of the node; so a node may be several levels below the node above it.
//   - Otherwise we branch on an item with fewest options.  A child that leaves some item without
//     an option is not entered, nor counted as a node (two children in three are of this kind).
//
// When few enough places are left, BitsRows takes over, with the same tree.
//
//     arena_     | list at the root | list one node further down | ...
//     slots_     | ways at the root | ways one node further down | ...
#pragma once
#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "tilewright/bits_arena.hpp"
#include "tilewright/bits_books.hpp"
#include "tilewright/bits_rows.hpp"
#include "tilewright/bits_table.hpp"
#include "tilewright/contract.hpp"
#include "tilewright/rule.hpp"
#include "tilewright/stack.hpp"
#include "tilewright/walk.hpp"

namespace tilewright {

template <class Kernel, class Kernels, unsigned W>
class BitsWalk {
 public:
  static constexpr std::uint32_t root = 0;  // items are known by their places; at 0 there is none
  struct Choice {
    std::uint32_t slot = 0, place = 0;
    bool operator==(const Choice&) const = default;
  };
  struct Branching {
    std::uint32_t item;  // root if no item is open
    std::uint32_t degree;
  };

  BitsWalk(const ExactCoverView& problem, const Rule& rule, const Subtree& start)
      : layout_(problem, item_order(problem, rule)),
        table_(problem, layout_),
        books_(table_),
        open_(table_.open),
        take_what_they_test_(table_.test == table_.take),
        excluded_at_start_(start.excluded) {
    for (std::uint32_t place = 1; place < layout_.bits; ++place) places_.set(place);
    require_valid(problem, start);
    for (const std::uint32_t option : start.chosen) choose_at_start(option, problem);
    if (start.via != Subtree::no_item)
      chosen_at_start_.back().place = layout_.place[start.via];
    list_at_root(problem);
  }

  // The books look at the table.
  BitsWalk(const BitsWalk&) = delete;
  BitsWalk& operator=(const BitsWalk&) = delete;

  std::uint64_t start_updates() const { return 0; }
  std::size_t level() const { return level_; }
  std::size_t height() const { return frames_.size() + rows_.height(); }
  FramePlace frame(std::size_t k) const {
    if (k >= frames_.size()) return rows_.frame(k - frames_.size());
    return {frames_[k].degree, frames_[k].tried};
  }
  std::uint32_t option_of(const Choice& choice) const { return layout_.number[choice.slot]; }
  std::uint32_t item_of(const Choice& choice) const { return layout_.item_at[choice.place]; }
  std::uint64_t work_of_choosing() const { return work_; }
  std::uint64_t dead_end() const { return looked_at_; }
  std::uint64_t stranded() const { return 0; }
  Completion completion(const Branching&) const {
    return {completes_ ? next_options_ : 0, looked_at_};
  }
  double explored() const {
    Fraction fraction;
    for (const Frame& f : frames_) fraction.add(f);
    rows_.for_each_frame([&](const auto& f) { fraction.add(f); });
    return fraction.explored();
  }

  // Go through all that is below this node, if that is little.
  bool end(Ending& ending) { return rows_.height() > 0 && rows_.end(ending); }
  template <class Visit>
  void for_each_at_end(std::span<const Ending::Choice> choices, Visit visit) const {
    rows_.for_each_at_end(choices, [&](std::uint32_t number, std::uint32_t place) {
      visit(choice_in_rows(number, place));
    });
  }

  Branching choose() {
    TW_INVARIANT(rows_.height() > 0 || invariants_hold());
    looked_at_ = 0;
    work_ = least_work;
    completes_ = false;
    if (rows_.height() > 0) return choose_in_rows();
    in_rows_ = false;
    if (!open_.any()) return {books_.need_more() ? nowhere : root, 0};
    return list_and_pick();
  }

  // Branch on the item that was just chosen.
  std::uint64_t open(std::uint32_t) {
    if (in_rows_) {
      rows_.open();
      return looked_at_;
    }
    next_.open = open_;
    next_.gone = gone_;
    next_.tried = 0;
    next_.entered = false;
    next_.child = Child::option;
    frames_.push() = next_;
    slots_.resize(next_.ways + next_.degree - 1 + next_.options);
    return looked_at_;
  }

  // Options that entering the child we are at chooses.
  std::size_t options_here() const {
    return rows_.height() > 0 ? rows_.options_here() : frames_.top().options;
  }

  Child advance() {
    if (rows_.height() > 0) {
      const auto step = rows_.advance();
      level_ -= step.left;
      return step.there ? Child::option : Child::end;
    }
    Frame& f = frames_.top();
    if (f.entered) leave(f);
    if (f.tried == f.degree) f.child = Child::end;
    ++f.tried;
    return f.child;
  }

  std::uint64_t enter() {
    if (rows_.height() > 0) {
      level_ += rows_.options_here();
      rows_.enter();
      return 0;
    }
    Frame& f = frames_.top();
    f.entered = true;
    open_ = f.open;
    gone_ = {};
    for (std::uint32_t k = 0; k < f.options; ++k) commit(slots_[f.ways + f.tried - 1 + k]);
    return 0;
  }

  void close() {
    if (rows_.height() > 0) {
      level_ -= rows_.close();
      return;
    }
    Frame& f = frames_.top();
    if (f.entered) leave(f);
    open_ = f.open;
    gone_ = f.gone;
    slots_.resize(f.ways);
    frames_.pop();
  }

  template <class Visit>
  void for_each_chosen(Visit visit) const {
    for (const Choice& choice : chosen_at_start_) visit(choice);
    for (const Frame& f : frames_)
      if (f.entered) for_each_at(f, visit);
    if (rows_.height() > 0) for_each_in_rows(visit, false);
  }

  Subtree subtree() const {
    Subtree s;
    const auto add = [&](const Choice& choice) {
      s.chosen.push_back(option_of(choice));
      s.via = item_of(choice);
    };
    for (const Choice& choice : chosen_at_start_) add(choice);
    for (const Frame& f : frames_)
      if (f.entered || rows_.height() == 0) for_each_at(f, add);
    if (rows_.height() > 0) for_each_in_rows(add, true);
    s.excluded = excluded_at_start_;
    return s;
  }

 private:
  using Rows = BitsRows<Kernels, typename Kernels::Long,
                        BitsRows<Kernels, typename Kernels::Short, NoRows>>;

  // In the unit of DepthFirst: about 5 ns.
  static constexpr std::uint64_t least_work = 4, options_per_work = 8;
  static constexpr std::uint32_t nowhere = 1;  // stands for an item without options

  struct Frame {
    Bits<W> open, gone;     // before one of the children is chosen
    Bits<W> items;          // that which we branch on, or those that are forced
    BitsList list;          // of the options that fitted
    std::size_t ways;       // where they begin, in slots_
    std::uint32_t options;  // in each child
    std::uint32_t degree, tried;
    bool entered;
    Child child;
  };

  template <class Visit>
  void for_each_at(const Frame& f, Visit visit) const {
    for (std::uint32_t k = 0; k < f.options; ++k) {
      const std::uint32_t slot = slots_[f.ways + f.tried - 1 + k];
      visit(Choice{slot, (table_.test[slot] & f.items).first()});
    }
  }
  template <class Visit>
  void for_each_in_rows(Visit visit, bool and_here) const {
    rows_.for_each_chosen(
        [&](std::uint32_t number, std::uint32_t place) {
          visit(choice_in_rows(number, place));
        },
        and_here);
  }

  Choice choice_in_rows(std::uint32_t number, std::uint32_t place) const {
    return {table_.slot_of(tails_in_rows_[number]), place_in_rows_[place]};
  }

  void choose_at_start(std::uint32_t option, const ExactCoverView& problem) {
    const auto entries = problem.option(option);
    const auto first = std::find_if(entries.begin(), entries.end(), [&](std::uint32_t item) {
      return item < problem.primary();
    });
    const std::uint32_t slot = layout_.slot[option];
    chosen_at_start_.push_back({slot, layout_.place[*first]});
    commit(slot);
  }

  void list_at_root(const ExactCoverView& problem) {
    std::vector<std::uint8_t> excluded(layout_.number.size(), 0);
    for (const std::uint32_t option : excluded_at_start_)
      if (!problem.idle(option)) excluded[layout_.slot[option]] = 1;
    at_root_ = arena_.make_room(0, static_cast<std::uint32_t>(layout_.number.size()));
    Live<W> all = arena_.rows(at_root_);
    for (std::uint32_t slot = 0; slot < layout_.number.size(); ++slot) {
      if (excluded[slot]) continue;
      for (unsigned w = 0; w < W; ++w) all.word[w][all.size] = table_.test[slot].word[w];
      all.tail[all.size++] = table_.tail_of(slot);
    }
    at_root_.size = all.size;
  }

  Branching list_and_pick() {
    const BitsList above = frames_.size() > 0 ? frames_.top().list : at_root_;
    next_.list = arena_.make_room(above.end, above.size);
    Live<W> now = arena_.rows(next_.list);
    Bits<W> seen[4];
    Kernel::filter(arena_.rows(above), gone_, now, seen);
    next_.list.size = now.size;
    looked_at_ = now.size;
    work_ += (above.size + now.size) / options_per_work;
    if ((open_ & ~seen[0]).any() || books_.lack_options(seen[0])) return {nowhere, 0};
    if (take_what_they_test_ && hand_over(now, seen)) return choose_in_rows();
    next_.ways = slots_.size();
    slots_.reserve(now.size + Live<W>::block);
    const Bits<W> forced = open_ & ~seen[1];
    return forced.any() ? force(now, forced) : pick(now, seen);
  }

  // Let BitsRows take over, if the places that matter are few enough.
  bool hand_over(const Live<W>& now, const Bits<W> (&seen)[4]) {
    const Bits<W> matter = open_ | (seen[1] & places_);
    std::uint32_t count = Kernels::count(matter.tail);
    for (unsigned w = 0; w < W; ++w) count += Kernels::count(matter.word[w]);
    if (count > Rows::places) return false;
    const auto extract = [&](const Bits<W>& bits) {
      std::uint64_t row = 0;
      std::uint32_t shift = 0;
      const auto add = [&](std::uint64_t word, std::uint64_t mask) {
        if (mask != 0) row |= Kernels::extract(word, mask) << shift;
        shift += Kernels::count(mask);
      };
      for (unsigned w = 0; w < W; ++w) add(bits.word[w], matter.word[w]);
      add(bits.tail, matter.tail);
      return row;
    };
    const auto begun = rows_.begin(now.size, extract(open_));
    for (unsigned k = 0; k < 4; ++k) begun.seen[k] = extract(seen[k]);
    std::uint32_t shift = 0;
    for (unsigned w = 0; w < W; ++w) {
      if (w == 0 || matter.word[w])
        Kernels::extract(now.word[w], now.size, matter.word[w], shift, begun.rows, w > 0);
      shift += Kernels::count(matter.word[w]);
    }
    if (matter.tail) Kernels::extract(now.tail, now.size, matter.tail, shift, begun.rows, true);
    tails_in_rows_ = now.tail;
    std::uint32_t* place = place_in_rows_;
    const auto number = [&](std::uint64_t word, std::uint32_t first) {
      for (; word != 0; word &= word - 1)
        *place++ = first + static_cast<std::uint32_t>(std::countr_zero(word));
    };
    for (unsigned w = 0; w < W; ++w) number(matter.word[w], 64 * w);
    number(matter.tail, 64 * W);
    return true;
  }

  Branching choose_in_rows() {
    in_rows_ = true;
    const RowsChoice choice = rows_.choose();
    looked_at_ = choice.looked_at;
    completes_ = choice.completes;
    next_options_ = choice.options;
    work_ += looked_at_ / options_per_work;
    if (choice.covered) return {root, 0};
    return {choice.degree > 0 ? place_in_rows_[choice.place] : nowhere, choice.degree};
  }

  // Some items have one option each: these make one child.
  Branching force(const Live<W>& now, const Bits<W>& forced) {
    std::uint32_t* const slots = slots_.end_of_room();
    const std::uint32_t count = Kernel::collect(now, forced, slots);
    for (std::uint32_t k = 0; k < count; ++k) slots[k] = table_.slot_of(slots[k]);
    if (!books_.fit_together(slots, count)) return {nowhere, 0};
    next_.items = forced;
    next_.options = count;
    next_.degree = 1;
    return {forced.first(), 1};
  }

  Branching pick(const Live<W>& now, const Bits<W> (&seen)[4]) {
    Bits<W> fewest = open_ & ~seen[2];
    if (!fewest.any()) fewest = open_ & ~seen[3];
    const std::uint32_t place =
        fewest.any() ? fewest.first() : Kernel::fewest(now, open_).place;
    Bits<W> wanted{};
    wanted.set(place);
    std::uint32_t* const slots = slots_.end_of_room();
    const std::uint32_t count = Kernel::collect(now, wanted, slots);
    next_.items = wanted;
    next_.options = 1;
    next_.degree = keep_viable(now, slots, count);
    return {place, next_.degree};
  }

  // Of these options, keep those that leave no item without an option.
  std::uint32_t keep_viable(const Live<W>& now, std::uint32_t* slots, std::uint32_t count) {
    std::uint32_t kept = 0;
    for (std::uint32_t begin = 0; begin < count; begin += together) {
      Bits<W> gone[together], covered[together];
      const std::uint32_t size = std::min(together, count - begin);
      for (std::uint32_t k = 0; k < together; ++k)
        gone[k] = table_.take[table_.slot_of(slots[begin + std::min(k, size - 1)])];
      Kernel::cover(now, gone, covered);
      work_ += now.size / options_per_work;
      for (std::uint32_t k = 0; k < size; ++k)
        if (!(open_ & ~gone[k] & ~covered[k]).any())
          slots[kept++] = table_.slot_of(slots[begin + k]);
    }
    return kept;
  }

  void commit(std::uint32_t slot) {
    open_ = open_ & ~table_.take[slot];
    gone_ = gone_ | table_.take[slot];
    books_.use(slot, gone_);
    ++level_;
  }
  void leave(Frame& f) {
    f.entered = false;
    for (std::uint32_t k = 0; k < f.options; ++k) books_.give_back(slots_[f.ways + f.tried - 1 + k]);
    level_ -= f.options;
  }

  // Does what is open and used follow from what is chosen?
  bool invariants_hold() const {
    Bits<W> open = table_.open, gone{};
    BitsBooks<W> books(table_);
    std::size_t chosen = 0;
    for_each_chosen([&](const Choice& c) {
      ++chosen;
      open = open & ~table_.take[c.slot];
      books.use(c.slot, gone);
    });
    return chosen == level_ && open == open_ && books == books_;
  }

  const BitLayout layout_;
  const BitsTable<W> table_;
  BitsBooks<W> books_;
  Bits<W> open_;     // places of items that must be covered and are not yet
  Bits<W> gone_{};   // taken since the last list was made
  Bits<W> places_{};  // all there are
  bool take_what_they_test_;
  std::vector<std::uint32_t> excluded_at_start_;
  std::vector<Choice> chosen_at_start_;
  std::size_t level_ = 0;
  Stack<Frame> frames_;
  BitsArena<W> arena_;
  Stack<std::uint32_t> slots_;
  BitsList at_root_;

  // Where BitsRows has taken over: what its rows and places are here.
  Rows rows_;
  const std::uint32_t* tails_in_rows_ = nullptr;  // in the arena, until a list is made there
  std::uint32_t place_in_rows_[Rows::places];

  // What the last choose() found, until it is opened.
  bool in_rows_ = false;
  bool completes_ = false;
  std::uint32_t next_options_ = 0;
  Frame next_{};
  std::uint64_t looked_at_ = 0, work_ = 0;
};

}  // namespace tilewright
