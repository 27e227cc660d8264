// Python's view of the core: converts, releases the GIL, calls, returns.  Nothing is decided here.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <cstdint>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "tilewright/contract.hpp"
#include "tilewright/estimate.hpp"
#include "tilewright/search.hpp"

namespace nb = nanobind;
using namespace tilewright;

namespace {

template <class T>
using Numbers = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
template <class T>
using NewArray = nb::ndarray<nb::numpy, T, nb::ndim<1>>;
using SubtreeTuple = std::tuple<std::vector<std::uint32_t>, std::vector<std::uint32_t>,
                                std::optional<std::uint32_t>>;

template <class T>
std::span<const T> as_span(const Numbers<T>& numbers) {
  return {numbers.data(), numbers.shape(0)};
}

// Hands a vector over to numpy without copying it.
template <class T>
NewArray<T> as_array(std::vector<T>&& values) {
  auto* owned = new std::vector<T>(std::move(values));
  nb::capsule owner(owned, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
  return NewArray<T>(owned->data(), {owned->size()}, owner);
}

Subtree from_tuple(SubtreeTuple t) {
  return {std::move(std::get<0>(t)), std::move(std::get<1>(t)),
          std::get<2>(t).value_or(Subtree::no_item)};
}

SubtreeTuple to_tuple(Subtree s) {
  std::optional<std::uint32_t> via;
  if (s.via != Subtree::no_item) via = s.via;
  return {std::move(s.chosen), std::move(s.excluded), via};
}

Rule make_rule(bool leftmost, std::vector<std::uint32_t> order, std::optional<std::uint64_t> seed) {
  return {leftmost ? Rule::Pick::leftmost : Rule::Pick::fewest, std::move(order), seed};
}

ExactCoverView make_view(std::uint32_t item_count, const Numbers<std::uint32_t>& lo,
                         const Numbers<std::uint32_t>& hi, const Numbers<std::uint64_t>& starts,
                         const Numbers<std::uint32_t>& items,
                         const Numbers<std::uint32_t>& colours) {
  return {item_count,      as_span(lo),    as_span(hi),
          as_span(starts), as_span(items), as_span(colours)};
}

// A search that only one thread uses at a time; stop() may come from any.
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

 private:
  std::unique_ptr<Search> search_;
  std::mutex busy_;
};

}  // namespace

NB_MODULE(_core, m) {
  m.doc() = "The native core of Tilewright.  Use tilewright.engines instead.";
  nb::exception<ContractViolation>(m, "ContractViolation", PyExc_ValueError);

  nb::class_<GuardedSearch>(m, "LinksSearch")
      .def(
          "__init__",
          [](GuardedSearch* self, std::uint32_t item_count, Numbers<std::uint32_t> lo,
             Numbers<std::uint32_t> hi, Numbers<std::uint64_t> starts,
             Numbers<std::uint32_t> items, Numbers<std::uint32_t> colours, bool leftmost,
             std::vector<std::uint32_t> order, std::optional<std::uint64_t> seed,
             SubtreeTuple start, std::optional<std::size_t> levels, bool collect) {
            SearchSettings settings{
                make_rule(leftmost, std::move(order), seed), from_tuple(std::move(start)),
                levels.value_or(std::numeric_limits<std::size_t>::max()), collect};
            const auto view = make_view(item_count, lo, hi, starts, items, colours);
            std::unique_ptr<Search> search;
            {
              nb::gil_scoped_release without_gil;
              search = links_search(view, std::move(settings));
            }
            new (self) GuardedSearch(std::move(search));
          },
          nb::arg("item_count"), nb::arg("lo"), nb::arg("hi"), nb::arg("starts"),
          nb::arg("items"), nb::arg("colours"), nb::kw_only(), nb::arg("leftmost"),
          nb::arg("order"), nb::arg("seed").none(), nb::arg("start"), nb::arg("levels").none(),
          nb::arg("collect"))
      .def(
          "run",
          [](GuardedSearch& self, std::optional<std::uint64_t> solutions,
             std::optional<std::uint64_t> nodes, double seconds, std::uint64_t batch) {
            nb::gil_scoped_release without_gil;
            return self.alone([&](Search& search) {
              const Limits limits{solutions.value_or(Limits::none), nodes.value_or(Limits::none),
                                  seconds, batch};
              return search.run(limits) == Search::State::finished;
            });
          },
          nb::kw_only(), nb::arg("solutions").none(), nb::arg("nodes").none(),
          nb::arg("seconds"), nb::arg("batch"), "Go on; True when there is nothing to run any more.")
      .def(
          "take",
          [](GuardedSearch& self) {
            Batch batch = self.alone([](Search& search) { return search.take(); });
            return std::tuple(as_array(std::move(batch.options)), as_array(std::move(batch.items)),
                              as_array(std::move(batch.ends)));
          },
          "The covers found since the last call: options, items chosen on, ends.")
      .def(
          "counters",
          [](GuardedSearch& self) {
            Counters c = self.alone([](Search& search) { return search.counters(); });
            return std::tuple(std::move(c.nodes), std::move(c.updates), c.solutions);
          },
          "Nodes per level, updates per level, solutions.")
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
            for (Subtree& s : self.alone([](Search& search) { return search.rest(); }))
              rest.push_back(to_tuple(std::move(s)));
            return rest;
          },
          "What is not explored, as (chosen, excluded, via).  Ends the search.")
      .def("stop", &GuardedSearch::stop, "From any thread: make run() return soon.")
      .def("go_on", &GuardedSearch::go_on, "Let run() run again after stop().");

  nb::class_<Estimator>(m, "LinksEstimator")
      .def(nb::new_([](std::uint32_t item_count, Numbers<std::uint32_t> lo,
                       Numbers<std::uint32_t> hi, Numbers<std::uint64_t> starts,
                       Numbers<std::uint32_t> items, Numbers<std::uint32_t> colours,
                       bool leftmost, std::vector<std::uint32_t> order,
                       std::optional<std::uint64_t> seed, SubtreeTuple start,
                       std::uint64_t sample_seed) {
             return links_estimator(make_view(item_count, lo, hi, starts, items, colours),
                                    make_rule(leftmost, std::move(order), seed),
                                    from_tuple(std::move(start)), sample_seed);
           }),
           nb::arg("item_count"), nb::arg("lo"), nb::arg("hi"), nb::arg("starts"),
           nb::arg("items"), nb::arg("colours"), nb::kw_only(), nb::arg("leftmost"),
           nb::arg("order"), nb::arg("seed").none(), nb::arg("start"), nb::arg("sample_seed"))
      .def(
          "draw",
          [](Estimator& self, std::uint64_t samples, double seconds) {
            std::vector<double> flat;
            {
              nb::gil_scoped_release without_gil;
              for (const Sample& s : self.draw(samples, seconds))
                flat.insert(flat.end(), {s.nodes, s.updates, s.solutions});
            }
            return as_array(std::move(flat));
          },
          nb::kw_only(), nb::arg("samples"), nb::arg("seconds"),
          "Samples drawn, three numbers each: nodes, updates, solutions.");
}
