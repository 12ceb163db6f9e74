"""XML from strangers: parsed without entities, network or external definitions, and of bounded size."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from xml.parsers import expat

from lxml import etree

from core.errors import InputError
from core.formats.safe_read import load_bytes, require_plain_file

MAX_BYTES = 64 * 1024 * 1024

MAX_TAGS = 500_000
MAX_ATTRIBUTES = 4_000_000
"""A tag of four bytes takes hundreds in memory, so they are counted before the file is taken apart."""


class _PrologOver(Exception):
    """The root element was reached; nothing more to check."""


def parse(path: Path) -> Any:
    """The document as an lxml element tree.

    Raises InputError for a missing, empty, oversized or malformed file, for nesting beyond what the parser
    bears, and for a DOCTYPE that declares entities or default attributes (the ways to make a small file
    swell or read other files).
    """
    data = _bytes(path)
    _refuse_entities(path, data)
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, huge_tree=False, load_dtd=False, dtd_validation=False
    )
    try:
        return etree.fromstring(data, parser).getroottree()
    except etree.XMLSyntaxError as error:
        raise _malformed(path, error.lineno or 0, error.msg or "no reason told") from error
    except ValueError as error:
        raise _malformed(path, 0, str(error)) from error


def root_name(path: Path) -> str:
    """The local name of the root element, read from the start of the file alone; "" without one."""
    try:
        require_plain_file(path)
        with path.open("rb") as stream:
            for _, element in etree.iterparse(
                stream, events=("start",), resolve_entities=False, no_network=True, load_dtd=False
            ):
                return local(element)
    except (etree.XMLSyntaxError, OSError, ValueError, InputError):
        return ""
    return ""


def local(element: Any) -> str:
    """The element's name without namespace; "" for comments and processing instructions."""
    tag = element.tag
    return tag.rsplit("}", 1)[-1] if isinstance(tag, str) else ""


def children(element: Any, name: str) -> list[Any]:
    """The direct children with this local name, in order."""
    return [child for child in element if local(child) == name]


def descendants(element: Any, name: str) -> list[Any]:
    """All elements below with this local name, in document order."""
    return [inner for inner in element.iter() if inner is not element and local(inner) == name]


def outermost(elements: list[Any]) -> list[Any]:
    """Those of elements of one name, in document order, that stand inside none of the others.

    Pages inside pages would be gone through once for every page around them.
    """
    kept: list[Any] = []
    for element in elements:
        if not kept or all(around is not kept[-1] for around in element.iterancestors()):
            kept.append(element)
    return kept


def _bytes(path: Path) -> bytes:
    data = load_bytes(path, MAX_BYTES, "the XML")
    if not data.strip():
        raise InputError.at(path, "the file is empty", hint="Export it again from its source")
    # the bytes of '<' and '=' are the same in every encoding that is read
    if data.count(b"<") > MAX_TAGS or data.count(b"=") > MAX_ATTRIBUTES:
        raise InputError.at(path, "the XML has absurdly many parts", hint="Split it into pages")
    return data


def _refuse_entities(path: Path, data: bytes) -> None:
    """Read only what stands before the root element, in any encoding, and stop at the first declaration."""

    def refuse(*_: object) -> None:
        raise InputError.at(
            path, "its DOCTYPE declares entities, which is not safe to read", hint="Save it without them"
        )

    def refuse_default(_element: str, _name: str, _kind: str, default: str | None, _needed: bool) -> None:
        if default is not None:
            raise InputError.at(
                path, "its DOCTYPE declares default attributes, which is not safe to read", hint="Save it without them"
            )

    def over(*_: object) -> None:
        raise _PrologOver

    reader = expat.ParserCreate()
    reader.EntityDeclHandler = refuse
    reader.AttlistDeclHandler = refuse_default
    reader.StartElementHandler = over
    try:
        reader.Parse(data, True)
    except _PrologOver:
        return
    except expat.ExpatError as error:
        raise _malformed(path, error.lineno, expat.ErrorString(error.code)) from error
    except (LookupError, ValueError) as error:
        told = f"its encoding cannot be checked: {error}"
        raise InputError.at(path, told.rstrip("."), hint="Save it as UTF-8") from error


def _malformed(path: Path, line: int, told: str) -> InputError:
    place = f"line {line}" if line else ""
    told = told.splitlines()[0][:160].rstrip(".")
    return InputError.at(path, f"this is not well-formed XML ({told})", place=place, hint="Export it again")
