"""The ten digits."""

from tools.silhouettes.arrange import Figure, Group

FIGURES = {
    "digit-0": Figure(
        "the digit 0",
        "The seven tans make the digit 0.",
        (
            Group(
                "L 1,5 1,3 3,5; L 2,3 2,1 4,3; M 1,3 2,2 2,4; P 4,4 4,5 3,6 3,5; "
                "Q 3,3 4,3 4,4 3,4; S 3,4 4,4 3,5; S 3,5 3,6 2,5",
            ),
        ),
    ),
    "digit-1": Figure(
        "the digit 1",
        "The seven tans make the digit 1.",
        (
            Group(
                "L 3,1 3,3 1,1; L 3,5 1,5 3,3; M 3,3 2,4 2,2; P 1,5 2,5 3,6 2,6; "
                "Q 3,1 4,1 4,2 3,2; S 3,5 3,6 2,5; S 1,2 1,1 2,2",
            ),
        ),
    ),
    "digit-2": Figure(
        "the digit 2",
        "The seven tans make the digit 2.",
        (
            Group(
                "L 4,6 2,6 4,4; L 3,1 3,3 1,1; M 4,4 3,5 3,3; P 1,2 2,2 3,3 2,3; "
                "Q 3,1 4,1 4,2 3,2; S 3,3 3,4 2,3; S 1,2 1,1 2,2",
            ),
        ),
    ),
    "digit-3": Figure(
        "the digit 3",
        "The seven tans make the digit 3.",
        (
            Group(
                "L 4,3 4,5 2,3; L 3,1 3,3 1,1; M 4,5 3,6 3,4; P 3,2 3,1 4,2 4,3; "
                "Q 2,5 3,5 3,6 2,6; S 1,2 1,1 2,2; S 3,3 3,2 4,3",
            ),
        ),
    ),
    "digit-4": Figure(
        "the digit 4",
        "The seven tans make the digit 4.",
        (
            Group(
                "L 4,2 4,4 2,2; L 2,5 2,3 4,5; M 2,2 3,3 1,3; P 3,4 3,3 4,4 4,5; "
                "Q 3,1 4,1 4,2 3,2; S 2,3 2,4 1,3; S 3,5 3,6 2,5",
            ),
        ),
    ),
    "digit-5": Figure(
        "the digit 5",
        "The seven tans make the digit 5.",
        (
            Group(
                "L 1,6 1,4 3,6; L 3,4 1,4 3,2; M 4,2 3,3 3,1; P 4,2 4,3 3,4 3,3; "
                "Q 2,1 3,1 3,2 2,2; S 1,3 2,3 1,4; S 2,4 2,5 1,4",
            ),
        ),
    ),
    "digit-6": Figure(
        "the digit 6",
        "The seven tans make the digit 6.",
        (
            Group(
                "L 1,3 3,3 1,5; L 4,1 4,3 2,1; M 2,1 3,2 1,2; P 3,4 2,4 3,3 4,3; "
                "Q 1,2 2,2 2,3 1,3; S 2,5 1,5 2,4; S 3,3 3,2 4,3",
            ),
        ),
    ),
    "digit-7": Figure(
        "the digit 7",
        "The seven tans make the digit 7.",
        (
            Group(
                "L 3,6 3,4 5,6; L 4,3 4,5 2,3; M 2,5 3,6 1,6; P 2,2 3,2 4,3 3,3; "
                "Q 2,1 3,1 3,2 2,2; S 1,5 2,5 1,6; S 3,5 3,6 2,5",
            ),
        ),
    ),
    "digit-8": Figure(
        "the digit 8",
        "The seven tans make the digit 8.",
        (
            Group(
                "L 2,2 4,2 2,4; L 3,5 1,5 3,3; M 4,4 3,5 3,3; P 2,3 2,4 1,5 1,4; "
                "Q 2,1 3,1 3,2 2,2; S 2,2 2,3 1,2; S 3,2 3,1 4,2",
            ),
        ),
    ),
    "digit-9": Figure(
        "the digit 9",
        "The seven tans make the digit 9.",
        (
            Group(
                "L 4,4 4,6 2,4; L 1,7 1,5 3,7; M 4,6 3,7 3,5; P 2,3 3,3 4,4 3,4; "
                "Q 1,4 2,4 2,5 1,5; S 3,6 3,7 2,6; S 2,5 2,4 3,5",
            ),
        ),
    ),
}
