#include "tilewright/geometry/encoding.hpp"

#include <algorithm>
#include <map>

#include "tilewright/contract.hpp"

namespace tilewright::geometry {

namespace {

bool leads_ahead(Point step) {
  const Vector nowhere(step.size(), 0);
  return reads_before(nowhere, step);
}

class FacingEntries {
 public:
  FacingEntries(const Board& board, const Facing& facing, std::uint32_t first)
      : board_(board), facing_(facing), first_(first) {
    const std::vector<BoardEdge> all = edges(board);
    count_ = static_cast<std::uint32_t>(all.size()) * facing.items;
    for (std::uint32_t number = 0; number < all.size(); ++number) {
      const auto [cell, step] = all[number];
      Vector back(step.begin(), step.end());
      for (Coordinate& x : back) x = -x;
      of(step)[cell] = number;
      of(back)[board.beside(cell, step)] = number;
    }
  }

  std::uint32_t count() const { return count_; }  // of items

  // A side by which a piece, or no piece, ends.
  struct Side {
    const std::vector<std::uint32_t>& edges;  // of each cell
    const std::vector<Facing::Entry>& shown;
  };
  Side side(Point step, std::uint32_t mark) {
    return {of(step), facing_.shown[2 * mark + leads_ahead(step)]};
  }

  template <class Add>
  void enter(const Side& side, std::uint32_t cell, Add add) const {
    const std::uint32_t edge = side.edges[cell];
    if (edge == Items::none) return;
    for (const auto& [item, colour] : side.shown)
      add(first_ + edge * facing_.items + item, colour);
  }

 private:
  std::vector<std::uint32_t>& of(Point step) {
    const auto [place, is_new] = numbers_.try_emplace(Vector(step.begin(), step.end()));
    if (is_new) place->second.assign(board_.size(), Items::none);
    return place->second;
  }

  const Board& board_;
  const Facing& facing_;
  std::uint32_t first_, count_ = 0;
  std::map<Vector, std::vector<std::uint32_t>> numbers_;  // by the step, of each cell
};

class CrossingItems {
 public:
  CrossingItems(const Lattice& lattice, const std::vector<Junction>& junctions)
      : lattice_(lattice), junctions_(junctions), found_{{lattice.dimension(), {}}, {}} {}

  // A point round which a piece has two sticks that another piece could cross, and which four.
  struct Crossing {
    Vector point;
    std::uint32_t four;
  };

  std::vector<Crossing> of(const Shape& shape) const {
    const std::size_t n = lattice_.dimension();
    std::vector<std::pair<Vector, const Junction*>> points;
    for (std::size_t k = 0; k < shape.cells.size(); ++k)
      for (const Junction& junction : junctions_)
        for (std::size_t s = 0; s < junction.sticks.size(); ++s) {
          Vector point(n), gap(n);
          for (std::size_t c = 0; c < n; ++c) {
            point[c] = shape.cells[k][c] - junction.sticks[s][c];
            gap[c] = point[c] - junction.at[c];
          }
          const auto same = [&](const auto& one) { return one.first == point; };
          if (!lattice_.is_translation(gap)) continue;
          const auto known = std::ranges::find_if(points, same);
          if (known == points.end()) points.emplace_back(std::move(point), &junction);
        }
    std::vector<Crossing> crossings;
    for (const auto& [point, junction] : points) {
      const std::vector<std::uint8_t> own = owned(shape, point, *junction);
      std::uint32_t four = 0;
      const std::size_t count = own.size();
      for (std::size_t a = 0; a < count; ++a)
        for (std::size_t b = a + 1; b < count; ++b)
          for (std::size_t c = b + 1; c < count; ++c)
            for (std::size_t d = c + 1; d < count; ++d, ++four)
              if ((own[a] && own[c]) || (own[b] && own[d])) crossings.push_back({point, four});
    }
    return crossings;
  }

