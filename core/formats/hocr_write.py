"""Writing hOCR: one XHTML document a page, with a mark on each text that a person has checked."""

from itertools import groupby
from pathlib import Path
from typing import Any

from lxml import etree

from core import __version__
from core.disk import write_atomically
from core.formats.hocr import PAGE
from core.formats.hocr_layout import BASELINE, CONTINUES, KIND, ORIGIN
from core.formats.hocr_title import baseline_points, baseline_property, bbox_property, parse_numbers
from core.formats.outlines import box_corners
from core.formats.records import LineRecord, PageRecord, RegionRecord, WordRecord, lines_in_order
from core.formats.xml_edit import IdAllocator, check_text, make_element
from core.geometry import Box, Polygon, Polyline, union

NAMESPACE = "http://www.w3.org/1999/xhtml"
SUGGESTIONS_META = "unchecked-suggestions"
"""The ``meta`` element with ``yes`` or ``no``: whether the file holds suggestions that nobody has checked."""

_MODEL = "data-model"
_CAPABILITIES = "ocr_page ocr_carea ocr_line ocrx_word ocrp_poly"


def write_hocr(page: PageRecord, out: Path) -> None:
    """Write the regions, lines and words of one page as hOCR.

    Words have in ``data-origin`` the origin of their text; suggestions have their confidence as ``x_wconf``. Raises
    InputError, with ``out`` unchanged, for a text that XML cannot store.
    """
    check_text(page, out)
    data = etree.tostring(_document(page), encoding="UTF-8", xml_declaration=True, doctype="<!DOCTYPE html>")
    write_atomically(out, data + b"\n")


def _document(page: PageRecord) -> Any:
    root = make_element(None, NAMESPACE, "html")
    head = _add(root, "head")
    _add(head, "meta", charset="utf-8")
    _add(head, "title").text = page.image.name
    has_suggestions = any(word.text and word.origin and word.origin.is_suggested for word in page.words)
    metas = {
        "ocr-system": f"Ductus {__version__}",
        "ocr-capabilities": _CAPABILITIES,
        "ocr-number-of-pages": "1",
        "ocr-langs": "unknown",
        "ocr-scripts": "unknown",
        SUGGESTIONS_META: "yes" if has_suggestions else "no",
    }
    for name, content in metas.items():
        _add(head, "meta", name=name, content=content)
    body = _add(root, "body")
    title = f'image "{_quotable(page.image.name)}"; {bbox_property((0, 0, page.width, page.height))}'
    attributes = {"class": PAGE, "id": "page_1", "title": f"{title}; ppageno {page.frame}"}
    element = _add(body, "div", **attributes)
    _PageWriter(page, element).write()
    for parent in (root, head, body):
        _break_lines(parent)
    return root


class _PageWriter:
    """Adds the content of a page to its element."""

    def __init__(self, page: PageRecord, element: Any) -> None:
        self.page, self.element = page, element
        self.ids = IdAllocator(["page_1"])
        self._region_ids: dict[int, str] = {}

    def write(self) -> None:
        """Write the lines in reading order, each run of lines of one region inside that region."""
        for index, group in groupby(lines_in_order(self.page), key=lambda pair: self.page.region_of(pair[0])):
            run = list(group)
            parent = self.element if index is None else self._region(index, [line.box for line, _ in run])
            for line, words in run:
                self._line(parent, line, words)
            _break_lines(parent)
        for index, region in enumerate(self.page.regions):
            if index not in self._region_ids:
                self._region(index, []).text = region.text or ""
        _break_lines(self.element)

    def _region(self, index: int, lines: list[Box]) -> Any:
        """Add a region; if it is there and other lines came in between, an element around ``lines`` continues it."""
        region: RegionRecord = self.page.regions[index]
        if index in self._region_ids:
            element = self._boxed(self.element, "div", "ocr_carea", "region_", union(lines), None, None)
            element.set(CONTINUES, self._region_ids[index])
            return element
        element = self._boxed(self.element, "div", "ocr_carea", "region_", region.box, region.polygon, region.ref)
        self._region_ids[index] = element.get("id")
        element.set(KIND, region.kind)
        return element

    def _line(self, parent: Any, line: LineRecord, words: list[WordRecord]) -> None:
        assert line.baseline is not None  # lines_in_order completes it
        element = self._boxed(parent, "span", "ocr_line", "line_", line.box, line.polygon, line.ref)
        written = baseline_property(line.baseline, line.box)
        element.set("title", f"{element.get('title')}; {written}")
        if _reads_as(written, line.box) != line.baseline:
            element.set(BASELINE, " ".join(f"{x},{y}" for x, y in line.baseline))
        element.text = "" if words else line.text or ""
        for word in words:
            self._word(element, word).tail = " "
        if words:
            element[-1].tail = None

    def _word(self, line: Any, word: WordRecord) -> Any:
        element = self._boxed(line, "span", "ocrx_word", "word_", word.box, word.polygon, word.ref)
        element.text = word.text or ""
        if word.text and word.origin is not None:
            element.set(ORIGIN, word.origin.kind)
            if word.origin.model is not None:
                element.set(_MODEL, word.origin.model)
            if word.origin.is_suggested and word.origin.confidence is not None:
                element.set("title", f"{element.get('title')}; x_wconf {round(100 * word.origin.confidence)}")
        return element

    def _boxed(
        self, parent: Any, tag: str, name: str, prefix: str, box: Box, polygon: Polygon | None, ref: str | None
    ) -> Any:
        title = bbox_property(box)
        if polygon is not None:
            title += "; poly " + " ".join(f"{x} {y}" for x, y in polygon)
        attributes = {"class": name, "id": self.ids.take(ref, prefix), "title": title}
        return _add(parent, tag, **attributes)


def _add(parent: Any, tag: str, /, **attributes: str) -> Any:
    return etree.SubElement(parent, f"{{{NAMESPACE}}}{tag}", attributes)


def _reads_as(written: str, box: Box) -> Polyline:
    """Return the baseline that a reader gets from a property."""
    coefficients = parse_numbers(written.removeprefix("baseline"))
    return tuple((round(x), round(y)) for x, y in baseline_points(coefficients, box_corners(*box)))


def _quotable(name: str) -> str:
    """Return a file name without the characters that end a quoted property; readers decode them like an address."""
    return name.replace('"', "%22").replace(";", "%3B")


def _break_lines(parent: Any) -> None:
    """Put every child on a line of its own."""
    if len(parent):
        parent.text = "\n"
        for child in parent:
            child.tail = "\n"
    elif parent.text is None:
        parent.text = ""  # an element that ends in /> is left open by readers of HTML
