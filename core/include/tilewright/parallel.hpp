// A search on several threads, which comes to the same as a search on one: the same covers in the
// same order, the same counters.
//
// The tree is not split once and for all.  The search is a list of *segments*, each a subtree with
// a search of its own, in the order in which one thread would meet them:
//
//     | front: being searched | done, 3 covers wait | being searched | waiting |
//                          \_ gives its last part away: a new segment, right behind it
//
// In the beginning there is one.  Threads take the first segment that nobody works at.  When few
// segments wait, whoever works gives a part of its own away (Search::give); what is given comes
// after all that is left, so the list stays in order.  Covers of the front are handed out as they
// come.  Those of later segments are held until all before them are done; when too many are held,
// nobody but the front works, so memory stays bounded.
//
// While nobody else looks at the list,
//
// Invariant A   the front is not done, and holds nothing: its covers have been handed out
// Invariant B   a segment that is done has no search, and nobody works at it; unless it is the
//               front, it holds covers, or it would not be in the list any more
// Invariant C   segments that nobody works at, and that are not done, are those counted as waiting
// Invariant D   no more segments are being searched than there are threads at work
// Invariant E   the covers held have as many options as are counted as held
// Invariant F   the shares of what is done add up to 1 when nothing is left, but for rounding
//
// A checked build tests them after every slice.
//
// Threads work only while run() runs.  Each works in slices of half a millisecond and looks at the
// list, under one lock, in between; so little is shared that no more care is needed.  A search that
// is done within a few milliseconds never starts a thread.
//
// Differences from a search on one thread:
//   - `solutions`, `nodes`, `work` and `levels` cannot be limited, and there is no one path().
//   - After a pause, covers may be held that stand behind unexplored parts.  They are not counted
//     as found, and rest() gives each back as a subtree of its own, at its place.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>

#include "tilewright/search.hpp"

namespace tilewright {

// Begins a search of the problem at a subtree, on one thread.
using Open = std::function<std::unique_ptr<Search>(const ExactCoverView&, const Subtree&)>;

struct Sharing {
  unsigned threads = 2;               // the calling one included
  std::uint64_t slice = 100'000;      // work of a thread between two looks at the list
  std::uint64_t alone = 10;           // slices before other threads start
  // Opening a search takes time for every entry of the problem.  So much work per entry is done
  // between two gifts, so that this does not weigh.
  std::uint64_t work_per_entry = 10;
  std::size_t most_held = 1'000'000;  // options of covers that are held
};

// The problem's arrays need not outlive the call; they are copied.  What `open` throws at the
// start is thrown here.
std::unique_ptr<Search> parallel_search(const ExactCoverView& problem, const Subtree& start,
                                        Open open, const Sharing& sharing);

}  // namespace tilewright
