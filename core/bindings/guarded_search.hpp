// A search as Python holds it: guarded, and begun on one thread or on several.
#pragma once
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "tilewright/contract.hpp"
#include "tilewright/parallel.hpp"
#include "tilewright/search.hpp"

namespace tilewright {

namespace nb = nanobind;

// How to search, and by how many threads.
struct Settings {
  SearchSettings search;
  unsigned threads;
  bool eager;  // do threads share the work after every node?  For tests
};

// A search that only one thread uses at a time; stop() may come from any.
//
// Python may be interrupted between any two of its steps, so nothing that it asks for is lost by
// giving it away: covers stay here until Python says that it has handed them out, and the rest
// can be asked for again.
class GuardedSearch {
 public:
  explicit GuardedSearch(std::unique_ptr<Search> search) : search_(std::move(search)) {}

  template <class Action>
  auto alone(Action action) {
    const std::unique_lock lock(busy_, std::try_to_lock);
    TW_REQUIRE(lock.owns_lock(), "another thread is using this search");
    return action(*search_);
  }
  void stop() { search_->stop(); }
  void go_on() { search_->go_on(); }

  // All covers found but the first `handed_out`.  These are either all that were ever shown, or
  // all but those shown last.
  std::shared_ptr<const Batch> peek(std::uint64_t handed_out) {
    return alone([&](Search& search) {
      if (handed_out > gone_) {
        gone_ += shown_->ends.size();
        shown_ = std::make_shared<Batch>();
      }
      TW_REQUIRE(handed_out == gone_, "covers are handed out as they were shown, or not at all");
      Batch found = search.take();
      if (shown_->ends.empty())
        shown_ = std::make_shared<Batch>(std::move(found));
      else if (!found.ends.empty())
        shown_ = std::make_shared<Batch>(joined(*shown_, found));  // Python may look at the old one
      return shown_;
    });
  }

  const std::vector<Subtree>& rest() {
    alone([&](Search& search) {
      if (!rest_) rest_ = search.rest();
    });
    return *rest_;
  }

 private:
  static Batch joined(Batch first, const Batch& second) {
    const std::uint64_t shift = first.options.size();
    first.options.insert(first.options.end(), second.options.begin(), second.options.end());
    first.items.insert(first.items.end(), second.items.begin(), second.items.end());
    for (const std::uint64_t end : second.ends) first.ends.push_back(shift + end);
    return first;
  }

  std::unique_ptr<Search> search_;
  std::mutex busy_;
  std::shared_ptr<const Batch> shown_ = std::make_shared<Batch>();
  std::uint64_t gone_ = 0;  // covers handed out
  std::optional<std::vector<Subtree>> rest_;
};

template <class T>
using ConstArray = nb::ndarray<nb::numpy, const T, nb::ndim<1>>;

// An array that keeps alive what it is a part of.
template <class T>
ConstArray<T> as_part(std::shared_ptr<const Batch> whole, const std::vector<T>& part) {
  using Whole = std::shared_ptr<const Batch>;
  auto* owned = new Whole(std::move(whole));
  nb::capsule owner(owned, [](void* p) noexcept { delete static_cast<Whole*>(p); });
  return {part.data(), {part.size()}, owner};
}

// `begin` takes a problem and settings, and is kept if there are several threads.
template <class Begin>
std::unique_ptr<GuardedSearch> begin_search(const ExactCoverView& problem, Settings settings,
                                            Begin begin) {
  const nb::gil_scoped_release released;
  if (settings.threads == 1)
    return std::make_unique<GuardedSearch>(begin(problem, std::move(settings.search)));
  const Subtree start = std::move(settings.search.start);
  const Open open = [=](const ExactCoverView& copy, const Subtree& part) {
    SearchSettings here = settings.search;
    here.start = part;
    return begin(copy, std::move(here));
  };
  Sharing sharing{.threads = settings.threads};
  if (settings.eager) sharing.slice = 1, sharing.alone = 0, sharing.work_per_entry = 0;
  return std::make_unique<GuardedSearch>(parallel_search(problem, start, open, sharing));
}

}  // namespace tilewright
