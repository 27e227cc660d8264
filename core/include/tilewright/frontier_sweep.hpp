// The sweep: stage after stage, every waiting state takes every move that fits, and equal states
// become one.
//
// The counts at any moment are those of partial covers; the state at the end has as many as there
// are covers.  Successors are collected in small batches per stage and part of its table, so that
// the memory that a batch needs is fetched before it is used, and a lock is taken once per batch.
// Threads share a stage by taking its parts one after the other; sums do not depend on who was
// first.
//
// Invariant A   when the turn of a stage has come, nothing waits at the stages before it
// Invariant B   a state that waits at a stage has bits only of items that have bits there, and the
//               item of the stage is open
// Invariant C   the table of the stage is in order (see FrontierPending and FrontierPart)
//
// A checked build tests them at the beginning of each stage and at the end, for the states whose
// turn it is and that are in memory; so each state is looked at once.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <exception>
#include <limits>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "tilewright/contract.hpp"
#include "tilewright/frontier_fold.hpp"
#include "tilewright/frontier_meet.hpp"
#include "tilewright/frontier_pending.hpp"

namespace tilewright {

// What a sweep has left, for another one to meet it.
template <unsigned W>
struct FrontierMeet {
  FrontierPending<W>& left;
  const FrontierFold<W>& fold;
  const FrontierBridge<W>& bridge;  // from the other one

  // What a state of the other one leaves open, as a state here, and how often it counts: twice that
  // of a pair of mirror images, which were made one.
  std::pair<FrontierKey<W>, unsigned> across(const FrontierKey<W>& key) const {
    const FrontierKey<W> open = bridge.across(key);
    if (!fold.folds()) return {open, 1};
    const auto [least, alone] = fold.at_end(open);
    return {least, alone ? 2 : 1};
  }
};

template <unsigned W>
class FrontierSweep {
 public:
  using Key = FrontierKey<W>;
  using Plan = FrontierPlan<W>;

  FrontierSweep(const Plan& plan, const FrontierFold<W>& fold, FrontierControl& control,
                const FrontierLimits& limits, bool looks_ahead)
      : plan_(plan),
        fold_(fold),
        control_(control),
        limits_(limits),
        looks_ahead_(looks_ahead),
        pending_(plan.stage_count() + 1) {}

  // What is left after the last stage: one state if nothing is shared, or none.
  std::unique_ptr<FrontierPending<W>> run(std::uint64_t weight) {
    const Limb start[2] = {static_cast<Limb>(weight), static_cast<Limb>(weight >> 32)};
    const std::uint64_t hash = table(0, 1).hash(plan_.first_key);
    table(0, 1).add(0, {&plan_.first_key, &hash, start, 1, 2}, any_room);
    for (stage_ = 0; stage_ < plan_.stage_count(); ++stage_) {
      control_.stage = stages_before_ + stage_;
      TW_INVARIANT(invariants_hold());
      if (pending_[stage_]) run_stage();
      pending_[stage_].reset();
    }
    TW_INVARIANT(invariants_hold());
    return std::move(pending_[plan_.stage_count()]);
  }
  // The sum of the counts of all states that are left after the last stage.
  std::vector<Limb> total(std::uint64_t weight) {
    const auto last = run(weight);
    for (std::uint32_t p = 0; last && p < last->part_count(); ++p)
      last->each(p, [&](const FrontierBatch<W>& batch) {
        for (std::uint32_t k = 0; k < batch.size; ++k)
          add_to_sum(total_, batch.counts + std::size_t{k} * batch.limbs, batch.limbs);
      });
    return total_;
  }

