// The greater part of a search by bits.  Once what is left needs no more than 64 places, rows of
// 64 bits take over, and once it needs no more than 32, rows of 32: nine nodes in ten.  The tree
// stays the same: the places keep their order, and what is dropped is an item that only one option
// still uses and that need not be covered.
//
// Only rows are kept here, not the options they stand for; which option a row is, is looked up
// when somebody asks.  That works as long as an option takes what it tests: without colours, and
// without items that may be covered several times.  Options that are equal have equal rows, and
// stay together; so the k-th of them in any list is the k-th of them in the list at the top.
#pragma once
#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

#include "tilewright/bits_end.hpp"
#include "tilewright/bits_rows_kernel.hpp"
#include "tilewright/stack.hpp"

namespace tilewright {

// What the last choose() found.
struct RowsChoice {
  bool covered = false;
  std::uint32_t place = 0, degree = 0;
  std::uint32_t options = 1;    // in each child
  std::uint32_t looked_at = 0;  // options that fitted
  bool completes = false;       // the child is forced, and a cover
};

struct FramePlace {
  std::uint32_t degree, tried;
};

struct RowsStep {
  std::uint32_t left;  // options that were chosen in the child we were in
  bool there;
};

// Where there is nothing shorter to hand over to.
struct NoRows {
  using Row = std::uint8_t;
  std::size_t height() const { return 0; }
};

template <class Kernels, class Kernel, class Shorter>
class BitsRows {
 public:
  using Row = typename Kernel::Row;
  static constexpr std::uint32_t places = 8 * sizeof(Row);

  std::size_t height() const { return frames_.size() + shorter_.height(); }
  std::uint32_t size() const { return top_size_; }  // of the list at the top

  // Take over.  The places in `open` are to be covered; the caller fills in the rows, and the places
  // at which one, two, three, or more of them have a bit.
  struct Begun {
    Row* rows;
    Row (&seen)[4];
  };
  Begun begin(std::uint32_t size, Row open) {
    open_ = open;
    gone_ = 0;
    top_size_ = next_.size = size;
    next_.list = 0;
    listed_ = true;
    first_numbers_.clear();
    passed_ = 0;
    lists_.resize(0);
    ways_.resize(0);
    return {lists_.reserve(size + end_options), seen_};
  }

  // If few options are left, go through all that is below.  False if they are too many, or that
  // takes too long.
  bool end(Ending& ending) {
    if constexpr (has_shorter)
      if (shorter_.height() > 0) return shorter_.end(ending);
    if (open_ == 0) return false;
    if (!std::exchange(listed_, true)) list();
    if (next_.size > longest_end_ || (open_ & ~seen_[0])) return false;
    if (places > end_items && Kernels::count(open_) > end_items) return false;
    const std::uint64_t allowed = ending.nodes_left;
    listed_ = !(next_.size <= 64 ? run_end<1>(ending) : run_end<2>(ending));
    if (allowed == Ending::most_nodes && ending.nodes_left == 0)
      longest_end_ = next_.size - next_.size / 4;
    return !listed_;
  }
  // Calls visit(number in the list at the top, place) for some choices of the last end.
  template <class Visit>
  void for_each_at_end(std::span<const Ending::Choice> choices, Visit visit) const {
    if constexpr (has_shorter)
      if (shorter_.height() > 0) {
        shorter_.for_each_at_end(choices, visit_from_shorter(visit));
        return;
      }
    for (const auto& choice : choices)
      visit(number_of(&lists_[next_.list], choice.option), choice.item);
  }

  RowsChoice choose() {
    if (shorter_.height() > 0) return choose_shorter();
    handed_over_ = false;
    if (open_ == 0) return {.covered = true};
    if (!std::exchange(listed_, false)) list();
    if (open_ & ~seen_[0]) return dead_end();
    if constexpr (has_shorter) {
      const Row matter = open_ | seen_[1];
      if (Kernels::count(matter) <= Shorter::places) return hand_over(matter);
    }
    next_.ways = ways_.size();
    ways_.reserve(next_.size + rows_block);
    if (const Row forced = open_ & ~seen_[1]) return force(forced);
    Row fewest = open_ & ~seen_[2];
    if (!fewest) fewest = open_ & ~seen_[3];
    if (!fewest) fewest = Kernel::fewest(&lists_[next_.list], next_.size, open_);
    return pick(fewest & (~fewest + 1));
  }

  // Branch as choose() said.
  void open() {
    if constexpr (has_shorter)
      if (handed_over_) return shorter_.open();
    next_.open = open_;
    next_.gone = gone_;
    next_.tried = 0;
    next_.entered = false;
    frames_.push() = next_;
    const std::size_t end = next_.ways + next_.degree - 1 + next_.options;
    ways_.resize(end);
    numbers_.resize(next_.ways);
    std::fill_n(numbers_.reserve(end - next_.ways), end - next_.ways, unknown);
    numbers_.resize(end);
  }
  // Options that entering the child we are at chooses.
  std::uint32_t options_here() const {
    if constexpr (has_shorter)
      if (shorter_.height() > 0) return shorter_.options_here();
    return frames_.top().options;
  }

