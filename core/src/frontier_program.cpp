#include "tilewright/frontier_program.hpp"

#include <algorithm>
#include <bit>

#include "tilewright/frontier_setup.hpp"
#include "tilewright/kernels/program.hpp"

namespace tilewright {
namespace {

using kernels::Header;

template <unsigned W>
class Writer {
 public:
  using Key = FrontierKey<W>;
  using Plan = FrontierPlan<W>;

  explicit Writer(const Plan& plan) : plan_(plan), weighted_(plan.most_weight > 1) {
    row_.assign(Header::size, 0);
    row_[Header::words] = W;
    row_[Header::stages] = static_cast<std::uint64_t>(plan.stage_count());
    row_[Header::divisor] = plan.divisor;
    row_[Header::counted] = plan.counted;
    row_[Header::weighted] = weighted_;
    for (unsigned w = 0; w < W; ++w) row_[Header::first_key + w] = plan.first_key[w];
    write_sheets();
    write_pockets();
    write_holes();
  }

  // How bits of this sweep become bits of the other one.
  void write_bridges(const FrontierLayout& from, const FrontierLayout& to) {
    row_[Header::bridges] = row_.size();
    for (std::uint32_t item = 0; item < from.slots.size(); ++item) {
      if (!from.is_shared(item)) continue;
      row_.insert(row_.end(), {from.slots[item].place, to.slots[item].place});
      ++row_[Header::bridge_count];
    }
  }

  FrontierProgram done(std::uint32_t bits) && {
    return {std::move(row_), std::move(landings_), bits};
  }

 private:
  void put(const Key& key) { row_.insert(row_.end(), key.begin(), key.end()); }

  void write_sheets() {
    const std::size_t table = row_[Header::sheets] = row_.size();
    row_.resize(table + 2 * plan_.stages.size());
    for (std::int32_t s = 0; s < plan_.stage_count(); ++s) {
      const std::size_t begin = row_.size();
      write_sheet(s);
      row_[table + 2 * s] = begin;
      row_[table + 2 * s + 1] = row_.size() - begin;
    }
  }

  void write_sheet(std::int32_t s) {
    const auto& stage = plan_.stages[s];
    const std::uint32_t moves = plan_.move_count(s);
    const std::uint32_t first = moves ? plan_.runs[stage.first_run].begin : 0;
    std::uint32_t landings = 1;
    while (plan_.landings[stage.first_landing + landings - 1].bit) ++landings;
    landings_.push_back(landings);
    row_.insert(row_.end(), {stage.last_run - stage.first_run, moves, landings,
                             static_cast<std::uint64_t>(stage.may_pass), bit_of(stage.item)});
    for (std::uint32_t r = stage.first_run; r < stage.last_run; ++r) {
      row_.insert(row_.end(), {plan_.runs[r].begin - first, plan_.runs[r].end - first});
      put(plan_.runs[r].common);
    }
    const auto each = [&](auto write) {
      for (std::uint32_t m = first; m < first + moves; ++m) write(m);
    };
    each([&](std::uint32_t m) { put(plan_.tests[m]); });
    each([&](std::uint32_t m) { put(plan_.moves[m].set); });
    if (plan_.counted) {
      each([&](std::uint32_t m) { put(plan_.moves[m].add); });
      each([&](std::uint32_t m) { put(plan_.moves[m].guard); });
    }
    if (weighted_) each([&](std::uint32_t m) { row_.push_back(plan_.moves[m].weight); });
    for (std::uint32_t l = 0; l < landings; ++l) {
      const auto& landing = plan_.landings[stage.first_landing + l];
      row_.insert(row_.end(), {landing.word, landing.bit, landing.dead});
      for (const Key* key :
           {&landing.carry, &landing.init, &landing.need, &landing.low, &landing.low_guard})
        put(*key);
    }
  }

