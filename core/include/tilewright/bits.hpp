// Search by bits: fewest options, forced moves at once, a look at every child before it is entered.
//
// The order in which covers are found, and the counters, are this engine's own; the covers are
// those of every other engine.  A node is an option that was tried and left no item without an
// option; updates are options found to fit, whenever they were listed.
//
// Source: the idea of keeping the options that fit in short arrays of bit masks is folklore among
// puzzle programmers; counting with digits spread over words is D. E. Knuth, The Art of Computer
// Programming 4A, section 7.1.3.
#pragma once
#include <memory>
#include <optional>
#include <string>

#include "tilewright/exact_cover.hpp"
#include "tilewright/search.hpp"

namespace tilewright {

// Why the engine cannot take the problem; nothing if it can.
std::optional<std::string> bits_refusal(const ExactCoverView& problem);

// The best instructions this processor has for it: "plain", "avx2" or "avx512".
std::string bits_instructions();

// The problem's arrays need not outlive the call.  `instructions` as above, or "" for the best.
// Throws ContractViolation with the refusal, or if the rule is not `fewest` without a seed.
std::unique_ptr<Search> bits_search(const ExactCoverView& problem, SearchSettings settings,
                                    const std::string& instructions = "");

}  // namespace tilewright
