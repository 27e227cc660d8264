// Python's view of the core: converts, releases the GIL, calls, returns.  Nothing is decided here.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <cstdlib>
#include <limits>
#include <memory>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "guarded_search.hpp"
#include "tilewright/anchor.hpp"
#include "tilewright/bits.hpp"
#include "tilewright/contract.hpp"
#include "tilewright/parallel.hpp"
#include "tilewright/problem.hpp"
#include "tilewright/search.hpp"

namespace nb = nanobind;
using namespace tilewright;

void bind_best(nb::module_& m);
void bind_corners(nb::module_& m);
void bind_estimate(nb::module_& m);
void bind_frontier(nb::module_& m);
void bind_geometry(nb::module_& m);
void bind_kernels(nb::module_& m);
void bind_problem(nb::module_& m);
void bind_symmetry(nb::module_& m);

namespace {

// Has glibc keep some memory between searches.  It learns from what is freed how much may be
// wanted again; before, what a small search takes is faulted in anew by each one, which can cost
// as much as the search.
void keep_memory() {
  void* volatile block = std::malloc(std::size_t{4} << 20);
  std::free(block);
}

}  // namespace

NB_MODULE(_core, m) {
  keep_memory();
  nb::set_leak_warnings(false);  // processes of workers end with searches under way
  m.doc() = "The native core of Tilewright.  Use tilewright.engines instead.";
  nb::exception<ContractViolation>(m, "ContractViolation", PyExc_ValueError);

  bind_problem(m);
  nb::class_<Settings>(m, "Settings", "Which items to branch on, where to start, how far to go.")
      .def(nb::new_([](bool leftmost, std::vector<std::uint32_t> order,
                       std::optional<std::uint64_t> seed, SubtreeTuple start,
                       std::optional<std::size_t> levels, bool collect, unsigned threads,
                       bool eager) {
             Rule rule{leftmost ? Rule::Pick::leftmost : Rule::Pick::fewest, std::move(order), seed};
             const std::size_t most = levels.value_or(std::numeric_limits<std::size_t>::max());
             return new Settings{{std::move(rule), from_tuple(std::move(start)), most, collect},
                                 threads, eager};
           }),
           nb::kw_only(), nb::arg("leftmost"), nb::arg("order"), nb::arg("seed").none(),
           nb::arg("start"), nb::arg("levels").none(), nb::arg("collect"), nb::arg("threads"),
           nb::arg("eager"), "`eager` threads share the work after every node: for tests.");

  nb::class_<GuardedSearch>(m, "Search", "A search under way; see links_search, anchor_search.")
      .def(
          "run",
          [](GuardedSearch& self, std::optional<std::uint64_t> solutions,
             std::optional<std::uint64_t> nodes, double seconds, std::uint64_t batch) {
            nb::gil_scoped_release released;
            return self.alone([&](Search& search) {
              const Limits limits{solutions.value_or(Limits::none), nodes.value_or(Limits::none),
                                  seconds, batch};
              return search.run(limits) == Search::State::finished;
            });
          },
          nb::kw_only(), nb::arg("solutions").none(), nb::arg("nodes").none(),
          nb::arg("seconds"), nb::arg("batch"), "Go on; True when there is nothing to run any more.")
      .def(
          "peek",
          [](GuardedSearch& self, std::uint64_t handed_out) {
            using Parts = std::tuple<ConstArray<std::uint32_t>, ConstArray<std::uint32_t>,
                                     ConstArray<std::uint64_t>>;
            const auto batch = self.peek(handed_out);
            std::optional<Parts> parts;
            if (!batch->ends.empty())
              parts.emplace(as_part(batch, batch->options), as_part(batch, batch->items),
                            as_part(batch, batch->ends));
            return parts;
          },
          nb::arg("handed_out"),
          "The covers found but the first `handed_out`: options, items chosen on, ends; None if none.")
      .def(
          "path",
          [](GuardedSearch& self) {
            return self.alone([](Search& search) { return search.path(); });
          },
          "The options chosen at this moment.")
      .def(
          "counters",
          [](GuardedSearch& self) {
            Counters c = self.alone([](Search& search) { return search.counters(); });
            return std::tuple(std::move(c.nodes), std::move(c.updates), c.solutions, c.stranded);
          },
          "Nodes per level, updates per level, solutions, nodes given up by stranding.")
      .def("finished",
           [](GuardedSearch& self) {
             return self.alone([](Search& search) { return search.finished(); });
           })
      .def("explored",
           [](GuardedSearch& self) {
             return self.alone([](Search& search) { return search.explored(); });
           })
      .def(
          "rest",
          [](GuardedSearch& self) {
            std::vector<SubtreeTuple> rest;
            for (const Subtree& s : self.rest()) rest.push_back(to_tuple(s));
            return rest;
          },
          "What is not explored, as (chosen, excluded, via).  Ends the search.")
      .def("stop", &GuardedSearch::stop, "From any thread: make run() return soon.")
      .def("go_on", &GuardedSearch::go_on, "Let run() run again after stop().");

  m.def(
      "links_search",
      [](const Problem& problem, const Settings& settings) {
        return begin_search(problem.view(), settings, links_search);
      },
      nb::arg("problem"), nb::arg("settings"));

  m.def(
      "anchor_search",
      [](std::shared_ptr<const Problem> problem, const Settings& settings, int stranding) {
        const auto test = static_cast<StrandingTest>(stranding);
        const auto begin = [=](const ExactCoverView& view, SearchSettings here) {
          return anchor_search(view, std::move(here), problem->regions(), test);
        };
        return begin_search(problem->view(), settings, begin);
      },
      nb::arg("problem"), nb::arg("settings"), nb::kw_only(), nb::arg("stranding"),
      "`stranding` is 0 for no test, 1 for the smallest free piece, 2 for sums of sizes.");

  m.def(
      "bits_search",
      [](const Problem& problem, const Settings& settings, std::string instructions) {
        const auto begin = [=](const ExactCoverView& view, SearchSettings here) {
          return bits_search(view, std::move(here), instructions);
        };
        return begin_search(problem.view(), settings, begin);
      },
      nb::arg("problem"), nb::arg("settings"), nb::kw_only(), nb::arg("instructions"),
      "`instructions` is 'plain', 'avx2' or 'avx512', or '' for the best there are.");

  m.def(
      "bits_refusal", [](const Problem& problem) { return bits_refusal(problem.view()); },
      nb::arg("problem"), "Why bits_search does not take the problem; None if it does.");
  m.def("bits_instructions", &bits_instructions, "The best instructions this processor has.");

  bind_best(m);
  bind_corners(m);
  bind_estimate(m);
  bind_frontier(m);
  bind_geometry(m);
  bind_kernels(m);
  bind_symmetry(m);
}