  // Leave the child we are in, if we are; then go to the next, if there is one.
  RowsStep advance() {
    if constexpr (has_shorter)
      if (shorter_.height() > 0) return shorter_.advance();
    Frame& f = frames_.top();
    const std::uint32_t left = f.entered ? f.options : 0;
    f.entered = false;
    return {left, f.tried++ < f.degree};
  }
  void enter() {
    if constexpr (has_shorter)
      if (shorter_.height() > 0) return shorter_.enter();
    Frame& f = frames_.top();
    f.entered = true;
    gone_ = 0;
    for (std::uint32_t k = 0; k < f.options; ++k) gone_ |= ways_[f.ways + f.tried - 1 + k];
    open_ = f.open & ~gone_;
  }
  // Options that were chosen in the child we were in.
  std::uint32_t close() {
    if constexpr (has_shorter)
      if (shorter_.height() > 0) return shorter_.close();
    const Frame& f = frames_.top();
    const std::uint32_t left = f.entered ? f.options : 0;
    open_ = f.open;
    gone_ = f.gone;
    ways_.resize(f.ways);
    frames_.pop();
    return left;
  }

  // The k-th frame, from the top on.
  FramePlace frame(std::size_t k) const {
    if constexpr (has_shorter)
      if (k >= frames_.size()) return shorter_.frame(k - frames_.size());
    return {frames_[k].degree, frames_[k].tried};
  }

  // Calls visit(frame) from the top on.
  template <class Visit>
  void for_each_frame(Visit visit) const {
    for (const Frame& f : frames_) visit(f);
    if constexpr (has_shorter) shorter_.for_each_frame(visit);
  }

  // Calls visit(number in the list at the top, place) for each option chosen; with `and_here`, also
  // for those of the child that we are at.
  template <class Visit>
  void for_each_chosen(Visit visit, bool and_here) const {
    for (std::size_t k = 0; k < frames_.size(); ++k) {
      const Frame& f = frames_[k];
      const bool here = and_here && k + 1 == frames_.size() && shorter_.height() == 0;
      for (std::uint32_t j = 0; (f.entered || here) && j < f.options; ++j) {
        const std::uint32_t way = f.tried - 1 + j;
        std::uint32_t& number = numbers_[f.ways + way];
        if (number == unknown) number = number_of(&ways_[f.ways], way);
        visit(number, first(ways_[f.ways + way] & f.items));
      }
    }
    if constexpr (has_shorter)
      if (shorter_.height() > 0) shorter_.for_each_chosen(visit_from_shorter(visit), and_here);
  }

 private:
  static constexpr std::uint32_t unknown = 0xffffffffu;
  static constexpr std::uint32_t passes = 64;  // through a list: as long as to make a table of it
  static constexpr bool has_shorter = !std::is_same_v<Shorter, NoRows>;

  struct Frame {
    Row open, gone;          // before one of the children is chosen
    Row items;               // that which we branch on, or those that are forced
    std::size_t list, ways;  // where they begin
    std::uint32_t size;      // of the list
    std::uint32_t options;   // in each child
    std::uint32_t degree, tried;
    bool entered;
  };

  static std::uint32_t first(Row bits) {
    return static_cast<std::uint32_t>(std::countr_zero(bits));
  }

  // List the options that fit, and what is seen of them.
  void list() {
    const bool below = frames_.size() > 0;
    const std::size_t from = below ? frames_.top().list : 0;
    const std::uint32_t size = below ? frames_.top().size : top_size_;
    next_.list = from + size + rows_block;
    lists_.resize(next_.list);
    lists_.reserve(size + end_options);
    next_.size = Kernel::filter(&lists_[from], size, gone_, &lists_[next_.list], seen_);
  }

  // With so many words for the options.
  template <unsigned N>
  bool run_end(Ending& ending) const {
    return Kernel::template End<N>::run(&lists_[next_.list], next_.size, open_, open_ | seen_[1],
                                        ending);
  }

  // What shorter rows tell, as numbers and places of these.
  template <class Visit>
  auto visit_from_shorter(Visit& visit) const {
    return [&](std::uint32_t row, std::uint32_t place) {
      if (handed_numbers_.empty()) handed_numbers_.resize(shorter_.size(), unknown);
      std::uint32_t& number = handed_numbers_[row];
      if (number == unknown) number = number_of(&lists_[handed_list_], row);
      visit(number, handed_places_[place]);
    };
  }

  // Where the k-th of these rows stands in the list at the top.
  std::uint32_t number_of(const Row* rows, std::uint32_t k) const {
    auto equal_before = std::count(rows, rows + k, rows[k]);
    std::uint32_t number = first_number(rows[k]);
    while (lists_[number] != rows[k] || equal_before-- > 0) ++number;
    return number;
  }

