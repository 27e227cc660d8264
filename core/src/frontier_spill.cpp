#include "tilewright/frontier_spill.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>
#include <system_error>
#include <utility>

#include "tilewright/frontier_control.hpp"

namespace tilewright {

FrontierSpill::~FrontierSpill() {
  if (file_ >= 0) ::close(file_);
}

void FrontierSpill::open() {
  std::error_code error;
  const auto folder = std::filesystem::temp_directory_path(error);
  if (error) throw FrontierFull("there is no folder for temporary files: set TMPDIR to one with room");
  std::string name = folder / "tilewright-XXXXXX";
  file_ = ::mkstemp(name.data());
  if (file_ < 0)
    throw FrontierFull("cannot make a temporary file " + name + ": " + std::strerror(errno) +
                       "; set TMPDIR to a folder with room");
  ::unlink(name.c_str());
}

std::int64_t FrontierSpill::reserve(std::int64_t size) {
  const std::lock_guard lock(mutex_);
  if (file_ < 0) open();
  return std::exchange(size_, size_ + size);
}

void FrontierSpill::write(std::int64_t to, const void* data, std::size_t size) {
  const char* bytes = static_cast<const char*>(data);
  while (size > 0) {
    const ::ssize_t written = ::pwrite(file_, bytes, size, to);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0)
      throw FrontierFull(std::string("cannot write states to a temporary file: ") +
                         std::strerror(errno) + "; set TMPDIR to a folder with room, or allow " +
                         "more memory");
    bytes += written;
    to += written;
    size -= static_cast<std::size_t>(written);
  }
}

void FrontierSpill::read(std::int64_t from, void* data, std::size_t size) const {
  char* bytes = static_cast<char*>(data);
  while (size > 0) {
    const ::ssize_t got = ::pread(file_, bytes, size, from);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0)
      throw FrontierFull(std::string("cannot read states back from a temporary file: ") +
                         std::strerror(errno));
    bytes += got;
    from += got;
    size -= static_cast<std::size_t>(got);
  }
}

}  // namespace tilewright
