// Lattices, pieces, boards and placements: values from Python in, arrays out.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <tuple>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "tilewright/contract.hpp"
#include "tilewright/geometry/encoding.hpp"
#include "tilewright/geometry/images.hpp"
#include "tilewright/geometry/placements.hpp"
#include "tilewright/problem.hpp"

namespace nb = nanobind;
using namespace tilewright;
namespace geo = tilewright::geometry;

namespace {

using Row = nb::typed<nb::sequence, int>;
using Cells = nb::typed<nb::sequence, Row>;
using ListOfCells = nb::typed<nb::sequence, Cells>;
using Vector = nb::typed<nb::tuple, int, nb::ellipsis>;
using Vectors = nb::typed<nb::tuple, Vector, nb::ellipsis>;
using Spelt = nb::typed<nb::tuple, Vectors, std::vector<std::uint32_t>, Vectors>;
using Turns =
    nb::typed<nb::list, nb::typed<nb::tuple, Vectors, std::vector<std::uint32_t>, Vectors, int, Vector>>;
using Drawn = nb::typed<nb::sequence, nb::typed<nb::tuple, Cells, std::vector<std::uint32_t>, Cells, int>>;
using Found = nb::typed<nb::list, nb::typed<nb::tuple, int, Vector>>;
using Numbering = std::vector<std::uint32_t>;

// Sequences of as many whole numbers each.
geo::Points points(nb::handle rows, std::size_t dimension) {
  geo::Points result{dimension, {}};
  for (nb::handle row : rows) {
    std::size_t count = 0;
    for (nb::handle x : row) {
      result.flat.push_back(nb::cast<geo::Coordinate>(x));
      ++count;
    }
    TW_REQUIRE(count == dimension, "a point has another dimension");
  }
  return result;
}

nb::object as_tuple(geo::Point point) {
  nb::list row;
  for (const geo::Coordinate x : point) row.append(x);
  return nb::tuple(row);
}

nb::object as_tuples(const geo::Points& points) {
  nb::list rows;
  for (std::size_t k = 0; k < points.size(); ++k) rows.append(as_tuple(points[k]));
  return nb::tuple(rows);
}

// Rows of one width, handed over to numpy.
template <class T>
nb::ndarray<nb::numpy, T, nb::ndim<2>> as_rows(std::vector<T>&& values, std::size_t rows,
                                                std::size_t width) {
  auto* owned = new std::vector<T>(std::move(values));
  nb::capsule owner(owned, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
  return nb::ndarray<nb::numpy, T, nb::ndim<2>>(owned->data(), {rows, width}, owner);
}

// What an object owns, as an array that keeps the object alive.
template <class T>
nb::ndarray<nb::numpy, const T, nb::ndim<1>> view_of(const std::vector<T>& values, nb::handle of) {
  return nb::ndarray<nb::numpy, const T, nb::ndim<1>>(values.data(), {values.size()}, of);
}

// Looks for signals twenty times a second.
geo::Pulse listening() {
  using Clock = std::chrono::steady_clock;
  return geo::Pulse([last = Clock::now()]() mutable {
    if (Clock::now() - last < std::chrono::milliseconds(50)) return;
    nb::gil_scoped_acquire held;
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
    last = Clock::now();
  });
}

geo::Shape shape(nb::handle cells, Numbering colours, nb::handle marks, std::size_t dimension) {
  return {points(cells, dimension), std::move(colours), points(marks, 2 * dimension + 1)};
}

Numbering row(const geo::Placements& placements, std::uint64_t number) {
  const auto [orientation, anchor] = placements.placement(number);
  Numbering cells;
  for (const std::int64_t distance : placements.distances(orientation))
    cells.push_back(placements.cell(anchor, distance));
  return cells;
}

// For each mark, behind and ahead: items of an edge, each with its colour.
using Shown = std::vector<std::vector<std::pair<std::uint32_t, std::uint32_t>>>;
using Junctions = nb::typed<nb::sequence, nb::typed<nb::tuple, Row, Cells>>;

using Encoded = nb::typed<nb::tuple, Problem, Numbering, Vectors, Numbering>;

}  // namespace

void bind_geometry(nb::module_& m) {
  nb::class_<geo::Motions>(m, "Motions", "Matrices, and the shifts after them.")
      .def(nb::new_([](std::size_t dimension, ListOfCells matrices, Cells shifts) {
             geo::Motions motions{dimension, {}, points(shifts, dimension).flat};
             for (nb::handle matrix : matrices) {
               const geo::Vector rows = points(matrix, dimension).flat;
               TW_REQUIRE(rows.size() == dimension * dimension, "a matrix is not square");
               motions.matrices.insert(motions.matrices.end(), rows.begin(), rows.end());
             }
             TW_REQUIRE(motions.matrices.size() == dimension * motions.shifts.size(),
                        "each matrix has a shift");
             return new geo::Motions(std::move(motions));
           }),
           nb::arg("dimension"), nb::arg("matrices"), nb::arg("shifts"));

  nb::class_<geo::Lattice>(m, "Lattice", "Where cells are, and how edges lead out of them.")
      .def(nb::new_([](std::size_t dimension, Cells basis, Cells kinds, ListOfCells edges) {
             std::vector<geo::Points> steps;
             for (nb::handle some : edges) steps.push_back(points(some, dimension));
             return std::make_shared<geo::Lattice>(points(basis, dimension),
                                                   points(kinds, dimension), std::move(steps));
           }),
           nb::arg("dimension"), nb::arg("basis"), nb::arg("kinds"), nb::arg("edges"))
      .def(
          "stranger",
          [](const geo::Lattice& self, Cells cells) -> std::optional<std::size_t> {
            std::size_t number = 0;
            geo::Vector cell;
            for (nb::handle one : cells) {
              cell.clear();
              for (nb::handle x : one) cell.push_back(nb::cast<geo::Coordinate>(x));
              if (cell.size() != self.dimension() || self.kind_of(cell) == geo::Lattice::no_kind)
                return number;
              ++number;
            }
            return std::nullopt;
          },
          nb::arg("cells"), "The first point that is no cell of the lattice.")
      .def(
          "is_connected",
          [](const geo::Lattice& self, Cells cells) {
            return self.is_connected(points(cells, self.dimension()));
          },
          nb::arg("cells"), "Can one walk from each of these cells to each other over edges?");

  m.def(
      "orientations",
      [](const geo::Lattice& lattice, Cells cells, Numbering colours, Cells marks,
         const geo::Motions& motions, const Numbering& allowed) {
        const geo::Shape drawn = shape(cells, std::move(colours), marks, lattice.dimension());
        const geo::Orientations found = orientations(lattice, drawn, motions, allowed);
        nb::list result;
        for (std::size_t k = 0; k < found.shapes.size(); ++k) {
          const geo::Shape& one = found.shapes[k];
          result.append(nb::make_tuple(as_tuples(one.cells), one.colours, as_tuples(one.marks),
                                       found.ways[k].motion, as_tuple(found.ways[k].gap)));
        }
        return Turns(result);
      },
      nb::arg("lattice"), nb::arg("cells"), nb::arg("colours"), nb::arg("marks"),
      nb::arg("motions"), nb::arg("allowed"),
      "Cells, colours, marks; the first motion that leads there, and the step after it.");

  nb::class_<geo::Types>(m, "Types", "Pieces by types: those of one type can be turned alike.")
      .def(nb::new_([](std::shared_ptr<const geo::Lattice> lattice, const geo::Motions& motions,
                       const std::vector<Numbering>& allowed, Drawn pieces) {
             std::vector<geo::Types::Piece> drawn;
             for (nb::handle one : pieces) {
               auto [cells, colours, marks, number] =
                   nb::cast<std::tuple<nb::object, Numbering, nb::object, std::uint32_t>>(one);
               drawn.push_back(
                   {shape(cells, std::move(colours), marks, lattice->dimension()), number});
             }
             nb::gil_scoped_release released;
             return std::make_shared<geo::Types>(std::move(lattice), motions, allowed, drawn);
           }),
           nb::arg("lattice"), nb::arg("motions"), nb::arg("allowed"), nb::arg("pieces"))
      .def("__len__", &geo::Types::size)
      .def("members", &geo::Types::members, nb::arg("type"), "The numbers of its pieces.")
      .def_prop_ro("begins", &geo::Types::begins, "The first orientation of each type; the end.")
      .def(
          "orientation",
          [](const geo::Types& self, std::size_t number) {
            const geo::Shape& one = self.orientations().at(number);
            return Spelt(nb::make_tuple(as_tuples(one.cells), one.colours, as_tuples(one.marks)));
          },
          nb::arg("number"), "Cells, colours and marks.")
      .def(
          "way",
          [](const geo::Types& self, std::uint32_t number) {
            const auto& [motion, gap] = self.way(number);
            return nb::typed<nb::tuple, int, Vector>(nb::make_tuple(motion, as_tuple(gap)));
          },
          nb::arg("number"), "How the first piece of a type comes to lie: a motion, and a step.")
      .def(
          "images",
          [](const geo::Types& self, const geo::Motions& motions, Numbering counts,
             std::vector<std::uint8_t> free) {
            const geo::Stock stock{std::move(counts), std::move(free)};
            std::vector<std::optional<Numbering>> images;
            for (std::size_t k = 0; k < motions.size(); ++k)
              images.push_back(geo::type_images(self, stock, motions[k]));
            return images;
          },
          nb::arg("motions"), nb::arg("counts"), nb::arg("free"),
          "The type that each motion makes of each type; None unless there are as many of both.");

  nb::class_<geo::Board>(m, "Board", "The cells of a board by number.")
      .def(nb::new_([](std::shared_ptr<const geo::Lattice> lattice, Cells cells) {
             geo::Points places = points(cells, lattice->dimension());
             nb::gil_scoped_release released;
             return std::make_shared<geo::Board>(std::move(lattice), std::move(places));
           }),
           nb::arg("lattice"), nb::arg("cells"))
      .def_prop_ro("places",
                   [](nb::handle self) {
                     const auto& places = nb::cast<const geo::Board&>(self).places();
                     return nb::ndarray<nb::numpy, const geo::Coordinate, nb::ndim<2>>(
                         places.flat.data(), {places.size(), places.dimension}, self);
                   })
      .def(
          "edges",
          [](const geo::Board& self) {
            nb::list found;
            for (const auto& [cell, step] : geo::edges(self))
              found.append(nb::make_tuple(cell, as_tuple(step)));
            return Found(found);
          },
          "The edges between cells, each seen from the cell from which it leads ahead.")
      .def("touching",
           [](const geo::Board& self) {
             std::vector<std::uint32_t> pairs = self.touching();
             const std::size_t count = pairs.size() / 2;
             return as_rows(std::move(pairs), count, 2);
           })
      .def(
          "symmetries",
          [](const geo::Board& self, const geo::Motions& motions, const Numbering& labels) {
            std::vector<geo::Board::Symmetry> found;
            {
              nb::gil_scoped_release released;
              found = self.symmetries(motions, labels);
            }
            nb::list result;
            for (auto& one : found)
              result.append(nb::make_tuple(one.motion, as_tuple(one.gap)));
            return Found(result);
          },
          nb::arg("motions"), nb::arg("labels"),
          "The motions that map the board to itself, each with a step after it.");

  nb::class_<geo::Placements>(m, "Placements", "All placements of the pieces on a board.")
      .def(nb::new_([](std::shared_ptr<const geo::Board> board,
                       std::shared_ptr<const geo::Types> types, Numbering cell_colours,
                       std::uint32_t piece_colours, std::vector<std::uint8_t> fits,
                       std::vector<std::uint8_t> border, std::uint32_t plain) {
             const geo::Rules rules{std::move(cell_colours), piece_colours, std::move(fits),
                                    std::move(border), plain};
             nb::gil_scoped_release released;
             return std::make_shared<geo::Placements>(std::move(board), std::move(types), rules,
                                                      listening());
           }),
           nb::arg("board"), nb::arg("types"), nb::kw_only(), nb::arg("cell_colours"),
           nb::arg("piece_colours"), nb::arg("fits"), nb::arg("border"), nb::arg("plain"))
      .def_prop_ro("starts",
                   [](nb::handle self) {
                     return view_of(nb::cast<const geo::Placements&>(self).starts(), self);
                   })
      .def_prop_ro("anchors",
                   [](nb::handle self) {
                     return view_of(nb::cast<const geo::Placements&>(self).anchors(), self);
                   })
      .def(
          "cells",
          [](const geo::Placements& self, std::size_t orientation) {
            const std::vector<std::int64_t> far = self.distances(orientation);
            std::vector<std::int64_t> cells;
            cells.reserve(far.size() * self.block(orientation).size());
            for (const std::uint32_t anchor : self.block(orientation))
              for (const std::int64_t distance : far) cells.push_back(self.cell(anchor, distance));
            return as_rows(std::move(cells), self.block(orientation).size(), far.size());
          },
          nb::arg("orientation"), "The cells of each placement of an orientation, one a row.")
      .def("row", &row, nb::arg("number"), "The cells of a placement.")
      .def(
          "lies",
          [](const geo::Placements& self, std::uint64_t number) {
            const auto [orientation, anchor] = self.placement(number);
            const geo::Point from = self.types().orientations()[orientation].cells[0];
            const geo::Point to = self.board().places()[anchor];
            geo::Vector step(to.begin(), to.end());
            for (std::size_t c = 0; c < step.size(); ++c) step[c] -= from[c];
            return nb::typed<nb::tuple, int, Vector>(nb::make_tuple(orientation, as_tuple(step)));
          },
          nb::arg("number"), "The orientation of a placement, and the step from it.")
      .def(
          "permutations",
          [](const geo::Placements& self, const geo::Motions& motions,
             const std::vector<Numbering>& images, const Numbering& empty) {
            std::vector<std::uint32_t> made;
            {
              nb::gil_scoped_release released;
              made = geo::permutations(self, motions, images, empty, listening());
            }
            return as_rows(std::move(made), motions.size(), self.size() + empty.size());
          },
          nb::arg("motions"), nb::arg("images"), nb::arg("empty"),
          "What the motions of a group make of the options, the identity first.")
      .def(
          "encode",
          [](const geo::Placements& self, Numbering lo, Numbering hi, std::uint32_t secondary,
             Numbering cells, Numbering types, std::optional<std::uint32_t> total,
             std::vector<std::pair<std::uint64_t, std::uint32_t>> fixed,
             std::uint32_t items_of_edges, const Shown& shown, std::uint32_t plain,
             const Numbering& empty, Junctions junctions) {
            const std::size_t dimension = self.board().lattice().dimension();
            const geo::Items items{std::move(lo), std::move(hi), secondary, std::move(cells),
                                   std::move(types), total.value_or(geo::Items::none),
                                   std::move(fixed)};
            std::optional<geo::Facing> facing;
            std::uint32_t colours = 0;
            if (!shown.empty()) {
              facing.emplace(geo::Facing{items_of_edges, {}});
              for (const auto& entries : shown) {
                auto& some = facing->shown.emplace_back();
                for (const auto& [item, colour] : entries) {
                  some.push_back({item, colour});
                  colours = std::max(colours, colour);
                }
              }
            }
            std::vector<geo::Junction> meeting;
            for (nb::handle one : junctions) {
              const auto [at, sticks] = nb::cast<std::pair<geo::Vector, nb::object>>(one);
              meeting.push_back({at, points(sticks, dimension)});
            }
            std::shared_ptr<Problem> problem;
            Numbering order;
            geo::Crossings crossings;
            {
              nb::gil_scoped_release released;
              geo::Encoding made =
                  geo::encode(self, items, facing, plain, empty, meeting, listening());
              problem = std::make_shared<Problem>(std::move(made.problem));
              crossings = std::move(made.crossings);
              order = settle(*problem, colours);
            }
            return Encoded(nb::make_tuple(problem, order, as_tuples(crossings.points),
                                          crossings.fours));
          },
          nb::kw_only(), nb::arg("lo"), nb::arg("hi"), nb::arg("secondary"), nb::arg("cells"),
          nb::arg("types"), nb::arg("total").none(), nb::arg("fixed"), nb::arg("items_of_edges"),
          nb::arg("shown"), nb::arg("plain"), nb::arg("empty"), nb::arg("junctions"),
          "The problem; its colours as they were shown; the points of crossings, and which four.")
      .def("bare", &geo::Placements::bare, "The cells that no placement covers.");
}
