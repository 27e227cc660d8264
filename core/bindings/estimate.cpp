// Python's view of random descents.
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include "arrays.hpp"
#include "problem.hpp"
#include "tilewright/estimate.hpp"

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

  m.def(
      "links_estimator",
      [](const Problem& problem, bool leftmost, std::vector<std::uint32_t> order,
         std::optional<std::uint64_t> seed, SubtreeTuple start, std::uint64_t sample_seed) {
        return links_estimator(problem.view(),
                               make_rule(leftmost, std::move(order), seed),
                               from_tuple(std::move(start)), sample_seed);
      },
      nb::arg("problem"), nb::kw_only(), nb::arg("leftmost"), nb::arg("order"),
      nb::arg("seed").none(), nb::arg("start"), nb::arg("sample_seed"));

  m.def(
      "bits_estimator",
      [](const Problem& problem, bool leftmost, std::vector<std::uint32_t> order,
         std::optional<std::uint64_t> seed, SubtreeTuple start, std::uint64_t sample_seed) {
        return bits_estimator(problem.view(),
                              make_rule(leftmost, std::move(order), seed),
                              from_tuple(std::move(start)), sample_seed);
      },
      nb::arg("problem"), nb::kw_only(), nb::arg("leftmost"), nb::arg("order"),
      nb::arg("seed").none(), nb::arg("start"), nb::arg("sample_seed"));

  m.def(
      "anchor_estimator",
      [](const Problem& problem, bool leftmost, std::vector<std::uint32_t> order,
         std::optional<std::uint64_t> seed, SubtreeTuple start, std::uint64_t sample_seed,
         int stranding) {
        return anchor_estimator(problem.view(),
                                make_rule(leftmost, std::move(order), seed),
                                from_tuple(std::move(start)), sample_seed,
                                problem.regions(),
                                static_cast<StrandingTest>(stranding));
      },
      nb::arg("problem"), nb::kw_only(), nb::arg("leftmost"), nb::arg("order"),
      nb::arg("seed").none(), nb::arg("start"), nb::arg("sample_seed"), nb::arg("stranding"),
      "`stranding` as for anchor_search.");
}
