"""TOML texts: every value knows its line."""

import pytest

from tests.texts import raises_text
from tilewright.document import Complaints, Fields, FileError, parse_document, quote

TEXT = """\
# a comment with = and [brackets]
title = "a # b"   # and [

[board]
drawing = '''
x = 1
[not.a.table]
'''
"quoted key" = [
  [1, 2],   # ]
  "]", ']',
]
dotted.key = { inline = 1, more = [2] }

[[piece]]
name = "A"

[[piece.marks]]
edge = "up"

[[piece.marks]]
edge = "down"

[[piece]]
name = "B"
  [piece.colours]
  red = []
  [[piece.marks]]
  edge = "left"

[ 'last one' . "x y" ]
basic = \"\"\"one
two = 2
\"\"\"
end = '''in one line'''
after = 1
"""

LINES = {
    ("title",): 2,
    ("board",): 4,
    ("board", "drawing"): 5,
    ("board", "quoted key"): 9,
    ("board", "dotted", "key"): 13,
    ("piece", 0): 15,
    ("piece", 0, "name"): 16,
    ("piece", 0, "marks", 0): 18,
    ("piece", 0, "marks", 0, "edge"): 19,
    ("piece", 0, "marks", 1): 21,
    ("piece", 0, "marks", 1, "edge"): 22,
    ("piece", 1): 24,
    ("piece", 1, "name"): 25,
    ("piece", 1, "colours"): 26,
    ("piece", 1, "colours", "red"): 27,
    ("piece", 1, "marks", 0): 28,
    ("piece", 1, "marks", 0, "edge"): 29,
    ("last one", "x y"): 31,
    ("last one", "x y", "basic"): 32,
    ("last one", "x y", "end"): 35,
    ("last one", "x y", "after"): 36,
}


def test_lines() -> None:
    document = parse_document(TEXT)
    assert document.lines == LINES
    for path in LINES:
        value = document.data
        for key in path:
            value = value[key]  # and every path leads to a value


def test_lines_of_what_has_none() -> None:
    document = parse_document(TEXT)
    assert document.line(("board", "dotted", "key", "more", 0)) == 13
    assert document.line(("piece", 0, "colour")) == 15
    assert document.line(("nothing",)) == 0
    assert document.line(()) == 0


def test_lines_end_with_a_line_feed_only() -> None:
    document = parse_document('a = "\u2028\x85"\nb = 1\r\nc = 2\n')
    assert document.lines == {("a",): 1, ("b",): 2, ("c",): 3}


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("a = 1\nb = \n", 2, "not TOML"),
        ("a = 1\na = 2\n", 2, "not TOML"),
        ("a = 1\nb = '''\n\n", 2, "quotes at its end are missing"),
        ("x = 1\n[a\n", 2, "not TOML"),
        ("x = " + "[" * 50_000, 0, "nested too deeply"),
        ("x = " + "1" * 9_999, 0, "too long"),
        ("\nx = 0x" + "F" * 9_999, 2, "too long"),
    ],
)
def test_what_is_not_toml(text: str, line: int, message: str) -> None:
    with pytest.raises(FileError) as caught:
        parse_document(text, "a.toml")
    (complaint,) = caught.value.complaints
    assert complaint.line == line
    assert message in complaint.message
    assert str(caught.value).startswith(f"a.toml:{line}: " if line else "a.toml: ")


@pytest.mark.parametrize(
    "key",
    ["a." * 50_000 + "a", "'a' . " * 20 + '"b"', "a" + ".c" * 16],
    ids=["bare", "quoted", "17"],
)
def test_long_keys_would_take_for_ever(key: str) -> None:
    for text in (f"x = 1\n{key} = 1", f"\n[{key}]", f"'''' = 1\nx = {{{key} = 1}}"):
        with raises_text(FileError):
            parse_document(text)


def test_what_only_looks_like_a_long_key() -> None:
    row = "a." * 300
    text = f"# {row}\nx = '{row}'\ny = \"\"\"{row}\n{row}\"\"\"\nz = '''{row}\n{row}'''"
    assert set(parse_document(text).data) == {"x", "y", "z"}
    assert parse_document(f'["{" " * 100_000}x"]').line((" " * 100_000 + "x",)) == 1


def test_fields() -> None:
    document = parse_document(
        'n = 1\nyes = true\nt = "x"\nl = [1]\nv = [[1, 2]]\ntab = {}\nodd = 1\n'
    )
    complaints = Complaints(document)
    fields = Fields(document.data, (), complaints)
    assert fields.whole("n") == 1
    assert fields.flag("yes") is True
    assert fields.text("t") == "x"
    assert fields.vector("l", 1) == (1,)
    assert fields.vectors("v", 2) == [(1, 2)]
    assert fields.table("tab") is not None
    assert fields.table("none") is None
    assert fields.vector("none", 2) is None
    complaints.raise_any()
    fields.done()
    with pytest.raises(FileError, match=r":7: unknown field 'odd'"):
        complaints.raise_any()


