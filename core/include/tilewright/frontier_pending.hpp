// The states that wait for their stage: a table in parts, each of which one thread uses at a time,
// and which can be put on disk and taken back.
//
// Invariant A   a state is in the part that its hash names, and each part is in order (see
//               FrontierPart)
// Invariant B   what a part has on disk lies within the file
#pragma once
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <vector>

#include "tilewright/frontier_control.hpp"
#include "tilewright/frontier_spill.hpp"
#include "tilewright/frontier_table.hpp"

namespace tilewright {

// Some states on the way to a part of a table.
template <unsigned W>
struct FrontierBatch {
  const FrontierKey<W>* keys;
  const std::uint64_t* hashes;
  const Limb* counts;
  std::uint32_t size, limbs;
};

template <unsigned W>
class FrontierPending {
 public:
  using Key = FrontierKey<W>;
  static constexpr std::uint32_t shift_of_many = 6;
  static constexpr std::uint64_t too_many_for_one = 4096;  // states in one part

  FrontierPending(FrontierControl& control, std::uint32_t limbs, std::int32_t salt)
      : control_(&control), limbs_(limbs), salt_(salt) {
    parts_.emplace_back(control.bytes, limbs, 0, salt);
  }
  ~FrontierPending() {
    if (spill_) control_->spilled -= spill_->size();
  }

  std::uint64_t hash(const Key& key) const {
    return hash_of<W>(key, static_cast<std::uint64_t>(salt_));
  }
  std::uint32_t part_count() const { return static_cast<std::uint32_t>(parts_.size()); }
  std::uint32_t part_of(std::uint64_t hash) const {
    return parts_.size() == 1 ? 0 : static_cast<std::uint32_t>(hash >> (64 - shift_of_many));
  }
  // States in memory; those on disk may be the same or others.
  std::uint64_t size() const { return sum([](const auto& p) { return p.table.size(); }); }
  std::uint64_t bytes() const { return sum([](const auto& p) { return p.table.bytes(); }); }
  bool on_disk() const { return spill_ != nullptr; }
  std::uint32_t limbs() const {
    std::uint32_t most = limbs_;
    for (const Part& part : parts_) most = std::max(most, part.table.limbs());
    return most;
  }

  // Cut one part that has grown large into many.  Nobody else may use the table meanwhile.
  void split() {
    if (parts_.size() > 1 || parts_[0].table.size() < too_many_for_one) return;
    Part whole(control_->bytes, limbs_, 0, salt_);
    std::swap(whole.table, parts_[0].table);
    std::swap(whole.runs, parts_[0].runs);
    restore(whole);
    parts_.clear();
    for (std::uint32_t p = 0; p < 1u << shift_of_many; ++p)
      parts_.emplace_back(control_->bytes, limbs_, shift_of_many, salt_);
    const FrontierPart<W>& from = whole.table;
    for (std::uint64_t place = 0; place < from.capacity(); ++place)
      if (from.used(place)) {
        const std::uint64_t where = hash(from.key(place));
        FrontierPart<W>& to = parts_[part_of(where)].table;
        to.reserve(1);
        to.add(from.key(place), where, from.count(place), from.limbs());
      }
  }

  void add(std::uint32_t p, const FrontierBatch<W>& batch) {
    Part& part = parts_[p];
    const std::lock_guard lock(part.mutex);
    FrontierPart<W>& table = part.table;
    table.reserve(batch.size);
    for (std::uint32_t k = 0; k < batch.size; ++k) table.prefetch(batch.hashes[k]);
    for (std::uint32_t k = 0; k < batch.size; ++k)
      table.add(batch.keys[k], batch.hashes[k], batch.counts + std::size_t{k} * batch.limbs,
                batch.limbs);
  }

  // Adds to `sum` the products of the counts of states that are in both.
  void add_products(std::uint32_t p, const FrontierBatch<W>& batch, std::vector<Limb>& sum) const {
    const FrontierPart<W>& table = parts_[p].table;
    if (table.size() == 0) return;
    for (std::uint32_t k = 0; k < batch.size; ++k) table.prefetch(batch.hashes[k]);
    for (std::uint32_t k = 0; k < batch.size; ++k) {
      const std::uint64_t place = table.find(batch.keys[k], batch.hashes[k]);
      if (place == FrontierPart<W>::nowhere) continue;
      add_product(sum, table.count(place), table.limbs(),
                  batch.counts + std::size_t{k} * batch.limbs, batch.limbs);
    }
  }

