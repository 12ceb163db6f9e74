"""The beginning of an export and its amount, for a person to look at before anything is written."""

import csv
import io
import json
from collections.abc import Callable, Collection
from dataclasses import dataclass
from itertools import dropwhile, islice
from pathlib import Path
from tempfile import TemporaryDirectory

from core.events import ignore_events
from core.formats.images import CROP_SUFFIXES
from core.formats.registry import writer_of
from core.jobs.export.content import Content, ExportWord, gather_content, prediction_model
from core.jobs.export.documents import write_text
from core.jobs.export.export_project import write_content
from core.jobs.export.table import table_text, words_folder
from core.lazy_import import import_function
from core.project.content.pages import list_pages
from core.project.content.words import word_ids
from core.project.project import Project

LINES = 60
"""Lines of a text, or rows of a table, in a preview: more than a dialog shows."""


Rows = tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class ExportAmount:
    """The number of pages and words in an export; of the words how many are transcribed, predicted and neither."""

    pages: int
    words: int
    transcribed: int
    predicted: int
    empty: int
    left_out: int
    """Word images without a page that the format or the choice of pages excludes."""


@dataclass(frozen=True, slots=True)
class Preview:
    """The first lines of a text, or the first rows of a table (a header before them); and the amount."""

    beginning: str | Rows
    amount: ExportAmount


def preview(
    project: Project, format: str, out: Path, with_suggestions: bool = False, page_ids: Collection[int] | None = None
) -> Preview:
    """Return what :func:`core.jobs.export.export_project.export` would write first; only a temporary file is written.

    Only the first page with words (or the first word images without a page) is read, so that a large project is as
    fast as a small one. Raises InputError for an unknown format.
    """
    writer = writer_of(format)
    model = prediction_model(project) if with_suggestions else None
    content = _first_content(project, model, page_ids)
    amount = count_amount(project, model, page_ids, with_word_images=writer.has_word_images)
    return Preview(import_function(writer.preview)(project, content, format, out), amount)


def first_lines(project: Project, content: Content, format: str, out: Path) -> str:
    """Return the first lines of the first file of an export to ``out``."""
    return _first_lines_written(lambda file: write_content(project, content, format, file, ignore_events))


def lines_of_text_element(project: Project, content: Content, format: str, out: Path) -> str:
    """Return the first lines of ``<text>``: a header before it fills a preview, and has the counts of all pages."""
    return _first_lines_written(lambda file: write_content(project, content, format, file, ignore_events), "<text>")


def lines_over_scans(project: Project, content: Content, format: str, out: Path) -> str:
    """Return the first lines of the text, where only that can be shown."""
    return _first_lines_written(lambda file: write_text(project, content, file, ignore_events))


def first_rows(project: Project, content: Content, format: str, out: Path) -> Rows:
    """Return the header and the first rows of a table ``out``."""
    folder = words_folder(out)
    files = {word.row.id: f"{folder}/{word.row.id}{_image_suffix(word)}" for word in content.words[:LINES]}
    return tuple(tuple(row) for row in csv.reader(io.StringIO(table_text(content, files), newline="")))


def count_amount(
    project: Project, model: str | None, page_ids: Collection[int] | None = None, *, with_word_images: bool = True
) -> ExportAmount:
    """Count the words of an export with the predictions of ``model`` (None: without predictions)."""
    wanted = None if page_ids is None else json.dumps(sorted(page_ids))
    counts = project.query(
        "SELECT w.page_id IS NULL, count(*), coalesce(sum(w.transcription_id IS NOT NULL), 0),"
        " coalesce(sum(w.transcription_id IS NULL AND p.id IS NOT NULL), 0) FROM word AS w"
        " LEFT JOIN prediction AS p ON p.word_id = w.id AND p.model = :model"
        " WHERE w.deleted = 0 AND w.not_a_word = 0"
        " AND (:pages IS NULL OR w.page_id IS NULL OR w.page_id IN (SELECT value FROM json_each(:pages)))"
        " GROUP BY 1",
        {"model": model, "pages": wanted},
    )
    by_kind = {bool(is_crop): row for is_crop, *row in counts}
    on_pages, crops = by_kind.get(False, [0, 0, 0]), by_kind.get(True, [0, 0, 0])
    with_crops = page_ids is None and with_word_images
    included = [on_pages, crops] if with_crops else [on_pages]
    words, transcribed, predicted = (sum(part[column] for part in included) for column in range(3))
    n_pages = len(page_ids) if page_ids is not None else project.count("SELECT count(*) FROM page")
    empty = words - transcribed - predicted
    return ExportAmount(n_pages, words, transcribed, predicted, empty, 0 if with_crops else crops[0])


def _first_content(project: Project, model: str | None, page_ids: Collection[int] | None) -> Content:
    wanted = None if page_ids is None else set(page_ids)
    for page in list_pages(project):
        if page.words and (wanted is None or page.id in wanted):
            return gather_content(project, [page], word_ids(project, page_id=page.id), model)
    crops = project.query(
        "SELECT id FROM word WHERE page_id IS NULL AND deleted = 0 AND not_a_word = 0 ORDER BY id LIMIT ?",
        (LINES if page_ids is None else 0,),
    )
    return gather_content(project, [], [row[0] for row in crops], model)


def _first_lines_written(write: Callable[[Path], object], beginning: str = "") -> str:
    """Return the first lines of the first file, or the one file, that ``write`` writes, from ``beginning`` on."""
    with TemporaryDirectory() as folder:
        out = Path(folder, "preview")
        write(out)
        files = sorted(out.iterdir()) if out.is_dir() else [out]
        if not files:
            return ""
        with files[0].open(encoding="utf-8") as lines:
            return "".join(islice(dropwhile(lambda line: beginning not in line, lines), LINES))


def _image_suffix(word: ExportWord) -> str:
    """Return the suffix of a word's image in a table: without a page that of its file, of pages ``.png``."""
    suffix = Path(word.row.name or "").suffix.lower() if word.row.page_id is None else ""
    return suffix if suffix in CROP_SUFFIXES else ".png"
