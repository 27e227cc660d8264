// Which sums of given sizes make a given size?  Corners of pieces that fill a corner of the region
// add up to its angle; sides of pieces along a side of the region add up to its length.
//
// The ways to make a size are found once, when a size of that class is first met, as if all pieces
// were free; later a way counts if as many of each size are free as it takes.  Where there are too
// many ways, or finding them takes too long, nothing is known, and everything is possible.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tilewright/size_classes.hpp"

namespace tilewright {

class Sums {
 public:
  // So many of each class are there at most.  `straight` (if positive) is a size that is always
  // there, once.  With `hasty`, what is not known to be possible counts as impossible.
  Sums(const SizeClasses& classes, std::vector<std::uint32_t> at_most, double straight, bool hasty);

  // Can it be made of what is free?  free[c] counts sizes of class c.
  bool possible(const SizeClasses& classes, std::uint32_t size, std::span<const std::uint32_t> free);

  // Is any class possible?  Otherwise usable[c] becomes `stamp` for the classes c that have a part
  // in some way that is possible.
  bool mark_usable(const SizeClasses& classes, std::uint32_t size,
                   std::span<const std::uint32_t> free, std::span<std::uint32_t> usable,
                   std::uint32_t stamp);

 private:
  struct Term {
    std::uint32_t part, times;  // part: a place in parts_
  };
  struct Ways {
    bool known = false, open = false;
    std::uint32_t begin = 0, end = 0;  // in way_ends_
  };
  struct Part {
    double size;
    std::uint32_t number, at_most;  // number: of its class
  };

  const Ways& ways(const SizeClasses& classes, std::uint32_t size);
  void find(double size);
  void extend(std::size_t from, double rest, std::size_t terms);
  void record();
  bool there(std::uint32_t way, std::span<const std::uint32_t> free) const;
  std::span<const Term> terms(std::uint32_t way) const;

  std::vector<Part> parts_;  // from the largest to the smallest
  std::uint64_t all_ = 0;    // how many there are at most, of all classes
  double straight_;
  bool hasty_;
  double tolerance_;
  std::vector<Ways> ways_;  // by class
  std::vector<Term> terms_;
  std::vector<std::uint32_t> way_ends_;  // in terms_
  // While ways are found:
  std::vector<double> too_large_;  // by number of terms
  std::vector<std::uint32_t> used_;
  std::uint64_t steps_ = 0;
  std::uint32_t found_ = 0;
  bool open_ = false;
};

// Can a size be a sum of some of these, each taken once?  True if that takes too long to know.
bool may_be_sum(double size, std::span<const double> sizes_falling, double tolerance);

}  // namespace tilewright
