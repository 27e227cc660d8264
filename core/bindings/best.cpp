// Python's view of the search for the cheapest covers.
#include "tilewright/best.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "guarded_search.hpp"
#include "tilewright/problem.hpp"

namespace nb = nanobind;
using namespace tilewright;

namespace {

class GuardedBest : public GuardedSearch {
 public:
  GuardedBest(std::unique_ptr<Search> search, std::shared_ptr<const Ledger> ledger)
      : GuardedSearch(std::move(search)), ledger_(std::move(ledger)) {}

  std::optional<std::uint64_t> left() {
    rest();
    return alone([&](Search&) -> std::optional<std::uint64_t> {
      if (ledger_->left() == Ledger::infinite) return {};
      return ledger_->left();
    });
  }

 private:
  std::shared_ptr<const Ledger> ledger_;
};

}  // namespace

void bind_best(nb::module_& m) {
  nb::class_<GuardedBest, GuardedSearch>(m, "BestSearch", "A search for the cheapest covers.")
      .def("left", &GuardedBest::left,
           "What covers cost at least that are in rest(), or above `at_most`; None if there are none.  "
           "Ends the search.");

  m.def(
      "best_search",
      [](const Problem& problem, const Settings& settings, Numbers<std::int64_t> costs,
         std::size_t k, std::uint64_t at_least, std::optional<std::uint64_t> at_most) {
        SearchSettings whole;
        whole.rule = settings.search.rule;
        auto ledger = std::make_shared<Ledger>(k, at_least, at_most.value_or(Ledger::infinite));
        const nb::gil_scoped_release released;
        auto search = best_search(problem.view(), as_span(costs), std::move(whole), ledger);
        return std::make_unique<GuardedBest>(std::move(search), std::move(ledger));
      },
      nb::arg("problem"), nb::arg("settings"), nb::arg("costs"), nb::kw_only(), nb::arg("k"),
      nb::arg("at_least"), nb::arg("at_most").none(),
      "`at_least` is known to be no more than the cost of any cover; no cover above `at_most` is "
      "looked for.  Of the settings, only the rule matters.");
}
