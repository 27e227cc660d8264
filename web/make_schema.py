"""Writes src/api/schema.ts: what the server takes and sends, as types, from its OpenAPI schema.

Run it with the Python of the project after messages have changed; the tests compare.
"""

import json
import re
from pathlib import Path
from typing import Any

from tilewright.web.app import make_app
from tilewright.web.settings import Settings

FILE = Path(__file__).parent / "src" / "api" / "schema.ts"
HEAD = "// What the server takes and sends.  Made by web/make_schema.py: do not edit.\n"
PLAIN = {"integer": "number", "number": "number", "string": "string", "boolean": "boolean"}


def schema_types() -> str:
    """The contents of the file.

    What goes both ways has two schemas: the one for what comes in says what may be left out.  The
    front end leaves out nothing, so that it needs the other one only.
    """
    schemas = make_app(Settings(Path("jobs"))).openapi()["components"]["schemas"]
    names = [name for name in sorted(schemas) if not name.endswith("-Input")]
    return HEAD + "".join(_declaration(name, schemas[name]) for name in names)


def _declaration(name: str, schema: dict[str, Any]) -> str:
    if "properties" not in schema:
        return f"\nexport type {name} = {_type(schema)};\n"
    required = set(schema.get("required", ()))
    told = schema.get("description", "").partition("\n\n")[0].replace("\n", " ")
    lines = [
        f"  {key}{'' if key in required else '?'}: {_type(value)};\n"
        for key, value in schema["properties"].items()
    ]
    return f"\n/** {told} */\nexport interface {_name(name)} {{\n{''.join(lines)}}}\n"


def _name(name: str) -> str:
    return re.sub("-(Input|Output)$", "", name)


def _type(schema: dict[str, Any]) -> str:
    match schema:
        case {"$ref": ref}:
            return _name(ref.rpartition("/")[2])
        case {"anyOf": choices} | {"oneOf": choices}:
            return " | ".join(dict.fromkeys(map(_type, choices)))
        case {"enum": values}:
            return " | ".join(map(json.dumps, values))
        case {"const": value}:
            return json.dumps(value)
        case {"prefixItems": items}:
            return f"[{', '.join(map(_type, items))}]"
        case {"type": "array", "items": items}:
            inner = _type(items)
            return f"({inner})[]" if " | " in inner else f"{inner}[]"
        case {"type": "object", "additionalProperties": dict(values)}:
            return f"Record<string, {_type(values)}>"
        case {"type": "object"}:
            return "Record<string, unknown>"
        case {"type": kind}:
            return PLAIN.get(kind, kind)
        case _:
            return "unknown"


if __name__ == "__main__":
    FILE.write_text(schema_types(), encoding="utf-8")
