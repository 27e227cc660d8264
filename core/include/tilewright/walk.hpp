// What a walk is: it knows one search tree and stands at one place in it.
//
// Searching (depth_first.hpp) and estimating (descents.hpp) are both made of its steps: down to a
// child, up again, on to the next.  Each engine brings a walk of its own: LinksWalk (links_walk.hpp)
// of dancing links, AnchorWalk (anchor_walk.hpp) and BitsWalk (bits_walk.hpp) of bits, BestWalk
// (best_walk.hpp) for covers of least cost, CornerWalk (corner_walk.hpp) for polygons.
//
//     choose()      look at the node we are at: Branching{item, degree}; item == root for a cover,
//                   degree == 0 for a dead end
//     dead_end()    updates made for finding that it is one
//     open(item)    branch on that item; the updates made
//     advance()     leave the child we are at, and go to the next: an option, "none", or the end
//     enter()       go down to that child; the updates made
//     close()       back up, and undo the branching
//     subtree()     the child we are at, as a place to start
//     completion(branching)            the only child, if it is a cover
//     options_here()                   options that entering the child we are at chooses: 1, unless
//                                      several are forced
//     work_of_choosing()               what the last choose() cost beyond the updates
//     stranded()                       nodes given up so far because of a region (stranding.hpp)
//     frame(k)                         the k-th node on the way from the start to here: `degree`
//                                      is the number of its children ("none" included), `tried`
//                                      how many of them advance() has been at
//     level(), height()                options chosen, and nodes that are open
//     explored()                       fraction of the tree that has been explored
//     for_each_chosen(visit)           visits the choices made, in order of choice
//     option_of(choice), item_of(choice)
//     start_updates()                  updates made for entering the start, if they still count
//
// What the compiler cannot check: at the same node choose() always gives the same answer, so that a
// way that was taken once can be taken again; and the steps of a node come in this order:
//
//     open(item)  ->  advance()  ->  enter()  ...below...  ->  advance()  ->  ...  ->  close()
//
// A walk is made from a problem, a Rule, a Subtree to start at, and whatever else it needs.
#pragma once
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>

#include "tilewright/ending.hpp"
#include "tilewright/exact_cover.hpp"

namespace tilewright {

// Where advance() has led to.
enum class Child : std::uint8_t { option, none, end };

// The only child of a node is a cover: so many options and updates away.  No options: nothing is
// known of that kind.
struct Completion {
  std::uint32_t options = 0;
  std::uint64_t updates = 0;
};

template <class W>
concept Walk = requires(W walk, const W& here, std::size_t k, const typename W::Choice& choice,
                        const typename W::Branching& branching,
                        void (*visit)(const typename W::Choice&)) {
  requires std::equality_comparable<typename W::Choice>;
  requires std::default_initializable<typename W::Choice>;
  { branching.item == W::root } -> std::same_as<bool>;
  { branching.degree } -> std::convertible_to<std::uint32_t>;

  { walk.choose() } -> std::same_as<typename W::Branching>;
  { walk.open(branching.item) } -> std::same_as<std::uint64_t>;
  { walk.advance() } -> std::same_as<Child>;
  { walk.enter() } -> std::same_as<std::uint64_t>;
  { walk.close() } -> std::same_as<void>;
  { walk.subtree() } -> std::same_as<Subtree>;

  { here.completion(branching) } -> std::same_as<Completion>;
  { here.dead_end() } -> std::same_as<std::uint64_t>;
  { here.start_updates() } -> std::same_as<std::uint64_t>;
  { here.work_of_choosing() } -> std::same_as<std::uint64_t>;
  { here.stranded() } -> std::same_as<std::uint64_t>;
  { here.options_here() } -> std::convertible_to<std::size_t>;
  { here.level() } -> std::same_as<std::size_t>;
  { here.height() } -> std::same_as<std::size_t>;
  { here.explored() } -> std::same_as<double>;
  { here.frame(k).degree } -> std::convertible_to<std::uint32_t>;
  { here.frame(k).tried } -> std::convertible_to<std::uint32_t>;
  { here.option_of(choice) } -> std::same_as<std::uint32_t>;
  { here.item_of(choice) } -> std::same_as<std::uint32_t>;
  here.for_each_chosen(visit);
};

// A walk may go through what is below a node without opening it: end() does so, or says that it is
// too much.  In place of choose(), which may still follow if it was too much.
template <class W>
concept EndsAtOnce = requires(W walk, const W& here, Ending& ending,
                              std::span<const Ending::Choice> choices,
                              void (*visit)(const typename W::Choice&)) {
  { walk.end(ending) } -> std::same_as<bool>;
  here.for_each_at_end(choices, visit);
};

// Of the tree around the frames on the way to here, the fraction explored, if every child of a node
// weighed the same.  Add the frames from the root on.
class Fraction {
 public:
  template <class Frame>
  void add(const Frame& f) {
    above_ += at_ * weight_;
    weight_ /= f.degree;
    at_ = f.tried - 1;
    last_ = f.tried;
  }
  double explored() const { return above_ + last_ * weight_; }

 private:
  double above_ = 0, weight_ = 1, at_ = 0, last_ = 0;
};

template <class Frames>
double fraction_explored(const Frames& frames) {
  Fraction fraction;
  for (const auto& f : frames) fraction.add(f);
  return fraction.explored();
}

}  // namespace tilewright