  // Look every state that is left after the last stage up in what another sweep has left, and add
  // the products of their counts; twice that, if the other one was folded.  `stages_before` is how
  // many stages that other one had.
  //
  // That is done as they come, if the other one's states are in memory and leave room for this
  // sweep; else the states of both sides are kept, and brought together part by part.
  std::vector<Limb> meet(const FrontierMeet<W>& other, std::int32_t stages_before) {
    other_ = &other;
    stages_before_ = stages_before;
    if (static_cast<std::int64_t>(other.left.bytes()) > limits_.memory / 2) other.left.put_away();
    if (other.left.on_disk()) keep_last();
    const auto mine = run(1);
    if (mine) join(*mine);
    return total_;
  }
  // The same, if the states that this sweep would leave are those of the other one, moved by the
  // bridge: then there is nothing to sweep.
  std::vector<Limb> meet_itself(const FrontierMeet<W>& other) {
    other_ = &other;
    stage_ = plan_.stage_count();
    if (other.left.on_disk()) keep_last();
    share_out(other.left.part_count(), true, [&](auto&& next_part) {
      std::vector<Limb> sum;
      for (std::uint32_t p; next_part(p);)
        other.left.each(p, [&](const FrontierBatch<W>& batch) { cross(batch, sum); });
      return sum;
    });
    if (keeps_last_) join(*pending_[stage_]);
    return total_;
  }

 private:
  static constexpr std::uint32_t largest_batch = 64;  // states
  static constexpr std::uint64_t worth_threads = 20'000;  // states
  static constexpr std::int64_t any_room = std::numeric_limits<std::int64_t>::max();

  // One thread's successors on their way to the tables.
  class Worker {
   public:
    Worker(FrontierSweep& sweep, std::uint32_t limbs) : sweep_(sweep), limbs_(limbs) {
      const Plan& plan = sweep.plan_;
      for (std::int32_t to = sweep.stage_ + 1; to <= sweep.reach(); ++to) {
        offset_.push_back(buffers_);
        buffers_ += sweep.target(to).part_count();
      }
      fill_.assign(buffers_, 0);
      hits_.resize(plan.move_count(sweep.stage_) + 1);
      const std::int64_t share = sweep.limits_.memory / (8 * sweep.limits_.threads);
      const auto one = static_cast<std::int64_t>(buffers_ * (2 * sizeof(Key) + limbs * sizeof(Limb)));
      batch_size_ = static_cast<std::uint32_t>(std::clamp<std::int64_t>(share / one, 1, largest_batch));
      const std::size_t states = std::size_t{buffers_} * batch_size_;
      keys_ = CountedBytes(states * sizeof(Key), sweep.control_.bytes);
      hashes_ = CountedBytes(states * sizeof(std::uint64_t), sweep.control_.bytes);
      widen(limbs);
    }

    void expand(const FrontierPart<W>& part) {
      // What comes from disk may turn out to have larger counts when it is added up.
      const std::uint32_t room = part.limbs() + sweep_.limbs_of_weights();
      if (room > limbs_) {
        flush_all();
        widen(room);
      }
      const Plan& plan = sweep_.plan_;
      const auto& stage = plan.stages[sweep_.stage_];
      std::uint64_t since = 0;
      for (std::uint64_t place = 0; place < part.capacity(); ++place) {
        if (!part.used(place)) continue;
        const Key key = part.key(place);
        const Limb* const count = part.count(place);
        const std::uint32_t hits = plan.fitting(sweep_.stage_, key, hits_.data());
        nodes_ += hits;
        for (std::uint32_t h = 0; h < hits; ++h)
          go(plan.after(key, hits_[h]), count, part.limbs(), plan.moves[hits_[h]].weight, true);
        if (stage.may_pass) go(key, count, part.limbs(), 1, false);
        ++states_;
        if (++since >= sweep_.control_.patience) {
          since = 0;
          report();
        }
      }
      report();
    }
    void flush_all() {
      for (std::uint32_t l = 0; l < offset_.size(); ++l) {
        const std::uint32_t end = l + 1 < offset_.size() ? offset_[l + 1] : buffers_;
        for (std::uint32_t b = offset_[l]; b < end; ++b)
          if (fill_[b]) flush(l, b);
      }
    }
    const std::vector<Limb>& total() const { return total_; }
    std::uint64_t nodes() const { return nodes_; }
    std::uint64_t states() const { return states_; }