@pytest.mark.parametrize(
    ("text", "ask", "message"),
    [
        ("a = true", lambda f: f.whole("a", 7) == 7, "a is true: expected a whole number"),
        ("a = 1", lambda f: f.flag("a", True) is True, "a is 1: expected true or false"),
        ("a = 1", lambda f: f.text("a", "z") == "z", "a is 1: expected text in quotes"),
        ("a = 1", lambda f: f.items("a") == [], "a is 1: expected a list"),
        ("a = [true]", lambda f: f.names("a") == [], "a has true: expected names"),
        ("a = [1, 2.5]", lambda f: f.vector("a", 2) is None, "a list of 2 whole numbers"),
        ("a = [1]", lambda f: f.vector("a", 2) is None, "a list of 2 whole numbers"),
        ("a = [true]", lambda f: f.vector("a", 1) is None, "a list of 1 whole numbers"),
        ("a = [9999999999]", lambda f: f.vector("a", 1) is None, "a list of 1 whole numbers"),
        ("a = [[1], 2]", lambda f: f.vectors("a", 1) == [(1,)], "a list of 1 whole numbers"),
        ("a = 1", lambda f: list(f.tables("a")) == [], "expected [[a]] tables"),
        ("a = 1", lambda f: f.table("a").all_keys() == [], "expected a table such as [a], found 1"),
    ],
)
def test_fields_of_another_type(text: str, ask: object, message: str) -> None:
    document = parse_document(f"\n{text}\n")
    complaints = Complaints(document)
    assert ask(Fields(document.data, (), complaints))
    (complaint,) = complaints.found
    assert complaint.line == 2
    assert message in complaint.message


def test_names_may_be_numbers() -> None:
    document = parse_document('a = ["x", 3]')
    assert Fields(document.data, (), Complaints(document)).names("a") == ["x", "3"]


def test_complaints_are_told_once_and_in_order() -> None:
    document = parse_document("a = '''\n1\n2\n3'''\nb = 2\n")
    complaints = Complaints(document)
    for path in (("b",), ("a",), ("b",)):
        complaints.add(path, "no")
    complaints.add(("a",), "below", row=2)
    with pytest.raises(FileError) as caught:
        complaints.raise_any()
    assert [(c.line, c.message) for c in caught.value.complaints] == [
        (1, "no"),
        (4, "below"),
        (5, "no"),
    ]


def test_quotes() -> None:
    assert quote(True) == "true"
    assert quote("x") == "'x'"
    assert len(quote("x" * 100)) == 58


@pytest.mark.parametrize(
    ("text", "row", "line"),
    [
        ("d = '#'", 0, 2),
        ('d = "#\\n#"', 1, 2),
        ("d = '''\n#\n#\n'''", 1, 4),
        ("d = '''#\n#'''", 1, 3),
        ('d = """\n#\n"""', 0, 3),
    ],
)
def test_rows_of_drawings(text: str, row: int, line: int) -> None:
    complaints = Complaints(parse_document(f"\n{text}\n"))
    complaints.add(("d",), "there", row=row)
    assert [c.line for c in complaints.found] == [line]


DEEP = ".".join("abcdefghijklmnopqrst")


@pytest.mark.parametrize("text", [f"{DEEP} = 1", f"[{DEEP}]", f"x = {{ y = 1, {DEEP} = 2 }}"])
def test_keys_of_very_many_parts_are_refused(text: str) -> None:
    with pytest.raises(FileError, match="more than 16 names"):
        parse_document(text)


@pytest.mark.parametrize(
    "text",
    [
        f"x = '''\n{DEEP}\n'''",
        f"x = '''\n{'.' * 40}=\n'''",
        f"x = [\n[{', '.join(['0.5'] * 20)}],\n]",
        f'x = "{DEEP}"',
    ],
)
def test_dots_elsewhere_are_no_matter(text: str) -> None:
    assert "x" in parse_document(text).data


def test_of_many_unknown_fields_the_first_are_told() -> None:
    document = parse_document("\n".join(f"k{k} = 1" for k in range(60)))
    complaints = Complaints(document)
    Fields(document.data, (), complaints).done()
    assert len(complaints.found) == 51
    assert complaints.found[-1].message == "10 more unknown fields"
