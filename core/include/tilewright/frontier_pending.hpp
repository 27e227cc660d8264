// The states that wait for their stage: a table in parts, each of which one thread uses at a time,
// and which can be put on disk and taken back.
//
// What is on disk lies there in *runs*, each of which was once the table of a part.  A run is
// chunks of `at_once` states, keys first, then counts.  A part is taken back with all its runs, in
// as many *slices* as memory wants: a slice has the states whose hash says so, so two equal states
// are in the same one.
//
// Invariant A   a state is in the part that its hash names, and each part is in order (see
//               FrontierPart)
// Invariant B   what a part has on disk lies within the file
#pragma once
#include <algorithm>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <utility>
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

// Adds to `sum` the products of the counts of states that are in both.
template <unsigned W>
void add_products(const FrontierPart<W>& table, const FrontierBatch<W>& batch,
                  std::vector<Limb>& sum) {
  if (table.size() == 0) return;
  for (std::uint32_t k = 0; k < batch.size; ++k) table.prefetch(batch.hashes[k]);
  for (std::uint32_t k = 0; k < batch.size; ++k) {
    const std::uint64_t place = table.find(batch.keys[k], batch.hashes[k]);
    if (place == FrontierPart<W>::nowhere) continue;
    add_product(sum, table.count(place), table.limbs(),
                batch.counts + std::size_t{k} * batch.limbs, batch.limbs);
  }
}

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
  std::int32_t salt() const { return salt_; }
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

  // Cut one part into many.  Nobody else may use the table meanwhile.  What is on disk stays there.
  void split() {
    if (parts_.size() > 1) return;
    Part whole(control_->bytes, limbs_, 0, salt_);
    std::swap(whole.table, parts_[0].table);
    std::swap(whole.runs, parts_[0].runs);
    parts_.clear();
    for (std::uint32_t p = 0; p < 1u << shift_of_many; ++p)
      parts_.emplace_back(control_->bytes, limbs_, shift_of_many, salt_);
    for (const Run& run : whole.runs) share_out(run);
    const FrontierPart<W>& from = whole.table;
    for (std::uint64_t place = 0; place < from.capacity(); ++place)
      if (from.used(place)) {
        const std::uint64_t where = hash(from.key(place));
        FrontierPart<W>& to = parts_[part_of(where)].table;
        to.reserve(1);
        to.add(from.key(place), where, from.count(place), from.limbs());
      }
  }

  // How many bytes that may take for a while.
  std::int64_t bytes_to_split() const {
    return part_count() > 1 ? 0 : static_cast<std::int64_t>(bytes() * 3 / 2);
  }

  // False, and nothing is added, if the part has to grow for it by more bytes than there is room.
  bool add(std::uint32_t p, const FrontierBatch<W>& batch, std::int64_t room) {
    Part& part = parts_[p];
    const std::lock_guard lock(part.mutex);
    FrontierPart<W>& table = part.table;
    const std::uint64_t wanted = table.bytes_to_reserve(batch.size);
    if (wanted && static_cast<std::int64_t>(wanted) > room) return false;
    table.reserve(batch.size);
    for (std::uint32_t k = 0; k < batch.size; ++k) table.prefetch(batch.hashes[k]);
    for (std::uint32_t k = 0; k < batch.size; ++k)
      table.add(batch.keys[k], batch.hashes[k], batch.counts + std::size_t{k} * batch.limbs,
                batch.limbs);
    return true;
  }

  // How many bytes that may take for a while.
  std::int64_t bytes_to_add(std::uint32_t p, const FrontierBatch<W>& batch) const {
    const std::lock_guard lock(parts_[p].mutex);
    return static_cast<std::int64_t>(parts_[p].table.bytes_to_reserve(batch.size));
  }

  // Put everything on disk.
  void put_away() {
    for (Part& part : parts_) {
      const std::lock_guard lock(part.mutex);
      write(part.table, part.runs);
    }
  }

  // What a part takes in memory when it is taken back: at most, unless `room` is less than that.
  std::int64_t bytes_to_take(std::uint32_t p, std::int64_t room) const {
    const std::lock_guard lock(parts_[p].mutex);
    return parts_[p].runs.empty() ? 0 : std::min(room, bytes_of(parts_[p].runs, parts_[p].table));
  }
  // Calls `use` with each slice of part p, as tables of about `room` bytes at most; only a part
  // that is in memory as a whole is not cut.  The part is empty then.
  template <class Use>
  void take(std::uint32_t p, std::int64_t room, Use use) {
    FrontierPart<W> table(control_->bytes, 1, part_count() == 1 ? 0 : shift_of_many, salt_);
    std::vector<Run> runs;
    {
      const std::lock_guard lock(parts_[p].mutex);
      std::swap(table, parts_[p].table);
      std::swap(runs, parts_[p].runs);
    }
    const std::int64_t bytes = bytes_of(runs, table);
    const auto slices = runs.empty() ? 1 : static_cast<std::uint64_t>(bytes / room) + 1;
    if (slices > 1) write(table, runs);
    for (std::uint64_t slice = 0; slice < slices; ++slice) {
      restore(runs, table, slice, slices);
      use(std::as_const(table));
      table = FrontierPart<W>(control_->bytes, table.limbs(), table.shift(), salt_);
    }
  }
  // Calls `see` with batches of part p, in no order; equal states may come more than once.
  template <class See>
  void each(std::uint32_t p, See see) const {
    const Part& part = parts_[p];
    std::vector<std::uint64_t> hashes;
    const auto hand_over = [&](const Key* from, const Limb* ways, std::uint64_t n, std::uint32_t limbs) {
      hashes.clear();
      for (std::uint64_t k = 0; k < n; ++k) hashes.push_back(hash(from[k]));
      see(FrontierBatch<W>{from, hashes.data(), ways, static_cast<std::uint32_t>(n), limbs});
    };
    const FrontierPart<W>& table = part.table;
    in_chunks(table, [&](const Key* from, const Limb* ways, std::uint64_t n) {
      hand_over(from, ways, n, table.limbs());
    });
    for (const Run& run : part.runs)
      read(run, [&](const Key* from, const Limb* ways, std::uint64_t n) {
        hand_over(from, ways, n, run.limbs);
      });
  }
  const FrontierPart<W>& part(std::uint32_t p) const { return parts_[p].table; }

  bool invariants_hold() const {
    for (std::uint32_t p = 0; p < part_count(); ++p) {
      const std::lock_guard lock(parts_[p].mutex);
      const FrontierPart<W>& table = parts_[p].table;
      if (!table.invariants_hold()) return false;
      for (std::uint64_t place = 0; place < table.capacity(); ++place)
        if (table.used(place) && part_of(hash(table.key(place))) != p) return false;
      for (const Run& run : parts_[p].runs)
        if (run.begin + run.bytes() > spill_->size()) return false;
    }
    return true;
  }

 private:
  static constexpr std::uint64_t at_once = 4096;
  static constexpr std::uint64_t buffers = std::uint64_t{1} << 20;  // bytes of many parts

  struct Run {
    std::int64_t begin;
    std::uint64_t size;
    std::uint32_t limbs;

    std::size_t one() const { return sizeof(Key) + limbs * sizeof(Limb); }
    std::int64_t bytes() const { return static_cast<std::int64_t>(size * one()); }
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

  // If no two states are equal.
  static std::uint64_t states_of(const std::vector<Run>& runs, const FrontierPart<W>& table) {
    std::uint64_t most = table.size();
    for (const Run& run : runs) most += run.size;
    return most;
  }
  static std::int64_t bytes_of(const std::vector<Run>& runs, const FrontierPart<W>& table) {
    std::uint32_t limbs = table.limbs();
    for (const Run& run : runs) limbs = std::max(limbs, run.limbs);
    return static_cast<std::int64_t>((states_of(runs, table) * 4 / 3 + 1) *
                                     FrontierPart<W>::bytes_of_one(limbs));
  }

  // Calls `see` with the keys and counts of a table, some at a time.
  template <class See>
  static void in_chunks(const FrontierPart<W>& table, See see) {
    std::vector<Key> keys;
    std::vector<Limb> counts;
    for (std::uint64_t place = 0; place < table.capacity(); ++place) {
      if (!table.used(place)) continue;
      keys.push_back(table.key(place));
      counts.insert(counts.end(), table.count(place), table.count(place) + table.limbs());
      if (keys.size() < at_once) continue;
      see(keys.data(), counts.data(), keys.size());
      keys.clear();
      counts.clear();
    }
    if (!keys.empty()) see(keys.data(), counts.data(), keys.size());
  }

  // Room on disk for so many states.
  Run begun(std::uint64_t size, std::uint32_t limbs) {
    Run run{0, size, limbs};
    run.begin = opened().reserve(run.bytes());
    control_->spilled += run.bytes();
    return run;
  }
  // Writes a chunk, and says where the next one goes.
  std::int64_t write(std::int64_t to, const Run& run, const Key* keys, const Limb* counts,
                     std::uint64_t n) {
    spill_->write(to, keys, n * sizeof(Key));
    spill_->write(to + static_cast<std::int64_t>(n * sizeof(Key)), counts,
                  n * run.limbs * sizeof(Limb));
    return to + static_cast<std::int64_t>(n * run.one());
  }

  // Make a run of a table.
  void write(FrontierPart<W>& table, std::vector<Run>& runs) {
    if (table.size() == 0) return;
    const Run run = begun(table.size(), table.limbs());
    std::int64_t to = run.begin;
    in_chunks(table, [&](const Key* keys, const Limb* counts, std::uint64_t n) {
      to = write(to, run, keys, counts, n);
    });
    runs.push_back(run);
    table = FrontierPart<W>(control_->bytes, table.limbs(), table.shift(), salt_);
  }

  // Make runs of the parts of one that was that of the whole.
  void share_out(const Run& whole) {
    const std::uint64_t most = std::max<std::uint64_t>(16, buffers / part_count() / whole.one());
    std::vector<std::vector<Key>> keys(part_count());
    std::vector<std::vector<Limb>> counts(part_count());
    const auto put_away = [&](std::uint32_t p) {
      const Run run = begun(keys[p].size(), whole.limbs);
      write(run.begin, run, keys[p].data(), counts[p].data(), run.size);
      parts_[p].runs.push_back(run);
      keys[p].clear();
      counts[p].clear();
    };
    read(whole, [&](const Key* key, const Limb* count, std::uint64_t n) {
      control_->poll();
      for (std::uint64_t k = 0; k < n; ++k) {
        const std::uint32_t p = part_of(hash(key[k]));
        keys[p].push_back(key[k]);
        counts[p].insert(counts[p].end(), count + k * whole.limbs, count + (k + 1) * whole.limbs);
        if (keys[p].size() >= most) put_away(p);
      }
    });
    for (std::uint32_t p = 0; p < part_count(); ++p)
      if (!keys[p].empty()) put_away(p);
  }

  // Calls `see` with the keys and counts of a run, some at a time.
  template <class See>
  void read(const Run& run, See see) const {
    std::vector<Key> keys(at_once);
    std::vector<Limb> counts(at_once * run.limbs);
    std::int64_t from = run.begin;
    for (std::uint64_t k = 0; k < run.size; k += at_once) {
      const std::uint64_t n = std::min(at_once, run.size - k);
      spill_->read(from, keys.data(), n * sizeof(Key));
      spill_->read(from + static_cast<std::int64_t>(n * sizeof(Key)), counts.data(),
                   n * run.limbs * sizeof(Limb));
      see(keys.data(), counts.data(), n);
      from += static_cast<std::int64_t>(n * run.one());
    }
  }

  // Add what is on disk to a table, or a slice of it.
  void restore(const std::vector<Run>& runs, FrontierPart<W>& table, std::uint64_t slice,
               std::uint64_t slices) {
    // The room for all is made at once; see frontier_table.hpp for why.  Slices differ a little.
    const std::uint64_t states = (states_of(runs, table) - table.size()) / slices;
    if (!runs.empty()) table.reserve(slices == 1 ? states : states + states / 16);
    for (const Run& run : runs)
      read(run, [&](const Key* keys, const Limb* counts, std::uint64_t n) {
        for (std::uint64_t k = 0; k < n; ++k) {
          const std::uint64_t where = hash(keys[k]);
          if ((where & 0xffff) * slices >> 16 != slice) continue;
          table.reserve(1);
          table.add(keys[k], where, counts + k * run.limbs, run.limbs);
        }
      });
  }

  FrontierSpill& opened() {
    const std::lock_guard lock(opening_);
    if (!spill_) spill_ = std::make_unique<FrontierSpill>();
    return *spill_;
  }

  FrontierControl* control_;
  std::uint32_t limbs_;
  std::int32_t salt_;
  std::deque<Part> parts_;  // they do not move
  std::mutex opening_;
  std::unique_ptr<FrontierSpill> spill_;
};

}  // namespace tilewright
