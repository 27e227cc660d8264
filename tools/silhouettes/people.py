"""People."""

from tools.silhouettes.arrange import Figure, Group

FIGURES = {
    "dancer": Figure(
        "the dancer",
        "A dancer with lifted arms.",
        (
            Group(
                "L 3,3 1,3 3,1; L 4,3 6,3 4,5; M 4,3 3,4 3,2; P 4,3 4,4 3,5 3,4; "
                "Q 1,1 2,1 2,2 1,2; S 5,5 4,5 5,4; S 2,1 3,1 2,2",
                turn="45",
            ),
        ),
    ),
    "runner": Figure(
        "the runner",
        "A runner in full stride.",
        (
            Group(
                "L 4,4 2,4 4,2; L 4,3 6,3 4,5; M 4,2 3,3 3,1; P 2,4 1,4 2,3 3,3; "
                "Q 5,4 6,4 6,5 5,5; S 4,5 3,5 4,4; S 5,5 4,5 5,4",
                turn="45",
            ),
        ),
    ),
    "sitting-man": Figure(
        "the sitting man",
        "A man who sits, with a pointed hat.",
        (
            Group(
                "L 3,6 3,4 5,6; L 3,4 3,6 1,4; M 2,2 3,1 3,3; P 3,4 2,4 3,3 4,3; "
                "Q 3,2 4,2 4,3 3,3; S 5,6 5,7 4,6; S 4,4 4,5 3,4",
                turn="45",
            ),
        ),
    ),
    "skater": Figure(
        "the skater",
        "A skater, one leg behind, the head inclined.",
        (
            Group(
                "L 5,4 3,4 5,2; L 3,4 1,4 3,2; M 4,3 3,4 3,2; P 3,1 3,2 2,3 2,2; S 2,1 3,1 2,2; "
                "S 2,4 2,5 1,4",
                turn="45",
            ),
            Group(
                "Q 5,3 6,3 6,4 5,4",
                turn="45+30",
                pin="5,4",
                on="5,4",
            ),
        ),
    ),
    "walking-man": Figure(
        "the walking man",
        "A man who walks, the head inclined.",
        (
            Group(
                "L 3,4 3,2 5,4; L 5,4 5,6 3,4; M 2,4 1,3 3,3; P 3,2 3,1 4,2 4,3; S 3,4 2,4 3,3; "
                "S 5,4 6,4 5,5",
                turn="45",
            ),
            Group(
                "Q 5,5 6,5 6,6 5,6",
                turn="45+15",
                pin="5,6",
                on="5,6",
            ),
        ),
    ),
}
