#include "tilewright/frontier_symmetry.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <tuple>

namespace tilewright {
namespace {

using Kind = FrontierItem::Kind;
using Point = std::vector<std::int64_t>;

constexpr std::uint32_t nowhere = 0xffffffffu;

std::uint64_t mix(std::uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}
std::uint64_t mark_of(std::uint32_t item, std::uint32_t colour) {
  return mix((std::uint64_t{item} << 32 | colour) + 0x9e3779b97f4a7c15u);
}

// Linear maps: in the plane, all with entries -1, 0 and 1; beyond, those that permute axes.
std::vector<std::vector<Point>> maps_of(std::size_t dimensions) {
  std::vector<Point> rows;
  Point row(dimensions, -1);
  for (std::size_t k = 0; k < dimensions;) {
    const auto zeros = static_cast<std::size_t>(std::count(row.begin(), row.end(), 0));
    if (zeros + 1 == dimensions || (dimensions == 2 && zeros == 0)) rows.push_back(row);
    for (k = 0; k < dimensions && ++row[k] == 2; ++k) row[k] = -1;
  }
  std::vector<std::vector<Point>> maps{{}};
  for (std::size_t d = 0; d < dimensions; ++d) {
    std::vector<std::vector<Point>> longer;
    for (const auto& map : maps)
      for (const Point& next : rows) {
        longer.push_back(map);
        longer.back().push_back(next);
      }
    maps = std::move(longer);
  }
  return maps;
}

class Finder {
 public:
  explicit Finder(const FrontierProblem& problem) : problem_(problem) {
    is_cell_.assign(problem.items.size(), 0);
    read_points();
    marks_.reserve(problem.options.size());
    for (const FrontierOption& option : problem.options) {
      auto sorted = option.entries;
      sort(sorted);
      marks_.push_back(mark_of_entries(sorted));
      sorted_.push_back(std::move(sorted));
    }
    by_mark_ = in_order(marks_);
  }

  std::vector<FrontierSymmetry> all() {
    std::vector<FrontierSymmetry> found;
    std::vector<std::vector<std::uint32_t>> seen;
    if (places_.empty() || places_.size() != cells_.size()) return found;
    for (const auto& map : maps_of(cells_.front().first.size())) {
      auto items = image_of_cells(map);
      if (items.empty() || std::find(seen.begin(), seen.end(), items) != seen.end()) continue;
      seen.push_back(items);
      if (!extend(items)) continue;
      bool moves = false;
      for (std::uint32_t item = 0; item < items.size(); ++item) moves |= items[item] != item;
      if (!moves) continue;
      if (auto options = image_of_options(items))
        found.push_back({std::move(items), std::move(*options)});
    }
    return found;
  }

 private:
  using Entries = std::vector<FrontierOption::Entry>;

  // Cells that matter, with their points times their number, from the middle of all.
  void read_points() {
    const std::size_t rows = problem_.cells.size();
    const std::size_t dimensions = rows ? problem_.points.size() / rows : 0;
    if (dimensions == 0 || dimensions > 4) return;
    Point middle(dimensions, 0);
    for (std::size_t row = 0; row < rows; ++row) {
      const std::uint32_t cell = problem_.cells[row];
      if (problem_.items[cell].kind == Kind::gone) continue;
      const auto from = problem_.points.begin() + static_cast<std::ptrdiff_t>(row * dimensions);
      cells_.emplace_back(Point(from, from + static_cast<std::ptrdiff_t>(dimensions)), cell);
      is_cell_[cell] = 1;
      for (std::size_t d = 0; d < dimensions; ++d) middle[d] += cells_.back().first[d];
    }
    for (auto& [point, cell] : cells_) {
      for (std::size_t d = 0; d < dimensions; ++d)
        point[d] = point[d] * static_cast<std::int64_t>(cells_.size()) - middle[d];
      places_.emplace(point, cell);
    }
  }

  std::vector<std::uint32_t> image_of_cells(const std::vector<Point>& map) const {
    std::vector<std::uint32_t> items(problem_.items.size(), nowhere);
    std::vector<std::uint8_t> hit(items.size(), 0);
    Point image(map.size());
    for (const auto& [point, cell] : cells_) {
      for (std::size_t d = 0; d < map.size(); ++d)
        image[d] = std::inner_product(point.begin(), point.end(), map[d].begin(), std::int64_t{0});
      const auto found = places_.find(image);
      if (found == places_.end() || hit[found->second] || !alike(cell, found->second)) return {};
      hit[found->second] = 1;
      items[cell] = found->second;
    }
    return items;
  }
  bool alike(std::uint32_t a, std::uint32_t b) const { return sort_of(a) == sort_of(b); }
  std::tuple<Kind, std::uint32_t, std::uint32_t, std::uint32_t> sort_of(std::uint32_t item) const {
    const FrontierItem& it = problem_.items[item];
    return {it.kind, it.lo, it.hi, it.colours};
  }

