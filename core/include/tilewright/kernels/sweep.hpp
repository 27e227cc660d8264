// The kernels of a sweep.
//
// All of them work through *tiles*, small stretches of what there is to do.  If something is missing
// for a tile, it goes on a list, the kernel halts, and the host makes a table larger and starts the
// kernel again for the tiles that are left.
//
// Successors go straight into the tables of their stages while these are small.  A block finds out
// how many slots its tile may need at most, and asks for them before it begins.
//
// Tables that do not fit into the cache of the card are filled by way of *bins*, one for each stretch
// of hashes: first all successors are put into bins, then the bins are emptied into the tables one
// after the other, and each stretch of a table is in the cache while its bin is.  So a table is filled
// from front to back, and if it is too small its front gets *crowded* long before it is full: an
// entry that finds no slot near its place stays in the bin until the table has been made larger.
#pragma once
#include "tilewright/kernels/program.hpp"

namespace tilewright::kernels {

// How a kernel goes on.  One for each stage, then one for gathering, one for emptying bins.
struct Ledger {
  u64 next;      // tile to take
  u64 listed;    // tiles of the list come first,
  u64 from;      // then the tiles from this one on
  u64 halted;    // is something missing?
  u64 todo;      // tiles that could not be done
  u64 need;      // the most slots that one of those wanted
  u64 moves, states, stranded;
  u64 overflow;  // has a count become too large?
  u64 binned;    // entries in bins, or promised
  u64 gathered;
  u64 unused[4];
};

// What the kernels of a sweep share.  Pointers are addresses.
struct Desk {
  u64 program, tables, ledgers;
  u64 halted;      // kernels that come later have nothing to do
  u64 list, todo;  // tiles: those left from before, those that are left now
  u64 bins, cursors;
  u64 bin_count, bin_size;  // entries of a bin
  u64 bin_limit;            // of all bins together
  u64 stages;
  u64 total;    // of the products, when two sweeps meet
  u64 unused[3];
};

template <u32 W, u32 C>
struct Sweep {
  static constexpr u32 slot = W + C;
  // Fewer states at a time if they are large, so that a block's memory is enough.
  static constexpr u32 tile_slots = slot <= 2 ? 512 : slot <= 4 ? 256 : slot <= 8 ? 128 : 64;
  static constexpr u32 queue = 512, near_sheet = 512, near_pockets = 2 * 66, near_landings = 256;
  static constexpr u32 mask_words = 2;  // of the moves that fit: for stages with so many moves
  static constexpr u32 bin_tile = queue;
  // At 70 % full hardly any key is 512 slots from its place, so a stretch without one is crowded.
  static constexpr u64 near_slots = 512, all_slots = ~u64{0};
  static constexpr u32 cursor_gap = 16;  // so that cursors of bins do not share a line of the cache
  enum Sink : u32 { into_tables = 0, into_bins = 1 };

  struct Shared {
    u64 tile, total, fail, states, moves, stranded, overflow;
    u32 count;
    u64 sheet[near_sheet], pockets[near_pockets];
    u64 key[tile_slots * W], times[tile_slots * C];
    u64 fits[tile_slots * mask_words];  // moves, as bits
    u32 number[tile_slots], from[tile_slots];
    unsigned short state[queue];
    u32 move[queue];
    u32 fresh[near_landings];
  };

  static constexpr u64 no_tile = ~u64{0};

  TW_HD static Ledger& ledger_of(Desk& desk, u64 number) {
    return reinterpret_cast<Ledger*>(desk.ledgers)[number];
  }
  TW_HD static Table& table_of(Desk& desk, u64 stage) {
    return reinterpret_cast<Table*>(desk.tables)[stage];
  }

  // The next tile of so many; none when a kernel is to end.
  TW_HD static u64 take_tile(const Desk& desk, Ledger& ledger, u64 tiles) {
    if (look_now(&ledger.halted)) return no_tile;
    const u64 turn = fetch_add(&ledger.next, 1);
    if (turn < ledger.listed) return reinterpret_cast<const u64*>(desk.list)[turn];
    const u64 tile = ledger.from + (turn - ledger.listed);
    return tile < tiles ? tile : no_tile;
  }
  TW_HD static void put_off(Desk& desk, Ledger& ledger, u64 tile, u64 need) {
    reinterpret_cast<u64*>(desk.todo)[fetch_add(&ledger.todo, 1)] = tile;
    raise_to(&ledger.need, need);
    ledger.halted = 1;
    desk.halted = 1;
  }

