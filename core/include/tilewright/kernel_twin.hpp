// The kernels of a graphics card, run by the processor: the same source, block after block.
#pragma once
#include <cstdint>
#include <span>
#include <string>

namespace tilewright {

// Run a kernel with so many blocks, by some threads; the first argument is the address of the desk.
void run_kernel(const std::string& name, unsigned words, unsigned count_words, unsigned blocks,
                unsigned threads, std::span<const std::uint64_t> arguments);

// All kernels as text, for the compiler of the card.
const char* kernel_text();

}  // namespace tilewright
