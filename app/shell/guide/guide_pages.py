"""The pages of the guide: Markdown files that come with the program, their sections, and search in them."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

FOLDER = Path(str(files("resources"))) / "guide"
ENGLISH = "en"
CONTENTS = "index.md"
"""The first page; its links to other pages are the contents, in their order."""
PICTURES = "pictures"
START_PAGE = "first-collection.md"
PAGE_OF_VIEW = {
    "": START_PAGE,
    "collection": START_PAGE,
    "page": "page.md",
    "review": "checking.md",
    "train": "training.md",
    "insight": "confidence.md",
    "search": "finding.md",
}
"""The page that ``F1`` opens in each view; "" stands for the start page of the app."""

_HEADING = re.compile(r"^(#{1,4})\s+(.+?)\s*$", re.MULTILINE)
_LINK = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")
_EXCERPT = 90
"""Characters of an excerpt before and after the place that was found."""


@dataclass(frozen=True, slots=True)
class Section:
    """A heading of a page with the text below it. ``anchor`` is empty for the title of the page."""

    page: str
    page_title: str
    title: str
    anchor: str
    text: str


@dataclass(frozen=True, slots=True)
class Hit:
    """A section in which all words of a query occur, with an excerpt around the first of them."""

    section: Section
    excerpt: str


def page_file(name: str, language: str = ENGLISH, folder: Path = FOLDER) -> Path:
    """Return the file of a page in a language, or in English where the page is not translated.

    The pages of a language other than English are in a folder of ``folder`` that has its code.
    """
    translated = folder / language / name
    return translated if language != ENGLISH and translated.is_file() else folder / name


def page_names(folder: Path = FOLDER) -> list[str]:
    """Return the file names of the pages in the order of the contents, which is the same in all languages."""
    contents = (folder / CONTENTS).read_text(encoding="utf-8")
    linked = re.findall(r"\]\(([\w-]+\.md)\)", contents)
    return list(dict.fromkeys([CONTENTS, *linked]))


def read_sections(folder: Path = FOLDER, language: str = ENGLISH) -> list[Section]:
    """Return the sections of all pages in the order of the contents, as plain text without Markdown's marks."""
    sections = []
    for name in page_names(folder):
        sections += _sections(page_file(name, language, folder), folder)
    return sections


def headings(file: Path) -> list[str]:
    """Return the headings of a page in their order, without Markdown's marks; the first is its title."""
    return [_without_marks(heading[2]) for heading in _HEADING.finditer(_without_code(file))]


def anchors(file: Path, folder: Path = FOLDER) -> list[str]:
    """Return the names under which links reach the headings of a page, in their order.

    They are those of the English page, so that a link leads to the same place in every language. On a page with
    other headings than the English one, they come from its own.
    """
    own, english = headings(file), headings(folder / file.name)
    return [anchor_of(heading) for heading in (english if len(english) == len(own) else own)]


def page_titles(sections: Sequence[Section]) -> dict[str, str]:
    """Return the title of each page by its file name, in the order of the contents."""
    return {section.page: section.page_title for section in sections}


def search(sections: Sequence[Section], query: str) -> list[Hit]:
    """Return the sections that contain all words of the query, whatever their case; those with them in a title first.

    A query without words finds nothing.
    """
    words = query.casefold().split()
    if not words:
        return []
    ranked = []
    for number, section in enumerate(sections):
        title = f"{section.page_title} {section.title}".casefold()
        text = section.text.casefold()
        if not all(word in title or word in text for word in words):
            continue
        in_title = sum(word in section.title.casefold() for word in words)
        in_page_title = sum(word in section.page_title.casefold() for word in words)
        ranked.append((-in_title, -in_page_title, number, Hit(section, _excerpt(section.text, words))))
    return [hit for *_, hit in sorted(ranked, key=lambda entry: entry[:3])]


def anchor_of(heading: str) -> str:
    """Return the name under which links reach a heading: in lower case, with hyphens for spaces."""
    return re.sub(r"\s+", "-", re.sub(r"[^\w\s-]", "", heading.casefold()).strip())


def plain(markdown: str) -> str:
    """Return the text of a piece of Markdown without marks for links, pictures, emphasis, code and tables."""
    text = re.sub(r"!\[[^\]]*\]\([^)]*\)", "", markdown)
    text = re.sub(r"^\|[\s:|-]+\|$", "", text, flags=re.MULTILINE)
    text = re.sub(r"^\s*(?:[-*>]|\d+\.)\s+", "", text, flags=re.MULTILINE)
    return _without_marks(text)


def _without_marks(line: str) -> str:
    text = re.sub(r"[*`|]", " ", _LINK.sub(r"\1", line))
    return re.sub(r"\s+", " ", re.sub(r"\s+([.,;:)])", r"\1", text)).strip()


def _without_code(file: Path) -> str:
    return re.sub(r"^```.*?$", "", file.read_text(encoding="utf-8"), flags=re.MULTILINE)


def _sections(file: Path, folder: Path) -> list[Section]:
    text = _without_code(file)
    found = list(_HEADING.finditer(text))
    page_title = _without_marks(found[0][2]) if found else file.name
    ends = [*(heading.start() for heading in found[1:]), len(text)]
    return [
        Section(
            file.name,
            page_title,
            _without_marks(heading[2]),
            anchor if number else "",
            plain(text[heading.end() : end]),
        )
        for number, (heading, end, anchor) in enumerate(zip(found, ends, anchors(file, folder), strict=True))
    ]


def _excerpt(text: str, words: Sequence[str]) -> str:
    places = [place for word in words if (place := text.casefold().find(word)) >= 0]
    at = min(places, default=0)
    begin, end = max(0, at - _EXCERPT), min(len(text), at + _EXCERPT)
    begin = text.find(" ", begin, at) + 1 if begin else 0
    end = text.rfind(" ", at, end) if end < len(text) and text.rfind(" ", at, end) > at else end
    return f"{'… ' if begin else ''}{text[begin:end]}{' …' if end < len(text) else ''}"
