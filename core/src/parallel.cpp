#include "tilewright/parallel.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <exception>
#include <iterator>
#include <list>
#include <mutex>
#include <optional>
#include <span>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "tilewright/contract.hpp"
#include "tilewright/deadline.hpp"

namespace tilewright {
namespace {

// A problem that owns its arrays.
struct ExactCoverCopy {
  explicit ExactCoverCopy(const ExactCoverView& p)
      : item_count(p.item_count),
        lo(p.lo.begin(), p.lo.end()),
        hi(p.hi.begin(), p.hi.end()),
        starts(p.starts.begin(), p.starts.end()),
        items(p.items.begin(), p.items.end()),
        colours(p.colours.begin(), p.colours.end()) {}
  ExactCoverView view() const { return {item_count, lo, hi, starts, items, colours}; }

  std::uint32_t item_count;
  std::vector<std::uint32_t> lo, hi;
  std::vector<std::uint64_t> starts;
  std::vector<std::uint32_t> items, colours;
};

void append(Batch& to, const Batch& more) {
  const std::uint64_t shift = to.options.size();
  to.options.insert(to.options.end(), more.options.begin(), more.options.end());
  to.items.insert(to.items.end(), more.items.begin(), more.items.end());
  for (const std::uint64_t end : more.ends) to.ends.push_back(shift + end);
}

void add(Counters& to, const Counters& more) {
  const auto add_levels = [](std::vector<std::uint64_t>& sum, const std::vector<std::uint64_t>& part) {
    sum.resize(std::max(sum.size(), part.size()), 0);
    for (std::size_t k = 0; k < part.size(); ++k) sum[k] += part[k];
  };
  add_levels(to.nodes, more.nodes);
  add_levels(to.updates, more.updates);
  to.solutions += more.solutions;
  to.stranded += more.stranded;
}

// Everything below is guarded by one mutex, but for the search and the start of a busy segment:
// these belong to the thread that works at it.
class ParallelSearch final : public Search {
 public:
  ParallelSearch(const ExactCoverView& problem, const Subtree& start, Open open,
                 const Sharing& sharing)
      : problem_(problem),
        open_(std::move(open)),
        sharing_(sharing),
        slices_between_gifts_(1 + sharing.work_per_entry * problem.items.size() / sharing.slice) {
    Segment& first = segments_.emplace_back();
    first.start = start;
    first.search = open_(problem_.view(), first.start);
  }

  ~ParallelSearch() override { end_threads(); }

  State run(const Limits& limits) override {
    TW_REQUIRE(limits.solutions == Limits::none && limits.nodes == Limits::none &&
                   limits.work == Limits::none,
               "a search on several threads has no limits of solutions, nodes or work: use one");
    Lock lock(mutex_);
    if (segments_.empty()) return State::finished;
    deadline_ = deadline_after(limits.seconds);
    batch_limit_ = limits.batch;
    running_ = true;
    look_around(Caller::yes);
    wake_.notify_all();
    work_or_fail(lock, Caller::yes);
    running_ = false;
    wake_.notify_all();  // those that have nothing to do
    parked_.wait(lock, [&] { return working_ == 0; });
    if (error_) std::rethrow_exception(std::exchange(error_, nullptr));
    TW_INVARIANT(invariants_hold());
    if (!segments_.empty()) return State::paused;
    lock.unlock();
    end_threads();  // whoever keeps a search that is done does not keep threads
    return State::finished;
  }

  bool finished() const override { return segments_.empty(); }

  Counters counters() const override {
    Counters sum = done_;
    for (const Segment& segment : segments_) {
      if (segment.search) add(sum, segment.search->counters());
      sum.solutions -= segment.held.ends.size();
    }
    return sum;
  }

  double explored() const override {
    if (segments_.empty()) return 1;
    double share = done_share_;
    for (const Segment& segment : segments_)
      if (segment.search) share += segment.share * segment.search->explored();
    return std::min(share, 1.0);
  }

  std::vector<std::uint32_t> path() const override {
    throw ContractViolation("a search on several threads is at several places: use one thread");
  }

