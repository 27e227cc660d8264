#include "tilewright/frontier_memory.hpp"

#include <sys/mman.h>

#include <cstdlib>
#include <new>
#include <utility>

namespace tilewright {
namespace {

// Blocks of so many bytes or more are mapped; it takes longer than to sweep the hundreds of stages,
// of 50 to 200 kB each, that a long board has.
constexpr std::size_t mapped = std::size_t{1} << 18;
constexpr std::size_t huge = std::size_t{1} << 21;    // a page that one entry of the TLB covers

#ifdef MAP_POPULATE
constexpr int at_once = MAP_POPULATE;  // all pages will be used: get them in one call
#else
constexpr int at_once = 0;
#endif

void* map(std::size_t size, int how) {
  void* const data =
      ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | how, -1, 0);
  if (data == MAP_FAILED) throw std::bad_alloc();
  return data;
}

// What begins at the beginning of a huge page can be made of huge pages.
void* map_aligned(std::size_t size) {
  constexpr std::size_t page = 4096;
  size = (size + page - 1) / page * page;
  auto* const begin = static_cast<std::byte*>(map(size + huge, 0));
  const std::size_t before = -reinterpret_cast<std::uintptr_t>(begin) % huge;
  if (before) ::munmap(begin, before);
  ::munmap(begin + before + size, huge - before);
#ifdef MADV_HUGEPAGE
  ::madvise(begin + before, size, MADV_HUGEPAGE);  // a hint: it may fail
#endif
  return begin + before;
}

}  // namespace

CountedBytes::CountedBytes(std::size_t size, std::atomic<std::int64_t>& total)
    : size_(size), total_(&total) {
  data_ = size >= huge ? map_aligned(size) : size >= mapped ? map(size, at_once) : std::calloc(size, 1);
  if (!data_) throw std::bad_alloc();
  *total_ += static_cast<std::int64_t>(size_);
}

CountedBytes::~CountedBytes() {
  if (!data_) return;
  if (size_ >= mapped)
    ::munmap(data_, size_);
  else
    std::free(data_);
  *total_ -= static_cast<std::int64_t>(size_);
}

void CountedBytes::swap(CountedBytes& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  std::swap(total_, other.total_);
}

}  // namespace tilewright
