// A part of the tree that a walk goes through at once, without opening its nodes.
//
// It cannot be paused, so it must be short: what it may count is said beforehand.  If it comes to
// more, it is given up, and whatever was found in it counts for nothing.
#pragma once
#include <array>
#include <cstdint>
#include <vector>

namespace tilewright {

struct Ending {
  static constexpr std::uint64_t most_nodes = 4096;    // about 100 microseconds
  static constexpr std::uint64_t fewest_nodes = 64;    // for less it is not begun
  static constexpr std::uint32_t most_levels = 32;
  static constexpr std::uint64_t updates_per_node = 128;  // at most

  struct Level {
    std::uint32_t nodes, updates;
  };
  struct Choice {
    std::uint8_t option, item;  // as the walk numbers them here
  };

  // It is given up when one of these comes to 0.
  std::uint64_t nodes_left = 0, solutions_left = 0;
  bool collect = false;

  std::array<Level, most_levels + 1> levels;  // by the options chosen since it began
  std::uint32_t deepest = 0;                  // of these levels, where something is counted
  std::uint32_t solutions = 0;
  std::vector<Choice> choices;      // those of the covers, if they are collected,
  std::vector<std::uint32_t> ends;  // one cover after the other

  void begin() {
    deepest = solutions = 0;
    levels[0] = {};
    choices.clear(), ends.clear();
  }
  void reach(std::uint32_t level) {
    while (deepest < level) levels[++deepest] = {};
  }
};

}  // namespace tilewright
