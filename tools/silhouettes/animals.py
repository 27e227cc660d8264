"""Animals on four legs, in the sea, or sitting."""

from tools.silhouettes.arrange import Figure, Group

FIGURES = {
    "bear": Figure(
        "the bear",
        "A bear on all fours.",
        (
            Group(
                "L 3,4 5,4 3,6; L 3,4 3,6 1,4; M 4,3 5,4 3,4; P 4,3 4,2 5,3 5,4; "
                "Q 3,2 4,2 4,3 3,3; S 2,6 2,5 3,6; S 4,6 3,6 4,5",
                turn="45",
            ),
        ),
    ),
    "butterfly": Figure(
        "the butterfly",
        "A butterfly with spread wings.",
        (
            Group(
                "L 4,4 4,2 6,4; L 4,5 2,5 4,3; M 2,5 1,4 3,4; P 4,2 4,1 5,2 5,3; "
                "Q 3,5 4,5 4,6 3,6; S 3,3 4,3 3,4; S 6,3 6,4 5,3",
                turn="45",
            ),
        ),
    ),
    "camel": Figure(
        "the camel",
        "A camel with one hump.",
        (
            Group(
                "L 0,0 0,2 2,2; L 4,0 4,2 2,2; M 1,2 3,2 2,3; P 0,2 1,2 0,3 -1,3; "
                "Q -2,3 -1,3 -1,4 -2,4; S -1,3 0,3 -1,4; S 4,2 4,1 5,1",
            ),
        ),
    ),
    "cat": Figure(
        "the cat",
        "A cat that sits, its tail on the ground.  Its breast leaves the lattice of the rest.",
        (
            Group(
                "L 0,0 2,0 2,2; L 0,0 2,-2 2,0; P 2,-2 3,-3 4,-3 3,-2; Q 1,2 2,2 2,3 1,3; "
                "S 2,2 2,3 3,3; S 1,3 2,3 2,4",
                turn="45",
            ),
            Group(
                "M 0,0 0,2 -1,1",
                pin="0,2",
                on="2,2",
            ),
        ),
    ),
    "dog": Figure(
        "the dog",
        "A dog that stands, its tail up.",
        (
            Group(
                "L 4,4 4,6 2,4; L 4,4 6,4 4,6; M 6,3 5,4 5,2; P 3,6 3,5 4,6 4,7; "
                "Q 4,3 5,3 5,4 4,4; S 5,2 5,3 4,2; S 6,4 5,4 6,3",
                turn="45",
            ),
        ),
    ),
    "elephant": Figure(
        "the elephant",
        "An elephant.",
        (
            Group(
                "L 5,2 5,4 3,2; L 3,4 3,2 5,4; M 6,3 5,4 5,2; P 5,2 5,1 6,2 6,3; "
                "Q 2,3 3,3 3,4 2,4; S 3,2 2,2 3,1; S 3,2 3,3 2,2",
            ),
        ),
    ),
    "fish": Figure(
        "the fish",
        "A fish with a forked tail.",
        (
            Group(
                "L 0,0 2,0 2,2; L 0,0 2,2 0,2; P 2,1 2,2 3,3 3,2; Q 0,-1 1,-1 1,0 0,0",
                turn="45",
            ),
            Group(
                "M 0,0 1,1 1,-1; S 1,1 1,0 2,1; S 1,0 1,-1 2,-1",
                on="2,0",
            ),
        ),
    ),
    "fox": Figure(
        "the fox",
        "A fox with ears and a brush.",
        (
            Group(
                "L 3,3 3,5 1,3; L 3,2 5,2 3,4; M 3,1 4,2 2,2; P 2,5 2,4 3,5 3,6; "
                "Q 4,1 5,1 5,2 4,2; S 3,3 2,3 3,2; S 5,2 5,1 6,2",
                turn="45",
            ),
        ),
    ),
    "horse": Figure(
        "the horse",
        "A horse that bows its head.",
        (
            Group(
                "L 4,4 6,4 4,6; L 5,7 3,7 5,5; M 4,3 5,2 5,4; P 2,4 3,4 4,5 3,5; "
                "Q 5,3 6,3 6,4 5,4; S 4,5 4,6 3,5; S 4,2 5,2 4,3",
                turn="45",
            ),
        ),
    ),
    "rabbit": Figure(
        "the rabbit",
        "A rabbit that lays its ears back, at an angle that no lattice has.",
        (
            Group(
                "L 0,0 2,0 2,2; L 0,0 2,-2 2,0; M 0,0 -1,1 1,1; S 2,-2+r/4 2,-1+r/4 3,-2+r/4",
                turn="45",
            ),
            Group(
                "Q 1,2 2,2 2,3 1,3; P 2,2 2,3 3,4 3,3; S 1,3 2,3 2,4",
                turn="45-345",
                pin="2,2",
                on="2,2",
            ),
        ),
    ),
    "turtle": Figure(
        "the turtle",
        "A turtle under its shell.",
        (
            Group(
                "L 4,3 2,3 4,1; L 5,2 7,2 5,4; M 4,4 3,3 5,3; P 2,3 1,3 2,2 3,2; "
                "Q 4,2 5,2 5,3 4,3; S 6,2 5,2 6,1; S 5,4 4,4 5,3",
            ),
        ),
    ),
    "whale": Figure(
        "the whale",
        "A whale.",
        (
            Group(
                "L 5,3 3,3 5,1; L 3,1 5,1 3,3; M 2,2 3,1 3,3; P 6,3 6,2 7,3 7,4; "
                "Q 5,2 6,2 6,3 5,3; S 5,2 5,1 6,2; S 7,2 7,3 6,2",
            ),
        ),
    ),
    "wolf": Figure(
        "the wolf",
        "A wolf on its way.",
        (
            Group(
                "L 3,2 5,2 3,4; L 3,4 3,6 1,4; M 5,1 6,2 4,2; P 2,1 3,1 4,2 3,2; "
                "Q 2,3 3,3 3,4 2,4; S 2,3 2,4 1,3; S 3,3 2,3 3,2",
                turn="45",
            ),
        ),
    ),
}