  std::vector<Subtree> rest() override {
    std::vector<Subtree> rest;
    for (Segment& segment : segments_) {
      std::uint64_t from = 0;
      for (const std::uint64_t end : segment.held.ends) {
        rest.push_back(only(std::span(segment.held.options).subspan(from, end - from)));
        from = end;
      }
      done_.solutions -= segment.held.ends.size();
      if (segment.search) {
        add(done_, segment.search->counters());
        std::ranges::move(segment.search->rest(), std::back_inserter(rest));
      } else if (!segment.done) {
        rest.push_back(std::move(segment.start));
      }
    }
    segments_.clear();
    end_threads();
    return rest;
  }

  // Whoever has several threads need not be helped.
  std::optional<Gift> give() override { return {}; }

 private:
  using Lock = std::unique_lock<std::mutex>;
  enum class Caller : bool { no, yes };  // does the thread that called run() work?

  struct Segment {
    Subtree start;
    std::unique_ptr<Search> search;  // from the first time somebody works at it until it is done
    double share = 1;                // of the whole
    bool busy = false, done = false;
    Batch held;  // covers found; those of the front are in batch_
    std::uint64_t slices = 0;  // since it was opened or gave something away
  };
  using Place = std::list<Segment>::iterator;
  static constexpr double share_rounding = 1e-6;

  // ---- threads ------------------------------------------------------------------------------

  // Fewer threads than wanted are not an error.
  void start_threads() {
    sharing_threads_ = true;
    try {
      while (threads_.size() + 1 < sharing_.threads) threads_.emplace_back([this] { live(); });
    } catch (const std::system_error&) {
    }
  }

  void end_threads() {
    {
      const Lock lock(mutex_);
      quitting_ = true;
    }
    wake_.notify_all();
    for (std::thread& thread : threads_) thread.join();
    threads_.clear();
  }

  void live() {
    Lock lock(mutex_);
    for (;;) {
      wake_.wait(lock, [&] { return quitting_ || running_; });
      if (quitting_) return;
      ++working_;
      work_or_fail(lock, Caller::no);
      --working_;
      parked_.notify_one();
    }
  }

  void work_or_fail(Lock& lock, Caller caller) {
    try {
      work(lock, caller);
    } catch (...) {
      if (!lock.owns_lock()) lock.lock();
      error_ = std::current_exception();
      running_ = false;
      wake_.notify_all();
    }
  }

  // Work at one segment after the other until it is time to pause.
  void work(Lock& lock, Caller caller) {
    while (running_) {
      TW_INVARIANT(invariants_hold());
      const Place place = first_waiting();
      if (place != segments_.end()) {
        take(place);
        try {
          work_at(place, lock, caller);
        } catch (...) {
          if (!lock.owns_lock()) lock.lock();
          put_back(place);
          throw;
        }
      } else if (caller == Caller::yes) {
        wake_.wait_for(lock, std::chrono::milliseconds(1));  // stop() wakes nobody
        look_around(caller);
      } else {
        wake_.wait(lock);
      }
    }
  }

  // Is it time to pause?
  void look_around(Caller caller) {
    if (segments_.empty() || batch_.ends.size() >= batch_limit_ ||
        stop_.load(std::memory_order_relaxed) ||
        (caller == Caller::yes && Clock::now() >= deadline_)) {
      running_ = false;
      wake_.notify_all();
    }
  }

  // ---- segments -----------------------------------------------------------------------------

  bool may_work_at(Place place) const {
    return place == segments_.begin() || held_ < sharing_.most_held;
  }

  Place first_waiting() {
    const Place place = std::ranges::find_if(
        segments_, [](const Segment& s) { return !s.busy && !s.done; });
    return place != segments_.end() && may_work_at(place) ? place : segments_.end();
  }

  void take(Place place) {
    place->busy = true;
    --waiting_;
  }
  void put_back(Place place) {
    place->busy = false;
    ++waiting_;
  }

  void work_at(Place place, Lock& lock, Caller caller) {
    Segment& segment = *place;
    while (running_ && may_work_at(place)) {
      Limits limits;
      limits.work = sharing_.slice;
      if (place == segments_.begin()) limits.batch = batch_limit_ - batch_.ends.size();
      lock.unlock();
      if (!segment.search) segment.search = open_(problem_.view(), segment.start);
      const State state = segment.search->run(limits);
      const Batch found = segment.search->take();
      lock.lock();
      hold(place, found);
      if (state == State::finished) {
        settle(place);
        look_around(caller);
        return;
      }
      TW_INVARIANT(invariants_hold());
      look_around(caller);
      if (!sharing_threads_ && ++slices_alone_ > sharing_.alone) start_threads();
      if (++segment.slices >= slices_between_gifts_ && running_ && few_wait())
        give_from(place, lock);
    }
    put_back(place);
  }

