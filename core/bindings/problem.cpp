// Problems on their way from Python to the core, and back as arrays.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <exception>
#include <memory>
#include <tuple>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "gathering.hpp"
#include "tilewright/contract.hpp"
#include "tilewright/problem.hpp"

using namespace tilewright;

namespace {

void tell_fault(const std::exception_ptr& thrown, void* kind) {
  try {
    std::rethrow_exception(thrown);
  } catch (const ProblemFault& fault) {
    const nb::object told = nb::make_tuple(fault_name(fault.kind), fault.first, fault.second);
    PyErr_SetObject(static_cast<PyObject*>(kind), told.ptr());
  }
}

std::tuple<std::shared_ptr<Problem>, std::vector<std::uint32_t>> make_problem(
    std::uint32_t item_count, Numbers<std::uint32_t> lo, Numbers<std::uint32_t> hi,
    Numbers<std::uint64_t> starts, Numbers<std::uint32_t> items, Numbers<std::uint32_t> colours,
    std::uint32_t colour_count, Numbers<std::int64_t> costs, Numbers<std::uint32_t> cells,
    Numbers<std::uint32_t> touching, Numbers<std::uint32_t> pieces, Numbers<std::int64_t> points) {
  const nb::gil_scoped_release released;
  auto made = std::make_shared<Problem>(Problem{
      item_count, copied(lo), copied(hi), copied(starts), copied(items), copied(colours),
      copied(costs), copied(cells), copied(touching), copied(pieces), copied(points)});
  auto order = settle(*made, colour_count);
  return {std::move(made), std::move(order)};
}

// An array of a problem, which lives as long as anybody looks at it.
template <auto part>
auto shown(const Problem& problem) {
  const auto& values = problem.*part;
  using Value = typename std::remove_cvref_t<decltype(values)>::value_type;
  return nb::ndarray<nb::numpy, const Value, nb::ndim<1>>(values.data(), {values.size()},
                                                          nb::handle());
}

AnyList named_options(const Problem& problem, const AnyTuple& names,
                      const std::vector<std::uint64_t>& options) {
  TW_REQUIRE(names.size() == problem.item_count, "each item must have a name");
  AnyList told;
  for (const std::uint64_t option : options) {
    if (option >= problem.option_count()) throw nb::index_error("there is no such option");
    nb::list items;
    for (std::uint64_t e = problem.starts[option]; e < problem.starts[option + 1]; ++e)
      items.append(names[problem.items[e]]);
    told.append(nb::tuple(items));
  }
  return told;
}

}  // namespace

void bind_problem(nb::module_& m) {
  // What the core, or gathering, finds wrong: its kind and two values.
  PyObject* fault = nb::exception<ProblemFault>(m, "ProblemFault", PyExc_ValueError).ptr();
  nb::register_exception_translator(tell_fault, fault);

  const auto within = nb::rv_policy::reference_internal;
  nb::class_<Problem>(m, "Problem", "An exact cover problem, and what is known of its geometry.")
      .def_prop_ro("item_count", [](const Problem& p) { return p.item_count; })
      .def_prop_ro("primary", &Problem::primary)
      .def_prop_ro("option_count", &Problem::option_count)
      .def_prop_ro("lo", shown<&Problem::lo>, within)
      .def_prop_ro("hi", shown<&Problem::hi>, within)
      .def_prop_ro("starts", shown<&Problem::starts>, within)
      .def_prop_ro("items", shown<&Problem::items>, within)
      .def_prop_ro("colours", shown<&Problem::colours>, within)
      .def_prop_ro("costs", shown<&Problem::costs>, within)
      .def_prop_ro("cells", shown<&Problem::cells>, within)
      .def_prop_ro("touching", shown<&Problem::touching>, within)
      .def_prop_ro("pieces", shown<&Problem::pieces>, within)
      .def_prop_ro("points", shown<&Problem::points>, within);

  m.def("make_problem", &make_problem, nb::arg("item_count"), nb::kw_only(), nb::arg("lo"),
        nb::arg("hi"), nb::arg("starts"), nb::arg("items"), nb::arg("colours"),
        nb::arg("colour_count"), nb::arg("costs"), nb::arg("cells"), nb::arg("touching"),
        nb::arg("pieces"), nb::arg("points"),
        "A problem, and the numbers that its colours had before they were numbered as they come.");
  m.def("named_options", &named_options, nb::arg("problem"), nb::arg("names"), nb::arg("options"),
        "Each of these options as a tuple of the names of its items.");
  m.def(
      "gather_problem",
      [fault](AnyList options, nb::object primary, AnyList secondary,
              nb::typed<nb::dict, nb::any, nb::any> bounds, Numbers<std::int64_t> costs,
              nb::object spell) {
        return Gathering(std::move(primary), std::move(secondary), std::move(spell), fault)
            .gather(options, bounds, copied(costs));
      },
      nb::arg("options"), nb::arg("primary").none(), nb::arg("secondary"), nb::arg("bounds"),
      nb::arg("costs"), nb::arg("spell"),
      "The problem of options that are lists or tuples of names, the names, and the colours.  "
      "`primary` is a list, or None if items are primary as they come; `bounds` are pairs by name.  "
      "Options of other kinds are given to `spell` with their number: it gives names and colours, "
      "or None for those.");
}