  // At most some rows before the first one that is equal.
  std::uint32_t first_number(Row row) const {
    if (passed_ >= std::uint64_t{passes} * top_size_) return first_numbers().at(row);
    const Row* const list = &lists_[0];
    std::uint32_t number = 0;
    while (!any_of_block(list + number, row)) number += rows_block;
    passed_ += number + rows_block;
    return number;
  }
  static bool any_of_block(const Row* rows, Row row) {  // a loop for vectors
    bool any = false;
    for (std::uint32_t k = 0; k < rows_block; ++k) any |= rows[k] == row;
    return any;
  }

  // Where each row stands first in the list at the top; made when it is needed.
  const std::unordered_map<Row, std::uint32_t>& first_numbers() const {
    if (first_numbers_.empty())
      for (std::uint32_t k = 0; k < top_size_; ++k) first_numbers_.try_emplace(lists_[k], k);
    return first_numbers_;
  }

  RowsChoice dead_end() const { return {.looked_at = next_.size}; }
  RowsChoice branch(Row items, std::uint32_t degree, std::uint32_t options) {
    next_.items = items;
    next_.degree = degree;
    next_.options = options;
    return {.place = first(items), .degree = degree, .options = options, .looked_at = next_.size};
  }

  // Some items have one option each: these make one child.
  RowsChoice force(Row forced) {
    Row* const ways = ways_.end_of_room();
    const std::uint32_t count = Kernel::collect(&lists_[next_.list], next_.size, forced, ways);
    Row taken = 0, clash = 0;
    for (std::uint32_t k = 0; k < count; ++k) {
      clash |= ways[k] & taken;
      taken |= ways[k];
    }
    if (clash) return dead_end();
    RowsChoice choice = branch(forced, 1, count);
    choice.completes = (open_ & ~taken) == 0;
    return choice;
  }

  RowsChoice pick(Row item) {
    Row* const ways = ways_.end_of_room();
    const Row* const list = &lists_[next_.list];
    const std::uint32_t count = Kernel::collect(list, next_.size, item, ways);
    std::uint32_t kept = 0, k = 0;
    for (; count - k >= 4; k += 4) kept += keep_viable<4>(list, ways + k, ways + kept);
    if (count - k == 3) kept += keep_viable<3>(list, ways + k, ways + kept);
    if (count - k == 2) kept += keep_viable<2>(list, ways + k, ways + kept);
    if (count - k == 1) kept += keep_viable<1>(list, ways + k, ways + kept);
    return branch(item, kept, 1);
  }

  // Of so many ways, keep those that leave no item without an option; how many these are.
  template <unsigned K>
  std::uint32_t keep_viable(const Row* list, const Row* ways, Row* to) const {
    Row gone[K], covered[K];
    for (std::uint32_t k = 0; k < K; ++k) gone[k] = ways[k];
    Kernel::template cover<K>(list, next_.size, gone, covered);
    std::uint32_t kept = 0;
    for (std::uint32_t k = 0; k < K; ++k) {
      to[kept] = gone[k];
      kept += (open_ & ~gone[k] & ~covered[k]) == 0;
    }
    return kept;
  }

  RowsChoice hand_over(Row matter) {
    if constexpr (has_shorter) {
      const auto open = static_cast<typename Shorter::Row>(Kernels::extract(open_, matter));
      const auto begun = shorter_.begin(next_.size, open);
      handed_list_ = next_.list;
      handed_numbers_.clear();
      Kernels::extract(&lists_[handed_list_], next_.size, matter, 0, begun.rows, false);
      Kernels::extract(seen_, 4, matter, 0, begun.seen, false);
      for (std::uint32_t k = 0; matter != 0; matter &= matter - 1) handed_places_[k++] = first(matter);
    }
    return choose_shorter();
  }

  RowsChoice choose_shorter() {
    RowsChoice choice;
    if constexpr (has_shorter) {
      handed_over_ = true;
      choice = shorter_.choose();
      choice.place = handed_places_[choice.place];
    }
    return choice;
  }

  Row open_ = 0, gone_ = 0;  // as in BitsWalk
  Stack<Frame> frames_;
  Stack<Row> lists_;  // that at the top, then one for each branching
  Stack<Row> ways_;
  mutable Stack<std::uint32_t> numbers_;  // of the ways in the list at the top, once looked up
  std::uint32_t top_size_ = 0;
  mutable std::unordered_map<Row, std::uint32_t> first_numbers_;
  mutable std::uint64_t passed_ = 0;  // rows, to find some in the list at the top
  // What was found at this node, until it is opened.
  bool listed_ = false;
  Row seen_[4] = {};
  Frame next_{};
  std::uint32_t longest_end_ = end_options;  // less once some were too long

  Shorter shorter_;
  bool handed_over_ = false;
  std::size_t handed_list_ = 0;  // the list that it began with
  mutable std::vector<std::uint32_t> handed_numbers_;  // of its rows, once looked up
  std::uint32_t handed_places_[places] = {};
};

}  // namespace tilewright
