// A walk in the tree of dancing links that gives up nodes that are too dear; see best.hpp.
#pragma once
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "tilewright/best.hpp"
#include "tilewright/links_walk.hpp"

namespace tilewright {

// What the options cost.  They stand in the order of their shares, and `number` says which option
// of the caller's problem each one is.
struct Prices {
  std::vector<std::uint32_t> number;
  std::vector<std::uint64_t> cost, share;
  std::uint64_t scale = 1;  // shares are this many times too large
};

template <class Index, bool General>
class BestWalk {
  using Plain = LinksWalk<Index, General>;

 public:
  using Choice = typename Plain::Choice;
  using Branching = typename Plain::Branching;
  static constexpr Index root = Plain::root;

  BestWalk(const ExactCoverView& problem, const Rule& rule, const Subtree& start,
           std::shared_ptr<const Prices> prices, std::shared_ptr<Ledger> ledger)
      : walk_(problem, rule, start), prices_(std::move(prices)), ledger_(std::move(ledger)) {}

  // A node that is too dear looks like a dead end, and so does a cover.
  Branching choose() {
    if (walk_.height() == 0) ledger_->begin();
    Branching branching = walk_.choose();
    if (branching.item == root) {
      if (!ledger_->admits(cost_)) return {dead, 0, branching.open_items};
      ledger_->add(cost_);
    } else if (branching.degree > 0 && !ledger_->admits(bound())) {
      branching.degree = 0;
    }
    return branching;
  }

  std::uint64_t open(Index item) { return walk_.open(item); }

  Child advance() {
    pay_back();
    return walk_.advance();
  }

  std::uint64_t enter() {
    const auto& f = walk_.frame(walk_.height() - 1);
    if (f.child == Child::option) cost_ += cost_of(f.entry);
    return walk_.enter();
  }

  void close() {
    pay_back();
    walk_.close();
  }

  // The child we are at, not entered; and the ledger learns what it would cost at least.
  Subtree subtree() {
    Subtree s = walk_.subtree();
    for (std::uint32_t& option : s.chosen) option = prices_->number[option];
    for (std::uint32_t& option : s.excluded) option = prices_->number[option];
    enter();
    ledger_->leave(walk_.choose().item == root ? cost_ : bound());
    pay_back();
    walk_.leave();
    return s;
  }

  Completion completion(const Branching&) const { return {}; }
  std::size_t options_here() const { return 1; }
  std::uint64_t work_of_choosing() const { return 2 * walk_.work_of_choosing(); }
  std::uint64_t dead_end() const { return walk_.dead_end(); }
  std::uint64_t stranded() const { return 0; }
  std::uint64_t start_updates() const { return walk_.start_updates(); }
  std::size_t level() const { return walk_.level(); }
  std::size_t height() const { return walk_.height(); }
  double explored() const { return walk_.explored(); }
  const auto& frame(std::size_t k) const { return walk_.frame(k); }
  std::uint32_t option_of(Choice entry) const { return prices_->number[walk_.option_of(entry)]; }
  std::uint32_t item_of(Choice entry) const { return walk_.item_of(entry); }

  template <class Visit>
  void for_each_chosen(Visit visit) const {
    walk_.for_each_chosen(visit);
  }

 private:
  static constexpr Index dead = 1;  // stands for any item: it is not branched on

  std::uint64_t cost_of(Index entry) const { return prices_->cost[walk_.option_of(entry)]; }

  void pay_back() {
    const auto& f = walk_.frame(walk_.height() - 1);
    if (f.entered && f.child == Child::option) cost_ -= cost_of(f.entry);
  }

  // No cover below here costs less; infinite if some item has too few options.
  std::uint64_t bound() const {
    const auto& links = walk_.links();
    std::uint64_t shares = 0;
    for (Index i = links.next_item(root); i != root; i = links.next_item(i)) {
      Index entry = i;
      for (std::int32_t need = links.need(i); need > 0; --need) {
        entry = links.down(entry);
        if (entry == i) return Ledger::infinite;
        shares += prices_->share[walk_.option_of(entry)];
      }
    }
    return cost_ + shares / prices_->scale + (shares % prices_->scale != 0);
  }

  Plain walk_;
  std::shared_ptr<const Prices> prices_;
  std::shared_ptr<Ledger> ledger_;
  std::uint64_t cost_ = 0;  // of the options chosen
};

static_assert(Walk<BestWalk<std::uint16_t, false>> && Walk<BestWalk<std::uint32_t, true>>);

}  // namespace tilewright
