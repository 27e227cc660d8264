#include "tilewright/frontier_kept.hpp"

#include "tilewright/frontier.hpp"
#include "tilewright/frontier_setup.hpp"

namespace tilewright {
namespace {

template <unsigned W>
class Table : public FrontierTable {
 public:
  Table(const FrontierInput& input, FrontierSetup setup, std::int64_t memory)
      : setup_(std::move(setup)),
        kept_(FrontierPlan<W>(setup_.problem, setup_.layout, setup_.pocket_cells(), {}), control(),
              memory),
        start_(input.start),
        option_count_(input.problem.option_count()) {
    const ExactCoverView& problem = input.problem;
    for (std::uint32_t k = 0; k < option_count_; ++k) {
      const auto items = problem.option(k);
      first_item_.push_back(*std::min_element(items.begin(), items.end()));
    }
    set_task([this] {
      if (!setup_.problem.hopeless) kept_.build();
    });
  }
  ~Table() override { give_up(); }

  std::int32_t stages() const override { return setup_.layout.stage_count(); }

  void load(std::int32_t stage, std::span<const std::uint64_t> entries,
            std::uint32_t count_words) override {
    TW_REQUIRE(!setup_.problem.hopeless && 0 <= stage && stage <= stages(),
               "states of stage " + std::to_string(stage) + ": there are stages 0 to " +
                   std::to_string(setup_.problem.hopeless ? -1 : stages()));
    TW_REQUIRE(count_words > 0 && entries.size() % (W + count_words) == 0,
               std::to_string(entries.size()) + " words of states: expected keys of " +
                   std::to_string(W) + " words and counts of " + std::to_string(count_words));
    kept_.load(stage, entries, count_words);
  }

  std::vector<std::uint32_t> count() const override {
    if (setup_.problem.hopeless) return {};
    std::vector<Limb> rest = kept_.count(), all;
    const std::uint64_t weight = setup_.problem.start_weight;
    const Limb start[2] = {static_cast<Limb>(weight), static_cast<Limb>(weight >> 32)};
    add_product(all, rest.data(), static_cast<std::uint32_t>(rest.size()), start, 2);
    return all;
  }

  Batch sample(std::uint64_t wanted, std::uint64_t seed) const override {
    Batch batch;
    if (is_empty()) return batch;
    FrontierDice dice(seed);
    for (std::uint64_t k = 0; k < wanted; ++k) put(batch, kept_.draw(dice));
    return batch;
  }

  void rewind() override {
    path_.clear();
    begun_ = told_ = false;
  }

  Batch list(std::uint64_t wanted) override {
    Batch batch;
    if (is_empty()) return batch;
    if (!begun_) {
      begun_ = true;
      enter(0, kept_.first_place());
    }
    while (batch.ends.size() < wanted && !path_.empty()) {
      Step& step = path_.back();
      if (step.next == step.ways.size()) {
        path_.pop_back();
        continue;
      }
      const Way way = step.ways[step.next++];
      if (way.to < stages()) {
        enter(way.to, way.place);
        continue;
      }
      std::vector<std::uint32_t> moves;
      for (const Step& s : path_) moves.push_back(s.ways[s.next - 1].move);
      put(batch, moves);
    }
    // Without a stage there is one cover, the empty one, and nowhere to go on from.
    if (stages() == 0 && !told_ && wanted > 0) {
      told_ = true;
      put(batch, {});
    }
    return batch;
  }

  std::vector<Subtree> rest() const override {
    if (!begun_) return {{start_.chosen, start_.excluded}};
    std::vector<Subtree> rest;
    Subtree here{start_.chosen, start_.excluded};
    for (std::size_t d = 0; d < path_.size(); ++d) {
      const Step& step = path_[d];
      std::vector<Subtree> beside;  // these come after all that lies deeper
      for (std::size_t k = step.next; k < step.ways.size(); ++k) {
        beside.push_back(here);
        follow(beside.back(), step.stage, step.ways[k].move);
      }
      rest.insert(rest.begin(), beside.begin(), beside.end());
      if (d + 1 < path_.size()) follow(here, step.stage, step.ways[step.next - 1].move);
    }
    return rest;
  }

  void begin_uses() override {
    set_task([this] {
      uses_.assign(option_count_, {});
      if (is_empty()) return;
      uses_ = kept_.uses(option_count_, setup_.problem.start_weight);
      for (const std::uint32_t option : setup_.problem.chosen) uses_[option] = count();
    });
  }
  std::vector<std::vector<std::uint32_t>> uses() const override { return uses_; }

 private:
  struct Way {
    std::uint32_t move;
    std::int32_t to;
    std::uint64_t place;
  };
  struct Step {
    std::int32_t stage;
    std::vector<Way> ways;
    std::size_t next;
  };

  // A stage that is passed by leaves its only option out.
  void follow(Subtree& subtree, std::int32_t stage, std::uint32_t move) const {
    const FrontierPlan<W>& plan = kept_.plan();
    if (move != FrontierKept<W>::no_move)
      subtree.chosen.push_back(plan.moves[move].option);
    else
      subtree.excluded.push_back(plan.moves[plan.runs[plan.stages[stage].first_run].begin].option);
  }

  bool is_empty() const {
    return setup_.problem.hopeless || limbs_used_of(kept_.count()) == 0;
  }
  static std::uint32_t limbs_used_of(const std::vector<Limb>& number) {
    return limbs_used(number.data(), static_cast<std::uint32_t>(number.size()));
  }
  void enter(std::int32_t stage, std::uint64_t place) {
    if (stage >= stages()) return;
    Step step{stage, {}, 0};
    kept_.each_way(stage, place, [&](std::uint32_t move, std::int32_t to, std::uint64_t next) {
      step.ways.push_back({move, to, next});
      return true;
    });
    path_.push_back(std::move(step));
  }
  void put(Batch& batch, const std::vector<std::uint32_t>& moves) const {
    const auto add = [&](std::uint32_t option) {
      batch.options.push_back(option);
      batch.items.push_back(first_item_[option]);
    };
    for (const std::uint32_t option : setup_.problem.chosen) add(option);
    for (const std::uint32_t move : moves)
      if (move != FrontierKept<W>::no_move) add(kept_.plan().moves[move].option);
    batch.ends.push_back(batch.options.size());
  }

  FrontierSetup setup_;
  FrontierKept<W> kept_;
  Subtree start_;
  std::uint32_t option_count_;
  std::vector<std::uint32_t> first_item_;  // of each option
  std::vector<std::vector<Limb>> uses_;
  std::vector<Step> path_;
  bool begun_ = false, told_ = false;
};

}  // namespace

std::unique_ptr<FrontierTable> FrontierTable::make(const FrontierInput& input,
                                                   std::int64_t memory) {
  FrontierSetup setup(input, true);
  setup.require_possible();
  return with_words(setup.layout.width, [&](auto words) -> std::unique_ptr<FrontierTable> {
    return std::make_unique<Table<words>>(input, std::move(setup), memory);
  });
}

}  // namespace tilewright