  // Ask for so many slots of a table.
  TW_HD static bool promise(Table& table, u64 slots) {
    return fetch_add(&table.used, slots) + slots <= table.limit;
  }
  TW_HD static void give_back(Table& table, u64 slots) { fetch_add(&table.used, 0 - slots); }

  // Put a state into the table of a landing, if there is a slot for it among so many.
  TW_HD static bool put(Desk& desk, Shared& shared, u64 first, u32 l, const Key<W>& key,
                        const Count<C>& count, u64 slots) {
    Table& table = table_of(desk, first + l);
    bool is_new;
    u64* const at = find_or_put<W, C>(table, key, hash_of<W>(key, table.salt), slots, is_new);
    if (!at) {
      table.limit = 0;  // so the host sees which table is crowded
      return false;
    }
    if (add_count<C>(at + W, count)) shared.overflow = 1;
    if (!is_new) return true;
    if (l < near_landings)
      fetch_add(&shared.fresh[l], 1u);
    else
      fetch_add(&table.used, 1);
    return true;
  }

  // The landing stands in the spare bits of the count.
  TW_HD static void put_into_bin(Desk& desk, Shared& shared, u64 first, u32 l, const Key<W>& key,
                                 Count<C> count) {
    const u64 hash = hash_of<W>(key, table_of(desk, first + l).salt);
    fetch_add(&shared.fresh[l], 1u);
    u64 bin = high_product(hash, desk.bin_count);
    u64 place;
    u64* const cursors = reinterpret_cast<u64*>(desk.cursors);
    // A bin that is full has the next one take its entries; there is room for all together.
    while ((place = fetch_add(cursors + bin * cursor_gap, 1)) >= desk.bin_size)
      if (++bin == desk.bin_count) bin = 0;
    u64* const entry = reinterpret_cast<u64*>(desk.bins) + (bin * desk.bin_size + place) * slot;
    count.word[C - 1] |= u64{l} << (64 - spare_bits);
    for (u32 w = 0; w < W; ++w) entry[w] = key.word[w];
    for (u32 c = 0; c < C; ++c) entry[W + c] = count.word[c];
  }

  // Bring the sheet of a stage near, if it is small, and the pockets of its first landings.
  TW_HD static Stage<W> stage_of(const Desk& desk, Shared& shared, u64 number) {
    const u64* const program = reinterpret_cast<const u64*>(desk.program);
    const u64* const place = program + program[Header::sheets] + 2 * number;
    const u64* const sheet = program + place[0];
    const bool near = place[1] <= near_sheet;
    const u64 pockets = program[Header::pockets], after = program[Header::stages] - number - 1;
    const u64 few = near_pockets / Stage<W>::pocket_size;
    const u64 copied = pockets ? (few < after ? few : after) : 0;
    TW_PHASE(t) {
      for (u64 k = t; near && k < place[1]; k += block_threads) shared.sheet[k] = sheet[k];
      const u64* const from = program + pockets + (number + 1) * Stage<W>::pocket_size;
      for (u64 k = t; k < copied * Stage<W>::pocket_size; k += block_threads)
        shared.pockets[k] = from[k];
    }
    return {program, near ? shared.sheet : sheet, shared.pockets, static_cast<u32>(number),
            static_cast<u32>(copied)};
  }

  // The states of a tile, and how many moves each has.
  TW_HD static void collect(const Stage<W>& stage, Shared& shared, const Table& table) {
    TW_PHASE(t)
    for (u32 k = t; k < tile_slots; k += block_threads) {
      const u64 place = shared.tile * tile_slots + k;
      if (place >= table.capacity) continue;
      const u64* const from = slot_of<W, C>(table, place);
      if (from[W - 1] == empty) continue;
      const u32 n = fetch_add(&shared.count, 1u);
      for (u32 w = 0; w < W; ++w) shared.key[n * W + w] = from[w];
      for (u32 c = 0; c < C; ++c) shared.times[n * C + c] = from[W + c];
    }
    const bool few = stage.moves() < 64 * mask_words;
    const u32 used_words = stage.moves() / 64 + 1;
    TW_PHASE(t)
    for (u32 n = t; n < shared.count; n += block_threads) {
      const Key<W> key = key_at<W>(shared.key + n * W);
      u32 number = 0;
      if (few)
        for (u32 w = 0; w < used_words; ++w) {
          const u64 fits = stage.fitting(key, 64 * w);
          shared.fits[n * mask_words + w] = fits;
          number += bits_in(fits);
        }
      else
        stage.each_move(key, [&](u32) { ++number; });
      shared.number[n] = number;
      shared.from[n] = static_cast<u32>(fetch_add(&shared.total, number));
    }
  }

