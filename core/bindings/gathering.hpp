// Options given by names, on their way to numbers.
#pragma once
#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>

#include <cstdint>
#include <limits>
#include <memory>
#include <tuple>
#include <utility>
#include <vector>

#include "tilewright/problem.hpp"

namespace tilewright {

namespace nb = nanobind;

using AnyList = nb::typed<nb::list, nb::any>;
using AnyTuple = nb::typed<nb::tuple, nb::any, nb::ellipsis>;

// For Python.
inline const char* fault_name(ProblemFault::Kind kind) {
  static constexpr const char* names[] = {
      "size",  "bounds",       "starts", "empty",             "item",
      "twice", "colour count", "colour", "colour on primary", "cost count",
      "cost",  "region item",  "region twice", "touching",    "points",
      "pieces"};
  return names[static_cast<std::size_t>(kind)];
}

// Names are any hashable objects; they get numbers as they are met.
//
// As long as more primary items may come, a secondary one is its number with `second` added.
class Gathering {
 public:
  // `fault` is the exception for what is wrong, told as its kind, an option and an object.
  Gathering(nb::object primary, nb::list secondary, nb::object spell, PyObject* fault)
      : closed_(!primary.is_none()), spell_(std::move(spell)), secondary_(std::move(secondary)),
        fault_(fault) {
    for (nb::handle name : secondary_) {
      if (known(numbers_, name, "unhashable secondary") != none) refuse("secondary twice", name);
      number_anew(name, second + second_count_++);
    }
    if (!closed_) return;
    for (nb::handle name : primary) {
      const std::uint32_t there = known(numbers_, name, "unhashable primary");
      if (there != none) refuse(there < second ? "primary twice" : "both", name);
      add_primary(name);
    }
  }

  std::tuple<std::shared_ptr<Problem>, AnyList, AnyList> gather(
      const nb::list& options, const nb::dict& bounds, std::vector<std::int64_t> costs) {
    Problem& p = *problem_;
    p.starts.reserve(options.size() + 1);
    for (std::size_t k = 0; k < options.size(); ++k) {
      option_ = k;
      if (k % options_between_breaths == options_between_breaths - 1) breathe();
      add_option(nb::borrow(PyList_GetItem(options.ptr(), static_cast<Py_ssize_t>(k))));
      p.starts.push_back(p.items.size());
    }
    if (!p.colours.empty()) p.colours.resize(p.items.size(), 0);
    const auto primary = static_cast<std::uint32_t>(names_.size());
    for (std::uint32_t& item : p.items)
      if (item >= second) item = item - second + primary;
    p.item_count = primary + second_count_;
    p.lo.assign(primary, 1);
    p.hi.assign(primary, 1);
    for (const auto [name, pair] : bounds) bound(name, pair);
    p.costs = std::move(costs);
    names_.extend(secondary_);
    const auto colour_count = static_cast<std::uint32_t>(colour_names_.size());
    try {
      const nb::gil_scoped_release released;
      settle(p, colour_count);
    } catch (const ProblemFault& fault) {
      if (fault.kind != ProblemFault::Kind::twice &&
          fault.kind != ProblemFault::Kind::colour_on_primary)
        throw;
      option_ = fault.first;
      refuse(fault_name(fault.kind), names_[fault.second]);
    }
    return {std::move(problem_), AnyList(names_), AnyList(colour_names_)};
  }

 private:
  static constexpr std::uint32_t second = 0x80000000u;
  static constexpr std::size_t options_between_breaths = 1 << 16;
  static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

  // Lets other threads go on, and signals be handled.
  static void breathe() {
    { const nb::gil_scoped_release released; }
    if (PyErr_CheckSignals() < 0) throw nb::python_error();
  }

  [[noreturn]] void refuse(const char* kind, nb::handle what) const {
    const nb::object told = nb::make_tuple(kind, option_, what);
    PyErr_SetObject(fault_, told.ptr());
    throw nb::python_error();
  }

  void number_anew(nb::handle name, std::uint32_t number) {
    if (PyDict_SetItem(numbers_.ptr(), name.ptr(), nb::int_(number).ptr()) < 0)
      throw nb::python_error();
  }

  std::uint32_t add_primary(nb::handle name) {
    const auto number = static_cast<std::uint32_t>(names_.size());
    number_anew(name, number);
    names_.append(name);
    return number;
  }

  // The number of a name in a dictionary, or `none`.
  static std::uint32_t find(const nb::dict& numbers, nb::handle name) {
    PyObject* found = PyDict_GetItemWithError(numbers.ptr(), name.ptr());
    if (found) return static_cast<std::uint32_t>(PyLong_AsUnsignedLong(found));
    if (PyErr_Occurred()) throw nb::python_error();
    return none;
  }

  // The same for a name that may be none.
  std::uint32_t known(const nb::dict& numbers, nb::handle name,
                      const char* fault = "unhashable") const {
    try {
      return find(numbers, name);
    } catch (nb::python_error& unhashable) {
      if (!unhashable.matches(PyExc_TypeError)) throw;
      const nb::str why(unhashable.value());
      refuse(fault, why);
    }
  }

  void add_item(nb::handle name) {
    std::uint32_t number = known(numbers_, name);
    if (number == none) {
      if (closed_) refuse("stranger", name);
      number = add_primary(name);
    }
    problem_->items.push_back(number);
  }

  void add_option(const nb::object& option) {
    if (PyList_Check(option.ptr())) {
      for (Py_ssize_t j = 0; j < PyList_Size(option.ptr()); ++j)
        add_item(nb::borrow(PyList_GetItem(option.ptr(), j)));
      return;
    }
    if (PyTuple_Check(option.ptr())) {
      for (Py_ssize_t j = 0; j < PyTuple_Size(option.ptr()); ++j)
        add_item(PyTuple_GetItem(option.ptr(), j));
      return;
    }
    const auto [names, colours] = nb::cast<std::pair<nb::object, nb::object>>(spell_(option_, option));
    for (nb::handle name : names) add_item(name);
    if (colours.is_none()) return;
    problem_->colours.resize(problem_->starts.back(), 0);
    for (nb::handle colour : colours) problem_->colours.push_back(colour_number(colour));
  }

  std::uint32_t colour_number(nb::handle colour) {
    if (colour.is_none()) return 0;
    std::uint32_t number = known(colours_, colour);
    if (number == none) {
      colour_names_.append(colour);
      number = static_cast<std::uint32_t>(colour_names_.size());
      if (PyDict_SetItem(colours_.ptr(), colour.ptr(), nb::int_(number).ptr()) < 0)
        throw nb::python_error();
    }
    return number;
  }

  void bound(nb::handle name, nb::handle pair) {
    const std::uint32_t item = find(numbers_, name);
    if (item >= second) refuse("bounds of", name);
    const auto [lo, hi] = nb::cast<std::pair<std::uint32_t, std::uint32_t>>(pair);
    problem_->lo[item] = lo;
    problem_->hi[item] = hi;
  }

  const bool closed_;  // are the primary items known?
  const nb::object spell_;
  const nb::list secondary_;
  PyObject* const fault_;
  std::shared_ptr<Problem> problem_ = std::make_shared<Problem>();
  nb::dict numbers_, colours_;
  nb::list names_, colour_names_;  // primary items
  std::uint32_t second_count_ = 0;
  std::size_t option_ = 0;  // at work
};

}  // namespace tilewright
