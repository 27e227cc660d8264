// Two kinds of check.  TW_REQUIRE guards what a caller can get wrong: it is always compiled in and
// speaks the caller's language.  TW_INVARIANT guards what only this code can get wrong: it exists
// only in builds made with -DTW_CHECK_INVARIANTS.
#pragma once
#include <stdexcept>
#include <string>

namespace tilewright {
struct ContractViolation : std::invalid_argument {
  using invalid_argument::invalid_argument;
};
struct BrokenInvariant : std::logic_error {
  using logic_error::logic_error;
};
}  // namespace tilewright

// Macros only because the message must not be built when all is well.
#define TW_REQUIRE(holds, message)                                 \
  do {                                                             \
    if (!(holds)) throw ::tilewright::ContractViolation(message);  \
  } while (false)

#ifdef TW_CHECK_INVARIANTS
#define TW_INVARIANT(holds)                                                             \
  do {                                                                                  \
    if (!(holds))                                                                       \
      throw ::tilewright::BrokenInvariant(std::string(__FILE__ ":") +                   \
                                          std::to_string(__LINE__) + ": " #holds);      \
  } while (false)
#else
#define TW_INVARIANT(holds) ((void)0)
#endif