  // Calls `see` for each move of a state.
  template <class See>
  TW_HD static void each_move(const Stage<W>& stage, const Shared& shared, u32 n, See see) {
    if (stage.moves() >= 64 * mask_words) {
      stage.each_move(key_at<W>(shared.key + n * W), see);
      return;
    }
    for (u32 w = 0; w <= stage.moves() / 64; ++w)
      for (u64 fits = shared.fits[n * mask_words + w]; fits; fits &= fits - 1)
        see(64 * w + lowest_bit(fits));
  }

  // Calls `see` for each state of the tile and each of its moves, evenly shared among the threads.
  template <class See>
  TW_HD static void each_successor(const Stage<W>& stage, Shared& shared, See see) {
    for (u64 base = 0; base < shared.total; base += queue) {
      TW_PHASE(t)
      for (u32 n = t; n < shared.count; n += block_threads) {
        u64 place = shared.from[n];
        if (place >= base + queue || place + shared.number[n] <= base) continue;
        each_move(stage, shared, n, [&](u32 move) {
          if (place >= base && place < base + queue) {
            shared.state[place - base] = static_cast<unsigned short>(n);
            shared.move[place - base] = move;
          }
          ++place;
        });
      }
      TW_PHASE(t)
      for (u64 q = t; q < queue && base + q < shared.total; q += block_threads)
        see(shared.state[q], shared.move[q]);
    }
  }

  TW_HD static void begin_tile(const Desk& desk, Ledger& ledger, Shared& shared, u64 tiles) {
    TW_PHASE(t) { (void)t; }  // all threads are done with the tile before
    TW_PHASE(t) {
      if (t == 0) {
        shared.tile = take_tile(desk, ledger, tiles);
        shared.total = shared.fail = 0;
        shared.count = 0;
      }
      for (u32 l = t; l < near_landings; l += block_threads) shared.fresh[l] = 0;
    }
  }
  TW_HD static void begin_sums(Shared& shared) {
    TW_PHASE(t)
    if (t == 0) shared.states = shared.moves = shared.stranded = shared.overflow = 0;
  }
  TW_HD static void end_sums(Ledger& ledger, Shared& shared) {
    TW_PHASE(t)
    if (t == 0) {
      fetch_add(&ledger.states, shared.states);
      fetch_add(&ledger.moves, shared.moves);
      fetch_add(&ledger.stranded, shared.stranded);
      if (shared.overflow) ledger.overflow = 1;
    }
  }

  // Ask for the slots that a tile may need in the tables that begin with `first`; if they are not
  // there, put the tile off.
  TW_HD static bool reserve(Desk& desk, Ledger& ledger, Shared& shared, u64 first, u32 tables) {
    TW_PHASE(t)
    for (u32 l = t; l < tables; l += block_threads)
      if (!promise(table_of(desk, first + l), shared.total)) shared.fail = 1;
    if (!shared.fail) return true;
    TW_PHASE(t) {
      for (u32 l = t; l < tables; l += block_threads)
        give_back(table_of(desk, first + l), shared.total);
      if (t == 0) put_off(desk, ledger, shared.tile, shared.total);
    }
    return false;
  }
  TW_HD static void release(Desk& desk, Shared& shared, u64 first, u32 tables) {
    TW_PHASE(t)
    for (u32 l = t; l < tables; l += block_threads)
      give_back(table_of(desk, first + l), shared.total - (l < near_landings ? shared.fresh[l] : 0));
  }
  TW_HD static bool reserve_bins(Desk& desk, Ledger& ledger, Shared& shared) {
    TW_PHASE(t)
    if (t == 0 && fetch_add(&ledger.binned, shared.total) + shared.total > desk.bin_limit) {
      fetch_add(&ledger.binned, 0 - shared.total);
      put_off(desk, ledger, shared.tile, shared.total);
      shared.fail = 1;
    }
    return !shared.fail;
  }

  TW_HD static void tell_binned(Desk& desk, Shared& shared, u64 first, u32 tables) {
    TW_PHASE(t)
    for (u32 l = t; l < tables; l += block_threads)
      if (shared.fresh[l]) fetch_add(&table_of(desk, first + l).binned, shared.fresh[l]);
  }

