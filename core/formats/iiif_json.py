"""IIIF documents as JSON: read within limits, and the values that their versions write in different ways."""

import json
import re
from collections.abc import Iterator
from html import unescape
from typing import Any
from urllib.parse import quote, urlsplit

from core.errors import InputError
from core.language import tr

Node = dict[str, Any]

MAX_BYTES = 32 * 2**20
"""A manifest of ten thousand images has about 15 MB."""

MAX_DEPTH = 60
MAX_VALUES = 4_000_000
"""Values of a document: small ones take a hundred times the memory that they take as text."""

MAX_ADDRESS = 4096
"""Characters of an address."""

_STRINGS = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"', re.DOTALL)
_BRACKETS = re.compile(r"[\[\]{}]")
_TAGS = re.compile(r"<[^<>]*>")
_NOT_IN_ADDRESSES = re.compile(r"""[\x00-\x1f\x7f\\<>"^`{|}]""")
_MAX_VALUES_OF_TEXT = 100


def parse(data: bytes, source: str) -> Node:
    """Return the JSON object in ``data``. Raises InputError, naming ``source``, if it is none or over the limits."""
    if len(data) > MAX_BYTES:
        raise InputError.at(source, tr("the document is larger than {max_bytes} MB", max_bytes=MAX_BYTES // 2**20))
    try:
        text = data.decode(json.detect_encoding(data))
        _check_structure(text, source)
        found = json.loads(text, parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:
        place = tr("line {number}", number=error.lineno) if isinstance(error, json.JSONDecodeError) else ""
        problem = tr("this is not JSON, or it is damaged")
        raise InputError.at(source, problem, place=place, hint=tr("An IIIF manifest is a JSON document")) from error
    if not isinstance(found, dict):
        raise InputError.at(source, tr("this JSON is not an IIIF manifest"))
    return found


def as_list(value: object) -> list[Any]:
    """Return a value that may stand alone or in a list as a list; nothing is an empty one."""
    return [] if value is None else value if isinstance(value, list) else [value]


def nodes(value: object) -> list[Node]:
    """Return the objects among the values of :func:`as_list`."""
    return [item for item in as_list(value) if isinstance(item, dict)]


def id_of(node: Node) -> str:
    """Return the ``id`` (version 3) or ``@id`` of an object, "" without one."""
    value = node.get("id", node.get("@id"))
    return value if isinstance(value, str) else ""


def type_of(node: Node) -> str:
    """Return the type of an object without its prefix: ``Manifest`` for ``sc:Manifest``; "" without one."""
    for value in as_list(node.get("type", node.get("@type"))):
        if isinstance(value, str):
            return value.rpartition(":")[2].rpartition("/")[2]
    return ""


def strings(value: object) -> Iterator[str]:
    """Yield the strings among the values of :func:`as_list`."""
    return (item for item in as_list(value) if isinstance(item, str))


def size_of(value: object) -> int:
    """Return a length in pixels, 0 if it is missing or none."""
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 10:
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 1 <= value < 2**31:
        return 0
    return round(value)


def text_of(value: object, max_length: int) -> str:
    """Return a label as plain text on one line: of a text in several languages the first, without HTML.

    Met are a string, a number, ``{"@value": ...}``, a list of these (several values, or one in several languages), and
    the ``{"en": [...]}`` of version 3, of which ``none`` goes first.
    """
    if isinstance(value, dict) and "@value" not in value:
        languages = [value[name] for name in ("none", "@none") if name in value] + list(value.values())
        texts = next((found for found in map(_texts, languages) if found), [])
    elif any("@language" in node for node in nodes(value)):
        texts = next((found for found in map(_texts, as_list(value)) if found), [])
    else:
        texts = _texts(value)
    return "; ".join(dict.fromkeys(texts))[:max_length].strip()


def web_address(value: object) -> str | None:
    """Return an absolute address of http or https, safe to be sent in a request; None for everything else.

    Refused are also addresses with a user name, and control characters.
    """
    if not isinstance(value, str) or len(value) > MAX_ADDRESS or _NOT_IN_ADDRESSES.search(value := value.strip()):
        return None
    try:
        parts = urlsplit(value)
        if parts.scheme.lower() not in ("http", "https") or not parts.hostname or "@" in parts.netloc:
            return None
        host = parts.hostname if parts.hostname.isascii() else parts.hostname.encode("idna").decode()
        if re.search(r"[\s%]", host):
            return None
        port = f":{parts.port}" if parts.port is not None else ""
        path = quote(parts.path, safe="%/:=&~+!$,;'@()*")
        query = quote(parts.query, safe="%/:=&?~+!$,;'@()*[]")
    except ValueError:  # also UnicodeError: a name or a character that cannot be encoded
        return None
    host = f"[{host}]" if ":" in host else host
    return f"{parts.scheme.lower()}://{host}{port}{path or '/'}" + (f"?{query}" if query else "")


def _check_structure(text: str, source: str) -> None:
    """Raise InputError for a document that would take much memory, before it is parsed."""
    structure = _STRINGS.sub("", text)
    if sum(map(structure.count, ",[{")) > MAX_VALUES:
        raise InputError.at(source, tr("the document has more than {max_values:,} values", max_values=MAX_VALUES))
    depth = 0
    for bracket in _BRACKETS.finditer(structure):
        depth += 1 if bracket[0] in "[{" else -1
        if depth > MAX_DEPTH:
            raise InputError.at(
                source, tr("the document is nested more than {max_depth} levels deep", max_depth=MAX_DEPTH)
            )


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


def _texts(value: object) -> list[str]:
    found = []
    for item in as_list(value)[:_MAX_VALUES_OF_TEXT]:
        if isinstance(item, dict):
            item = item.get("@value")
        if isinstance(item, (str, int, float)) and not isinstance(item, bool):
            text = str(item)
            text = unescape(_TAGS.sub(" ", text)) if "<" in text or "&" in text else text
            text = " ".join(text.encode("utf-8", "replace").decode().replace("\0", "").split())
            if text:
                found.append(text)
    return found