   private:
    void go(const Key& left, const Limb* count, std::uint32_t limbs, std::uint64_t weight,
            bool moved) {
      Key key = left;
      std::int32_t to = sweep_.plan_.land(sweep_.stage_, key);
      if (to < 0) return;
      if ((moved ? sweep_.plan_.stranded(to, key)
                : sweep_.plan_.stranded_by_passing(sweep_.stage_, to, key)) ||
          (sweep_.looks_ahead_ && !sweep_.plan_.goes_on(to, key))) {
        ++stranded_;
        return;
      }
      sweep_.fold_.choose(sweep_.stage_, left, to, key);
      if (to < 0) return;
      if (!sweep_.meets_at(to)) return send(to, key, count, limbs, weight);
      const auto [open, times] = sweep_.other_->across(key);
      for (unsigned k = 0; k < times; ++k) send(to, open, count, limbs, weight);
    }

    void send(std::int32_t to, const Key& key, const Limb* count, std::uint32_t limbs,
              std::uint64_t weight) {
      const auto l = static_cast<std::uint32_t>(to - sweep_.stage_ - 1);
      const FrontierPending<W>& target = sweep_.target(to);
      const std::uint64_t hash = target.hash(key);
      const std::uint32_t b = offset_[l] + target.part_of(hash);
      const std::size_t at = std::size_t{b} * batch_size_ + fill_[b];
      keys()[at] = key;
      hashes()[at] = hash;
      Limb* const here = counts() + at * limbs_;
      if (weight == 1) {
        std::copy(count, count + limbs, here);
        std::fill(here + limbs, here + limbs_, 0);
      } else {
        std::fill(product_.begin(), product_.end(), 0);
        multiply_limbs(count, limbs, weight, product_.data());
        std::copy(product_.begin(), product_.begin() + limbs_, here);
      }
      if (++fill_[b] == batch_size_) flush(l, b);
    }

    void widen(std::uint32_t limbs) {
      limbs_ = limbs;
      counts_ = CountedBytes(std::size_t{buffers_} * batch_size_ * limbs_ * sizeof(Limb),
                             sweep_.control_.bytes);
      product_.resize(limbs_ + 2);
    }
    Key* keys() const { return static_cast<Key*>(keys_.data()); }
    std::uint64_t* hashes() const { return static_cast<std::uint64_t*>(hashes_.data()); }
    Limb* counts() const { return static_cast<Limb*>(counts_.data()); }

    void flush(std::uint32_t l, std::uint32_t b) {
      const std::size_t at = std::size_t{b} * batch_size_;
      const FrontierBatch<W> batch{keys() + at, hashes() + at, counts() + at * limbs_, fill_[b],
                                   limbs_};
      const std::int32_t to = sweep_.stage_ + 1 + static_cast<std::int32_t>(l);
      const std::uint32_t p = b - offset_[l];
      if (sweep_.looks_up_at(to))
        add_products(sweep_.other_->left.part(p), batch, total_);
      else
        sweep_.put(to, p, batch);
      fill_[b] = 0;
    }

    void report() {
      FrontierControl& control = sweep_.control_;
      control.nodes += nodes_ - reported_;
      reported_ = nodes_;
      control.stranded += stranded_;
      stranded_ = 0;
      control.note_peak();
      control.poll();
      if (control.nodes > sweep_.limits_.moves) throw FrontierSlow();
    }

    FrontierSweep& sweep_;
    std::uint32_t limbs_, buffers_ = 0, batch_size_;
    std::vector<std::uint32_t> offset_;  // of each landing: its first buffer, one per part
    std::vector<std::uint32_t> fill_;    // of each buffer
    std::vector<std::uint32_t> hits_;    // moves that fit
    CountedBytes keys_, hashes_, counts_;  // of all buffers, one after the other
    std::vector<Limb> product_, total_;
    std::uint64_t nodes_ = 0, reported_ = 0, stranded_ = 0, states_ = 0;
  };

  // By how many limbs a count may grow when it is multiplied.
  std::uint32_t limbs_of_weights() const {
    return plan_.most_weight == 1 ? 0 : plan_.most_weight >> 32 ? 2 : 1;
  }

