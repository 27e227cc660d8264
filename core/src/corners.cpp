#include "tilewright/corners.hpp"

#include <cmath>
#include <utility>

#include "tilewright/contract.hpp"
#include "tilewright/deadline.hpp"
#include "tilewright/depth_first.hpp"

namespace tilewright {
namespace {

constexpr std::size_t most_memo_numbers = std::size_t{1} << 28;  // a gigabyte
constexpr double same_turn = 1e-8;  // as unit vectors

}  // namespace

std::uint32_t PlacementTable::number_of(const Placement& placement) {
  const Motion& m = placement.motion;
  std::uint64_t hash = 2 * placement.kind + placement.flipped;
  // A place on the border of two cells may be entered twice, which does no harm.
  for (const double x : {m.turn.x / same_turn, m.turn.y / same_turn, m.shift.x / grain_,
                         m.shift.y / grain_})
    hash = (hash ^ static_cast<std::uint64_t>(std::llround(x))) * 0x9e3779b97f4a7c15u + 1;
  const auto near = [&](const Motion& other) {
    return norm(other.turn - m.turn) < same_turn && norm(other.shift - m.shift) < grain_;
  };
  const std::scoped_lock lock(mutex_);
  const auto [begin, end] = by_hash_.equal_range(hash);
  for (auto at = begin; at != end; ++at) {
    const Placement& other = placements_[at->second];
    if (other.kind == placement.kind && other.flipped == placement.flipped && near(other.motion))
      return at->second;
  }
  const auto number = static_cast<std::uint32_t>(placements_.size());
  placements_.push_back(placement);
  by_hash_.emplace(hash, number);
  return number;
}

std::vector<Placement> PlacementTable::from(std::size_t first) const {
  const std::scoped_lock lock(mutex_);
  TW_REQUIRE(first <= placements_.size(), "there are not so many placements");
  return {placements_.begin() + static_cast<std::ptrdiff_t>(first), placements_.end()};
}

std::unique_ptr<Search> corner_search(std::shared_ptr<const Jigsaw> jigsaw, SearchSettings settings,
                                      CornerRule rule, std::shared_ptr<PlacementTable> table) {
  return std::make_unique<DepthFirst<CornerWalk>>(std::move(jigsaw), std::move(settings), rule,
                                                  std::move(table));
}

std::vector<Placement> corner_replay(std::shared_ptr<const Jigsaw> jigsaw,
                                     const std::vector<std::uint32_t>& options, CornerRule rule) {
  const CornerWalk walk(jigsaw, Rule{}, Subtree{.chosen = options, .excluded = {}}, rule, nullptr);
  std::vector<Placement> placements;
  walk.for_each_chosen([&](const CornerWalk::Choice& choice) {
    const Variant& variant = jigsaw->variants[jigsaw->options[choice.place].variant];
    placements.push_back({variant.kind, variant.flipped, choice.motion});
  });
  return placements;
}

CornerCount::CornerCount(std::shared_ptr<const Jigsaw> jigsaw, CornerRule rule)
    : walk_(std::move(jigsaw), Rule{}, Subtree{}, {.lynning = rule.lynning, .memo = false}, nullptr),
      memo_(rule.memo ? most_memo_numbers : 0) {}

// A node, or what a node like it came to, has so many solutions.
void CornerCount::found(Number number) {
  Number& sum = levels_.empty() ? total_ : levels_.back().sum;
  TW_REQUIRE(sum + number >= sum, "there are more solutions than 64 bits can count");
  sum += number;
}

void CornerCount::arrive() {
  if (walk_.broken()) return found(0);
  const auto key = walk_.key();
  if (const Number* known = memo_.find(key)) return found(*known);
  const std::size_t begin = keys_.size();
  keys_.insert(keys_.end(), key.begin(), key.end());
  const auto branching = walk_.choose();
  if (branching.item == CornerWalk::root || branching.degree == 0) {
    keys_.resize(begin);
    return found(branching.item == CornerWalk::root ? 1 : 0);
  }
  walk_.open(branching.item);
  levels_.push_back({0, begin});
}

bool CornerCount::run(double seconds) {
  const Clock::time_point deadline = deadline_after(seconds);
  if (done_) return true;
  if (!std::exchange(begun_, true)) arrive();
  while (!levels_.empty()) {
    if (stop_.load(std::memory_order_relaxed) || Clock::now() >= deadline) return false;
    if (walk_.advance() == Child::end) {
      walk_.close();
      const Level level = levels_.back();
      levels_.pop_back();
      memo_.add(std::span(keys_).subspan(level.key), level.sum);
      keys_.resize(level.key);
      found(level.sum);
      continue;
    }
    walk_.enter();
    ++nodes_;
    arrive();
  }
  done_ = true;
  return true;
}

}  // namespace tilewright
