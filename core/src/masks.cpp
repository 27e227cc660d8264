#include "tilewright/masks.hpp"

#include <algorithm>
#include <map>

namespace tilewright {
namespace {

constexpr std::size_t shortest_run = 3;  // on average; otherwise looking at the keys does not pay

}  // namespace

BitLayout::BitLayout(const ExactCoverView& problem, std::span<const std::uint32_t> order) {
  count_colours(problem);
  place_items(problem, order);
  sort_options(problem);
}

void BitLayout::count_colours(const ExactCoverView& problem) {
  colour_count.assign(problem.item_count, 0);
  entry_colour.assign(problem.items.size(), 0);
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> seen;  // (item, colour)
  for (std::size_t e = 0; e < problem.colours.size(); ++e) {
    if (problem.colours[e] == 0) continue;
    const std::uint32_t item = problem.items[e];
    const auto [known, is_new] = seen.try_emplace({item, problem.colours[e]}, 0);
    if (is_new) known->second = ++colour_count[item];
    entry_colour[e] = known->second;
  }
}

void BitLayout::place_items(const ExactCoverView& problem, std::span<const std::uint32_t> order) {
  place.resize(problem.item_count);
  item_at.assign(1, 0);  // nothing stands at place 0
  for (const std::uint32_t item : order) {
    place[item] = bits++;
    item_at.push_back(item);
  }
  for (std::uint32_t item = problem.primary(); item < problem.item_count; ++item) {
    place[item] = bits;
    bits += 1 + colour_count[item];
  }
}

void BitLayout::sort_options(const ExactCoverView& problem) {
  std::vector<std::uint32_t> first_place(problem.option_count(), 0), last_place = first_place;
  for (std::uint32_t k = 0; k < problem.option_count(); ++k) {
    if (problem.idle(k)) continue;
    first_place[k] = problem.primary() + 1;
    for (const std::uint32_t item : problem.option(k)) {
      if (item >= problem.primary()) continue;
      first_place[k] = std::min(first_place[k], place[item]);
      last_place[k] = std::max(last_place[k], place[item]);
    }
    number.push_back(k);
  }
  std::stable_sort(number.begin(), number.end(), [&](std::uint32_t a, std::uint32_t b) {
    return first_place[a] < first_place[b];
  });
  slot.assign(problem.option_count(), 0);
  for (std::uint32_t s = 0; s < number.size(); ++s) slot[number[s]] = s;
  first_keys.assign(1, 0);
  std::uint32_t begin = 0;
  for (std::uint32_t p = 0; p <= problem.primary(); ++p) {
    std::uint32_t end = begin;
    while (end < number.size() && first_place[number[end]] == p) ++end;
    longest_list = std::max(longest_list, end - begin);
    if (begin < end) cut_runs(p, {begin, end}, last_place);
    first_keys.push_back(static_cast<std::uint32_t>(keys.size()));
    begin = end;
  }
}

void BitLayout::cut_runs(std::uint32_t p, Run list, std::span<const std::uint32_t> last_place) {
  const auto key_of = [&](std::uint32_t s) { return last_place[number[s]]; };
  std::size_t runs = 1;
  bool increasing = true;
  for (std::uint32_t s = list.begin + 1; s < list.end; ++s) {
    runs += key_of(s) != key_of(s - 1);
    increasing &= key_of(s) >= key_of(s - 1);
  }
  const std::size_t first = keys.size();
  if (!increasing || list.end - list.begin < shortest_run * runs) return add_run(p, list, first);
  for (std::uint32_t s = list.begin; s < list.end;) {
    const std::uint32_t begin = s;
    while (s < list.end && key_of(s) == key_of(begin)) ++s;
    add_run(key_of(begin), {begin, s}, first);
  }
}

// `first`: where the words with the keys of this list begin.
void BitLayout::add_run(std::uint32_t key, Run run, std::size_t first) {
  const std::uint32_t word = key / 64, b = key % 64;
  if (keys.size() == first || keys.back().word != word)
    keys.push_back({word, static_cast<std::uint32_t>(runs.size()) - b, 0});  // modulo 2^32
  keys.back().bits |= bit(key);
  runs.resize(keys.back().runs + b, {0, 0});  // bits that are no keys have a place, too
  runs.push_back(run);
}

std::vector<OptionBits> bits_of_option(const ExactCoverView& problem, const BitLayout& layout,
                                       std::uint32_t option) {
  std::map<std::uint32_t, OptionBits> words{{0, {0, 0, 0}}};
  const auto at = [&](std::uint32_t place) -> OptionBits& {
    return words.try_emplace(place / 64, OptionBits{place / 64, 0, 0}).first->second;
  };
  for (std::uint64_t e = problem.starts[option]; e < problem.starts[option + 1]; ++e) {
    const std::uint32_t item = problem.items[e], place = layout.place[item];
    const std::uint32_t own = place + layout.entry_colour[e];
    at(own).test |= bit(own);
    if (item < problem.primary()) {
      if (problem.hi[item] == 1) at(own).take |= bit(own);
      continue;
    }
    const bool shares = layout.entry_colour[e] > 0;  // with others that give it the same colour
    for (std::uint32_t b = place; b <= place + layout.colour_count[item]; ++b)
      if (!shares || b != own) at(b).take |= bit(b);
  }
  std::vector<OptionBits> bits;
  for (const auto& [_, word] : words) bits.push_back(word);
  return bits;
}

}  // namespace tilewright
