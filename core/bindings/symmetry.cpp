// Permutations of options: how symmetries are broken, and what they fix.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "tilewright/automorphisms.hpp"
#include "tilewright/breaking.hpp"
#include "tilewright/orbits.hpp"
#include "tilewright/problem.hpp"

namespace nb = nanobind;
using namespace tilewright;

void bind_symmetry(nb::module_& m) {
  m.def(
      "automorphisms",
      [](const Problem& problem, std::size_t most, std::uint64_t work) {
        Automorphisms found;
        {
          nb::gil_scoped_release released;
          found = find_automorphisms(problem.view(), most, work);
        }
        std::vector<NewArray<std::uint32_t>> permutations;
        for (auto& options : found.options) permutations.push_back(as_array(std::move(options)));
        return std::tuple(std::move(permutations), found.work);
      },
      nb::arg("problem"), nb::arg("most"), nb::arg("work"),
      "Permutations of the options, the identity first, and how many entries were looked at.");

  m.def(
      "break_symmetries",
      [](const Problem& problem, const std::vector<Numbers<std::uint32_t>>& permutations,
         std::size_t most) {
        std::vector<PermutationView> group;
        for (const auto& permutation : permutations) group.push_back(as_span(permutation));
        BrokenSymmetries broken;
        {
          nb::gil_scoped_release released;
          broken = break_symmetries(problem.view(), group, most);
        }
        using Part = std::tuple<std::vector<std::uint32_t>, std::uint32_t,
                                std::vector<std::uint32_t>>;
        std::vector<Part> parts;
        for (BrokenPart& part : broken.parts)
          parts.emplace_back(std::move(part.excluded), part.weight, std::move(part.group));
        return std::tuple(std::move(parts), as_array(std::move(broken.weights)));
      },
      nb::arg("problem"), nb::arg("permutations"), nb::arg("most"),
      "The parts as (options excluded, weight, numbers of permutations that are left), and the "
      "weights of options, none if no item breaks symmetries.");

  using OrbitArrays = std::tuple<NewArray<std::uint32_t>, NewArray<std::uint32_t>>;
  m.def(
      "fixed_orbits",
      [](const Problem& problem,
         const Numbers<std::uint32_t>& permutation) -> std::optional<OrbitArrays> {
        auto orbits = fixed_orbits(problem.view(), as_span(permutation));
        if (!orbits) return std::nullopt;
        return OrbitArrays(as_array(std::move(orbits->starts)),
                           as_array(std::move(orbits->options)));
      },
      nb::arg("problem"), nb::arg("permutation"),
      "The orbits whose options can be together: where each begins, and the options.  None if no "
      "cover is mapped to itself.");
}
