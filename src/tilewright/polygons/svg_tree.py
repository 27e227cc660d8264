"""The elements of an SVG file, each with its line.  Nothing outside the file is ever looked at."""

from dataclasses import dataclass, field
from xml.parsers import expat

from tilewright.document import Complaint, FileError

__all__ = ["Element", "parse_elements"]

SVG = "http://www.w3.org/2000/svg"
INKSCAPE = "http://www.inkscape.org/namespaces/inkscape"
MOST_ELEMENTS = 100_000
DEEPEST = 100


@dataclass(slots=True)
class Element:
    """An element of SVG; those of other vocabularies are left out.

    Inkscape's label is the attribute `label`.
    """

    tag: str
    attributes: dict[str, str]
    line: int
    parent: "Element | None" = field(repr=False, default=None)
    children: list["Element"] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)  # added up they would take quadratic time

    def child_text(self, tag: str) -> str:
        """The text of the first child of that kind."""
        found = next((child.texts for child in self.children if child.tag == tag), [])
        return "".join(found).strip()

    def style(self, key: str) -> str:
        """A property, from its attribute or from the attribute `style`."""
        for part in self.attributes.get("style", "").split(";"):
            name, _, value = part.partition(":")
            if name.strip() == key:
                return value.strip()
        return self.attributes.get(key, "").strip()


def parse_elements(text: str, name: str) -> Element:
    """The root of an SVG file, with all that is in it.  Raises FileError."""
    parser = expat.ParserCreate(encoding="utf-8", namespace_separator=" ")
    builder = _Builder(parser, name)
    parser.StartElementHandler = builder.start
    parser.EndElementHandler = builder.end
    parser.CharacterDataHandler = builder.characters
    parser.StartDoctypeDeclHandler = builder.doctype
    parser.EntityDeclHandler = builder.doctype
    parser.buffer_text = True
    try:
        parser.Parse(text.encode("utf-8", "replace"), True)
    except expat.ExpatError as error:
        message = f"this is not XML: {expat.ErrorString(error.code)}"
        raise FileError(name, [Complaint(error.lineno, message)]) from None
    if builder.root is None or builder.root.tag != "svg":
        raise FileError(name, [Complaint(1, "this is not SVG: expected an element <svg>")])
    return builder.root


class _Builder:
    def __init__(self, parser: expat.XMLParserType, name: str) -> None:
        self.parser, self.name = parser, name
        self.root: Element | None = None
        self.open: list[Element | None] = []  # None for elements of other vocabularies
        self.count = 0

    def refuse(self, message: str) -> FileError:
        return FileError(self.name, [Complaint(self.parser.CurrentLineNumber, message)])

    def doctype(self, *_: object) -> None:
        raise self.refuse(
            "document types and entities are not read: save the drawing as plain SVG, without them"
        )

    def start(self, name: str, attributes: dict[str, str]) -> None:
        space, _, tag = name.rpartition(" ")
        self.count += 1
        if self.count > MOST_ELEMENTS or len(self.open) >= DEEPEST:
            what = f"more than {MOST_ELEMENTS:,} elements"
            if self.count <= MOST_ELEMENTS:
                what = f"elements nested more than {DEEPEST} deep"
            raise self.refuse(f"this has {what}: simplify the drawing")
        around = self.open[-1] if self.open else None
        if space not in ("", SVG) or (self.open and around is None):
            self.open.append(None)
            return
        plain = {k: v for k, v in attributes.items() if " " not in k}
        if label := attributes.get(f"{INKSCAPE} label"):
            plain["label"] = label
        element = Element(tag, plain, self.parser.CurrentLineNumber, around)
        if around is None:
            self.root = element
        else:
            around.children.append(element)
        self.open.append(element)

    def end(self, _: str) -> None:
        self.open.pop()

    def characters(self, text: str) -> None:
        if self.open and (element := self.open[-1]) is not None:
            element.texts.append(text)
