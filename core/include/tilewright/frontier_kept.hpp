// All states of all stages, each with the number of ways to complete it.
//
// A sweep forwards finds the states, one backwards counts the ways: a state's completions are the
// sum of those of its successors, times the weights of the moves.  With these at hand, a cover is
// drawn by choosing each move with the right chance, and listed by following only moves that lead
// somewhere.
#pragma once
#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "tilewright/frontier_control.hpp"
#include "tilewright/frontier_table.hpp"

namespace tilewright {

// Random numbers: splitmix64, the same on every machine.
class FrontierDice {
 public:
  explicit FrontierDice(std::uint64_t seed) : state_(seed) {}
  std::uint64_t word() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  // A number from 0 to bound - 1, all equally likely; as many limbs as the bound.
  std::vector<Limb> below(const std::vector<Limb>& bound) {
    const std::uint32_t size = limbs_used(bound.data(), static_cast<std::uint32_t>(bound.size()));
    const Limb top = ~Limb{0} >> std::countl_zero(bound[size - 1]);
    std::vector<Limb> drawn(size);
    do {
      for (Limb& limb : drawn) limb = static_cast<Limb>(word());
      drawn[size - 1] &= top;
    } while (!std::lexicographical_compare(drawn.rbegin(), drawn.rend(),
                                           bound.rend() - size, bound.rend()));
    return drawn;
  }

 private:
  std::uint64_t state_;
};

template <unsigned W>
class FrontierKept {
 public:
  using Key = FrontierKey<W>;
  static constexpr std::uint32_t no_move = 0xffffffffu;  // the stage is passed

  FrontierKept(FrontierPlan<W> plan, FrontierControl& control, std::int64_t memory)
      : plan_(std::move(plan)), control_(control), memory_(memory) {}

  // Find all states, unless somebody else has, and has loaded them.
  void build() {
    if (!tables_.empty()) return;
    begin();
    for (std::int32_t s = 0; s < plan_.stage_count(); ++s) find_successors(s);
    const Limb one = 1;
    FrontierPart<W>& last = tables_.back();
    for (std::uint64_t place = 0; place < last.capacity(); ++place)
      if (last.used(place)) last.add_to(place, &one, 1);
    for (std::int32_t s = plan_.stage_count() - 1; s >= 0; --s) count_completions(s);
  }

  // The states of a stage, found and completed elsewhere.  An entry is a key, then the completions
  // in so many words, lowest first; those of states that cannot be completed may be left out.
  void load(std::int32_t stage, std::span<const std::uint64_t> entries, std::uint32_t count_words) {
    if (tables_.empty()) begin();
    control_.stage = stage;
    const std::uint32_t entry = W + count_words, limbs = most_limbs(entries, count_words);
    const std::uint64_t states = entries.size() / entry + (stage == 0);  // the first one, anyway
    require_room((states * 5 / 4 + 1) * (sizeof(Key) + limbs * sizeof(Limb)));
    FrontierPart<W>& table = tables_[stage] = FrontierPart<W>(control_.bytes, limbs, 0, stage);
    table.reserve(states);
    if (stage == 0) table.find_or_put(plan_.first_key, table.hash(plan_.first_key));
    for (const std::uint64_t* from = entries.data(); from != entries.data() + entries.size();
         from += entry) {
      Key key;
      std::copy(from, from + W, key.begin());
      Limb* const ways = table.count(table.find_or_put(key, table.hash(key)));
      for (std::uint32_t k = 0; k < limbs; ++k)
        ways[k] = static_cast<Limb>(from[W + k / 2] >> (k % 2 * 32));
    }
    control_.note_peak();
  }

  // Completions of the first state.
  std::vector<Limb> count() const { return completions(0, first_place()); }

  // One cover, with a chance in proportion to its weight: moves, stage by stage.
  std::vector<std::uint32_t> draw(FrontierDice& dice) const {
    std::vector<std::uint32_t> moves;
    std::int32_t stage = 0;
    std::uint64_t place = first_place();
    while (stage < plan_.stage_count()) {
      std::vector<Limb> left = dice.below(completions(stage, place));
      std::vector<Limb> share(left.size() + 3);
      each_way(stage, place, [&](std::uint32_t move, std::int32_t to, std::uint64_t next) {
        weigh(move, to, next, share);
        if (subtract(left, share)) return true;
        moves.push_back(move);
        stage = to, place = next;
        return false;
      });
    }
    return moves;
  }