  // Other items go where the cells of their options do; in order, if that leaves a choice.
  bool extend(std::vector<std::uint32_t>& items) const {
    std::vector<std::uint64_t> own(items.size(), 0), image(items.size(), 0);
    for (const Entries& entries : sorted_) {
      std::uint64_t here = 0, there = 0;
      for (const auto& entry : entries)
        if (is_cell_[entry.item]) {
          here += mark_of(entry.item, entry.colour);
          there += mark_of(items[entry.item], entry.colour);
        }
      for (const auto& entry : entries) {
        own[entry.item] += mix(here + entry.colour);
        image[entry.item] += mix(there + entry.colour);
      }
    }
    std::vector<std::uint32_t> from, to;
    for (std::uint32_t item = 0; item < items.size(); ++item) {
      if (is_cell_[item]) continue;
      items[item] = item;
      if (problem_.items[item].kind != Kind::gone) from.push_back(item);
    }
    to = from;
    const auto by = [&](const std::vector<std::uint64_t>& signs) {
      return [&](std::uint32_t a, std::uint32_t b) {
        return std::tuple(sort_of(a), signs[a], a) < std::tuple(sort_of(b), signs[b], b);
      };
    };
    std::sort(from.begin(), from.end(), by(image));
    std::sort(to.begin(), to.end(), by(own));
    for (std::size_t k = 0; k < from.size(); ++k) {
      if (!alike(from[k], to[k]) || image[from[k]] != own[to[k]]) return false;
      items[from[k]] = to[k];
    }
    return true;
  }

  std::optional<std::vector<std::uint32_t>> image_of_options(
      const std::vector<std::uint32_t>& items) const {
    std::vector<Entries> images = sorted_;
    std::vector<std::uint64_t> marks;
    for (Entries& entries : images) {
      for (auto& entry : entries) entry.item = items[entry.item];
      sort(entries);
      marks.push_back(mark_of_entries(entries));
    }
    const std::vector<std::uint32_t> order = in_order(marks);
    std::vector<std::uint32_t> options(images.size());
    for (std::size_t k = 0; k < order.size(); ++k) {
      const std::uint32_t from = order[k], to = by_mark_[k];
      if (problem_.options[from].weight != problem_.options[to].weight ||
          !std::equal(images[from].begin(), images[from].end(), sorted_[to].begin(),
                      sorted_[to].end(), [](const auto& a, const auto& b) {
                        return a.item == b.item && a.colour == b.colour;
                      }))
        return std::nullopt;
      options[from] = to;
    }
    return options;
  }

  static void sort(Entries& entries) {
    std::sort(entries.begin(), entries.end(),
              [](const auto& a, const auto& b) { return a.item < b.item; });
  }
  static std::uint64_t mark_of_entries(const Entries& entries) {
    std::uint64_t sum = 0;
    for (const auto& entry : entries) sum += mark_of(entry.item, entry.colour);
    return sum;
  }
  std::vector<std::uint32_t> in_order(const std::vector<std::uint64_t>& marks) const {
    std::vector<std::uint32_t> order(marks.size());
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
      return std::tuple(marks[a], problem_.options[a].weight, a) <
             std::tuple(marks[b], problem_.options[b].weight, b);
    });
    return order;
  }

  const FrontierProblem& problem_;
  std::vector<std::uint8_t> is_cell_;  // and one that matters
  std::vector<std::pair<Point, std::uint32_t>> cells_;
  std::map<Point, std::uint32_t> places_;
  std::vector<Entries> sorted_;         // of each option, by item
  std::vector<std::uint64_t> marks_;    // of each option: equal if their entries are
  std::vector<std::uint32_t> by_mark_;  // options
};

}  // namespace

std::vector<FrontierSymmetry> frontier_symmetries(const FrontierProblem& problem) {
  return Finder(problem).all();
}

std::vector<std::int32_t> lines_of(const FrontierSymmetry& symmetry, const FrontierLayout& layout) {
  std::vector<std::int32_t> stage_of(symmetry.options.size(), -1);
  for (std::int32_t s = 0; s < layout.stage_count(); ++s)
    for (const std::uint32_t k : layout.stages[s].options) stage_of[k] = s;
  std::vector<std::int32_t> lines;
  std::int32_t farthest = -1;
  for (std::int32_t s = 0; s < layout.stage_count(); ++s) {
    for (const std::uint32_t k : layout.stages[s].options) {
      if (stage_of[symmetry.options[k]] < 0) return {};
      farthest = std::max(farthest, stage_of[symmetry.options[k]]);
    }
    if (farthest <= s) lines.push_back(s + 1);
  }
  return lines;
}

const FrontierSymmetry* mirror_of(const std::vector<FrontierSymmetry>& symmetries,
                                  const FrontierLayout& layout) {
  const FrontierSymmetry* best = nullptr;
  std::size_t most = 1;  // the end is one
  for (const FrontierSymmetry& symmetry : symmetries) {
    if (!symmetry.is_mirror()) continue;
    const std::size_t lines = lines_of(symmetry, layout).size();
    if (lines > most) most = lines, best = &symmetry;
  }
  return best;
}

const FrontierSymmetry* swap_of(const std::vector<FrontierSymmetry>& symmetries,
                                const FrontierHalves& halves) {
  if (halves.near.size() != halves.far.size()) return nullptr;
  for (const FrontierSymmetry& symmetry : symmetries) {
    std::vector<std::uint8_t> is_far(symmetry.options.size(), 0);
    for (const std::uint32_t k : halves.far) is_far[k] = 1;
    if (std::all_of(halves.near.begin(), halves.near.end(),
                    [&](std::uint32_t k) { return is_far[symmetry.options[k]]; }))
      return &symmetry;
  }
  return nullptr;
}

}  // namespace tilewright
