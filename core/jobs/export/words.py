"""What an export tells: every word that counts, with the text to give for it and where that text is from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from core.errors import InputError
from core.formats.records import LineRecord, PageRecord, WordRecord
from core.project.content.models import get_model, list_models
from core.project.content.pages import Page, list_lines, list_pages
from core.project.content.predictions import Prediction, iter_predictions
from core.project.content.words import WordFilter, WordRow, iter_words, word_ids
from core.project.project import Project


@dataclass(frozen=True, slots=True)
class ExportWord:
    """One word: ``text`` is the person's reading, else the model's ``prediction``, else None.

    ``source``: ``imported``, ``typed``, ``accepted``, ``predicted by MODEL``, or None without a text.
    """

    row: WordRow
    text: str | None
    source: str | None
    prediction: Prediction | None

    @property
    def is_predicted(self) -> bool:
        """Whether the text is the model's and no person's."""
        return self.row.text is None and self.text is not None


@dataclass(frozen=True, slots=True)
class Content:
    """All that an export may tell; deleted words and what is no word are left out."""

    project: Project
    model: str | None
    """Whose predictions fill in, None for nobody's."""
    pages: tuple[Page, ...]
    labels: dict[int, str]
    """A name for every page, by its id, that no other page has."""
    words: tuple[ExportWord, ...]
    """Pages in order, each in reading order, lone crops last."""

    def by_page(self) -> dict[int | None, list[ExportWord]]:
        """The words of every page that has any, by its id; lone crops under None."""
        found: dict[int | None, list[ExportWord]] = {}
        for word in self.words:
            found.setdefault(word.row.page_id, []).append(word)
        return found


def gather(
    project: Project, model: str | None = None, with_predictions: bool = True, page_ids: Collection[int] | None = None
) -> Content:
    """The words of a project with the predictions of ``model``, or of the active model if there is one.

    ``page_ids`` leaves out all other pages, and the lone crops. Raises InputError when there is no model of
    that name or no page of such an id.
    """
    name = filling_model(project, model) if with_predictions else None
    if page_ids is None:
        return content_of(project, name, list_pages(project), word_ids(project))
    wanted = set(page_ids)
    chosen = [page for page in list_pages(project) if page.id in wanted]
    if strange := wanted.difference(page.id for page in chosen):
        raise InputError(f"This project has no page {min(strange)}.")
    ids = [word_id for page in chosen for word_id in word_ids(project, WordFilter(page_id=page.id))]
    return content_of(project, name, chosen, ids)


def content_of(project: Project, model: str | None, chosen: Iterable[Page], ids: Sequence[int]) -> Content:
    """The words ``ids``, those of the pages ``chosen`` first; labels stay those they have among all pages."""
    said = {} if model is None else {p.word_id: p for p in iter_predictions(project, model, ids)}
    words = tuple(_word(row, said.get(row.id), model) for row in iter_words(project, ids))
    return Content(project, model, tuple(chosen), _labels(list_pages(project)), words)


def filling_model(project: Project, model: str | None = None) -> str | None:
    """The model whose predictions fill in: the one named, else the active one, else none."""
    if model is None and not any(known.active for known in list_models(project)):
        return None
    return get_model(project, model).name


def page_record(content: Content, page: Page, words: Iterable[ExportWord]) -> PageRecord:
    """A page as the format modules take it, under the name its image had when it was imported."""
    return PageRecord(
        Path(page.name),
        page.width,
        page.height,
        frame=page.frame,
        words=tuple(
            WordRecord(w.row.box, w.text, w.row.polygon, w.row.line, w.row.ref) for w in words if w.row.box is not None
        ),
        lines=tuple(
            LineRecord(line.box, line.text, line.polygon, line.ref) for line in list_lines(content.project, page.id)
        ),
        writer=page.writer,
    )


def distinct(wished: str, taken: set[str]) -> str:
    """``wished``, or ``wished-2`` and so on where it is taken (capitals do not count); notes it in ``taken``."""
    name, number = wished, 1
    while name.casefold() in taken:
        number += 1
        name = f"{wished}-{number}"
    taken.add(name.casefold())
    return name


def _word(row: WordRow, prediction: Prediction | None, model: str | None) -> ExportWord:
    if row.text is not None or prediction is None:
        return ExportWord(row, row.text, row.source, prediction)
    return ExportWord(row, prediction.text, f"predicted by {model}", prediction)


def _labels(all_pages: Iterable[Page]) -> dict[int, str]:
    frames = Counter(page.image for page in all_pages)
    taken: set[str] = set()
    labels: dict[int, str] = {}
    for page in all_pages:
        stem = Path(page.name).stem or page.name
        several = page.frame > 0 or frames[page.image] > 1
        labels[page.id] = distinct(f"{stem}-p{page.frame + 1}" if several else stem, taken)
    return labels