  bool meets_at(std::int32_t stage) const { return other_ && stage == plan_.stage_count(); }
  bool looks_up_at(std::int32_t stage) const { return meets_at(stage) && !keeps_last_; }
  // Where the states of a stage go.
  const FrontierPending<W>& target(std::int32_t stage) const {
    return looks_up_at(stage) ? other_->left : *pending_[stage];
  }
  // The farthest stage that states of this one go to.
  std::int32_t reach() const { return fold_.reach(stage_, plan_.reach(stage_)); }

  // Keep the states after the last stage, to be brought together with those that are met.
  void keep_last() {
    keeps_last_ = true;
    other_->left.put_away();
    other_->left.split();
    auto& last = pending_[plan_.stage_count()];
    last = std::make_unique<FrontierPending<W>>(control_, 1, other_->left.salt());
    last->split();
  }
  void join(const FrontierPending<W>& mine) {
    if (!keeps_last_) return;
    share_out(mine.part_count(), true, [&](auto&& next_part) {
      std::vector<Limb> sum;
      for (std::uint32_t p; next_part(p);)
        other_->left.take(p, room_of_slice(), [&](const FrontierPart<W>& part) {
          mine.each(p, [&](const FrontierBatch<W>& batch) {
            control_.poll();
            add_products(part, batch, sum);
          });
        });
      return sum;
    });
  }
  // States that another sweep has left, as states of this one.
  void cross(const FrontierBatch<W>& batch, std::vector<Limb>& sum) {
    control_.poll();
    FrontierPending<W>& to = keeps_last_ ? *pending_[stage_] : other_->left;
    std::array<std::pair<Key, unsigned>, largest_batch> open;
    std::array<std::uint64_t, largest_batch> hashes;
    for (std::uint32_t from = 0; from < batch.size; from += largest_batch) {
      const std::uint32_t n = std::min(largest_batch, batch.size - from);
      for (std::uint32_t k = 0; k < n; ++k) {
        open[k] = other_->across(batch.keys[from + k]);
        hashes[k] = to.hash(open[k].first);
        if (!keeps_last_) to.part(to.part_of(hashes[k])).prefetch(hashes[k]);
      }
      for (std::uint32_t k = 0; k < n; ++k) {
        const FrontierBatch<W> one{&open[k].first, &hashes[k],
                                   batch.counts + std::size_t{from + k} * batch.limbs, 1,
                                   batch.limbs};
        const std::uint32_t p = to.part_of(hashes[k]);
        for (unsigned t = 0; t < open[k].second; ++t)
          keeps_last_ ? put(stage_, p, one) : add_products(to.part(p), one, sum);
      }
    }
  }

  FrontierPending<W>& table(std::int32_t stage, std::uint32_t limbs) {
    if (!pending_[stage])
      pending_[stage] = std::make_unique<FrontierPending<W>>(control_, limbs, stage);
    return *pending_[stage];
  }

  void run_stage() {
    FrontierPending<W>& source = *pending_[stage_];
    const std::uint32_t limbs = source.limbs();
    const bool large = source.on_disk() || source.size() > worth_threads;
    for (std::int32_t s = stage_ + 1; s <= reach(); ++s) {
      FrontierPending<W>& to = table(s, limbs);
      if (!large && to.size() <= FrontierPending<W>::too_many_for_one) continue;
      make_room(to.bytes_to_split());
      to.split();
      if (control_.spilled > limits_.disk) refuse();
    }
    const std::uint32_t room = limbs + limbs_of_weights();
    std::atomic<std::uint64_t> nodes{0}, states{0};
    share_out(source.part_count(), large, [&](auto&& next_part) {
      Worker worker(*this, room);
      for (std::uint32_t p; next_part(p);) {
        make_room(source.bytes_to_take(p, room_of_slice()));
        source.take(p, room_of_slice(),
                    [&](const FrontierPart<W>& part) { worker.expand(part); });
      }
      worker.flush_all();
      nodes += worker.nodes();
      states += worker.states();
      return worker.total();
    });
    control_.finish_stage(stages_before_ + stage_, nodes, states);
  }