  // Of each option: how many covers have it (each as often as its weight says).
  std::vector<std::vector<Limb>> uses(std::uint32_t option_count, std::uint64_t start_weight) const {
    std::vector<std::vector<Limb>> sums(option_count);
    std::vector<FrontierPart<W>> ways;
    for (std::int32_t s = 0; s <= plan_.stage_count(); ++s)
      ways.emplace_back(control_.bytes, 1, 0, s);
    const Limb start[2] = {static_cast<Limb>(start_weight), static_cast<Limb>(start_weight >> 32)};
    ways[0].reserve(1);
    ways[0].add(plan_.first_key, ways[0].hash(plan_.first_key), start, 2);
    for (std::int32_t s = 0; s < plan_.stage_count(); ++s) {
      const FrontierPart<W> here(std::move(ways[s]));
      std::vector<Limb> reach(here.limbs() + 2), share;
      for (std::uint64_t at = 0, n = 0; at < here.capacity(); ++at) {
        if (!here.used(at)) continue;
        if (++n % 256 == 0) control_.poll();
        const std::uint64_t place = tables_[s].find(here.key(at), here.hash(here.key(at)));
        each_way(s, place, [&](std::uint32_t move, std::int32_t to, std::uint64_t next) {
          const FrontierPart<W>& there = tables_[to];
          multiply_limbs(here.count(at), here.limbs(), weight_of(move), reach.data());
          if (move != no_move)
            add_product(sums[plan_.moves[move].option], reach.data(),
                        static_cast<std::uint32_t>(reach.size()), there.count(next), there.limbs());
          ways[to].reserve(1);
          ways[to].add(there.key(next), there.hash(there.key(next)), reach.data(),
                       static_cast<std::uint32_t>(reach.size()));
          return true;
        });
      }
    }
    return sums;
  }

  // Moves from a state to states that can be completed, in a fixed order, until `see` says no.
  template <class See>
  void each_way(std::int32_t stage, std::uint64_t place, See see) const {
    const Key key = tables_[stage].key(place);
    successors(stage, key, [&](std::uint32_t move, std::int32_t to, const Key& next) {
      const std::uint64_t there = tables_[to].find(next, tables_[to].hash(next));
      if (there == FrontierPart<W>::nowhere) return true;
      const Limb* const ways = tables_[to].count(there);
      return limbs_used(ways, tables_[to].limbs()) == 0 || see(move, to, there);
    });
  }
  std::uint64_t first_place() const {
    return tables_[0].find(plan_.first_key, tables_[0].hash(plan_.first_key));
  }
  const FrontierPlan<W>& plan() const { return plan_; }

 private:
  template <class See>
  void successors(std::int32_t stage, const Key& key, See see) const {
    const auto& s = plan_.stages[stage];
    const auto go = [&](Key next, std::uint32_t move) {
      const std::int32_t to = plan_.land(stage, next);
      return to < 0 || plan_.stranded(to, next) || see(move, to, next);
    };
    for (std::uint32_t r = s.first_run; r < s.last_run; ++r) {
      if (meets<W>(key, plan_.runs[r].common)) continue;
      for (std::uint32_t m = plan_.runs[r].begin; m < plan_.runs[r].end; ++m)
        if (plan_.fits(key, m) && !go(plan_.after(key, m), m)) return;
    }
    if (s.may_pass) go(key, no_move);
  }

  // Empty tables, but for the first state.
  void begin() {
    for (std::int32_t s = 0; s <= plan_.stage_count(); ++s)
      tables_.emplace_back(control_.bytes, 1, 0, s);
    tables_[0].reserve(1);
    tables_[0].find_or_put(plan_.first_key, tables_[0].hash(plan_.first_key));
  }

