// Kernels for whole tables: to clear, enlarge, empty and complete them, and to let two sweeps meet.
#pragma once
#include "tilewright/kernels/sweep.hpp"

namespace tilewright::kernels {

template <u32 W, u32 C>
struct Layers {
  using Sweeping = Sweep<W, C>;
  using Shared = typename Sweeping::Shared;
  static constexpr u32 slot = Sweeping::slot;
  static constexpr u32 total_words = 2 * C + 1, totals = 64;

  TW_HD static Table table_at(u64 slots, u64 capacity) { return {slots, capacity, capacity, 0, 0, 0, {}}; }

  // Make all slots free.
  TW_HD static void clear(u32 block, u32 blocks, u64 slots, u64 capacity) {
    const Table table = table_at(slots, capacity);
    const u64 tiles = (capacity + Sweeping::tile_slots - 1) / Sweeping::tile_slots;
    for (u64 tile = block; tile < tiles; tile += blocks)
      TW_PHASE(t) Sweeping::clear_tile(table, tile, t);
  }

  // Copy what is in one table into another one that has room for it.
  TW_HD static void move(Desk& desk, u32 block, u32 blocks, u64 slots, u64 capacity, u64 number) {
    const Table from = table_at(slots, capacity), to = Sweeping::table_of(desk, number);
    const u64 stretch = (capacity + blocks - 1) / blocks, begin = block * stretch;
    TW_PHASE(t)
    for (u64 k = begin + t; k < begin + stretch && k < capacity; k += block_threads) {
      const u64* const old = slot_of<W, C>(from, k);
      if (old[W - 1] == empty) continue;
      const Key<W> key = key_at<W>(old);
      bool is_new;
      u64* const at = find_or_put<W, C>(to, key, hash_of<W>(key, to.salt), Sweeping::all_slots, is_new);
      for (u32 c = 0; c < C; ++c) at[W + c] = old[W + c];
    }
  }

  // Write the slots in use of a stretch of a table side by side; how many they are, too.
  TW_HD static void gather(Desk& desk, Shared& shared, u32 block, u32 blocks, u64 number, u64 begin,
                           u64 end, u64 entries) {
    const Table table = Sweeping::table_of(desk, number);
    Ledger& ledger = Sweeping::ledger_of(desk, desk.stages);
    for (u64 first = begin + u64{block} * Sweeping::tile_slots; first < end;
         first += u64{blocks} * Sweeping::tile_slots) {
      const u64 last = end - first < Sweeping::tile_slots ? end : first + Sweeping::tile_slots;
      TW_PHASE(t)
      if (t == 0) shared.count = 0;
      TW_PHASE(t)
      for (u64 k = first + t; k < last; k += block_threads)
        if (slot_of<W, C>(table, k)[W - 1] != empty)
          shared.state[fetch_add(&shared.count, 1u)] = static_cast<unsigned short>(k - first);
      TW_PHASE(t)
      if (t == 0) shared.total = fetch_add(&ledger.gathered, shared.count);
      TW_PHASE(t)
      for (u32 k = t; k < shared.count * slot; k += block_threads)
        reinterpret_cast<u64*>(entries)[shared.total * slot + k] =
            slot_of<W, C>(table, first + shared.state[k / slot])[k % slot];
    }
  }

  // Look every state of the last stage up in the last table of another sweep, and add up the
  // products of their counts: in several rows, so that blocks are seldom in each other's way.
  TW_HD static void meet(Desk& desk, u32 block, u32 blocks, u64 slots, u64 capacity, u64 salt) {
    const Table far = Sweeping::table_of(desk, desk.stages);
    Table near = table_at(slots, capacity);
    near.used = 1;
    const u64* const program = reinterpret_cast<const u64*>(desk.program);
    u64* const row = reinterpret_cast<u64*>(desk.total) + block % totals * total_words;
    const u64 threads = u64{blocks} * block_threads;
    TW_PHASE(t)
    for (u64 k = u64{block} * block_threads + t; k < far.capacity; k += threads) {
      const u64* const at = slot_of<W, C>(far, k);
      if (at[W - 1] == empty) continue;
      const Key<W> key = across<W>(program, key_at<W>(at));
      const u64* const other = find<W, C>(near, key, hash_of<W>(key, salt));
      if (other) add_product(row, at + W, other + W);
    }
  }