  // Where an item that may be a hole has its bit; far outside if it never is one.
  std::uint64_t bit_of(std::uint32_t item) const {
    for (const auto& holes : plan_.holes)
      for (const auto& hole : holes)
        if (hole.item == item)
          for (unsigned w = 0; w < W; ++w)
            if (hole.own[w]) return 64 * w + std::countr_zero(hole.own[w]);
    return 64 * W;
  }

  void write_pockets() {
    if (plan_.pockets.empty()) return;
    row_[Header::pockets] = row_.size();
    for (const auto& pocket : plan_.pockets) {
      put(pocket.zone);
      put(pocket.shore);
      for (const Key& beside : pocket.beside) put(beside);
    }
  }

  // Of each stage: the bits of all its holes, then the holes in the order of their bits.
  void write_holes() {
    if (plan_.holes.empty()) return;
    const std::size_t table = row_[Header::holes] = row_.size();
    row_.resize(table + plan_.holes.size());
    for (std::size_t s = 0; s < plan_.holes.size(); ++s) {
      const auto holes = in_order(plan_.holes[s]);
      std::size_t record = row_[table + s] = row_.size();
      Key all{};
      for (const auto* hole : holes)
        for (unsigned w = 0; w < W; ++w) all[w] |= hole->own[w];
      put(all);
      record += W;
      row_.resize(record + 3 * holes.size());
      for (const auto* hole : holes) {
        row_[record] = hole->item;
        row_[record + 1] = row_.size();
        for (const Key& way : hole->ways) put(way);
        row_[record + 2] = row_.size();
        record += 3;
      }
    }
  }
  static std::vector<const typename Plan::Hole*> in_order(
      const std::vector<typename Plan::Hole>& holes) {
    std::vector<const typename Plan::Hole*> sorted;
    for (const auto& hole : holes) sorted.push_back(&hole);
    std::sort(sorted.begin(), sorted.end(), [](const auto* a, const auto* b) {
      return std::lexicographical_compare(a->own.rbegin(), a->own.rend(), b->own.rbegin(),
                                          b->own.rend());
    });
    return sorted;
  }

  const Plan& plan_;
  bool weighted_;
  std::vector<std::uint64_t> row_;
  std::vector<std::uint32_t> landings_;
};

template <unsigned W>
FrontierProgram one_sweep(const FrontierSetup& setup) {
  const FrontierPlan<W> plan(setup.problem, setup.layout, setup.pocket_cells(), {});
  return Writer<W>(plan).done(setup.layout.width);
}

template <unsigned W>
std::vector<FrontierProgram> two_sweeps(const FrontierSetup& setup,
                                        const FrontierMeeting& meeting) {
  const FrontierCells* const cells = setup.pocket_cells();
  const FrontierPlan<W> near(setup.problem, meeting.near, cells, meeting.halves.far);
  const FrontierPlan<W> far(setup.problem, meeting.far, cells, meeting.halves.near);
  Writer<W> writer(far);
  writer.write_bridges(meeting.far, meeting.near);
  return {Writer<W>(near).done(meeting.near.width), std::move(writer).done(meeting.far.width)};
}

}  // namespace

FrontierPrograms frontier_programs(const FrontierInput& input, std::optional<bool> meet) {
  const FrontierSetup setup(input, true);
  setup.require_possible();
  TW_REQUIRE(setup.layout.spares_bits,
             "an item has 63 colours or more, too many for a graphics card");
  FrontierPrograms programs;
  programs.hopeless = setup.problem.hopeless;
  programs.start_weight = setup.problem.start_weight;
  if (programs.hopeless) return programs;
  const auto meeting = meet.value_or(true) && setup.layout.stage_count() > 0
                           ? FrontierMeeting::of(setup)
                           : nullptr;
  with_words(meeting ? meeting->width() : setup.layout.width, [&](auto words) {
    programs.words = words;
    if (meeting)
      programs.sweeps = two_sweeps<words>(setup, *meeting);
    else
      programs.sweeps.push_back(one_sweep<words>(setup));
  });
  return programs;
}

}  // namespace tilewright