  // Has threads work, each of which asks for parts until there is no next one, and gives a sum.
  template <class Work>
  void share_out(std::uint32_t parts, bool among_threads, Work work) {
    std::atomic<std::uint32_t> next{0};
    std::exception_ptr failure;
    std::mutex ending;
    const auto go = [&] {
      try {
        const std::vector<Limb> sum = work([&](std::uint32_t& p) { return (p = next++) < parts; });
        const std::lock_guard lock(ending);
        add_to_sum(total_, sum.data(), sum.size());
      } catch (...) {
        const std::lock_guard lock(ending);
        if (!failure) failure = std::current_exception();
        next = parts;
      }
    };
    std::vector<std::thread> others;
    for (unsigned t = 1; among_threads && parts > 1 && t < limits_.threads; ++t)
      others.emplace_back(go);
    go();
    for (std::thread& other : others) other.join();
    if (failure) std::rethrow_exception(failure);
  }

  // Invariants A, B and C.
  [[maybe_unused]] bool invariants_hold() const {
    for (std::int32_t s = 0; s < stage_; ++s)
      if (pending_[s]) return false;
    const FrontierPending<W>* const now = pending_[stage_].get();
    if (!now) return true;
    const bool others = meets_at(stage_) && keeps_last_;  // then they are states of the other sweep
    for (std::uint32_t p = 0; p < now->part_count() && !others; ++p) {
      const FrontierPart<W>& part = now->part(p);
      for (std::uint64_t place = 0; place < part.capacity(); ++place)
        if (part.used(place) && !plan_.belongs(stage_, part.key(place))) return false;
    }
    return now->invariants_hold();
  }

  // Add a batch to a part of the table of a stage, which may take more memory.
  void put(std::int32_t stage, std::uint32_t part, const FrontierBatch<W>& batch) {
    FrontierPending<W>& to = *pending_[stage];
    if (to.add(part, batch, limits_.memory - control_.bytes)) return;
    make_room(to.bytes_to_add(part, batch));
    to.add(part, batch, any_room);
  }

  // Put the largest tables on disk until there is room for so many bytes more, or nothing is left.
  void make_room(std::int64_t wanted) {
    if (control_.bytes + wanted <= limits_.memory) return;
    const std::lock_guard lock(making_room_);
    while (control_.bytes + wanted > limits_.memory) {
      FrontierPending<W>* largest = nullptr;
      std::uint64_t most = 0;
      for (std::int32_t s = stage_; s <= plan_.stage_count(); ++s) {
        if (!pending_[s]) continue;
        const std::uint64_t bytes = pending_[s]->bytes();
        if (bytes > most) most = bytes, largest = pending_[s].get();
      }
      if (!largest) return;
      largest->put_away();
      control_.note_peak();
      if (control_.spilled > limits_.disk) refuse();
    }
  }
  // For what comes back from disk, to each thread.
  std::int64_t room_of_slice() const {
    return std::max<std::int64_t>(limits_.memory / (4 * limits_.threads), 1 << 16);
  }

  [[noreturn]] void refuse() const {
    throw FrontierFull("at stage " + std::to_string(stage_) + " of " +
                       std::to_string(plan_.stage_count()) + " the states that wait take " +
                       std::to_string(control_.bytes >> 20) + " MiB of memory and " +
                       std::to_string(control_.spilled >> 20) +
                       " MiB of disk, and the limits are " + std::to_string(limits_.memory >> 20) +
                       " and " + std::to_string(limits_.disk >> 20) +
                       " MiB: allow more memory, or use another engine");
  }

  const Plan& plan_;
  const FrontierFold<W>& fold_;
  FrontierControl& control_;
  FrontierLimits limits_;
  bool looks_ahead_;
  std::vector<std::unique_ptr<FrontierPending<W>>> pending_;  // by stage
  std::int32_t stage_ = 0;
  std::mutex making_room_;
  const FrontierMeet<W>* other_ = nullptr;
  bool keeps_last_ = false;  // even though the sweep meets another one
  std::int32_t stages_before_ = 0;
  std::vector<Limb> total_;
};

}  // namespace tilewright