  // Every state of a stage takes every move.
  TW_HD static void expand(Desk& desk, Shared& shared, u64 number, u32 sink) {
    // Other blocks may be setting it, so one thread looks for all.
    TW_PHASE(t)
    if (t == 0) shared.fail = look_now(&desk.halted);
    if (shared.fail) return;
    Ledger& ledger = ledger_of(desk, number);
    const Table table = table_of(desk, number);
    const u64 tiles = (table.capacity + tile_slots - 1) / tile_slots;
    const Stage<W> stage = stage_of(desk, shared, number);
    const u64 first = number + 1;
    begin_sums(shared);
    for (;;) {
      begin_tile(desk, ledger, shared, tiles);
      if (shared.tile == no_tile) break;
      collect(stage, shared, table);
      if (shared.count == 0) continue;
      if (!(sink == into_bins ? reserve_bins(desk, ledger, shared)
                              : reserve(desk, ledger, shared, first, stage.landings())))
        continue;
      each_successor(stage, shared, [&](u32 n, u32 move) {
        Key<W> key = key_at<W>(shared.key + n * W);
        stage.take(key, move);
        const int l = stage.land(key);
        if (l < 0) return;
        if (stage.stranded(move, static_cast<u32>(first) + l, key)) {
          fetch_add(&shared.stranded, 1);
          return;
        }
        Count<C> count;
        for (u32 c = 0; c < C; ++c) count.word[c] = shared.times[n * C + c];
        if (multiply<C>(count, stage.weight(move))) shared.overflow = 1;
        if (sink == into_bins)
          put_into_bin(desk, shared, first, l, key, count);
        else
          put(desk, shared, first, l, key, count, all_slots);
      });
      if (sink == into_tables)
        release(desk, shared, first, stage.landings());
      else
        tell_binned(desk, shared, first, stage.landings());
      TW_PHASE(t)
      if (t == 0) {
        shared.states += shared.count;
        shared.moves += shared.total - (stage.may_pass() ? shared.count : 0);
      }
    }
    end_sums(ledger, shared);
  }

  TW_HD static void clear_tile(const Table& table, u64 tile, u32 t) {
    for (u32 k = t; k < tile_slots * slot; k += block_threads) {
      const u64 word = tile * tile_slots * slot + k;
      if (word < table.capacity * slot)
        reinterpret_cast<u64*>(table.slots)[word] = word % slot < W ? empty : 0;
    }
  }

  // Put what is in the bins into the tables that begin with `first`.  What finds no slot near its
  // place is left, and the rest of its tile is marked as done.
  TW_HD static void drain(Desk& desk, Shared& shared, u64 number, u64 first, u32 tables) {
    Ledger& ledger = ledger_of(desk, number);
    const u64 per_bin = (desk.bin_size + bin_tile - 1) / bin_tile;
    begin_sums(shared);
    for (;;) {
      begin_tile(desk, ledger, shared, per_bin * desk.bin_count);
      if (shared.tile == no_tile) break;
      const u64 bin = shared.tile / per_bin, begin = shared.tile % per_bin * bin_tile;
      const u64 cursor = reinterpret_cast<const u64*>(desk.cursors)[bin * cursor_gap];
      const u64 filled = cursor < desk.bin_size ? cursor : desk.bin_size;
      if (begin >= filled) continue;
      const u64 size = filled - begin < bin_tile ? filled - begin : bin_tile;
      u64* const entries = reinterpret_cast<u64*>(desk.bins) + (bin * desk.bin_size + begin) * slot;
      TW_PHASE(t)
      for (u32 k = t; k < size; k += block_threads) {
        const u64* const entry = entries + k * slot;
        shared.move[k] = 1;  // no moves here: it says whether an entry is done
        if (entry[W - 1] == empty) continue;
        Count<C> count;
        for (u32 c = 0; c < C; ++c) count.word[c] = entry[W + c];
        const u32 l = static_cast<u32>(count.word[C - 1] >> (64 - spare_bits));
        count.word[C - 1] = count.word[C - 1] << spare_bits >> spare_bits;
        if (put(desk, shared, first, l, key_at<W>(entry), count, near_slots)) continue;
        shared.move[k] = 0;
        shared.fail = 1;
      }
      const bool crowded = shared.fail != 0;
      TW_PHASE(t) {
        for (u32 l = t; l < tables && l < near_landings; l += block_threads)
          if (shared.fresh[l]) fetch_add(&table_of(desk, first + l).used, shared.fresh[l]);
        for (u32 k = t; crowded && k < size; k += block_threads)
          if (shared.move[k]) entries[k * slot + W - 1] = empty;
        if (t == 0 && crowded) put_off(desk, ledger, shared.tile, 0);
      }
    }
    end_sums(ledger, shared);
  }
};

}  // namespace tilewright::kernels
