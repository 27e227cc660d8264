// Jigsaws, for Python.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <tuple>
#include <vector>

#include "arrays.hpp"
#include "guarded_search.hpp"
#include "tilewright/corners.hpp"

namespace nb = nanobind;
using namespace tilewright;

namespace {

using Row = std::tuple<std::uint32_t, bool, double, double, double, double>;

std::vector<Row> rows(const std::vector<Placement>& placements) {
  std::vector<Row> rows;
  for (const auto& [kind, flipped, motion] : placements)
    rows.emplace_back(kind, flipped, motion.turn.x, motion.turn.y, motion.shift.x, motion.shift.y);
  return rows;
}

std::tuple<double, double, double, double> margins(const SizeClasses& lengths,
                                                   const SizeClasses& angles) {
  return {lengths.widest(), lengths.closest(), angles.widest(), angles.closest()};
}

}  // namespace

void bind_corners(nb::module_& m) {
  nb::class_<Jigsaw>(m, "Jigsaw", "A region and polygons that shall fill it.")
      .def(
          "__init__",
          [](Jigsaw* self, Numbers<double> points, Numbers<std::uint32_t> ring_ends,
             Numbers<std::uint32_t> shape_ends, Numbers<std::uint32_t> counts,
             Numbers<std::uint32_t> turns, Numbers<std::uint32_t> options, double tolerance,
             double angle_tolerance, bool noisy, bool mirrors) {
            new (self) Jigsaw({as_span(points), as_span(ring_ends), as_span(shape_ends),
                               as_span(counts), as_span(turns), as_span(options), tolerance,
                               angle_tolerance, noisy, mirrors});
          },
          nb::arg("points"), nb::arg("ring_ends"), nb::arg("shape_ends"), nb::arg("counts"),
          nb::arg("turns"), nb::arg("options"), nb::kw_only(), nb::arg("tolerance"),
          nb::arg("angle_tolerance"), nb::arg("noisy"), nb::arg("mirrors"))
      .def("margins", [](const Jigsaw& self) { return margins(self.lengths, self.angles); },
           "Of the pieces: how far lengths taken for equal differ at most, lengths taken for "
           "different at least; the same for angles.");

  nb::class_<PlacementTable>(m, "PlacementTable", "Where pieces were put, in the solutions found.")
      .def(nb::init<double>(), nb::arg("grain"))
      .def(
          "rows", [](const PlacementTable& self, std::size_t first) { return rows(self.from(first)); },
          nb::arg("first"), "From this one on: kind, flipped, cos, sin, dx, dy.");

  m.def(
      "corner_search",
      [](std::shared_ptr<Jigsaw> jigsaw, std::shared_ptr<PlacementTable> table,
         const Settings& settings, bool lynning, bool memo, bool hasty) {
        const CornerRule rule{lynning, memo, hasty};
        const std::shared_ptr<const Jigsaw> shared = jigsaw;
        const auto begin = [=](const ExactCoverView&, SearchSettings here) {
          return corner_search(shared, std::move(here), rule, table);
        };
        static constexpr std::uint64_t no_entries = 0;
        ExactCoverView nothing;  // a jigsaw is no exact cover problem
        nothing.starts = {&no_entries, 1};
        return begin_search(nothing, settings, begin);
      },
      nb::arg("jigsaw"), nb::arg("table"), nb::arg("settings"), nb::kw_only(), nb::arg("lynning"),
      nb::arg("memo"), nb::arg("hasty"),
      "A search whose covers are options; their items are numbers of the table.");

  m.def(
      "corner_replay",
      [](std::shared_ptr<Jigsaw> jigsaw, std::vector<std::uint32_t> options, bool lynning, bool hasty) {
        return rows(corner_replay(jigsaw, options, {lynning, false, hasty}));
      },
      nb::arg("jigsaw"), nb::arg("options"), nb::arg("lynning"), nb::arg("hasty"),
      "Where the pieces are, if these options are chosen one after the other.");

  nb::class_<CornerCount>(m, "CornerCount", "Counts solutions, and looks at no region twice.")
      .def(
          "__init__",
          [](CornerCount* self, std::shared_ptr<Jigsaw> jigsaw, bool lynning, bool memo) {
            new (self) CornerCount(jigsaw, {lynning, memo});
          },
          nb::arg("jigsaw"), nb::kw_only(), nb::arg("lynning"), nb::arg("memo"))
      .def("run", &CornerCount::run, nb::arg("seconds"), nb::call_guard<nb::gil_scoped_release>(),
           "Go on for a while; True when it is through.")
      .def("stop", &CornerCount::stop)
      .def("go_on", &CornerCount::go_on)
      .def("solutions", &CornerCount::solutions)
      .def("nodes", &CornerCount::nodes)
      .def("regions", &CornerCount::regions)
      .def("explored", &CornerCount::explored)
      .def("margins", [](const CornerCount& self) {
        return margins(self.walk().lengths(), self.walk().angles());
      });
}
