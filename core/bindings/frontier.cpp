// Python's view of the frontier engine.
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "arrays.hpp"
#include "frontier_input.hpp"
#include "tilewright/frontier.hpp"
#include "tilewright/frontier_thinned.hpp"

using namespace tilewright;

namespace {

// An integer of any size.
nb::int_ as_integer(const std::vector<std::uint32_t>& limbs) {
  const nb::bytes bytes(limbs.data(), limbs.size() * sizeof(std::uint32_t));
  const nb::object integer = nb::module_::import_("builtins").attr("int");
  return nb::borrow<nb::int_>(integer.attr("from_bytes")(bytes, "little"));
}

FrontierTactics::Meet as_meet(std::optional<bool> meet) {
  using Meet = FrontierTactics::Meet;
  return !meet ? Meet::perhaps : *meet ? Meet::always : Meet::never;
}

auto as_arrays(Batch batch) {
  return std::tuple(as_array(std::move(batch.options)), as_array(std::move(batch.items)),
                    as_array(std::move(batch.ends)));
}

}  // namespace

void bind_frontier(nb::module_& m) {
  nb::exception<FrontierFull>(m, "FrontierFull", PyExc_MemoryError);

  nb::class_<OwnedFrontierInput>(m, "FrontierInput", "A problem, a start, weights and an order.")
      .def(nb::new_([](std::shared_ptr<const Problem> problem, SubtreeTuple start,
                       Numbers<std::uint64_t> weights, std::vector<std::uint32_t> order,
                       bool listing) {
             return new OwnedFrontierInput{std::move(problem), from_tuple(std::move(start)),
                                           copied(weights), std::move(order), listing};
           }),
           nb::arg("problem"), nb::kw_only(), nb::arg("start"), nb::arg("weights"),
           nb::arg("order"), nb::arg("listing"));

  m.def(
      "frontier_outline",
      [](const OwnedFrontierInput& input) {
        FrontierOutline outline = frontier_outline(input.view());
        return std::tuple(outline.stages, outline.width, outline.order, outline.refusal);
      },
      nb::arg("input"), "Stages, bits of the widest state, order of items, reason to refuse.");

  nb::class_<FrontierJob>(m, "FrontierJob", "Work that goes on in a thread of its own.")
      .def("run", &FrontierJob::run, nb::arg("seconds"),
           nb::call_guard<nb::gil_scoped_release>(),
           "Go on for at most so long; True when it is done.")
      .def("stop", &FrontierJob::stop, nb::call_guard<nb::gil_scoped_release>(),
           "From any thread: make run() return soon.")
      .def("limit_nodes",
           [](FrontierJob& self, std::uint64_t most) { self.control().limit_nodes(most); })
      .def("limited", [](const FrontierJob& self) { return self.control().limited(); })
      .def(
          "counters",
          [](const FrontierJob& self) {
            auto [moves, states] = self.control().per_stage();
            return std::tuple(std::move(moves), std::move(states), self.control().stranded.load());
          },
          "Moves per stage, states per stage, states given up before they were stored.")
      .def("stage", [](const FrontierJob& self) { return self.control().stage.load(); })
      .def(
          "most_bytes",
          [](const FrontierJob& self) {
            return std::tuple(self.control().most_bytes.load(), self.control().most_spilled.load());
          },
          "The most bytes of tables in memory, and on disk.");

  nb::class_<FrontierCount, FrontierJob>(m, "FrontierCount")
      .def(nb::new_([](const OwnedFrontierInput& input, unsigned threads, std::int64_t memory,
                       std::int64_t disk, bool pockets, bool look_ahead, bool symmetries,
                       std::optional<bool> meet) {
             nb::gil_scoped_release released;
             return new FrontierCount(input.view(), {threads, memory, disk},
                                      {pockets, look_ahead, symmetries, as_meet(meet)});
           }),
           nb::arg("input"), nb::kw_only(), nb::arg("threads"), nb::arg("memory"),
           nb::arg("disk"), nb::arg("pockets"), nb::arg("look_ahead"), nb::arg("symmetries"),
           nb::arg("meet").none())
      .def("result", [](const FrontierCount& self) { return as_integer(self.result()); })
      .def("stages", &FrontierCount::stages);

  nb::class_<FrontierTable, FrontierJob>(m, "FrontierTable")
      .def(nb::new_([](const OwnedFrontierInput& input, std::int64_t memory) {
             nb::gil_scoped_release released;
             return FrontierTable::make(input.view(), memory).release();
           }),
           nb::arg("input"), nb::kw_only(), nb::arg("memory"))
      .def("stages", &FrontierTable::stages)
      .def(
          "load",
          [](FrontierTable& self, std::int32_t stage, Numbers<std::uint64_t> entries,
             std::uint32_t count_words) {
            nb::gil_scoped_release released;
            self.load(stage, as_span(entries), count_words);
          },
          nb::arg("stage"), nb::arg("entries"), nb::kw_only(), nb::arg("count_words"),
          "Before run(): the states of a stage, each its key and then its completions.")
      .def("count", [](const FrontierTable& self) { return as_integer(self.count()); })
      .def(
          "sample",
          [](const FrontierTable& self, std::uint64_t count, std::uint64_t seed) {
            Batch batch;
            {
              nb::gil_scoped_release released;
              batch = self.sample(count, seed);
            }
            return as_arrays(std::move(batch));
          },
          nb::kw_only(), nb::arg("count"), nb::arg("seed"))
      .def(
          "next_covers",
          [](FrontierTable& self, std::uint64_t count) {
            Batch batch;
            {
              nb::gil_scoped_release released;
              batch = self.list(count);
            }
            return as_arrays(std::move(batch));
          },
          nb::arg("count"), "The next covers: options, items chosen on, ends.")
      .def("rewind", &FrontierTable::rewind)
      .def(
          "rest",
          [](const FrontierTable& self) {
            std::vector<std::tuple<std::vector<std::uint32_t>, std::vector<std::uint32_t>>> rest;
            for (const Subtree& s : self.rest())
              rest.emplace_back(s.chosen, s.excluded);
            return rest;
          },
          "What has not been listed, as (chosen, excluded).")
      .def("begin_uses", &FrontierTable::begin_uses)
      .def("uses", [](const FrontierTable& self) {
        std::vector<nb::int_> uses;
        for (const auto& limbs : self.uses()) uses.push_back(as_integer(limbs));
        return uses;
      });

  nb::class_<FrontierThinned, FrontierJob>(m, "FrontierThinned")
      .def(nb::new_([](const OwnedFrontierInput& input) {
             nb::gil_scoped_release released;
             return new FrontierThinned(input.view());
           }),
           nb::arg("input"))
      .def("begin", &FrontierThinned::begin, nb::kw_only(), nb::arg("most"), nb::arg("seed"),
           nb::call_guard<nb::gil_scoped_release>(),
           "Make run() sweep once more; the sweep before must be done.")
      .def(
          "result",
          [](const FrontierThinned& self) { return std::tuple(self.covers(), self.exact()); },
          "The estimated number of covers, and whether it is exact.");

  m.def(
      "frontier_probe",
      [](const OwnedFrontierInput& input, std::uint64_t most, std::uint64_t seed,
         std::optional<bool> meet, bool symmetries) {
        nb::gil_scoped_release released;
        const FrontierProbe probe =
            frontier_probe(input.view(), most, seed, as_meet(meet), symmetries);
        return std::tuple(probe.moves, probe.states, probe.width, probe.meets, probe.tried);
      },
      nb::arg("input"), nb::kw_only(), nb::arg("most"), nb::arg("seed"), nb::arg("meet").none(),
      nb::arg("symmetries"),
      "Moves and states, guessed from a sample; bits of the widest state; do two sweeps meet?  And "
      "how many moves were looked at for it.");
  m.def(
      "frontier_saving", [](const OwnedFrontierInput& input) { return frontier_saving(input.view()); },
      nb::arg("input"), "How many times as many states a count would have without symmetries.");
  m.attr("MOVES_BEFORE_THINKING_AGAIN") = moves_before_thinking_again;
}
