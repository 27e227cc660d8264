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
#include <cstdint>
#include <exception>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "tilewright/contract.hpp"
#include "tilewright/frontier_meet.hpp"
#include "tilewright/frontier_pending.hpp"

namespace tilewright {

template <unsigned W>
class FrontierSweep {
 public:
  using Key = FrontierKey<W>;
  using Plan = FrontierPlan<W>;

  FrontierSweep(const Plan& plan, FrontierControl& control, const FrontierLimits& limits,
                bool looks_ahead)
      : plan_(plan),
        control_(control),
        limits_(limits),
        looks_ahead_(looks_ahead),
        pending_(plan.stage_count() + 1) {}

  // What is left after the last stage: one state if nothing is shared, or none.
  std::unique_ptr<FrontierPending<W>> run(std::uint64_t weight) {
    const Limb start[2] = {static_cast<Limb>(weight), static_cast<Limb>(weight >> 32)};
    const std::uint64_t hash = table(0, 1).hash(plan_.first_key);
    table(0, 1).add(0, {&plan_.first_key, &hash, start, 1, 2});
    for (stage_ = 0; stage_ < plan_.stage_count(); ++stage_) {
      control_.stage = stages_before_ + stage_;
      TW_INVARIANT(invariants_hold());
      if (pending_[stage_]) run_stage();
      pending_[stage_].reset();
    }
    auto& last = pending_[plan_.stage_count()];
    if (last) last->restore_all();
    TW_INVARIANT(invariants_hold());
    return std::move(last);
  }

  // Look every state that is left after the last stage up in what another sweep has left, and add
  // the products of their counts.  `stages_before` is how many stages that other one had.
  std::vector<Limb> meet(const FrontierPending<W>& other, const FrontierBridge<W>& bridge,
                         std::int32_t stages_before) {
    other_ = &other;
    bridge_ = &bridge;
    stages_before_ = stages_before;
    run(1);
    return total_;
  }

 private:
  static constexpr std::uint32_t batch_size = 64;
  static constexpr std::uint64_t worth_threads = 20'000;  // states

