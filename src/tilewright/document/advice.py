"""What to write instead of something that is not TOML."""

import re

__all__ = ["advice"]

_ASSIGNED = re.compile(r"""\s*([\w.-]+|"[^"]*"|'[^']*')\s*=\s*([^#"']*)""")
_WORD = re.compile(r"[^\s,\[\]{}#\"'=(][^,\[\]{}#\"'=]*")
_SIDES = re.compile(r"\d+(?:\s*[x×*]\s*\d+)+")
_CURLED = "“”„‟«»‘’‚"
_LITERALS = {"true": "write true", "false": "write false"}
_LITERALS |= dict.fromkeys(("none", "null", "nil"), "leave the field out")


def advice(message: str, line: str, column: int) -> str:
    """Advice for those who meant something else; "" if there is none.

    `message` is the parser's, `line` the text of the line, `column` counts from 1.

    >>> advice("Invalid value", "lattice = square", 11)
    'text stands in quotes: lattice = "square"'
    """
    rest = line[column - 1 :].strip()
    assigned = _ASSIGNED.match(line)
    key = assigned[1] if assigned else ""
    match message:
        case "Invalid value":
            return _for_value(rest, key if assigned and assigned.start(2) == column - 1 else "")
        case "Expected newline or end of document after a statement" if assigned:
            return _for_number(key, assigned[2].strip())
        case "Expected '=' after a key in a key/value pair":
            return "write field = value" + (", with = and not :" if rest.startswith(":") else "")
        case "Illegal character '\\n'":
            return 'text of several lines stands between three quotes, """, at each end'
        case "Unterminated string" | "Expected \"'''\"":
            return "the quotes at its end are missing"
        case "Unclosed array":
            return "put a comma between its values, and ] at its end"
        case "Cannot overwrite a value":
            return "a field is given twice"
    return ""


def _for_value(rest: str, key: str) -> str:
    if not rest or rest[0] == "#":
        return "there is no value; # begins a remark, so a drawing stands in quotes"
    if rest[0] == "=":
        return "write one ="
    if rest[0] in _CURLED:
        return 'write plain quotes, "'
    if rest[0] == "(":
        return "write [ ] for ( )"
    found = _WORD.match(rest)
    word = found[0].strip() if found else ""
    if word.lower() in _LITERALS:
        return _LITERALS[word.lower()]
    return f"text stands in quotes: {_spelt(key, word)}" if word else ""


def _for_number(key: str, value: str) -> str:
    """For a number that goes on with something else, such as 0..2."""
    if _SIDES.fullmatch(value):
        return f"write {key} = [{', '.join(re.findall(r'[0-9]+', value))}]"
    if re.fullmatch(r"[+-]?0\d+", value):
        return "a number does not begin with 0"
    return f"text stands in quotes: {_spelt(key, value)}" if value.rstrip(",") == value else ""


def _spelt(key: str, word: str) -> str:
    word = word if len(word) <= 40 else word[:39] + "…"
    return f'{key} = "{word}"' if key else f'"{word}"'
