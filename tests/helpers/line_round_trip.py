"""Projects out as PAGE or ALTO and back in: what their pages hold, what came back otherwise, and what ALTO may hold.

New ALTO documents are checked against ALTO 4.4, by a grammar of ours: no package has the schema itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, NamedTuple

from lxml import etree

from core.events import Event, Listener, Note, ignore_events
from core.formats.records import PageRecord, line_text, lines_in_order
from core.geometry import Box, Polyline
from core.jobs.export.content import gather_content, page_record
from core.jobs.export.export_project import export
from core.jobs.import_job import import_sources
from core.jobs.requests import ExportRequest, ImportRequest
from core.project.content.pages import list_pages
from core.project.content.words import word_ids
from core.project.project import Project

_GRAMMAR = Path(__file__).with_name("alto_written.rng")


class PlainLine(NamedTuple):
    """A line in reading order, with what an archive wants back."""

    box: Box
    baseline: Polyline | None
    text: str | None
    words: tuple[tuple[Box, str | None], ...]


@dataclass(frozen=True)
class Difference:
    """The pages of two projects compared line by line; all zero if nothing was lost."""

    pages: int = 0
    lines: int = 0
    """Lines that are only in one of the projects."""
    texts: int = 0
    """Lines in the same place with another text."""
    baselines: int = 0
    words: int = 0
    """Words that are only in one of the projects."""
    moved: int = 0
    """Words that are in another line than before."""
    regions: int = 0
    """Regions that are only in one of the projects, or around other lines."""


def import_files(folder: Path, sources: Sequence[Path], emit: Listener = ignore_events, **options: Any) -> Project:
    """Make a project of files."""
    project = Project.create(folder)
    import_sources(project, ImportRequest(sources, **options), emit, lambda: False)
    return project


def export_to(project: Project, out: Path, format: str) -> Path:
    """Export a project with what is checked, and return the folder."""
    export(project, ExportRequest(out, format), ignore_events)
    return out


def stored_pages(project: Project, model: str | None = None) -> dict[str, PageRecord]:
    """Return the pages of a project as an export sees them, by name; with the suggestions of ``model``, if given."""
    pages = list_pages(project)
    ids = [word_id for page in pages for word_id in word_ids(project, page_id=page.id)]
    content = gather_content(project, pages, ids, model)
    words = content.by_page()
    return {content.labels[page.id]: page_record(content, page, words.get(page.id, [])) for page in pages}


def plain_lines(page: PageRecord) -> list[PlainLine]:
    """Return the lines of a page in reading order, with the text of their words where they have any."""
    return [
        PlainLine(line.box, line.baseline, line_text(line, words), tuple((word.box, word.text) for word in words))
        for line, words in lines_in_order(page)
    ]


def difference(before: dict[str, PageRecord], after: dict[str, PageRecord]) -> Difference:
    """Compare two projects; pages are in the same place if they have the same name."""
    found = [_page_difference(before[name], after[name]) for name in sorted(before.keys() & after.keys())]
    totals = (sum(getattr(part, field.name) for part in found) for field in fields(Difference)[1:])
    return Difference(len(before.keys() ^ after.keys()), *totals)


def _page_difference(before: PageRecord, after: PageRecord) -> Difference:
    old, new = plain_lines(before), plain_lines(after)
    pairs = list(zip(old, new, strict=False))
    places, others = _places(old), _places(new)
    return Difference(
        lines=abs(len(old) - len(new)) + sum(a.box != b.box for a, b in pairs),
        texts=sum(a.text != b.text for a, b in pairs),
        baselines=sum(a.baseline != b.baseline for a, b in pairs),
        words=len(places.keys() ^ others.keys()),
        moved=sum(places[word] != others[word] for word in places.keys() & others.keys()),
        regions=sum((_regions(before) - _regions(after)).values()) + sum((_regions(after) - _regions(before)).values()),
    )


def _places(lines: Sequence[PlainLine]) -> dict[tuple[Box, str | None, int], int]:
    """Return the number of the line of each word; twins in a line are distinguished by their order."""
    return {
        (*word, line.words[:i].count(word)): number
        for number, line in enumerate(lines)
        for i, word in enumerate(line.words)
    }


def _regions(page: PageRecord) -> Counter[tuple[Box, str, tuple[Box, ...]]]:
    """Return the regions with the boxes of their lines."""
    inside: dict[int, list[Box]] = {}
    for line in page.lines:
        if line.region is not None:
            inside.setdefault(line.region, []).append(line.box)
    return Counter((r.box, r.kind, tuple(sorted(inside.get(i, [])))) for i, r in enumerate(page.regions))


class KeptWhole:
    """Collects the reasons for which lines were not cut."""

    def __init__(self) -> None:
        self.notes: list[str] = []

    def __call__(self, event: Event) -> None:
        if isinstance(event, Note) and "kept whole" in event.text:
            self.notes.append(event.text)


def alto_errors(path: Path) -> list[str]:
    """Return what is wrong with a new ALTO document."""
    grammar = etree.RelaxNG(etree.parse(_GRAMMAR))
    document = etree.parse(path)
    grammar.validate(document)
    errors = [f"line {error.line}: {error.message}" for error in grammar.error_log]
    ids = [element.get("ID") for element in document.iter() if element.get("ID")]
    errors += [f"the identifier {ref} is used twice" for ref in sorted({ref for ref in ids if ids.count(ref) > 1})]
    tags = {tag.get("ID") for tag in document.iter("{*}OtherTag")}
    used = {ref for element in document.iter() for ref in (element.get("TAGREFS") or "").split()}
    return errors + [f"there is no tag {ref}" for ref in sorted(used - tags)]
