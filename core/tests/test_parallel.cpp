// Searching on several threads comes to the same as searching on one.  Slices of one node make
// even tiny searches change hands all the time.
#include "tilewright/parallel.hpp"

#include <atomic>
#include <chrono>
#include <new>
#include <thread>

#include "check.hpp"
#include "pieces.hpp"
#include "tilewright/anchor.hpp"
#include "tilewright/bits.hpp"
#include "tilewright/contract.hpp"

using namespace tilewright;

namespace {

using Engine = std::function<std::unique_ptr<Search>(const ExactCoverView&, SearchSettings)>;

const Engine links = links_search;
const Engine anchor = [](const ExactCoverView& problem, SearchSettings settings) {
  return anchor_search(problem, std::move(settings), {}, StrandingTest::none);
};

const Engine bits = [](const ExactCoverView& problem, SearchSettings settings) {
  return bits_search(problem, std::move(settings));
};

std::atomic<int> opened = 0, opened_by_others = 0;  // searches
const std::thread::id main_thread = std::this_thread::get_id();

Open open_with(const Engine& engine, const SearchSettings& settings) {
  return [engine, settings](const ExactCoverView& problem, const Subtree& start) {
    ++opened;
    if (std::this_thread::get_id() != main_thread)
      ++opened_by_others;
    else  // let the others have a go
      std::this_thread::sleep_for(std::chrono::microseconds(20));
    SearchSettings here = settings;
    here.start = start;
    return engine(problem, std::move(here));
  };
}

Sharing eager(unsigned threads) {
  return {.threads = threads, .slice = 1, .alone = 0, .work_per_entry = 0};
}

std::unique_ptr<Search> shared(const OwnedProblem& problem, const Engine& engine,
                               const SearchSettings& settings, const Sharing& sharing) {
  return parallel_search(problem.view(), settings.start, open_with(engine, settings), sharing);
}

bool same(const Run& a, const Run& b) {
  return a.covers == b.covers && a.counters.nodes == b.counters.nodes &&
         a.counters.updates == b.counters.updates &&
         a.counters.solutions == b.counters.solutions;
}

// A search that gives away whatever it can, between any two nodes; what it gave is searched in
// the same way when its turn comes.
void giving(const Begin& begin, const SearchSettings& settings, Run& run, int& gifts) {
  const auto search = begin(settings);
  std::vector<Subtree> given;
  double share = 0;
  while (search->run({.work = 1}) == Search::State::paused) {
    auto gift = search->give();
    if (!gift) continue;
    ++gifts;
    given.push_back(std::move(gift->start));
    share += gift->share;
  }
  CHECK(search->explored() + share > 1 - 1e-9 && search->explored() + share < 1 + 1e-9);
  finish_into(*search, run);
  for (; !given.empty(); given.pop_back()) {
    SearchSettings next = settings;
    next.start = std::move(given.back());
    giving(begin, next, run, gifts);
  }
}

void check_giving(const OwnedProblem& problem, const Engine& engine, const Rule& rule) {
  const Begin begin = [&](const SearchSettings& s) { return engine(problem.view(), s); };
  Run run;
  int gifts = 0;
  giving(begin, {.rule = rule, .start = {}}, run, gifts);
  CHECK(gifts > 0);
  CHECK(same(run, whole(begin, rule)));
}

// What was given is not in the rest.
void check_rest_after_giving(const OwnedProblem& problem, const Engine& engine) {
  const Begin begin = [&](const SearchSettings& s) { return engine(problem.view(), s); };
  const Run all = whole(begin, {});
  for (std::uint64_t nodes = 1; nodes < 30; ++nodes) {
    const auto search = begin({.rule = {}, .start = {}});
    search->run({.nodes = nodes});
    std::vector<Subtree> parts, given;
    for (int k = 0; k < 3; ++k)
      if (auto gift = search->give()) given.push_back(std::move(gift->start));
    search->run({.nodes = nodes + 3});
    Run run;
    finish_into(*search, run);
    for (const Subtree& s : search->rest()) parts.push_back(s);
    parts.insert(parts.end(), given.rbegin(), given.rend());
    for (const Subtree& part : parts) {
      const auto rest = begin({.rule = {}, .start = part});
      rest->run({});
      finish_into(*rest, run);
    }
    CHECK(same(run, all));
  }
}

void check_same(const OwnedProblem& problem, const Engine& engine, const Rule& rule) {
  const Begin alone = [&](const SearchSettings& s) { return engine(problem.view(), s); };
  const Run expected = whole(alone, rule);
  for (const unsigned threads : {1u, 2u, 4u}) {
    const Begin begin = [&](const SearchSettings& s) {
      return shared(problem, engine, s, eager(threads));
    };
    opened = 0;
    CHECK(same(whole(begin, rule), expected));
    CHECK(opened > 1);
    // Covers that are only counted.
    const auto counting = begin({.rule = rule, .start = {}, .collect = false});
    CHECK(counting->run({}) == Search::State::finished);
    CHECK(counting->counters().nodes == expected.counters.nodes);
    CHECK(counting->counters().solutions == expected.counters.solutions);
  }
}

// Few covers may be held, and few are taken at a time.
void check_bounds(const OwnedProblem& problem, const Engine& engine) {
  const Begin alone = [&](const SearchSettings& s) { return engine(problem.view(), s); };
  const Run expected = whole(alone, {});
  for (const std::size_t held : {0, 1, 40}) {
    Sharing sharing = eager(4);
    sharing.most_held = held;
    const auto search = shared(problem, engine, {.rule = {}, .start = {}}, sharing);
    Run run;
    double explored = 0;
    while (search->run({.batch = 3}) == Search::State::paused) {
      take_into(*search, run);
      CHECK(search->explored() > explored - 1e-9 && search->explored() <= 1);
      explored = search->explored();
      CHECK(search->counters().solutions == run.covers.size());
    }
    finish_into(*search, run);
    CHECK(same(run, expected));
    CHECK(search->finished() && search->explored() == 1);
  }
}

// Paused somewhere, the rest searched on one thread: part done + rest = whole.
void check_rest_of_threads(const OwnedProblem& problem, const Engine& engine) {
  const Begin alone = [&](const SearchSettings& s) { return engine(problem.view(), s); };
  const Run expected = whole(alone, {});
  bool stopped_midway = false;
  for (std::uint64_t batch = 1; batch <= expected.covers.size(); batch = 1 + 2 * batch) {
    const auto search = shared(problem, engine, {.rule = {}, .start = {}}, eager(4));
    search->run({.batch = batch});
    Run run;
    take_into(*search, run);
    const std::vector<Subtree> rest = search->rest();
    finish_into(*search, run);
    stopped_midway |= run.covers.size() < expected.covers.size();
    CHECK(search->finished());
    for (const Subtree& part : rest) {
      const auto next = alone({.rule = {}, .start = part});
      next->run({});
      finish_into(*next, run);
    }
    CHECK(same(run, expected));
  }
  CHECK(stopped_midway);
}

void check_stop() {
  const OwnedProblem problem = queens(30);
  const auto search =
      shared(problem, links, {.rule = {}, .start = {}, .collect = false}, {.threads = 4});
  std::thread stopper([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    search->stop();
  });
  CHECK(search->run({}) == Search::State::paused);
  stopper.join();
  const std::uint64_t before = search->counters().nodes.at(0);
  CHECK(search->run({}) == Search::State::paused);  // it stays in force
  search->go_on();
  CHECK(search->run({.seconds = 0.02}) == Search::State::paused);
  CHECK(search->counters().nodes.at(0) >= before && search->explored() < 1);
}  // and destroyed in the middle

void check_errors() {
  const OwnedProblem problem = queens(8);
  CHECK_THROWS(ContractViolation, shared(problem, links, {.rule = {}, .start = {{0, 0}, {}}}, {}));
  const auto search = shared(problem, links, {.rule = {}, .start = {}}, {});
  CHECK_THROWS(ContractViolation, search->run({.nodes = 5}));
  CHECK_THROWS(ContractViolation, search->path());

  // No memory for a while, in whichever thread: reported once, and nothing is lost.
  opened = 0;
  const Open open = [&](const ExactCoverView& view, const Subtree& start) {
    const int number = opened++;
    if (number > 3 && number < 7) throw std::bad_alloc();
    return links_search(view, {.rule = {}, .start = start});
  };
  const auto unlucky = parallel_search(problem.view(), {}, open, eager(3));
  int thrown = 0;
  for (bool finished = false; !finished;) {
    try {
      finished = unlucky->run({}) == Search::State::finished;
    } catch (const std::bad_alloc&) {
      ++thrown;
    }
  }
  CHECK(thrown >= 1 && thrown <= 3);
  Run run;
  finish_into(*unlucky, run);
  CHECK(same(run, whole([&](const SearchSettings& s) { return links(problem.view(), s); }, {})));
}

#ifdef TW_CHECK_INVARIANTS
// A search that is done, and says that it has explored half of its part.
class HalfDone final : public Search {
 public:
  State run(const Limits&) override { return State::finished; }
  bool finished() const override { return true; }
  Counters counters() const override { return {}; }
  double explored() const override { return 0.5; }
  std::vector<std::uint32_t> path() const override { return {}; }
  std::vector<Subtree> rest() override { return {}; }
  std::optional<Gift> give() override { return {}; }
};

// Shares that do not add up break invariant F.
void check_invariants() {
  const OwnedProblem problem = queens(4);
  const Open open = [](const ExactCoverView&, const Subtree&) { return std::make_unique<HalfDone>(); };
  const auto search = parallel_search(problem.view(), {}, open, eager(2));
  CHECK_THROWS(BrokenInvariant, search->run({}));
}
#else
void check_invariants() {}
#endif

}  // namespace

int main() {
  Rule leftmost, random;
  leftmost.pick = Rule::Pick::leftmost;
  random.seed = 7;
  const OwnedProblem six = queens(6), eight = queens(8), nasty = mixed();
  for (const Engine& engine : {links, anchor}) {
    for (const Rule& rule : {Rule{}, leftmost, random}) {
      for (const OwnedProblem* problem : {&six, &nasty}) {
        check_giving(*problem, engine, rule);
        check_same(*problem, engine, rule);
      }
      check_same(eight, engine, rule);
    }
    check_rest_after_giving(six, engine);
    check_rest_after_giving(nasty, engine);
    check_bounds(eight, engine);
    check_bounds(nasty, engine);
    check_rest_of_threads(eight, engine);
    check_rest_of_threads(nasty, engine);
  }
  for (const OwnedProblem* problem : {&six, &eight}) {
    check_giving(*problem, bits, {});
    check_same(*problem, bits, {});
    check_rest_after_giving(*problem, bits);
  }
  check_rest_of_threads(eight, bits);
  CHECK(opened_by_others > 0);
  check_stop();
  check_errors();
  check_invariants();
  return report();
}