  // Put everything on disk.
  void put_away() {
    if (!spill_) spill_ = std::make_unique<FrontierSpill>();
    for (Part& part : parts_) {
      const std::lock_guard lock(part.mutex);
      write(part);
    }
  }

  // Part p with all that was on disk; the table does not have it any more.
  FrontierPart<W> take(std::uint32_t p) {
    restore(parts_[p]);
    FrontierPart<W> taken(control_->bytes, 1, 0, salt_);
    std::swap(taken, parts_[p].table);
    return taken;
  }
  const FrontierPart<W>& part(std::uint32_t p) const { return parts_[p].table; }
  void restore_all() {
    for (Part& part : parts_) restore(part);
  }

  bool invariants_hold() const {
    for (std::uint32_t p = 0; p < part_count(); ++p) {
      const std::lock_guard lock(parts_[p].mutex);
      const FrontierPart<W>& table = parts_[p].table;
      if (!table.invariants_hold()) return false;
      for (std::uint64_t place = 0; place < table.capacity(); ++place)
        if (table.used(place) && part_of(hash(table.key(place))) != p) return false;
      for (const Run& run : parts_[p].runs)
        if (!spill_ || run.end() > spill_->size()) return false;
    }
    return true;
  }

 private:
  struct Run {
    std::int64_t keys, counts;  // where they begin
    std::uint64_t size;
    std::uint32_t limbs;

    std::int64_t end() const {  // the counts come last
      return counts + static_cast<std::int64_t>(size * limbs * sizeof(Limb));
    }
  };
  struct Part {
    Part(std::atomic<std::int64_t>& total, std::uint32_t limbs, std::uint32_t shift,
         std::int32_t salt)
        : table(total, limbs, shift, salt) {}
    mutable std::mutex mutex;
    FrontierPart<W> table;
    std::vector<Run> runs;
  };

  template <class Measure>
  std::uint64_t sum(Measure measure) const {
    std::uint64_t total = 0;
    for (const Part& part : parts_) {
      const std::lock_guard lock(part.mutex);
      total += measure(part);
    }
    return total;
  }

  void write(Part& part) {
    const FrontierPart<W>& table = part.table;
    if (table.size() == 0) return;
    std::vector<Key> keys;
    std::vector<Limb> counts;
    keys.reserve(table.size());
    counts.reserve(table.size() * table.limbs());
    for (std::uint64_t place = 0; place < table.capacity(); ++place)
      if (table.used(place)) {
        keys.push_back(table.key(place));
        counts.insert(counts.end(), table.count(place), table.count(place) + table.limbs());
      }
    Run run{0, 0, table.size(), table.limbs()};
    run.keys = spill_->append(keys.data(), keys.size() * sizeof(Key));
    run.counts = spill_->append(counts.data(), counts.size() * sizeof(Limb));
    control_->spilled += static_cast<std::int64_t>(keys.size() * sizeof(Key) +
                                                   counts.size() * sizeof(Limb));
    part.runs.push_back(run);
    part.table = FrontierPart<W>(control_->bytes, table.limbs(), table.shift(), salt_);
  }

  void restore(Part& part) {
    if (part.runs.empty()) return;
    constexpr std::uint64_t at_once = 4096;
    std::vector<Key> keys(at_once);
    std::vector<Limb> counts;
    std::uint64_t most = 0;  // if no two are equal; see frontier_table.hpp for why it is needed
    for (const Run& run : part.runs) most += run.size;
    part.table.reserve(most);
    for (const Run& run : part.runs) {
      counts.resize(at_once * run.limbs);
      for (std::uint64_t k = 0; k < run.size; k += at_once) {
        const std::uint64_t n = std::min(at_once, run.size - k);
        const std::size_t wide = run.limbs * sizeof(Limb);
        spill_->read(run.keys + static_cast<std::int64_t>(k * sizeof(Key)), keys.data(),
                     n * sizeof(Key));
        spill_->read(run.counts + static_cast<std::int64_t>(k * wide), counts.data(), n * wide);
        for (std::uint64_t m = 0; m < n; ++m)
          part.table.add(keys[m], hash(keys[m]), counts.data() + m * run.limbs, run.limbs);
      }
    }
    part.runs.clear();
  }

  FrontierControl* control_;
  std::uint32_t limbs_;
  std::int32_t salt_;
  std::deque<Part> parts_;  // they do not move
  std::unique_ptr<FrontierSpill> spill_;
};

}  // namespace tilewright
