"""Writing TEI P5: one document with a header, a facsimile of all pages, and the text that points into it."""

import io
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from itertools import groupby
from pathlib import Path
from typing import Any
from urllib.parse import quote

from lxml import etree

from core import __version__
from core.disk import write_atomically
from core.errors import InputError
from core.formats.records import SUGGESTED, PageRecord, RegionRecord, WordRecord, lines_in_order
from core.formats.xml_edit import check_text
from core.geometry import Box, Polygon
from core.language import tr

Pages = Callable[[], Iterable[PageRecord]]
"""Makes the pages of an export again at each call: the document is written part by part, each from all pages."""

NAMESPACE = "http://www.tei-c.org/ns/1.0"
_ORIGIN_PREFIX = "origin-"
"""Of the ids of the categories in the header for the origin of the text of a word."""

_ORIGINS = {
    "imported": "The text was imported with the page.",
    "typed": "A person typed the text.",
    "accepted": "A person accepted the text that a model had suggested or that a program had cut from its line.",
    "aligned": "The text is that of its line, which a program cut into words. Nobody has checked this word's place.",
    SUGGESTED: "A model suggested the text. Nobody has checked it.",
}
_NOT_IN_TYPE = re.compile(r"[^A-Za-z0-9_.-]+")
_XML_ID = "{http://www.w3.org/XML/1998/namespace}id"


_ModelIds = Mapping[str | None, str]
"""The ids of the statements of responsibility for the models whose unchecked suggestions a document holds."""


def write_tei(pages: Pages, out: Path, title: str, when: datetime | None = None) -> None:
    """Write pages as one TEI document, dated ``when`` (now by default).

    Every region, line and word is a zone of its page's surface; in the text, pages, lines and words point to them.
    Suggestions that nobody has checked have the attributes ``cert`` and ``resp``, which the header explains. Raises
    InputError, with ``out`` unchanged, for a text that XML cannot store.
    """
    suggested: Counter[str | None] = Counter()
    n_pages = 0
    for page in pages():
        check_text(page, out)
        origins = (word.origin for word in page.words if word.text)
        suggested.update(origin.model for origin in origins if origin is not None and origin.is_suggested)
        n_pages += 1
    ids = {model: f"model-{number}" for number, model in enumerate(suggested, start=1)}
    buffer = io.BytesIO()
    try:
        with etree.xmlfile(buffer, encoding="UTF-8") as document:
            document.write_declaration()
            with document.element(f"{{{NAMESPACE}}}TEI", nsmap={None: NAMESPACE}):
                header = _make_header(title, n_pages, ids, suggested.total(), when or datetime.now(UTC))
                _write_parts(document, pages, n_pages, header, ids)
    except ValueError as error:
        raise InputError.at(out, tr("a name holds a character that XML cannot store ({error})", error=error)) from error
    write_atomically(out, buffer.getvalue() + b"\n")


def _write_parts(document: Any, pages: Pages, n_pages: int, header: Any, ids: _ModelIds) -> None:
    document.write("\n", header, "\n")
    if n_pages:
        with document.element(f"{{{NAMESPACE}}}facsimile"):
            for number, page in enumerate(pages(), start=1):
                document.write("\n", _surface(number, page))
            document.write("\n")
        document.write("\n")
    with document.element(f"{{{NAMESPACE}}}text"), document.element(f"{{{NAMESPACE}}}body"):
        is_empty = True
        for number, page in enumerate(pages(), start=1):
            document.write("\n", _new("pb", n=str(number), facs=f"#p{number}"))
            for block in _blocks(number, page, ids):
                document.write("\n", block)
                is_empty = False
        if is_empty:
            document.write("\n", _new("ab"))  # a body without any text is not valid
        document.write("\n")
    document.write("\n")


def _make_header(title: str, n_pages: int, ids: _ModelIds, n_suggested: int, when: datetime) -> Any:
    """Return the element ``teiHeader``; ``n_suggested`` words are suggestions of the models."""
    header = _new("teiHeader")
    description = _add(header, "fileDesc")
    statement = _add(description, "titleStmt")
    _add(statement, "title", title.strip() or "Untitled")
    for name, name_id in ids.items():
        responsibility = _add(statement, "respStmt")
        responsibility.set(_XML_ID, name_id)
        _add(responsibility, "resp", "suggested readings that nobody has checked")
        _add(responsibility, "name", name or "unknown model", type="model")
    _add(description, "extent", f"{n_pages} {'page' if n_pages == 1 else 'pages'}")
    publication = _add(_add(description, "publicationStmt"), "p", "Exported from Ductus on ")
    date = _add(publication, "date", f"{when:%Y-%m-%d}", when=f"{when:%Y-%m-%d}")
    date.tail = "."
    _add(_add(description, "sourceDesc"), "p", "The images of the pages, which the facsimile names.")
    _add_encoding(_add(header, "encodingDesc"), n_suggested)
    etree.indent(header, " ")
    return header