  std::uint32_t number(const Vector& point, std::uint32_t four) {
    Vector key = point;
    key.push_back(four);
    const auto next = static_cast<std::uint32_t>(found_.fours.size());
    const auto [place, is_new] = numbers_.try_emplace(std::move(key), next);
    if (is_new) {
      found_.points.flat.insert(found_.points.flat.end(), point.begin(), point.end());
      found_.fours.push_back(four);
    }
    return place->second;
  }

  Crossings found() && { return std::move(found_); }

 private:
  // Of the sticks round a point: which of them has the piece?
  std::vector<std::uint8_t> owned(const Shape& shape, const Vector& point,
                                  const Junction& junction) const {
    std::vector<std::uint8_t> own;
    Vector stick(point.size());
    for (std::size_t s = 0; s < junction.sticks.size(); ++s) {
      for (std::size_t c = 0; c < point.size(); ++c) stick[c] = point[c] + junction.sticks[s][c];
      bool there = false;
      for (std::size_t k = 0; k < shape.cells.size() && !there; ++k)
        there = std::ranges::equal(shape.cells[k], stick);
      own.push_back(there);
    }
    return own;
  }

  const Lattice& lattice_;
  const std::vector<Junction>& junctions_;
  std::map<Vector, std::uint32_t> numbers_;
  Crossings found_;
};

class Encoder {
 public:
  Encoder(const Placements& placements, const Items& items, const std::optional<Facing>& facing,
          std::uint32_t plain, const std::vector<Junction>& junctions)
      : placements_(placements), board_(placements.board()), items_(items), plain_(plain),
        crossing_(board_.lattice(), junctions) {
    made_.lo = items.lo;
    made_.hi = items.hi;
    made_.starts.reserve(placements.size() + 1);
    made_.items.reserve(least_entries());
    first_crossing_ = static_cast<std::uint32_t>(items.lo.size()) + items.secondary;
    if (facing) {
      facing_.emplace(board_, *facing, first_crossing_);
      first_crossing_ += facing_->count();
      bare_ = static_cast<std::uint32_t>(facing->shown.size() / 2 - 1);
    }
    fixed_ = items.fixed;
    std::ranges::stable_sort(fixed_, {}, &Fixed::first);
  }

  void block(std::uint32_t type, std::uint32_t orientation, Pulse& pulse) {
    const Shape& shape = placements_.types().orientations()[orientation];
    const std::vector<std::int64_t> far = placements_.distances(orientation);
    const auto anchors = placements_.block(orientation);
    std::vector<std::pair<std::uint32_t, FacingEntries::Side>> sides;
    if (facing_)
      for (const HalfEdge& half : half_edges(board_.lattice(), shape, plain_))
        sides.emplace_back(half.cell, facing_->side(half.step, half.mark));
    const std::vector<std::vector<std::uint32_t>> crossed = crossings(shape, anchors);
    std::uint64_t number = placements_.starts()[orientation];
    auto fixed = std::ranges::lower_bound(fixed_, number, {}, &Fixed::first);
    for (std::size_t row = 0; row < anchors.size(); ++row, ++number) {
      const std::uint32_t anchor = anchors[row];
      for (const std::int64_t distance : far)
        add(items_.cells[placements_.cell(anchor, distance)]);
      if (items_.types[type] != Items::none) add(items_.types[type]);
      if (items_.total != Items::none) add(items_.total);
      for (; fixed != fixed_.end() && fixed->first == number; ++fixed) add(fixed->second);
      for (const auto& [cell, side] : sides) enter(side, placements_.cell(anchor, far[cell]));
      for (const auto& column : crossed) add(column[row]);
      end();
    }
    pulse.after(anchors.size() * (far.size() + sides.size() + crossed.size()));
  }

  // The choice to leave a cell empty.
  void empty(std::uint32_t cell) {
    TW_REQUIRE(facing_, "only marks have to know which cells are empty");
    add(items_.cells[cell]);
    const Points& steps = board_.lattice().edges(board_.lattice().kind_of(board_.places()[cell]));
    for (std::size_t k = 0; k < steps.size(); ++k)
      enter(facing_->side(steps[k], bare_), cell);
    end();
  }

