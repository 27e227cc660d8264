"""PDF: objects where the table says they are, pages of the right size, what is drawn on them."""

import re
import zlib

import pytest

from tests.golden.make_pictures import ELEMENTS, FOLDER
from tests.texts import raises_text
from tilewright.render import Ball, Box, Lines, Patch, PictureError, Scene, Text, to_pdf
from tilewright.render.pdf import FIRST, WIDTHS, encoded, width

RED = "#ff0000"
SQUARE = ((0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0))
PLAIN = Scene((Patch((SQUARE,), RED),), Box(-1, -1, 9, 7), "plain")


def objects(pdf: bytes) -> dict[int, bytes]:
    """What the table of the file leads to; every object is where it should be."""
    start = int(re.findall(rb"startxref\n(\d+)\n%%EOF\n\Z", pdf)[0])
    head, *rows = pdf[start:].split(b"trailer")[0].splitlines()[1:]
    assert head == b"0 %d" % len(rows)
    assert b"/Size %d " % len(rows) in pdf[start:]
    found = {}
    for number, row in enumerate(rows):
        assert len(row) == 19  # and the end of the line
        if number:
            content = pdf[int(row[:10]) :].split(b"\nendobj\n")[0]
            assert content.startswith(b"%d 0 obj\n" % number)
            found[number] = content.split(b"\n", 1)[1]
    for content in found.values():
        told = content.split(b"stream\n")[0]
        assert {int(other) for other in re.findall(rb"(\d+) 0 R", told)} <= set(found)
    return found


def streams(pdf: bytes) -> list[str]:
    """The contents of pages and of what they use, unpacked."""
    unpacked = []
    for content in objects(pdf).values():
        if b"\nstream\n" in content:
            head, packed = content.split(b"\nstream\n", 1)
            packed = packed.removesuffix(b"\nendstream")
            assert b"/Length %d " % len(packed) in head
            unpacked.append(zlib.decompress(packed).decode())
    return unpacked


def pages(pdf: bytes) -> list[tuple[float, ...]]:
    found = re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", pdf)
    return [tuple(map(float, sides)) for sides in found]


def test_a_page_is_as_large_as_its_scene() -> None:
    pdf = to_pdf(PLAIN, 400)
    assert pages(pdf) == [(300, 240)]
    (page,) = streams(pdf)
    assert page.splitlines() == [
        "0 0 300 240 re W n 1 j 1 J",
        "1 0 0 rg 30 30 m 150 30 l 150 150 l 30 150 l h f*",
    ]
    assert b"<FEFF0070006C00610069006E>" in pdf


def test_paper_lies_on_its_side_for_wide_scenes() -> None:
    tall = Scene(PLAIN.elements, Box(0, 0, 1, 2))
    pdf = to_pdf([PLAIN, tall], page="A4", margin=0)
    assert b"/Count 2 " in pdf
    assert pages(pdf) == [(841.89, 595.276), (595.276, 841.89)]
    wide, high = streams(pdf)
    assert wide.startswith("48.898 0 744.094 595.276 re")
    assert high.startswith("87.165 0 420.945 841.89 re")
    assert pages(to_pdf(tall, page="letter")) == [(612, 792)]


def test_a_true_size_is_kept() -> None:
    scene = Scene(PLAIN.elements, PLAIN.box, mm=10)
    assert pages(to_pdf(scene)) == [(283.465, 226.772)]
    assert pages(to_pdf(scene, 400)) == [(300, 240)]
    (page,) = streams(to_pdf(scene, page="A4"))
    assert " 283.465 226.772 re" in page
    large = Scene(PLAIN.elements, PLAIN.box, mm=28)
    with raises_text(PictureError):
        to_pdf(large, page="A4")
    assert to_pdf(large, page="A3")


def test_every_element_is_drawn() -> None:
    scene = Scene(
        (
            Patch((SQUARE, SQUARE), RED, "#000000", 0.5),
            Patch((SQUARE,), stroke="#000000", width=0.5),
            Patch((SQUARE,), RED, "#000000", 1, 0.5),
            Lines((SQUARE[:2], SQUARE[2:]), "#00ff00", 0.1, 0.25),
            Ball((1, 1), 1, RED),
            Ball((3, 1), 1, RED, opacity=0.5),
            Text((2, 2), "(é)\\ π", 1, "#0000ff"),
        ),
        Box(0, 0, 4, 4),
    )
    pdf = to_pdf(scene, 400 / 3)
    *groups, page = streams(pdf)
    assert len(groups) == 2
    assert all(group.startswith("1 j 1 J ") for group in groups)
    _, both, line, pale, lines, ball, pale_ball, text = page.splitlines()
    assert both.endswith("l h B*")
    assert both.count(" h") == 2
    assert line.endswith("l h S")
    assert (pale, pale_ball) == ("q /G0.5 gs /X0 Do Q", "q /G0.5 gs /X1 Do Q")
    assert lines.startswith("q /G0.25 gs 0 1 0 RG 2.5 w 0 0 m 100 0 l")
    assert "/Sff0000 sh" in ball
    assert pdf.count(b"/ShadingType 3") == 1  # both balls share it
    assert text.endswith(r"(\050\351\051\134\040\077) Tj ET")
    x = 50 - 25 * (333 + 556 + 333 + 278 + 278 + 556) / 2000
    assert f" 0 0 1 rg {x:g} 41.25 Td" in text


def test_the_file_is_as_it_was() -> None:
    """But for how it is packed, which depends on the library that packs it."""
    before, after = (FOLDER / "elements.pdf").read_bytes(), to_pdf([ELEMENTS] * 2, page="A5")
    assert streams(after) == streams(before)
    packed = re.compile(rb"/Length \d+|\nstream\n.*", re.DOTALL)
    was, found = ([packed.sub(b"", one) for one in objects(f).values()] for f in (before, after))
    assert found == was


def test_widths_of_letters() -> None:
    assert len(WIDTHS) + FIRST == 256
    for base, others in [
        ("A", "ÀÁÂÃÄÅ"),
        ("i", "l"),
        ("o", "òóôõö"),
        ("0", "123456789"),
        ("+", "×"),
    ]:
        assert {width(encoded(other)) for other in others} == {width(encoded(base))}
    assert encoded("a\n\x00b") == b"a  b"


def test_the_same_scene_gives_the_same_file() -> None:
    assert to_pdf([PLAIN, PLAIN]) == to_pdf((PLAIN, PLAIN))


def test_impossible_pages_are_refused() -> None:
    with pytest.raises(PictureError, match="at least one"):
        to_pdf([])
    with raises_text(PictureError):
        to_pdf(PLAIN, page="A9")
    for margin in (-1, 105):
        with pytest.raises(PictureError, match=f"a margin of {margin} mm on paper 'A4'"):
            to_pdf(PLAIN, page="A4", margin=margin)
