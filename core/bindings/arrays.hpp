// Arrays and subtrees on their way between Python and the core.
#pragma once
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <optional>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "tilewright/exact_cover.hpp"

namespace tilewright {

namespace nb = nanobind;

template <class T>
using Numbers = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
template <class T>
using NewArray = nb::ndarray<nb::numpy, T, nb::ndim<1>>;
using SubtreeTuple = std::tuple<std::vector<std::uint32_t>, std::vector<std::uint32_t>,
                                std::optional<std::uint32_t>>;

template <class T>
inline std::span<const T> as_span(const Numbers<T>& numbers) {
  return {numbers.data(), numbers.shape(0)};
}

template <class T>
inline std::vector<T> copied(const Numbers<T>& numbers) {
  return {numbers.data(), numbers.data() + numbers.shape(0)};
}

// Hands a vector over to numpy without copying it.
template <class T>
inline NewArray<T> as_array(std::vector<T>&& values) {
  auto* owned = new std::vector<T>(std::move(values));
  nb::capsule owner(owned, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
  return NewArray<T>(owned->data(), {owned->size()}, owner);
}

inline Subtree from_tuple(SubtreeTuple t) {
  return {std::move(std::get<0>(t)), std::move(std::get<1>(t)),
          std::get<2>(t).value_or(Subtree::no_item)};
}

inline SubtreeTuple to_tuple(Subtree s) {
  std::optional<std::uint32_t> via;
  if (s.via != Subtree::no_item) via = s.via;
  return {std::move(s.chosen), std::move(s.excluded), via};
}

}  // namespace tilewright
