"""The content of an export: pages and words, each with the text to write and where that text is from."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from core.errors import InputError
from core.formats.records import SUGGESTED, LineRecord, PageRecord, RegionRecord, TextOrigin, WordRecord
from core.formats.table import SUGGESTED_PREFIX
from core.project.content.line_words import number_lines
from core.project.content.models import get_model, list_models
from core.project.content.pages import Line, Page, Region, list_lines, list_pages, list_regions
from core.project.content.predictions import Prediction, iter_predictions
from core.project.content.words import WordRow, iter_words, word_ids
from core.project.project import Project
from core.system.files import name_key


@dataclass(frozen=True, slots=True)
class ExportWord:
    """One word: ``text`` is the transcription, else the text of the ``prediction``, else None.

    ``source``: ``imported``, ``typed``, ``accepted``, ``aligned``, ``predicted by MODEL``, or None without a text.
    """

    row: WordRow
    text: str | None
    source: str | None
    prediction: Prediction | None
    model: str | None = None
    """The model of the prediction."""

    @property
    def origin(self) -> TextOrigin | None:
        """The origin of the text, with the confidence of the model's suggestion."""
        prediction, row = self.prediction, self.row
        if row.text is not None and row.source is not None:
            confidence = prediction.confidence if prediction is not None and row.text == prediction.text else None
            return TextOrigin(str(row.source), row.model, confidence)
        if self.text is None or prediction is None:
            return None
        return TextOrigin(SUGGESTED, self.model, prediction.confidence)

    @property
    def is_predicted(self) -> bool:
        """Return whether the text is a prediction."""
        return self.row.text is None and self.text is not None


@dataclass(frozen=True, slots=True)
class Content:
    """The content of an export, without deleted words and what is marked as no word."""

    model: str | None
    """The model whose predictions fill in for missing transcriptions, or None."""
    pages: tuple[Page, ...]
    lines: dict[int, list[Line]]
    """The text lines of every page, by its id."""
    regions: dict[int, list[Region]]
    labels: dict[int, str]
    """A unique name of every page, by its id."""
    words: tuple[ExportWord, ...]
    """In the order of the pages and their reading order; word images without a page are last."""

    def by_page(self) -> dict[int | None, list[ExportWord]]:
        """Return the words by the id of their page; word images without a page under None."""
        words: dict[int | None, list[ExportWord]] = {}
        for word in self.words:
            words.setdefault(word.row.page_id, []).append(word)
        return words


def prediction_model(project: Project, name: str | None = None) -> str | None:
    """Return the model whose predictions fill in: the one named, else the active one, else None.

    Raises InputError for an unknown name.
    """
    if name is None and not any(model.active for model in list_models(project)):
        return None
    return get_model(project, name).name


def choose_words(project: Project, page_ids: Collection[int] | None) -> tuple[list[Page], list[int]]:
    """Return the pages and the ids of the words to export.

    With ``page_ids`` there are no other pages and no word images without a page. Raises InputError for an unknown id.
    """
    pages = list_pages(project)
    if page_ids is None:
        return pages, word_ids(project)
    wanted = set(page_ids)
    pages = [page for page in pages if page.id in wanted]
    if unknown := wanted.difference(page.id for page in pages):
        raise InputError.of("This project has no page {page_id}.", page_id=min(unknown))
    return pages, [word_id for page in pages for word_id in word_ids(project, page_id=page.id)]


def gather_content(project: Project, pages: Sequence[Page], ids: Sequence[int], model: str | None) -> Content:
    """Return the pages with their lines, and the words ``ids`` with the predictions of ``model``."""
    predictions = {} if model is None else {p.word_id: p for p in iter_predictions(project, model, ids)}
    words = tuple(_export_word(row, predictions.get(row.id), model) for row in iter_words(project, ids))
    lines = {page.id: list_lines(project, page.id) for page in pages}
    regions = {page.id: list_regions(project, page.id) for page in pages}
    return Content(model, tuple(pages), lines, regions, _page_labels(list_pages(project)), words)


def page_record(content: Content, page: Page, words: Iterable[ExportWord]) -> PageRecord:
    """Return a page as a record for the format modules, with the name that its image had at the import."""
    on_page = [word for word in words if word.row.box is not None]
    lines, regions = content.lines[page.id], content.regions[page.id]
    numbers, made = number_lines([(word.row.line_id, word.row.line) for word in on_page], [line.id for line in lines])
    region_index = {region.id: index for index, region in enumerate(regions)}
    return PageRecord(
        Path(page.name),
        page.width,
        page.height,
        frame=page.frame,
        words=tuple(
            WordRecord(word.row.box, word.text, word.row.polygon, number, word.row.ref, origin=word.origin)
            for word, number in zip(on_page, made, strict=True)
            if word.row.box is not None
        ),
        lines=tuple(
            LineRecord(
                *(line.box, line.text, line.polygon, line.ref, line.baseline),
                region=region_index.get(line.region_id) if line.region_id is not None else None,
                number=numbers[line.id],
            )
            for line in lines
            if line.id in numbers
        ),
        writer=page.writer,
        regions=tuple(RegionRecord(r.box, r.kind, r.polygon, r.ref, r.text) for r in regions),
    )


def unique_name(wanted: str, taken: set[str]) -> str:
    """Return ``wanted``, or ``wanted-2`` and so on if it is in ``taken`` (ignoring case); add it to ``taken``."""
    name, number = wanted, 1
    while name_key(name) in taken:
        number += 1
        name = f"{wanted}-{number}"
    taken.add(name_key(name))
    return name


def _export_word(row: WordRow, prediction: Prediction | None, model: str | None) -> ExportWord:
    if row.text is not None or prediction is None:
        return ExportWord(row, row.text, row.source, prediction, model)
    return ExportWord(row, prediction.text, f"{SUGGESTED_PREFIX}{model}", prediction, model)


def _page_labels(all_pages: Iterable[Page]) -> dict[int, str]:
    frames = Counter(page.image for page in all_pages)
    taken: set[str] = set()
    labels: dict[int, str] = {}
    for page in all_pages:
        stem = Path(page.name).stem or page.name
        has_frames = page.frame > 0 or frames[page.image] > 1
        labels[page.id] = unique_name(f"{stem}-p{page.frame + 1}" if has_frames else stem, taken)
    return labels
