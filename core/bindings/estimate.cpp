// Python's view of random descents.
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include "arrays.hpp"
#include "guarded_search.hpp"
#include "tilewright/estimate.hpp"
#include "tilewright/problem.hpp"

using namespace tilewright;

void bind_estimate(nb::module_& m) {
  nb::class_<Estimator>(m, "Estimator", "Random descents into a search tree.")
      .def(
          "draw",
          [](Estimator& self, std::uint64_t samples, double seconds) {
            std::vector<double> flat;
            {
              nb::gil_scoped_release released;
              for (const Sample& s : self.draw(samples, seconds))
                flat.insert(flat.end(), {s.nodes, s.updates, s.solutions});
            }
            return as_array(std::move(flat));
          },
          nb::kw_only(), nb::arg("samples"), nb::arg("seconds"),
          "Samples drawn, three numbers each: nodes, updates, solutions.")
      .def(
          "descend",
          [](Estimator& self, double weight, std::optional<std::size_t> level) {
            Descent d;
            {
              nb::gil_scoped_release released;
              DescentEnd end{.weight = weight};
              if (level) end.level = *level;
              d = self.descend(end);
            }
            std::optional<SubtreeTuple> below;
            if (d.below) below = to_tuple(std::move(*d.below));
            return std::tuple(std::tuple(d.above.nodes, d.above.updates, d.above.solutions),
                              d.weight, below);
          },
          nb::arg("weight"), nb::arg("level") = nb::none(),
          "The next descent, until its weight or level is so large: nodes, updates and solutions above; the "
          "weight; and what lies below as (chosen, excluded, via), None if it ended at a leaf.");

  const auto bind_estimator = [&](const char* name, auto estimator) {
    m.def(
        name,
        [=](const Problem& problem, const Settings& settings, std::uint64_t sample_seed) {
          return estimator(problem.view(), settings.search.rule, settings.search.start,
                           sample_seed);
        },
        nb::arg("problem"), nb::arg("settings"), nb::kw_only(), nb::arg("sample_seed"),
        "Of the settings, only the rule and the start matter.");
  };
  bind_estimator("links_estimator", links_estimator);
  bind_estimator("bits_estimator", bits_estimator);

  m.def(
      "anchor_estimator",
      [](const Problem& problem, const Settings& settings, std::uint64_t sample_seed,
         int stranding) {
        return anchor_estimator(problem.view(), settings.search.rule, settings.search.start,
                                sample_seed, problem.regions(),
                                static_cast<StrandingTest>(stranding));
      },
      nb::arg("problem"), nb::arg("settings"), nb::kw_only(), nb::arg("sample_seed"),
      nb::arg("stranding"), "The same; `stranding` as for anchor_search.");
}
