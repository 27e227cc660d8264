#include "tilewright/orbits.hpp"

#include "tilewright/contract.hpp"

namespace tilewright {

std::optional<Orbits> fixed_orbits(const ExactCoverView& problem,
                                   std::span<const std::uint32_t> permutation) {
  const std::uint32_t count = problem.option_count();
  TW_REQUIRE(permutation.size() == count, "a permutation is one of all options");
  // An item that two options can never share, whatever their colours.
  const auto excludes = [&](std::uint32_t item) {
    return item < problem.primary() ? problem.hi[item] == 1 : problem.colours.empty();
  };
  Orbits orbits;
  std::vector<std::uint8_t> done(count, 0), covered(problem.item_count, 0);
  std::vector<std::uint32_t> user(problem.item_count, count);  // the first option of its last orbit
  for (std::uint32_t first = 0; first < count; ++first) {
    if (done[first]) continue;
    const std::size_t begin = orbits.options.size();
    bool clash = false;
    for (std::uint32_t k = first; !done[k]; k = permutation[k]) {
      TW_REQUIRE(permutation[k] < count, "a permutation leads to options");
      done[k] = 1;
      orbits.options.push_back(k);
      for (const std::uint32_t item : problem.option(k)) {
        clash |= excludes(item) && user[item] == first;
        user[item] = first;
      }
    }
    if (clash) {
      orbits.options.resize(begin);
      continue;
    }
    orbits.starts.push_back(static_cast<std::uint32_t>(orbits.options.size()));
    for (std::size_t k = begin; k < orbits.options.size(); ++k)
      for (const std::uint32_t item : problem.option(orbits.options[k])) covered[item] = 1;
  }
  for (std::uint32_t item = 0; item < problem.primary(); ++item)
    if (problem.lo[item] > 0 && !covered[item]) return std::nullopt;
  return orbits;
}

}  // namespace tilewright
