// How many covers are there, roughly?  A sweep that follows some of the states only.
//
// A state carries a *weight*, the estimated number of partial covers that lead to it; equal states
// become one, and their weights are added.  A stage with more states than wanted is thinned out:
// there is a threshold t, states of weight t or more stay as they are, and a lighter one, of weight
// w, stays with probability w / t and then has weight t.  So the expected weight of every state is
// its own, at every stage, and what the last state weighs is on average the number of covers.
//
// The light ones are picked by *systematic* sampling: lay their weights side by side on a line, and
// keep those that lie on the points u, u + t, u + 2t, ..., with u random between 0 and t.  Of any
// stretch of the line, nearly the right weight is kept; the number kept is right but for one.
//
// If no stage had to be thinned out, the answer is exact (up to 53 bits).
//
// Source: P. Fearnhead and P. Clifford, "On-line inference for hidden Markov models via particle
// filters", J. R. Statist. Soc. B 65 (2003), for the threshold; R. Vaisman and D. P. Kroese,
// "Stochastic enumeration method for counting trees" (2017), for counting by following many ways at
// once.  Merging equal states is our own addition.
#pragma once
#include <cstdint>
#include <memory>

#include "tilewright/frontier_job.hpp"
#include "tilewright/frontier_problem.hpp"

namespace tilewright {

class FrontierThinned : public FrontierJob {
 public:
  // Throws ContractViolation if the frontier engine cannot take the problem.
  explicit FrontierThinned(const FrontierInput& input);
  ~FrontierThinned() override;

  // Make run() sweep once more, following at most so many states of each stage.
  void begin(std::uint64_t most, std::uint64_t seed);

  // Of the sweep that run() has just done: the estimate, and whether it is exact.
  double covers() const;
  bool exact() const;

 private:
  struct Inside;
  std::unique_ptr<Inside> inside_;
};

}  // namespace tilewright
