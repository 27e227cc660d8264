"""TOML files in, complaints with line numbers out."""

from tilewright.document.reading import read_bytes, read_text
from tilewright.document.toml import (
    Complaint,
    Complaints,
    Document,
    Fields,
    FileError,
    parse_document,
    quote,
)

__all__ = [
    "Complaint",
    "Complaints",
    "Document",
    "Fields",
    "FileError",
    "parse_document",
    "quote",
    "read_bytes",
    "read_text",
]
