#include "tilewright/kernel_twin.hpp"

#include <atomic>
#include <memory>
#include <thread>
#include <vector>

#include "tilewright/contract.hpp"
#include "tilewright/kernels/layers.hpp"

namespace tilewright {
namespace {

using kernels::Desk;
using Arguments = std::span<const std::uint64_t>;

template <unsigned W, unsigned C>
void run_block(const std::string& name, unsigned block, unsigned blocks, Arguments a) {
  using Sweeping = kernels::Sweep<W, C>;
  using Layering = kernels::Layers<W, C>;
  const auto memory = std::make_unique<typename Sweeping::Shared>();
  auto& shared = *memory;
  Desk* const desk = reinterpret_cast<Desk*>(a[0]);  // none, perhaps, if there is no such kernel
  const auto small = [&](std::size_t k) { return static_cast<std::uint32_t>(a[k]); };
  if (name == "expand")
    Sweeping::expand(*desk, shared, a[1], small(2));
  else if (name == "drain")
    Sweeping::drain(*desk, shared, a[1], a[2], small(3));
  else if (name == "clear")
    Layering::clear(block, blocks, a[1], a[2]);
  else if (name == "move")
    Layering::move(*desk, block, blocks, a[1], a[2], a[3]);
  else if (name == "gather")
    Layering::gather(*desk, shared, block, blocks, a[1], a[2], a[3], a[4]);
  else if (name == "meet")
    Layering::meet(*desk, block, blocks, a[1], a[2], a[3]);
  else if (name == "complete")
    Layering::complete(*desk, shared, block, blocks, a[1]);
  else
    TW_REQUIRE(false, "there is no kernel " + name);
}

template <unsigned W>
auto of_words(unsigned count_words) {
  switch (count_words) {
    case 1: return run_block<W, 1>;
    case 2: return run_block<W, 2>;
    case 4: return run_block<W, 4>;
    case 8: return run_block<W, 8>;
  }
  TW_REQUIRE(false, "counts have 1, 2, 4 or 8 words, not " + std::to_string(count_words));
  return run_block<W, 1>;
}

auto of_sizes(unsigned words, unsigned count_words) {
  switch (words) {
    case 1: return of_words<1>(count_words);
    case 2: return of_words<2>(count_words);
    case 3: return of_words<3>(count_words);
    case 4: return of_words<4>(count_words);
    case 8: return of_words<8>(count_words);
  }
  TW_REQUIRE(false, "keys have 1, 2, 3, 4 or 8 words, not " + std::to_string(words));
  return of_words<1>(1);
}

}  // namespace

void run_kernel(const std::string& name, unsigned words, unsigned count_words, unsigned blocks,
                unsigned threads, Arguments arguments) {
  const auto run = of_sizes(words, count_words);
  std::atomic<unsigned> next{0};
  const auto work = [&] {
    for (unsigned block; (block = next++) < blocks;) run(name, block, blocks, arguments);
  };
  std::vector<std::thread> others;
  for (unsigned t = 1; t < threads && t < blocks; ++t) others.emplace_back(work);
  work();
  for (std::thread& other : others) other.join();
}

}  // namespace tilewright
