// Python's view of programs for kernels, and of the processor that runs them.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "arrays.hpp"
#include "frontier_input.hpp"
#include "tilewright/frontier_program.hpp"
#include "tilewright/kernel_twin.hpp"
#include "tilewright/kernels/layers.hpp"

using namespace tilewright;

void bind_kernels(nb::module_& m) {
  m.def(
      "frontier_programs",
      [](const OwnedFrontierInput& input, std::optional<bool> meet) {
        FrontierPrograms programs;
        {
          nb::gil_scoped_release released;
          programs = frontier_programs(input.view(), meet);
        }
        using Sweep = std::tuple<NewArray<std::uint64_t>, std::vector<std::uint32_t>, std::uint32_t>;
        std::vector<Sweep> sweeps;
        for (FrontierProgram& sweep : programs.sweeps)
          sweeps.emplace_back(as_array(std::move(sweep.row)), std::move(sweep.landings), sweep.bits);
        return std::tuple(programs.hopeless, programs.start_weight, programs.words,
                          std::move(sweeps));
      },
      nb::arg("input"), nb::kw_only(), nb::arg("meet").none(),
      "Is there no cover for sure?  The weight of the start, words of a key, and of each sweep: its "
      "program, how many stages after each its states may go, bits of the widest state.");
  m.def(
      "run_kernel",
      [](const std::string& name, unsigned words, unsigned count_words, unsigned blocks,
         unsigned threads, const std::vector<std::uint64_t>& arguments) {
        run_kernel(name, words, count_words, blocks, threads, arguments);
      },
      nb::arg("name"), nb::kw_only(), nb::arg("words"), nb::arg("count_words"), nb::arg("blocks"),
      nb::arg("threads"), nb::arg("arguments"), nb::call_guard<nb::gil_scoped_release>(),
      "Have the processor run a kernel of the graphics card.");
  m.def("kernel_text", &kernel_text, "All kernels, for the compiler of the card.");
}
