// Python's view of the frontier engine.
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "arrays.hpp"
#include "tilewright/frontier.hpp"

using namespace tilewright;

namespace {

template <class T>
std::vector<T> copied(const Numbers<T>& numbers) {
  return {numbers.data(), numbers.data() + numbers.shape(0)};
}

// Owns what a FrontierInput only looks at.
struct Input {
  std::uint32_t item_count;
  std::vector<std::uint32_t> lo, hi;
  std::vector<std::uint64_t> starts;
  std::vector<std::uint32_t> items, colours;
  Subtree start;
  std::vector<std::uint64_t> weights;
  std::vector<std::uint32_t> order, cells, touching;
  std::vector<std::int64_t> points;

  FrontierInput view() const {
    return {{item_count, lo, hi, starts, items, colours}, start, weights, order, cells, touching,
            points};
  }
};

// An integer of any size.
nb::object as_integer(const std::vector<std::uint32_t>& limbs) {
  const nb::bytes bytes(limbs.data(), limbs.size() * sizeof(std::uint32_t));
  return nb::module_::import_("builtins").attr("int").attr("from_bytes")(bytes, "little");
}

}  // namespace

void bind_frontier(nb::module_& m) {
  nb::exception<FrontierFull>(m, "FrontierFull", PyExc_MemoryError);

  nb::class_<Input>(m, "FrontierInput", "A problem, a start and what is known of its geometry.")
      .def(nb::new_([](std::uint32_t item_count, Numbers<std::uint32_t> lo,
                       Numbers<std::uint32_t> hi, Numbers<std::uint64_t> starts,
                       Numbers<std::uint32_t> items, Numbers<std::uint32_t> colours,
                       SubtreeTuple start, Numbers<std::uint64_t> weights,
                       std::vector<std::uint32_t> order, Numbers<std::uint32_t> cells,
                       Numbers<std::uint32_t> touching, Numbers<std::int64_t> points) {
             return new Input{item_count,       copied(lo),     copied(hi),
                              copied(starts),   copied(items),  copied(colours),
                              from_tuple(std::move(start)),     copied(weights),
                              std::move(order), copied(cells),  copied(touching),
                              copied(points)};
           }),
           nb::arg("item_count"), nb::arg("lo"), nb::arg("hi"), nb::arg("starts"),
           nb::arg("items"), nb::arg("colours"), nb::kw_only(), nb::arg("start"),
           nb::arg("weights"), nb::arg("order"), nb::arg("cells"), nb::arg("touching"),
           nb::arg("points"));

  m.def(
      "frontier_outline",
      [](const Input& input) {
        FrontierOutline outline = frontier_outline(input.view());
        return std::tuple(outline.stages, outline.width, outline.order, outline.refusal);
      },
      nb::arg("input"), "Stages, bits of the widest state, order of items, reason to refuse.");

  nb::class_<FrontierCount>(m, "FrontierCount", "A count that goes on in a thread of its own.")
      .def(nb::new_([](const Input& input, unsigned threads, std::int64_t memory,
                       std::int64_t disk, bool prune, bool meet) {
             nb::gil_scoped_release released;
             return new FrontierCount(input.view(), {threads, memory, disk}, prune, meet);
           }),
           nb::arg("input"), nb::kw_only(), nb::arg("threads"), nb::arg("memory"),
           nb::arg("disk"), nb::arg("prune"), nb::arg("meet"))
      .def(
          "run", &FrontierCount::run, nb::arg("seconds"),
          nb::call_guard<nb::gil_scoped_release>(),
          "Go on for at most so long; True when the answer is there.")
      .def("stop", &FrontierCount::stop, "From any thread: make run() return soon.")
      .def("limit_nodes",
           [](FrontierCount& self, std::uint64_t most) { self.control().limit_nodes(most); })
      .def("limited", [](const FrontierCount& self) { return self.control().limited(); })
      .def("result", [](const FrontierCount& self) { return as_integer(self.result()); })
      .def(
          "counters",
          [](const FrontierCount& self) {
            auto [moves, states] = self.control().per_stage();
            return std::tuple(std::move(moves), std::move(states),
                              self.control().stranded.load());
          },
          "Moves per stage, states per stage, states given up because of a pocket.")
      .def(
          "nodes", [](const FrontierCount& self) { return self.control().nodes.load(); },
          "Moves made so far.")
      .def(
          "place",
          [](const FrontierCount& self) {
            return std::tuple(self.control().stage.load(), self.stages());
          },
          "The stage, and how many there are.")
      .def(
          "most_bytes",
          [](const FrontierCount& self) {
            return std::tuple(self.control().most_bytes.load(), self.control().most_spilled.load());
          },
          "The most bytes of tables in memory, and on disk.");
}
