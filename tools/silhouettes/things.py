"""Houses, boats and tools."""

from tools.silhouettes.arrange import Figure, Group

FIGURES = {
    "arrow": Figure(
        "the arrow",
        "An arrow.",
        (
            Group(
                "L 4,1 4,3 2,1; L 3,4 1,4 3,2; M 2,5 1,4 3,4; P 4,3 4,2 5,3 5,4; "
                "Q 4,1 5,1 5,2 4,2; S 3,3 3,2 4,3; S 5,2 5,3 4,2",
                turn="45",
            ),
        ),
    ),
    "axe": Figure(
        "the axe",
        "An axe.",
        (
            Group(
                "L 3,6 3,4 5,6; L 5,4 5,6 3,4; M 6,5 5,6 5,4; P 4,2 4,1 5,2 5,3; "
                "Q 4,3 5,3 5,4 4,4; S 4,3 4,2 5,3; S 6,6 5,6 6,5",
            ),
        ),
    ),
    "boot": Figure(
        "the boot",
        "A boot with a pointed toe.",
        (
            Group(
                "L 3,4 3,6 1,4; L 3,4 1,4 3,2; M 4,1 5,2 3,2; P 4,2 4,3 3,4 3,3; "
                "Q 3,5 4,5 4,6 3,6; S 3,5 3,4 4,5; S 3,2 4,2 3,3",
                turn="45",
            ),
        ),
    ),
    "bottle": Figure(
        "the bottle",
        "A bottle.",
        (
            Group(
                "L 3,3 1,3 3,1; L 4,3 4,5 2,3; M 5,4 4,5 4,3; P 1,3 2,3 3,4 2,4; "
                "Q 3,2 4,2 4,3 3,3; S 3,2 3,1 4,2; S 2,1 3,1 2,2",
                turn="45",
            ),
        ),
    ),
    "bridge": Figure(
        "the bridge",
        "A bridge with an arch.",
        (
            Group(
                "L 2,4 2,2 4,4; L 6,3 4,3 6,1; M 4,4 3,3 5,3; P 5,4 4,4 5,3 6,3; "
                "Q 1,2 2,2 2,3 1,3; S 1,2 1,1 2,2; S 2,3 2,4 1,3",
            ),
        ),
    ),
    "candle": Figure(
        "the candle",
        "A candle in a holder with a handle.",
        (
            Group(
                "L 0,0 2,0 2,2; L 0,0 2,2 0,2; S 0,2 1,2 0,3; M 1,2 0,3 2,3; S 1,2 2,2 2,3; "
                "P 2,r/4 3,1+r/4 3,2+r/4 2,1+r/4",
            ),
            Group(
                "Q 0,0 1,0 1,1 0,1",
                turn="45",
                on="1,3",
            ),
        ),
    ),
    "chair": Figure(
        "the chair",
        "A chair with a high back.",
        (
            Group(
                "L 1,3 3,3 1,5; L 4,4 2,4 4,2; M 1,5 2,4 2,6; P 1,6 1,5 2,6 2,7; "
                "Q 1,2 2,2 2,3 1,3; S 3,2 4,2 3,3; S 2,2 1,2 2,1",
            ),
        ),
    ),
    "crown": Figure(
        "the crown",
        "A crown.",
        (
            Group(
                "L 3,3 5,3 3,5; L 5,5 3,5 5,3; M 4,2 5,3 3,3; P 4,2 5,2 6,3 5,3; "
                "Q 2,4 3,4 3,5 2,5; S 3,5 3,6 2,5; S 3,4 2,4 3,3",
                turn="45",
            ),
        ),
    ),
    "hammer": Figure(
        "the hammer",
        "A hammer.",
        (
            Group(
                "L 4,3 6,3 4,5; L 3,2 3,4 1,2; M 2,1 3,2 1,2; P 3,5 2,5 3,4 4,4; "
                "Q 3,3 4,3 4,4 3,4; S 4,5 3,5 4,4; S 3,3 3,2 4,3",
                turn="45",
            ),
        ),
    ),
    "heart": Figure(
        "the heart",
        "A heart.",
        (
            Group(
                "L 2,1 4,1 2,3; L 3,4 1,4 3,2; M 2,3 1,4 1,2; P 4,1 4,2 3,3 3,2; "
                "Q 1,1 2,1 2,2 1,2; S 2,2 2,3 1,2; S 4,3 3,3 4,2",
                turn="45",
            ),
        ),
    ),
    "house": Figure(
        "the house",
        "A house with a chimney, which stands where no lattice would put it.",
        (
            Group(
                "L 0,1 2,1 2,3; L 2,1 4,1 2,3; P 2+r/3,3-r/3 3+r/3,2-r/3 3+r/3,3-r/3 2+r/3,4-r/3; "
                "S 1/2,0 1/2,1 3/2,0; M 1/2,1 3/2,0 5/2,1; S 3/2,0 5/2,0 5/2,1; "
                "Q 5/2,0 7/2,0 7/2,1 5/2,1",
            ),
        ),
    ),
    "jug": Figure(
        "the jug",
        "A jug with a lip.",
        (
            Group(
                "L 3,2 5,2 3,4; L 4,5 2,5 4,3; M 2,3 3,2 3,4; P 5,2 5,3 4,4 4,3; "
                "Q 3,1 4,1 4,2 3,2; S 4,2 4,1 5,2; S 2,2 3,2 2,3",
            ),
        ),
    ),
    "key": Figure(
        "the key",
        "A key.",
        (
            Group(
                "L 2,2 4,2 2,4; L 6,3 4,3 6,1; M 2,1 3,2 1,2; P 4,3 3,3 4,2 5,2; "
                "Q 1,2 2,2 2,3 1,3; S 2,3 2,4 1,3; S 5,1 6,1 5,2",
            ),
        ),
    ),
    "kite": Figure(
        "the kite",
        "A kite whose tail flies in the wind.",
        (
            Group(
                "L 0,0 2,0 2,2; L 0,0 2,2 0,2",
                turn="45",
            ),
            Group(
                "M 0,0 -1,-1 1,-1",
                turn="30",
            ),
            Group(
                "Q 0,0 1,0 1,-1 0,-1; P 1,-1 1,-2 2,-3 2,-2",
                turn="-345",
                on="1,-1",
            ),
            Group(
                "S 0,0 1,-1 0,-1; S 0,-1 1,-1 0,-2",
                turn="15",
                on="2,-3",
            ),
        ),
    ),
    "pine": Figure(
        "the pine",
        "A pine with its top to one side.",
        (
            Group(
                "L 5,2 5,4 3,2; L 4,4 6,4 4,6; M 6,3 5,4 5,2; P 3,3 4,3 5,4 4,4; "
                "Q 4,1 5,1 5,2 4,2; S 6,2 6,3 5,2; S 3,3 3,2 4,3",
            ),
        ),
    ),
    "rocket": Figure(
        "the rocket",
        "A rocket with fins.",
        (
            Group(
                "L 3,2 5,2 3,4; L 4,5 2,5 4,3; M 3,6 2,5 4,5; P 3,3 3,4 2,5 2,4; "
                "Q 2,2 3,2 3,3 2,3; S 2,3 3,3 2,4; S 2,2 2,3 1,2",
            ),
        ),
    ),
    "sailboat": Figure(
        "the sailboat",
        "A boat with two sails, which do not quite touch.",
        (
            Group(
                "P 0,1 1,0 2,0 1,1; M 1,1 2,0 3,1; S 2,0 3,0 3,1; Q 3,0 4,0 4,1 3,1; "
                "S 4,0 4,1 5,1; L 4-r,1 4-r,3 2-r,1; L 3,1 3,3 5,1",
            ),
        ),
    ),
    "shirt": Figure(
        "the shirt",
        "A shirt with short sleeves.",
        (
            Group(
                "L 3,2 5,2 3,4; L 5,4 3,4 5,2; M 2,4 3,3 3,5; P 5,5 4,5 5,4 6,4; "
                "Q 3,4 4,4 4,5 3,5; S 4,4 5,4 4,5; S 5,4 5,3 6,4",
            ),
        ),
    ),
    "steamboat": Figure(
        "the steamboat",
        "A steamboat with its funnel.",
        (
            Group(
                "L 3,1 5,1 3,3; L 5,3 3,3 5,1; M 2,2 3,1 3,3; P 6,1 6,2 5,3 5,2; "
                "Q 4,3 5,3 5,4 4,4; S 5,1 6,1 5,2; S 2,1 3,1 2,2",
            ),
        ),
    ),
    "tea-pot": Figure(
        "the tea-pot",
        "A tea-pot with spout and handle.",
        (
            Group(
                "L 3,3 3,5 1,3; L 3,2 5,2 3,4; M 2,4 1,5 1,3; P 4,3 4,4 3,5 3,4; "
                "Q 2,2 3,2 3,3 2,3; S 2,3 1,3 2,2; S 2,5 2,4 3,5",
                turn="45",
            ),
        ),
    ),
    "tree": Figure(
        "the tree",
        "A tree with a short trunk.",
        (
            Group(
                "L 4,4 2,4 4,2; L 2,2 4,2 2,4; M 3,5 2,4 4,4; P 5,2 5,3 4,4 4,3; "
                "Q 3,1 4,1 4,2 3,2; S 4,2 5,2 4,3; S 4,5 3,5 4,4",
            ),
        ),
    ),
    "umbrella": Figure(
        "the umbrella",
        "An umbrella.",
        (
            Group(
                "L 5,4 3,4 5,2; L 5,3 7,3 5,5; M 3,4 2,3 4,3; P 5,1 5,2 4,3 4,2; "
                "Q 4,4 5,4 5,5 4,5; S 4,1 5,1 4,2; S 4,4 4,5 3,4",
            ),
        ),
    ),
}
