"""Parsing untrusted XML: without entities, network or external definitions, and with a size limit."""

from pathlib import Path
from typing import Any
from xml.parsers import expat

from lxml import etree

from core.disk import require_plain_file
from core.errors import InputError
from core.formats.files import read_limited
from core.language import tr

MAX_BYTES = 64 * 1024 * 1024

MAX_TAGS = 500_000
MAX_ATTRIBUTES = 4_000_000
"""A tag of four bytes takes hundreds of bytes in memory, so they are counted before parsing."""


class _RootReached(Exception):
    """The prolog ends here; there is nothing more to check."""


def parse(path: Path) -> Any:
    """Return the document as an lxml element tree.

    Raises InputError for a missing, empty, oversized, malformed or too deeply nested file, and for a DOCTYPE
    that declares entities or default attributes: they can expand a small file without limit or read other files.
    """
    data = _read(path)
    _check_doctype(path, data)
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, huge_tree=False, load_dtd=False, dtd_validation=False
    )
    try:
        return etree.fromstring(data, parser).getroottree()
    except etree.XMLSyntaxError as error:
        raise _malformed(path, error.lineno or 0, error.msg or tr("no reason given")) from error
    except ValueError as error:
        raise _malformed(path, 0, str(error)) from error


def root_name(path: Path) -> str:
    """Return the local name of the root element, reading only the start of the file; "" if there is none."""
    try:
        require_plain_file(path)
        with path.open("rb") as stream:
            for _, element in etree.iterparse(
                stream, events=("start",), resolve_entities=False, no_network=True, load_dtd=False
            ):
                return local_name(element)
    except (etree.XMLSyntaxError, OSError, ValueError, InputError):
        return ""
    return ""


def local_name(element: Any) -> str:
    """Return the name of an element without namespace; "" for comments and processing instructions."""
    tag = element.tag
    return tag.rsplit("}", 1)[-1] if isinstance(tag, str) else ""


def children(element: Any, name: str) -> list[Any]:
    """Return the direct children with this local name, in order."""
    return [child for child in element if local_name(child) == name]


def descendants(element: Any, name: str) -> list[Any]:
    """Return all descendants with this local name, in document order."""
    return [inner for inner in element.iter() if inner is not element and local_name(inner) == name]


def outermost(elements: list[Any]) -> list[Any]:
    """Return those of ``elements`` (one name, document order) that are inside none of the others.

    Without this, pages nested in pages would be read once for every page around them.
    """
    found: list[Any] = []
    for element in elements:
        if not found or all(ancestor is not found[-1] for ancestor in element.iterancestors()):
            found.append(element)
    return found


def _read(path: Path) -> bytes:
    data = read_limited(path, MAX_BYTES, tr("the XML"))
    if not data.strip():
        raise InputError.at(path, tr("the file is empty"), hint=tr("Export it again from its source"))
    # '<' and '=' have the same bytes in every encoding that is read
    if data.count(b"<") > MAX_TAGS or data.count(b"=") > MAX_ATTRIBUTES:
        raise InputError.at(path, tr("the XML has too many elements or attributes"), hint=tr("Split it into pages"))
    return data


def _check_doctype(path: Path, data: bytes) -> None:
    """Raise InputError for a DOCTYPE that declares entities or default attributes; stop at the root element."""

    def refuse(declared: str) -> None:
        problem = tr("its DOCTYPE declares {declared}, which is not safe to read", declared=declared)
        raise InputError.at(path, problem, hint=tr("Save it without them"))

    def on_entity(*_: object) -> None:
        refuse(tr("entities"))

    def on_attribute(_element: str, _name: str, _kind: str, default: str | None, _required: bool) -> None:
        if default is not None:
            refuse(tr("default attributes"))

    def on_element(*_: object) -> None:
        raise _RootReached

    parser = expat.ParserCreate()
    parser.EntityDeclHandler = on_entity
    parser.AttlistDeclHandler = on_attribute
    parser.StartElementHandler = on_element
    try:
        parser.Parse(data, True)
    except _RootReached:
        return
    except expat.ExpatError as error:
        raise _malformed(path, error.lineno, expat.ErrorString(error.code)) from error
    except (LookupError, ValueError) as error:
        problem = tr("its encoding cannot be checked: {error}", error=error)
        raise InputError.at(path, problem.rstrip("."), hint=tr("Save it as UTF-8")) from error


def _malformed(path: Path, line: int, reason: str) -> InputError:
    place = tr("line {number}", number=line) if line else ""
    reason = reason.splitlines()[0][:160].rstrip(".")
    return InputError.at(
        path, tr("this is not well-formed XML ({reason})", reason=reason), place=place, hint=tr("Export it again")
    )