  // row += a * b
  TW_HD static void add_product(u64* row, const u64* a, const u64* b) {
    Count<total_words> product{};
    for (u32 i = 0; i < C; ++i) {
      u64 carry = 0;
      for (u32 j = 0; j < C; ++j) {
        const u64 low = a[i] * b[j], high = high_product(a[i], b[j]);
        u64& word = product.word[i + j];
        const u64 sum = word + low;
        const u64 all = sum + carry;
        carry = high + (sum < low) + (all < carry);
        word = all;
      }
      product.word[i + C] = carry;
    }
    add_count<total_words>(row, product);
  }

  // The number of ways to complete each state of a stage, from those of the stages after it.
  TW_HD static void complete(Desk& desk, Shared& shared, u32 block, u32 blocks, u64 number) {
    Ledger& ledger = Sweeping::ledger_of(desk, number);
    const Table table = Sweeping::table_of(desk, number);
    const u64 tiles = (table.capacity + Sweeping::tile_slots - 1) / Sweeping::tile_slots;
    const Stage<W> stage = Sweeping::stage_of(desk, shared, number);
    Sweeping::begin_sums(shared);
    for (u64 tile = block; tile < tiles; tile += blocks) {
      TW_PHASE(t) { (void)t; }
      TW_PHASE(t)
      if (t == 0) {
        shared.tile = tile;
        shared.total = 0;
        shared.count = 0;
      }
      Sweeping::collect(stage, shared, table);
      TW_PHASE(t)
      for (u32 k = t; k < shared.count * C; k += block_threads) shared.times[k] = 0;
      Sweeping::each_successor(stage, shared, [&](u32 n, u32 move) {
        Key<W> key = key_at<W>(shared.key + n * W);
        stage.take(key, move);
        const int l = stage.land(key);
        if (l < 0) return;
        const Table& to = Sweeping::table_of(desk, number + 1 + l);
        const u64* const at = find<W, C>(to, key, hash_of<W>(key, to.salt));
        if (!at) return;
        Count<C> ways;
        for (u32 c = 0; c < C; ++c) ways.word[c] = at[W + c];
        if (multiply<C>(ways, stage.weight(move))) shared.overflow = 1;
        if (add_count<C>(shared.times + n * C, ways)) shared.overflow = 1;
      });
      TW_PHASE(t)
      for (u32 n = t; n < shared.count; n += block_threads) {
        const Key<W> key = key_at<W>(shared.key + n * W);
        u64* const at = const_cast<u64*>(find<W, C>(table, key, hash_of<W>(key, table.salt)));
        for (u32 c = 0; c < C; ++c) at[W + c] = shared.times[n * C + c];
      }
    }
    Sweeping::end_sums(ledger, shared);
  }
};

}  // namespace tilewright::kernels

#ifdef TW_ON_CARD
namespace {
using tilewright::kernels::Desk;
using Sweeping = tilewright::kernels::Sweep<TW_WORDS, TW_COUNT_WORDS>;
using Layering = tilewright::kernels::Layers<TW_WORDS, TW_COUNT_WORDS>;
}  // namespace
#define TW_KERNEL extern "C" __global__ void __launch_bounds__(tilewright::kernels::block_threads)
TW_KERNEL expand(Desk* desk, u64 number, u64 sink) {
  __shared__ Sweeping::Shared shared;
  Sweeping::expand(*desk, shared, number, sink);
}
TW_KERNEL drain(Desk* desk, u64 number, u64 first, u64 tables) {
  __shared__ Sweeping::Shared shared;
  Sweeping::drain(*desk, shared, number, first, tables);
}
TW_KERNEL clear(Desk*, u64 slots, u64 capacity) {
  Layering::clear(blockIdx.x, gridDim.x, slots, capacity);
}
TW_KERNEL move(Desk* desk, u64 slots, u64 capacity, u64 number) {
  Layering::move(*desk, blockIdx.x, gridDim.x, slots, capacity, number);
}
TW_KERNEL gather(Desk* desk, u64 number, u64 begin, u64 end, u64 entries) {
  __shared__ Sweeping::Shared shared;
  Layering::gather(*desk, shared, blockIdx.x, gridDim.x, number, begin, end, entries);
}
TW_KERNEL meet(Desk* desk, u64 slots, u64 capacity, u64 salt) {
  Layering::meet(*desk, blockIdx.x, gridDim.x, slots, capacity, salt);
}
TW_KERNEL complete(Desk* desk, u64 number) {
  __shared__ Sweeping::Shared shared;
  Layering::complete(*desk, shared, blockIdx.x, gridDim.x, number);
}
#endif