  // One thread's successors on their way to the tables.
  class Worker {
   public:
    Worker(FrontierSweep& sweep, std::uint32_t limbs) : sweep_(sweep), limbs_(limbs) {
      const Plan& plan = sweep.plan_;
      const auto first = plan.stages[sweep.stage_].first_landing;
      for (std::uint32_t l = first;; ++l) {
        offset_.push_back(buffers_);
        buffers_ += sweep.target(sweep.stage_ + 1 + (l - first)).part_count();
        if (plan.landings[l].bit == 0) break;
      }
      fill_.assign(buffers_, 0);
      hits_.resize(plan.move_count(sweep.stage_) + 1);
      keys_.resize(std::size_t{buffers_} * batch_size);
      hashes_.resize(keys_.size());
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
    void go(Key key, const Limb* count, std::uint32_t limbs, std::uint64_t weight, bool moved) {
      const std::int32_t to = sweep_.plan_.land(sweep_.stage_, key);
      if (to < 0) return;
      if ((moved ? sweep_.plan_.stranded(to, key)
                : sweep_.plan_.stranded_by_passing(sweep_.stage_, to, key)) ||
          (sweep_.looks_ahead_ && !sweep_.plan_.goes_on(to, key))) {
        ++stranded_;
        return;
      }
      const auto l = static_cast<std::uint32_t>(to - sweep_.stage_ - 1);
      if (sweep_.meets_at(to)) key = sweep_.bridge_->across(key);
      const FrontierPending<W>& target = sweep_.target(to);
      const std::uint64_t hash = target.hash(key);
      const std::uint32_t b = offset_[l] + target.part_of(hash);
      const std::size_t at = std::size_t{b} * batch_size + fill_[b];
      keys_[at] = key;
      hashes_[at] = hash;
      Limb* const here = counts_.data() + at * limbs_;
      if (weight == 1) {
        std::copy(count, count + limbs, here);
        std::fill(here + limbs, here + limbs_, 0);
      } else {
        std::fill(product_.begin(), product_.end(), 0);
        multiply_limbs(count, limbs, weight, product_.data());
        std::copy(product_.begin(), product_.begin() + limbs_, here);
      }
      if (++fill_[b] == batch_size) flush(l, b);
    }

    void widen(std::uint32_t limbs) {
      limbs_ = limbs;
      counts_.resize(keys_.size() * limbs_);
      product_.resize(limbs_ + 2);
    }

    void flush(std::uint32_t l, std::uint32_t b) {
      const std::size_t at = std::size_t{b} * batch_size;
      const FrontierBatch<W> batch{&keys_[at], &hashes_[at], counts_.data() + at * limbs_, fill_[b],
                                   limbs_};
      const std::int32_t to = sweep_.stage_ + 1 + static_cast<std::int32_t>(l);
      if (sweep_.meets_at(to))
        sweep_.other_->add_products(b - offset_[l], batch, total_);
      else
        sweep_.pending_[to]->add(b - offset_[l], batch);
      fill_[b] = 0;
      if (sweep_.control_.bytes > sweep_.limits_.memory) sweep_.make_room();
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
    std::uint32_t limbs_, buffers_ = 0;
    std::vector<std::uint32_t> offset_;  // of each landing: its first buffer, one per part
    std::vector<std::uint32_t> fill_;    // of each buffer
    std::vector<std::uint32_t> hits_;    // moves that fit
    std::vector<Key> keys_;
    std::vector<std::uint64_t> hashes_;
    std::vector<Limb> counts_, product_, total_;
    std::uint64_t nodes_ = 0, reported_ = 0, stranded_ = 0, states_ = 0;
  };

  // By how many limbs a count may grow when it is multiplied.
  std::uint32_t limbs_of_weights() const {
    return plan_.most_weight == 1 ? 0 : plan_.most_weight >> 32 ? 2 : 1;
  }

  bool meets_at(std::int32_t stage) const { return other_ && stage == plan_.stage_count(); }
  // Where the states of a stage go.
  const FrontierPending<W>& target(std::int32_t stage) const {
    return meets_at(stage) ? *other_ : *pending_[stage];
  }

  FrontierPending<W>& table(std::int32_t stage, std::uint32_t limbs) {
    if (!pending_[stage])
      pending_[stage] = std::make_unique<FrontierPending<W>>(control_, limbs, stage);
    return *pending_[stage];
  }

  void run_stage() {
    FrontierPending<W>& source = *pending_[stage_];
    const std::uint32_t limbs = source.limbs();
    const auto first = plan_.stages[stage_].first_landing;
    for (std::uint32_t l = first;; ++l) {
      table(stage_ + 1 + static_cast<std::int32_t>(l - first), limbs).split();
      if (plan_.landings[l].bit == 0) break;
    }
    const std::uint32_t room = limbs + limbs_of_weights();
    std::atomic<std::uint32_t> next{0};
    std::atomic<std::uint64_t> nodes{0}, states{0};
    std::exception_ptr failure;
    std::mutex ending;
    const auto work = [&] {
      try {
        Worker worker(*this, room);
        for (std::uint32_t p; (p = next++) < source.part_count();) worker.expand(source.take(p));
        worker.flush_all();
        nodes += worker.nodes();
        states += worker.states();
        const std::lock_guard lock(ending);
        add_to_sum(total_, worker.total().data(), worker.total().size());
      } catch (...) {
        const std::lock_guard lock(ending);
        if (!failure) failure = std::current_exception();
        next = source.part_count();
      }
    };
    const bool shares = source.part_count() > 1 && (source.on_disk() || source.size() > worth_threads);
    std::vector<std::thread> others;
    for (unsigned t = 1; shares && t < limits_.threads; ++t) others.emplace_back(work);
    work();
    for (std::thread& other : others) other.join();
    if (failure) std::rethrow_exception(failure);
    control_.finish_stage(stages_before_ + stage_, nodes, states);
  }

  // Invariants A, B and C.
  [[maybe_unused]] bool invariants_hold() const {
    for (std::int32_t s = 0; s < stage_; ++s)
      if (pending_[s]) return false;
    const FrontierPending<W>* const now = pending_[stage_].get();
    if (!now) return true;
    for (std::uint32_t p = 0; p < now->part_count(); ++p) {
      const FrontierPart<W>& part = now->part(p);
      for (std::uint64_t place = 0; place < part.capacity(); ++place)
        if (part.used(place) && !plan_.belongs(stage_, part.key(place))) return false;
    }
    return now->invariants_hold();
  }

  // Put the largest table on disk, unless somebody else has just done so.
  void make_room() {
    const std::lock_guard lock(making_room_);
    if (control_.bytes <= limits_.memory) return;
    FrontierPending<W>* largest = nullptr;
    std::uint64_t most = 0;
    for (std::int32_t s = stage_ + 1; s <= plan_.stage_count(); ++s) {
      if (!pending_[s]) continue;
      const std::uint64_t bytes = pending_[s]->bytes();
      if (bytes > most) most = bytes, largest = pending_[s].get();
    }
    if (!largest) return;
    largest->put_away();
    control_.note_peak();
    if (control_.spilled > limits_.disk) refuse();
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
  FrontierControl& control_;
  FrontierLimits limits_;
  bool looks_ahead_;
  std::vector<std::unique_ptr<FrontierPending<W>>> pending_;  // by stage
  std::int32_t stage_ = 0;
  std::mutex making_room_;
  const FrontierPending<W>* other_ = nullptr;
  const FrontierBridge<W>* bridge_ = nullptr;
  std::int32_t stages_before_ = 0;
  std::vector<Limb> total_;
};

}  // namespace tilewright
