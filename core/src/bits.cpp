#include "tilewright/bits.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "tilewright/bits_walk.hpp"
#include "tilewright/contract.hpp"
#include "tilewright/depth_first.hpp"
#include "tilewright/descents.hpp"

namespace tilewright {
namespace {

constexpr unsigned widest = 8;  // words

// Places that the items need; see BitLayout.
std::uint32_t places(const ExactCoverView& problem) {
  std::set<std::pair<std::uint32_t, std::uint32_t>> colours;  // of items
  for (std::size_t e = 0; e < problem.colours.size(); ++e)
    if (problem.colours[e] != 0) colours.insert({problem.items[e], problem.colours[e]});
  return 1 + problem.item_count + static_cast<std::uint32_t>(colours.size());
}

// Calls make.template operator()<W>() with the number of words that the places need.
template <class Make>
auto with_bits_words(const ExactCoverView& problem, Make make) {
  const std::uint32_t bits = places(problem);
  const auto fits = [&](unsigned words) {
    return bits <= bits_capacity(words, problem.option_count());
  };
  if (fits(1)) return make.template operator()<1>();
  if (fits(2)) return make.template operator()<2>();
  if (fits(3)) return make.template operator()<3>();
  if (fits(4)) return make.template operator()<4>();
  return make.template operator()<widest>();
}

template <unsigned W>
using PlainBitsWalk = BitsWalk<lanes_plain::Kernel<W>, lanes_plain::RowsKernels, W>;
static_assert(Walk<PlainBitsWalk<1>> && Walk<PlainBitsWalk<widest>>);

template <template <unsigned> class Kernel, class Kernels>
std::unique_ptr<Search> search_with(const ExactCoverView& problem, SearchSettings settings) {
  return with_bits_words(problem, [&]<unsigned W>() -> std::unique_ptr<Search> {
    return std::make_unique<DepthFirst<BitsWalk<Kernel<W>, Kernels, W>>>(problem,
                                                                         std::move(settings));
  });
}

void require_possible(const ExactCoverView& problem, const Rule& rule) {
  const auto refusal = bits_refusal(problem);
  TW_REQUIRE(!refusal, *refusal);
  TW_REQUIRE(rule.pick == Rule::Pick::fewest && !rule.seed,
             "engine bits branches on the item with fewest options, and breaks ties by the order: "
             "for another rule, or a seed, use engine links or anchor");
}

}  // namespace

std::optional<std::string> bits_refusal(const ExactCoverView& problem) {
  require_valid(problem);
  const auto is_plain = [&](std::uint32_t item) {
    return item < problem.primary() && problem.lo[item] == 1 && problem.hi[item] == 1;
  };
  for (std::uint32_t k = 0; k < problem.option_count(); ++k) {
    const auto entries = problem.option(k);
    if (!problem.idle(k) && std::none_of(entries.begin(), entries.end(), is_plain))
      return "option " + std::to_string(k) +
             " has no item that must be covered exactly once, and only on these engine bits "
             "branches";
  }
  const std::uint32_t bits = places(problem);
  const std::uint32_t most = bits_capacity(widest, problem.option_count());
  if (bits > most)
    return "the problem needs " + std::to_string(bits) + " bits for its items; engine bits takes " +
           std::to_string(most);
  return std::nullopt;
}

std::string bits_instructions() {
#ifdef TW_X86
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
    return "avx512";
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2")) return "avx2";
#endif
  return "plain";
}

std::unique_ptr<Search> bits_search(const ExactCoverView& problem, SearchSettings settings,
                                    const std::string& instructions) {
  require_possible(problem, settings.rule);
  const std::string best = bits_instructions();
  const std::string wanted = instructions.empty() ? best : instructions;
#ifdef TW_X86
  if (wanted == "avx512" && best == "avx512")
    return search_with<lanes_avx512::Kernel, lanes_avx512::RowsKernels>(problem, std::move(settings));
  if (wanted == "avx2" && best != "plain")
    return search_with<lanes_avx2::Kernel, lanes_avx2::RowsKernels>(problem, std::move(settings));
#endif
  TW_REQUIRE(wanted == "plain", "this processor has no instructions called " + wanted);
  return search_with<lanes_plain::Kernel, lanes_plain::RowsKernels>(problem, std::move(settings));
}

// The tree is the same with all instructions; so the plain ones will do.
std::unique_ptr<Estimator> bits_estimator(const ExactCoverView& problem, const Rule& rule,
                                          const Subtree& start, std::uint64_t seed) {
  require_possible(problem, rule);
  return with_bits_words(problem, [&]<unsigned W>() -> std::unique_ptr<Estimator> {
    return std::make_unique<Descents<PlainBitsWalk<W>>>(problem, rule, start, seed);
  });
}

}  // namespace tilewright
