"""Parsing untrusted XML and HTML: nothing is run or fetched, no entities are expanded, and with limits of size."""

import codecs
import re
from html.entities import html5
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

_DECLARED_ENCODING = re.compile(rb"""(?:encoding|charset)\s*=\s*["']?\s*([A-Za-z0-9._:-]{1,40})""")
_ENCODING_SEARCH_BYTES = 2048
_ENCODINGS = ("utf-8", "iso8859-", "cp125", "ascii", "koi8-", "mac-", "gb", "big5", "shift_jis", "euc_")
"""The encodings of texts that are decoded, by the beginnings of Python's names: it also has codecs for other ends."""

_INTERNAL_SUBSET = re.compile(r"<!DOCTYPE[^>\[]*\[", re.IGNORECASE)
"""Only declarations of entities and attributes have a reason to stand there; HTML has neither."""

_LIMIT_REACHED = "XML_PARSE_HUGE"
"""In the messages of the parser about its limits: the option that lifts them."""

_NAMED_CHARACTER = re.compile(r"&([A-Za-z][A-Za-z0-9]{1,31};)")

_HTML_OPTIONS: dict[str, Any] = {
    "encoding": "utf-8",
    "no_network": True,
    "huge_tree": False,
    "remove_comments": True,
    "remove_pis": True,
}


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


def parse_html(path: Path) -> Any:
    """Return the root element of a document, without comments and processing instructions.

    A well-formed document is read as XML, in which an empty element may end in ``/>``; any other as browsers read
    HTML. Raises InputError for a missing, empty, oversized or too deeply nested file, one that is no text, and for a
    DOCTYPE with declarations.
    """
    data = read_limited(path, MAX_BYTES, tr("the HTML"))
    text = _decode(path, data)
    if not text.strip():
        raise InputError.at(path, tr("the file is empty"), hint=tr("Export it again from its source"))
    if text.count("<") > MAX_TAGS or text.count("=") > MAX_ATTRIBUTES:
        raise InputError.at(path, tr("the HTML has too many elements or attributes"), hint=tr("Split it into pages"))
    if _INTERNAL_SUBSET.search(text):
        problem = tr("its DOCTYPE declares entities or attributes, which is not safe to read")
        raise InputError.at(path, problem, hint=tr("Save it without them"))
    strict = etree.XMLParser(resolve_entities=False, load_dtd=False, **_HTML_OPTIONS)
    try:
        root = etree.fromstring(_NAMED_CHARACTER.sub(_character, text).encode("utf-8"), strict)
    except (etree.XMLSyntaxError, ValueError):
        root = None
    # unknown entities are not an error where a DOCTYPE names a definition, but their text would be missing
    if root is not None and next(root.iter(etree.Entity), None) is None:
        return root
    return _parse_loosely(path, text.encode("utf-8"))


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


def _parse_loosely(path: Path, data: bytes) -> Any:
    parser = etree.HTMLParser(**_HTML_OPTIONS)
    try:
        root = etree.fromstring(data, parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        raise InputError.at(path, tr("this is not HTML"), hint=tr("Export it again")) from error
    # the parser stops at a limit without an error, and the rest of the document would be missing
    if any(_LIMIT_REACHED in entry.message for entry in parser.error_log):
        raise InputError.at(path, tr("its elements are nested too deeply or are too long"), hint=tr("Export it again"))
    if root is None:
        raise InputError.at(path, tr("this is not HTML"), hint=tr("Export it again"))
    return root


def _character(match: re.Match[str]) -> str:
    """Return the character that HTML has under a name and XML has not; markup stays as it is."""
    found = html5.get(match[1], match[0])
    return match[0] if found in "<>&\"'" else found


def _decode(path: Path, data: bytes) -> str:
    encoding = _encoding_of(data)
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        problem = tr(
            "its text is not in the encoding {encoding}: byte {start} cannot be read",
            encoding=encoding,
            start=error.start + 1,
        )
        raise InputError.at(path, problem, hint=tr("Save it as UTF-8")) from error
    if "\0" in text:
        raise InputError.at(path, tr("this is not a text file"))
    return text.removeprefix("\ufeff")


def _encoding_of(data: bytes) -> str:
    """Return the encoding by byte order mark, by declaration, or UTF-8."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    found = _DECLARED_ENCODING.search(data[:_ENCODING_SEARCH_BYTES])
    if found is None or data.startswith(codecs.BOM_UTF8):
        return "utf-8"
    try:
        name = codecs.lookup(found[1].decode("ascii")).name
    except LookupError:
        return "utf-8"
    if name in ("ascii", "iso8859-1"):
        return "cp1252"  # as browsers do; it is the same but for signs that the others do not have
    return name if name.startswith(_ENCODINGS) else "utf-8"
