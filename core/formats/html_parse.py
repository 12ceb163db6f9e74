"""Parsing untrusted HTML and XHTML, well-formed or not: nothing is run or fetched, with the limits of XML files."""

import codecs
import re
from html.entities import html5
from pathlib import Path
from typing import Any

from lxml import etree

from core.errors import InputError
from core.formats.files import read_limited
from core.formats.xml_parse import MAX_ATTRIBUTES, MAX_BYTES, MAX_TAGS
from core.language import tr

_DECLARED_ENCODING = re.compile(rb"""(?:encoding|charset)\s*=\s*["']?\s*([A-Za-z0-9._:-]{1,40})""")
_ENCODING_SEARCH_BYTES = 2048
_ENCODINGS = ("utf-8", "iso8859-", "cp125", "ascii", "koi8-", "mac-", "gb", "big5", "shift_jis", "euc_")
"""The encodings of texts that are decoded, by the beginnings of Python's names: it also has codecs for other ends."""

_INTERNAL_SUBSET = re.compile(r"<!DOCTYPE[^>\[]*\[", re.IGNORECASE)
"""Only declarations of entities and attributes have a reason to stand there; HTML has neither."""

_LIMIT_REACHED = "XML_PARSE_HUGE"
"""In the messages of the parser about its limits: the option that lifts them."""

_NAMED_CHARACTER = re.compile(r"&([A-Za-z][A-Za-z0-9]{1,31};)")

_OPTIONS: dict[str, Any] = {
    "encoding": "utf-8",
    "no_network": True,
    "huge_tree": False,
    "remove_comments": True,
    "remove_pis": True,
}


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
    strict = etree.XMLParser(resolve_entities=False, load_dtd=False, **_OPTIONS)
    try:
        root = etree.fromstring(_NAMED_CHARACTER.sub(_character, text).encode("utf-8"), strict)
    except (etree.XMLSyntaxError, ValueError):
        root = None
    # unknown entities are not an error where a DOCTYPE names a definition, but their text would be missing
    if root is not None and next(root.iter(etree.Entity), None) is None:
        return root
    return _parse_loosely(path, text.encode("utf-8"))


def _parse_loosely(path: Path, data: bytes) -> Any:
    parser = etree.HTMLParser(**_OPTIONS)
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