  bool few_wait() const { return sharing_threads_ && waiting_ < sharing_.threads; }

  void give_from(Place place, Lock& lock) {
    lock.unlock();
    std::optional<Gift> gift = place->search->give();
    lock.lock();
    place->slices = 0;
    if (!gift) return;
    Segment& given = *segments_.emplace(std::next(place));
    given.start = std::move(gift->start);
    given.share = place->share * gift->share;
    ++waiting_;
    wake_.notify_one();
  }

  // Covers of the front can be handed out.
  void hold(Place place, const Batch& found) {
    if (place == segments_.begin()) {
      append(batch_, found);
    } else {
      append(place->held, found);
      held_ += found.options.size();
    }
  }

  // The segment is done; if it was the front, another one is.
  void settle(Place place) {
    add(done_, place->search->counters());
    done_share_ += place->share * place->search->explored();
    place->search.reset();
    place->done = true;
    place->busy = false;
    if (place != segments_.begin()) {
      if (place->held.ends.empty()) segments_.erase(place);
      return;
    }
    while (!segments_.empty() && segments_.front().done) {
      segments_.pop_front();
      if (segments_.empty()) break;
      const Batch held = std::exchange(segments_.front().held, {});
      held_ -= held.options.size();
      append(batch_, held);
    }
    wake_.notify_all();  // more may be held now
  }

  // Invariants A to F.
  [[maybe_unused]] bool invariants_hold() const {
    if (segments_.empty())
      return waiting_ == 0 && held_ == 0 && std::abs(done_share_ - 1) < share_rounding;
    if (segments_.front().done || !segments_.front().held.ends.empty()) return false;
    std::size_t waiting = 0, busy = 0, held = 0;
    for (const Segment& segment : segments_) {
      if (segment.done && (segment.search || segment.busy || segment.held.ends.empty()))
        return false;
      waiting += !segment.busy && !segment.done;
      busy += segment.busy;
      held += segment.held.options.size();
    }
    return waiting == waiting_ && busy <= working_ + 1 && held == held_;
  }

  // This cover and no other, not even one that contains it.
  Subtree only(std::span<const std::uint32_t> cover) const {
    Subtree subtree;
    subtree.chosen.assign(cover.begin(), cover.end());
    if (problem_.lo == problem_.hi) return subtree;  // no cover contains another
    std::vector<bool> chosen(problem_.view().option_count(), false);
    for (const std::uint32_t option : cover) chosen[option] = true;
    for (std::uint32_t option = 0; option < chosen.size(); ++option)
      if (!chosen[option]) subtree.excluded.push_back(option);
    return subtree;
  }

  const ExactCoverCopy problem_;
  const Open open_;
  const Sharing sharing_;
  const std::uint64_t slices_between_gifts_;

  std::mutex mutex_;
  std::condition_variable wake_;    // there is something to do, or to stop doing
  std::condition_variable parked_;  // a thread has stopped working
  std::vector<std::thread> threads_;
  unsigned working_ = 0;  // of these threads
  bool running_ = false, quitting_ = false, sharing_threads_ = false;
  std::uint64_t slices_alone_ = 0;
  std::exception_ptr error_;
  Clock::time_point deadline_;
  std::uint64_t batch_limit_ = Limits::none;

  std::list<Segment> segments_;  // the front is not done
  std::size_t waiting_ = 1;      // segments that nobody works at, and that are not done
  std::size_t held_ = 0;         // options in the covers that are held
  Counters done_;                // of segments that are done
  double done_share_ = 0;
};

}  // namespace

std::unique_ptr<Search> parallel_search(const ExactCoverView& problem, const Subtree& start,
                                        Open open, const Sharing& sharing) {
  require_valid(problem);
  return std::make_unique<ParallelSearch>(problem, start, std::move(open), sharing);
}

}  // namespace tilewright