def _add_encoding(encoding: Any, n_suggested: int) -> None:
    version = re.match(r"[0-9]+(\.[0-9]+){0,3}", __version__)
    application = _add(_add(encoding, "appInfo"), "application", ident="ductus", version=version[0] if version else "0")
    _add(application, "label", "Ductus")
    declaration = _add(_add(encoding, "editorialDecl"), "interpretation")
    if n_suggested:
        _add(
            declaration,
            "p",
            f"Words that a model suggested and nobody has checked: {n_suggested} in this document. They are "
            "the w elements with the attributes cert (the model's estimate of the probability that the word is "
            "correct, from 0 to 1) and resp (the model).",
        )
    else:
        _add(declaration, "p", "This document contains no unchecked suggestions of a model.")
    _add(
        declaration,
        "p",
        "The attribute ana of a word says where its text is from. A gap with the reason untranscribed stands for a "
        "word or line without a transcription. All coordinates are pixels of the images.",
    )
    taxonomy = _add(_add(encoding, "classDecl"), "taxonomy")
    for kind, meaning in _ORIGINS.items():
        category = _add(taxonomy, "category")
        category.set(_XML_ID, _ORIGIN_PREFIX + kind)
        _add(category, "catDesc", meaning)


def _surface(number: int, page: PageRecord) -> Any:
    surface = _new("surface", ulx="0", uly="0", lrx=str(page.width), lry=str(page.height))
    surface.set(_XML_ID, f"p{number}")
    url = quote(page.image.name) + (f"#page={page.frame + 1}" if page.frame else "")
    surface.append(_new("graphic", url=url, width=f"{page.width}px", height=f"{page.height}px"))
    regions = [_region_zone(number, i, region) for i, region in enumerate(page.regions)]
    surface.extend(regions)
    word_number = 0
    for line_number, (line, words) in enumerate(lines_in_order(page), start=1):
        region = page.region_of(line)
        zone = _zone(f"p{number}l{line_number}", "line", line.box, line.polygon)
        if line.baseline is not None and line.baseline[0] != line.baseline[-1]:
            zone.append(_new("path", type="baseline", points=_points(line.baseline)))
        for word in words:
            word_number += 1
            zone.append(_zone(f"p{number}w{word_number}", "word", word.box, word.polygon))
        (surface if region is None else regions[region]).append(zone)
    etree.indent(surface, " ")
    return surface


def _region_zone(number: int, index: int, region: RegionRecord) -> Any:
    zone = _zone(f"p{number}r{index + 1}", "region", region.box, region.polygon)
    if kind := _type_name(region.kind):
        zone.set("subtype", kind)
    return zone


def _zone(name: str, kind: str, box: Box, polygon: Polygon | None) -> Any:
    x, y, width, height = box
    zone = _new("zone", type=kind, ulx=str(x), uly=str(y), lrx=str(x + width), lry=str(y + height))
    zone.set(_XML_ID, name)
    if polygon is not None:
        zone.set("points", _points(polygon))
    return zone


def _blocks(number: int, page: PageRecord, ids: _ModelIds) -> Iterable[Any]:
    """Return the text of a page as anonymous blocks: one for each run of lines in one region."""
    word_number = 0
    with_lines: set[int] = set()
    numbered = enumerate(lines_in_order(page), start=1)
    for index, run in groupby(numbered, key=lambda item: page.region_of(item[1][0])):
        block = _new("ab")
        if index is not None:
            with_lines.add(index)
            block.set("facs", f"#p{number}r{index + 1}")
        block.text = "\n"
        for line_number, (line, words) in run:
            start = _new("lb", n=str(line_number), facs=f"#p{number}l{line_number}")
            block.append(start)
            for word in words:
                word_number += 1
                block.append(_word(word, f"#p{number}w{word_number}", ids))
                block[-1].tail = " "
            if not words and line.text:
                start.tail = line.text
            elif not words:
                block.append(_gap())
            block[-1].tail = (block[-1].tail or "").rstrip(" ") + "\n"
        yield block
    for index, region in enumerate(page.regions):
        if region.text and index not in with_lines:
            block = _new("ab", facs=f"#p{number}r{index + 1}")
            block.text = region.text
            yield block


def _word(word: WordRecord, facs: str, ids: _ModelIds) -> Any:
    element = _new("w", facs=facs)
    if not word.text:
        element.append(_gap())
        return element
    element.text = word.text
    if word.origin is not None:
        element.set("ana", f"#{_ORIGIN_PREFIX}{word.origin.kind}")
        if word.origin.is_suggested:
            confidence = word.origin.confidence
            element.set("cert", "unknown" if confidence is None else f"{confidence:.4g}")
            element.set("resp", f"#{ids[word.origin.model]}")
    return element


def _gap() -> Any:
    return _new("gap", reason="untranscribed")


def _type_name(kind: str) -> str:
    """Return a kind of region as a name that TEI accepts, "" if nothing is left of it."""
    name = _NOT_IN_TYPE.sub("-", kind.strip())[:60].strip("-.")
    return f"_{name}" if name[:1].isdigit() else name


def _points(points: Iterable[tuple[int, int]]) -> str:
    return " ".join(f"{x},{y}" for x, y in points)


def _new(tag: str, /, **attributes: str) -> Any:
    return etree.Element(f"{{{NAMESPACE}}}{tag}", attributes, nsmap={None: NAMESPACE})


def _add(parent: Any, name: str, text: str | None = None, /, **attributes: str) -> Any:
    element = etree.SubElement(parent, f"{{{NAMESPACE}}}{name}", attributes)
    element.text = text
    return element
