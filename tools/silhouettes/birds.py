"""Birds."""

from tools.silhouettes.arrange import Figure, Group

FIGURES = {
    "bird": Figure(
        "the bird",
        "A small bird.",
        (
            Group(
                "L 3,5 1,5 3,3; L 1,3 3,3 1,5; M 2,7 1,6 3,6; P 3,3 2,3 3,2 4,2; "
                "Q 2,5 3,5 3,6 2,6; S 2,5 2,6 1,5; S 3,3 4,3 3,4",
                turn="45",
            ),
        ),
    ),
    "duck": Figure(
        "the duck",
        "A duck on the water.",
        (
            Group(
                "L 4,3 2,3 4,1; L 3,3 3,5 1,3; M 5,2 4,3 4,1; P 3,1 3,2 2,3 2,2; "
                "Q 3,4 4,4 4,5 3,5; S 3,3 4,3 3,4; S 3,1 4,1 3,2",
                turn="45",
            ),
        ),
    ),
    "goose": Figure(
        "the goose",
        "A goose.",
        (
            Group(
                "L 2,3 2,1 4,3; L 4,1 4,3 2,1; M 5,2 4,3 4,1; P 2,4 3,4 4,5 3,5; "
                "Q 2,3 3,3 3,4 2,4; S 3,5 4,5 3,6; S 2,2 1,2 2,1",
                turn="45",
            ),
        ),
    ),
    "hen": Figure(
        "the hen",
        "A hen.",
        (
            Group(
                "L 4,3 2,3 4,1; L 4,4 4,2 6,4; M 2,6 1,5 3,5; P 3,3 3,4 2,5 2,4; "
                "Q 3,3 4,3 4,4 3,4; S 2,3 3,3 2,4; S 2,5 1,5 2,4",
            ),
        ),
    ),
    "heron": Figure(
        "the heron",
        "A heron on one leg.",
        (
            Group(
                "L 4,2 4,4 2,2; L 3,5 3,3 5,5; M 5,2 4,3 4,1; P 1,1 2,1 3,2 2,2; "
                "Q 3,5 4,5 4,6 3,6; S 4,5 5,5 4,6; S 4,3 5,3 4,4",
                turn="45",
            ),
        ),
    ),
    "ostrich": Figure(
        "the ostrich",
        "An ostrich on one leg.",
        (
            Group(
                "L 4,2 4,4 2,2; L 3,5 3,3 5,5; M 5,2 4,3 4,1; P 1,1 2,1 3,2 2,2; "
                "Q 3,5 4,5 4,6 3,6; S 4,5 5,5 4,6; S 4,2 3,2 4,1",
                turn="45",
            ),
        ),
    ),
    "swan": Figure(
        "the swan",
        "A swan on the water.",
        (
            Group(
                "L 1,0 3,0 3,2; L 3,0 5,2 3,2; M 1,0 2,1 0,1; Q 0,1 1,1 1,2 0,2; "
                "P 0,2 1,2 0,3 -1,3; S -1,3 0,3 -1,4; S -1,3 -1,4 -2,3",
            ),
        ),
    ),
}