  Encoding result() && {
    if (!coloured_) made_.colours.clear();
    Crossings crossings = std::move(crossing_).found();
    made_.item_count = first_crossing_ + static_cast<std::uint32_t>(crossings.fours.size());
    made_.cells = items_.cells;
    for (const std::uint32_t cell : board_.touching()) made_.touching.push_back(items_.cells[cell]);
    for (const std::uint32_t item : items_.types)
      if (item != Items::none) made_.pieces.push_back(item);
    made_.points = board_.places().flat;
    return {std::move(made_), std::move(crossings)};
  }

 private:
  using Fixed = std::pair<std::uint64_t, std::uint32_t>;

  void add(std::uint32_t item, std::uint32_t colour = 0) {
    made_.items.push_back(item);
    if (facing_) made_.colours.push_back(colour);
    coloured_ |= colour != 0;
  }

  void enter(const FacingEntries::Side& side, std::uint32_t cell) {
    facing_->enter(side, cell,
                   [&](std::uint32_t item, std::uint32_t colour) { add(item, colour); });
  }

  // How many entries there are but for those of marks and of crossings.
  std::size_t least_entries() const {
    const Types& types = placements_.types();
    std::size_t count = items_.fixed.size();
    for (std::uint32_t type = 0; type < types.size(); ++type)
      for (std::uint32_t k = types.begin(type); k < types.end(type); ++k)
        count += placements_.block(k).size() *
                 (types.orientations()[k].cells.size() + (items_.types[type] != Items::none) +
                  (items_.total != Items::none));
    return count;
  }

  void end() { made_.starts.push_back(made_.items.size()); }

  // Crossing by crossing, the items of all placements: numbered as they come.
  std::vector<std::vector<std::uint32_t>> crossings(const Shape& shape,
                                                    std::span<const std::uint32_t> anchors) {
    std::vector<std::vector<std::uint32_t>> columns;
    Vector point;
    for (const auto& [at, four] : crossing_.of(shape)) {
      std::vector<std::uint32_t>& column = columns.emplace_back();
      for (const std::uint32_t anchor : anchors) {
        point = at;
        for (std::size_t c = 0; c < point.size(); ++c)
          point[c] += board_.places()[anchor][c] - shape.cells[0][c];
        column.push_back(first_crossing_ + crossing_.number(point, four));
      }
    }
    return columns;
  }

  const Placements& placements_;
  const Board& board_;
  const Items& items_;
  std::uint32_t plain_, bare_ = 0, first_crossing_ = 0;
  std::optional<FacingEntries> facing_;
  CrossingItems crossing_;
  std::vector<Fixed> fixed_;
  Problem made_;
  bool coloured_ = false;
};

}  // namespace

std::vector<BoardEdge> edges(const Board& board) {
  std::vector<BoardEdge> found;
  for (std::uint32_t kind = 0; kind < board.lattice().kinds().size(); ++kind) {
    const Points& steps = board.lattice().edges(kind);
    for (std::size_t k = 0; k < steps.size(); ++k) {
      if (!leads_ahead(steps[k])) continue;
      for (const std::uint32_t cell : board.alike(kind))
        if (board.beside(cell, steps[k]) != Board::none) found.push_back({cell, steps[k]});
    }
  }
  return found;
}

Encoding encode(const Placements& placements, const Items& items,
                const std::optional<Facing>& facing, std::uint32_t plain,
                const std::vector<std::uint32_t>& empty, const std::vector<Junction>& junctions,
                Pulse pulse) {
  TW_REQUIRE(items.cells.size() == placements.board().size(), "each cell has an item");
  TW_REQUIRE(items.types.size() == placements.types().size(), "items are given for each type");
  Encoder encoder(placements, items, facing, plain, junctions);
  const Types& types = placements.types();
  for (std::uint32_t type = 0; type < types.size(); ++type)
    for (std::uint32_t k = types.begin(type); k < types.end(type); ++k)
      encoder.block(type, k, pulse);
  for (const std::uint32_t cell : empty) encoder.empty(cell);
  return std::move(encoder).result();
}

}  // namespace tilewright::geometry