  // Of the largest count.
  static std::uint32_t most_limbs(std::span<const std::uint64_t> entries,
                                  std::uint32_t count_words) {
    std::vector<std::uint64_t> any(count_words);  // bits that are set somewhere
    for (std::size_t k = 0; k < entries.size(); k += W + count_words)
      for (std::uint32_t c = 0; c < count_words; ++c) any[c] |= entries[k + W + c];
    std::uint32_t words = count_words;
    while (words > 1 && any[words - 1] == 0) --words;
    return 2 * words - (any[words - 1] >> 32 == 0);
  }

  void find_successors(std::int32_t stage) {
    control_.stage = stage;
    const FrontierPart<W>& table = tables_[stage];
    std::uint64_t moves = 0, seen = 0;
    for (std::uint64_t place = 0; place < table.capacity(); ++place) {
      if (!table.used(place)) continue;
      const std::uint64_t before = moves;
      successors(stage, table.key(place), [&](std::uint32_t move, std::int32_t to, const Key& next) {
        moves += move != no_move;
        reserve_one(tables_[to]);
        tables_[to].find_or_put(next, tables_[to].hash(next));
        return true;
      });
      control_.nodes += moves - before;
      if (++seen % control_.patience == 0) rest();
    }
    rest();
    control_.finish_stage(stage, moves, seen);
  }

  void rest() const {
    control_.note_peak();
    require_room(0);
    control_.poll();
  }

  void reserve_one(FrontierPart<W>& table) const {
    if (const std::uint64_t more = table.bytes_to_reserve(1)) require_room(more), table.reserve(1);
  }
  void require_room(std::uint64_t more) const {
    if (control_.bytes + static_cast<std::int64_t>(more) > memory_)
      throw FrontierFull("all states at once take more than the " + std::to_string(memory_ >> 20) +
                         " MiB allowed, already at stage " + std::to_string(control_.stage) +
                         " of " + std::to_string(plan_.stage_count()) +
                         ": allow more memory, or only count");
  }

  void count_completions(std::int32_t stage) {
    FrontierPart<W>& table = tables_[stage];
    std::vector<Limb> share;
    std::uint64_t seen = 0;
    for (std::uint64_t place = 0; place < table.capacity(); ++place) {
      if (!table.used(place)) continue;
      each_way(stage, place, [&](std::uint32_t move, std::int32_t to, std::uint64_t next) {
        weigh(move, to, next, share);
        table.add_to(place, share.data(), static_cast<std::uint32_t>(share.size()));
        return true;
      });
      if (++seen % 256 == 0) rest();
    }
  }

  std::uint64_t weight_of(std::uint32_t move) const {
    return move == no_move ? 1 : plan_.moves[move].weight;
  }
  // share = completions of the successor, times the weight of the move
  void weigh(std::uint32_t move, std::int32_t to, std::uint64_t next,
             std::vector<Limb>& share) const {
    share.assign(tables_[to].limbs() + 2, 0);
    multiply_limbs(tables_[to].count(next), tables_[to].limbs(), weight_of(move), share.data());
  }
  std::vector<Limb> completions(std::int32_t stage, std::uint64_t place) const {
    const Limb* const ways = tables_[stage].count(place);
    return {ways, ways + limbs_used(ways, tables_[stage].limbs())};
  }
  // left -= share, if that is possible.
  static bool subtract(std::vector<Limb>& left, const std::vector<Limb>& share) {
    const std::uint32_t size = limbs_used(share.data(), static_cast<std::uint32_t>(share.size()));
    if (size > left.size()) return false;
    std::vector<Limb> difference = left;
    std::int64_t borrow = 0;
    for (std::size_t k = 0; k < left.size(); ++k) {
      borrow += std::int64_t{left[k]} - (k < size ? share[k] : 0);
      difference[k] = static_cast<Limb>(borrow);
      borrow >>= 32;
    }
    if (borrow < 0) return false;
    left = std::move(difference);
    return true;
  }

  FrontierPlan<W> plan_;
  FrontierControl& control_;
  std::int64_t memory_;
  std::vector<FrontierPart<W>> tables_;  // by stage; counts are completions
};

}  // namespace tilewright
