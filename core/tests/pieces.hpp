// Searching as a whole and in pieces, whatever the engine: both must come to the same.
#pragma once
#include <algorithm>
#include <functional>
#include <memory>
#include <vector>

#include "check.hpp"
#include "tilewright/search.hpp"

using namespace tilewright;

// Begins a search of some problem with some engine.
using Begin = std::function<std::unique_ptr<Search>(const SearchSettings&)>;

using Covers = std::vector<std::vector<std::uint32_t>>;

struct Run {
  Covers covers;
  Counters counters;
};

inline void add(std::vector<std::uint64_t>& sum, const std::vector<std::uint64_t>& part) {
  if (sum.size() < part.size()) sum.resize(part.size(), 0);
  for (std::size_t k = 0; k < part.size(); ++k) sum[k] += part[k];
}

inline void take_into(Search& search, Run& run) {
  const Batch batch = search.take();
  std::uint64_t from = 0;
  for (const std::uint64_t end : batch.ends) {
    run.covers.emplace_back(batch.options.begin() + static_cast<std::ptrdiff_t>(from),
                            batch.options.begin() + static_cast<std::ptrdiff_t>(end));
    from = end;
  }
}

inline void finish_into(Search& search, Run& run) {
  take_into(search, run);
  const Counters c = search.counters();
  add(run.counters.nodes, c.nodes);
  add(run.counters.updates, c.updates);
  run.counters.solutions += c.solutions;
}

inline Run whole(const Begin& begin, const Rule& rule) {
  Run run;
  const auto search = begin({.rule = rule, .start = {}});
  CHECK(search->run({}) == Search::State::finished);
  CHECK(search->explored() == 1);
  finish_into(*search, run);
  CHECK(search->rest().empty());
  return run;
}

// Searches in pieces: pauses after so many nodes, takes the rest apart in the same way.
inline void in_pieces(const Begin& begin, const SearchSettings& settings, std::uint64_t nodes,
                      Run& run) {
  const auto search = begin(settings);
  Limits limits;
  limits.nodes = nodes;
  search->run(limits);
  finish_into(*search, run);
  for (const Subtree& subtree : search->rest()) {
    SearchSettings next = settings;
    next.start = subtree;
    in_pieces(begin, next, nodes, run);
  }
}

inline Covers sorted(Covers covers) {
  std::sort(covers.begin(), covers.end());
  return covers;
}

inline void check_rest(const Begin& begin, const Rule& rule) {
  const Run all = whole(begin, rule);
  for (const std::uint64_t nodes : {0, 1, 2, 5, 40}) {
    Run pieces;
    if (nodes == 0) {  // of a child, entering is counted; go on by levels instead
      SearchSettings top{.rule = rule, .start = {}, .levels = 1};
      const auto search = begin(top);
      search->run({});
      finish_into(*search, pieces);
      for (const Subtree& subtree : search->rest())
        in_pieces(begin, {.rule = rule, .start = subtree}, 1'000'000, pieces);
    } else {
      // A node limit of 1 would never get beyond entering a child: one more each time.
      in_pieces(begin, {.rule = rule, .start = {}}, nodes + 1, pieces);
    }
    if (nodes == 0) {  // shallow covers come before the subtrees that were left
      CHECK(sorted(pieces.covers) == sorted(all.covers));
    } else {
      CHECK(pieces.covers == all.covers);
    }
    CHECK(pieces.counters.nodes == all.counters.nodes);
    CHECK(pieces.counters.updates == all.counters.updates);
    CHECK(pieces.counters.solutions == all.counters.solutions);
  }
}
