"""The header of a TEI document: what it is, who is responsible for its texts, and how to read its marks."""

import re
from collections.abc import Iterable
from datetime import datetime
from typing import Any

from lxml import etree

from core import __version__
from core.formats.records import SUGGESTED, PageRecord

NAMESPACE = "http://www.tei-c.org/ns/1.0"
ORIGIN_PREFIX = "origin-"
"""Of the ids of the categories in the header for the origin of the text of a word."""

_ORIGINS = {
    "imported": "The text was imported with the page.",
    "typed": "A person typed the text.",
    "accepted": "A person accepted the text that a model had suggested or that a program had cut from its line.",
    "aligned": "The text is that of its line, which a program cut into words. Nobody has checked this word's place.",
    SUGGESTED: "A model suggested the text. Nobody has checked it.",
}
_XML_ID = "{http://www.w3.org/XML/1998/namespace}id"


class Suggestions:
    """The models whose unchecked suggestions a document holds, and the number of those words."""

    def __init__(self) -> None:
        self.n_words = 0
        self._ids: dict[str | None, str] = {}

    def count(self, page: PageRecord) -> None:
        """Count the suggestions of a page."""
        for word in page.words:
            if word.text and word.origin is not None and word.origin.is_suggested:
                self.n_words += 1
                if word.origin.model not in self._ids:
                    self._ids[word.origin.model] = f"model-{len(self._ids) + 1}"

    def models(self) -> Iterable[tuple[str, str]]:
        """Return the id and the name of every model."""
        return ((name_id, name or "unknown model") for name, name_id in self._ids.items())

    def responsible(self, model: str | None) -> str:
        """Return the id of the statement of responsibility for a model that was counted."""
        return self._ids[model]


def make_header(title: str, n_pages: int, suggestions: Suggestions, when: datetime) -> Any:
    """Return the element ``teiHeader``."""
    header = etree.Element(_tag("teiHeader"), nsmap={None: NAMESPACE})
    description = _add(header, "fileDesc")
    statement = _add(description, "titleStmt")
    _add(statement, "title", title.strip() or "Untitled")
    for name_id, name in suggestions.models():
        responsibility = _add(statement, "respStmt")
        responsibility.set(_XML_ID, name_id)
        _add(responsibility, "resp", "suggested readings that nobody has checked")
        _add(responsibility, "name", name, type="model")
    _add(description, "extent", f"{n_pages} {'page' if n_pages == 1 else 'pages'}")
    publication = _add(_add(description, "publicationStmt"), "p", "Exported from Ductus on ")
    date = _add(publication, "date", f"{when:%Y-%m-%d}", when=f"{when:%Y-%m-%d}")
    date.tail = "."
    _add(_add(description, "sourceDesc"), "p", "The images of the pages, which the facsimile names.")
    _add_encoding(_add(header, "encodingDesc"), suggestions)
    etree.indent(header, " ")
    return header


def _add_encoding(encoding: Any, suggestions: Suggestions) -> None:
    version = re.match(r"[0-9]+(\.[0-9]+){0,3}", __version__)
    application = _add(_add(encoding, "appInfo"), "application", ident="ductus", version=version[0] if version else "0")
    _add(application, "label", "Ductus")
    declaration = _add(_add(encoding, "editorialDecl"), "interpretation")
    if suggestions.n_words:
        _add(
            declaration,
            "p",
            f"Words that a model suggested and nobody has checked: {suggestions.n_words} in this document. They are "
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
        category.set(_XML_ID, ORIGIN_PREFIX + kind)
        _add(category, "catDesc", meaning)


def _add(parent: Any, name: str, text: str | None = None, /, **attributes: str) -> Any:
    element = etree.SubElement(parent, _tag(name), attributes)
    element.text = text
    return element


def _tag(name: str) -> str:
    return f"{{{NAMESPACE}}}{name}"
