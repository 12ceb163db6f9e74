"""Measuring what a model reads on whole pages against transcripts of them, from the scan to the text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.errors import DuctusError, InputError, Stopped
from core.evaluation.page_text import PageText, bootstrap_ratio, error_rates
from core.evaluation.word_errors import Shape, found_boxes, found_lines, word_fates
from core.events import JobPart, Listener, Note, Progress, ShouldStop
from core.formats.archive import unpack_sources
from core.formats.image_search import search_images
from core.formats.records import PageRecord, line_text, lines_in_order
from core.formats.sources import read_unpacked
from core.geometry import Box
from core.jobs.export.content import Content, ExportWord, gather_content, page_record
from core.language import tr
from core.project.content.models import Model, get_model
from core.project.content.pages import Page, list_pages
from core.project.content.words import word_ids
from core.project.file_store import hash_file
from core.project.project import Project
from core.project.word_images import load_images
from core.store.summary import images_learnt_from
from core.training.samples import are_known


@dataclass(frozen=True, slots=True)
class _PageFigures:
    """One page: its name, its text, and what was found of its lines and words."""

    name: str
    text: PageText
    lines: tuple[int, int, int]
    """True lines found, true lines, and lines in the project."""
    words: tuple[int, int, int] | None
    """The same of words; None if the transcript has no boxes of words."""
    unread: int
    """Words of the project without a suggestion of the model."""


def evaluate_pages(
    project: Project, truth: Sequence[Path], model: str | None, emit: Listener, should_stop: ShouldStop
) -> dict[str, Any]:
    """Compare the suggestions of a model on whole pages with the transcripts in ``truth`` of the same images.

    ``truth`` are files or folders of a format with lines and text (PAGE, ALTO ...). A page of the project belongs to a
    page of the transcripts with the same image, or with an image of the same name. Typed texts are not counted:
    only suggestions are. Pages with a word whose image the model learnt from are left out; ``learnt`` is their number.
    Raises InputError if no page is left, and Stopped.
    """
    chosen = get_model(project, model)
    name = chosen.name
    known = {page.image: page.name for page in list_pages(project)}
    with unpack_sources(list(truth)) as unpacked, search_images(known=known):
        written = read_unpacked(unpacked.paths).pages
        transcribed = _pair(project, [page for page in written if any(_true_texts(page))], emit)
        if not transcribed:
            raise InputError.at(
                truth[0],
                tr("it has no transcribed page of an image in this project"),
                hint=tr("Import the images first"),
            )
        words = {page.id: word_ids(project, page_id=page.id, not_a_word=False) for page, _ in transcribed}
        of_model = _words_learnt_from(project, chosen, [word for ids in words.values() for word in ids], emit)
        pairs = [pair for pair in transcribed if of_model.isdisjoint(words[pair[0].id])]
        learnt = len(transcribed) - len(pairs)
        if not pairs:
            raise InputError.at(
                truth[0],
                tr(
                    "'{name}' learnt from words of all {learnt} pages, so there is nothing to measure on",
                    name=name,
                    learnt=learnt,
                ),
                hint=tr("Choose pages that no model was trained on"),
            )
        figures = []
        for done, (page, record) in enumerate(pairs, start=1):
            figures.append(_measure(gather_content(project, [page], words[page.id], name), page, record))
            emit(Progress(JobPart.PAGES, done, len(pairs)))
            if should_stop():
                raise Stopped.of("Stopped; nothing was changed.")
    return {"model": name, "pages": len(figures), "learnt": learnt, **_summarise(figures)}


def _words_learnt_from(project: Project, model: Model, ids: Sequence[int], emit: Listener) -> set[int]:
    """Return those of the words ``ids`` whose images the model learnt from, cut as they are now."""
    known = images_learnt_from(model.file)
    if not len(known):
        return set()
    found: set[int] = set()
    for block in load_images(project, ids, emit):
        rows = np.flatnonzero(are_known(block.images, known))
        found |= {block.ids[row] for row in rows.tolist()}
    return found


def _pair(project: Project, written: Sequence[PageRecord], emit: Listener) -> list[tuple[Page, PageRecord]]:
    pages = list_pages(project)
    by_image = {(page.sha256, page.frame): page for page in pages}
    by_name = {(Path(page.name).stem, page.frame): page for page in pages}
    pairs = []
    for record in written:
        page = by_name.get((record.image.stem, record.frame))
        if record.image.exists():
            page = by_image.get((hash_file(record.image)[0], record.frame), page)
        if page is None:
            emit(Note(tr("{image} is not in this project and is left out.", image=record.image.name)))
        else:
            pairs.append((page, record))
    return pairs


def _measure(content: Content, page: Page, record: PageRecord) -> _PageFigures:
    read = page_record(content, page, [_as_suggested(word) for word in content.words])
    by_line = [(line, words) for line, words in lines_in_order(read) if words]
    scale = page.width / record.width  # the transcript may be of another copy of the scan
    true = [_scaled_shape(line.polygon or line.box, scale) for line, _ in lines_in_order(record)]
    shapes: list[Shape] = [[word.box for word in words] for _, words in by_line]
    true_words = [_scaled_box(word.box, scale) for word in record.words]
    found_words = [word.box for word in read.words]
    return _PageFigures(
        page.name,
        PageText(
            tuple(_true_texts(record)),
            tuple(" ".join(word.text for word in words if word.text) for _, words in by_line),
        ),
        (found_lines(_ink(page), true, shapes), len(true), len(shapes)),
        (found_boxes(true_words, found_words), len(true_words), len(found_words)) if true_words else None,
        sum(word.prediction is None for word in content.words),
    )


def _as_suggested(word: ExportWord) -> ExportWord:
    """Return the word with the model's suggestion as its text, whatever a person typed."""
    return replace(word, text=None if word.prediction is None else word.prediction.text)


def _true_texts(record: PageRecord) -> Iterable[str]:
    return (line_text(line, words) or "" for line, words in lines_in_order(record))


def _scaled_box(box: Box, scale: float) -> Box:
    x, y, w, h = (round(value * scale) for value in box)
    return x, y, w, h


def _scaled_shape(shape: Any, scale: float) -> Shape:
    if isinstance(shape[0], int):
        return [_scaled_box(shape, scale)]
    return [tuple((round(x * scale), round(y * scale)) for x, y in shape)]


def _ink(page: Page) -> NDArray[np.bool_]:
    """Return where the page [H, W] has ink; everywhere if its image cannot be read or shows none."""
    import cv2

    from core.imaging.read import read_gray
    from core.imaging.segment.binarise import binarise

    try:
        binary = binarise(read_gray(page.image, page.frame))
    except DuctusError:
        binary = None
    if binary is None:
        return np.ones((page.height, page.width), np.bool_)
    mask = cv2.resize(binary.mask.astype(np.uint8), (page.width, page.height), interpolation=cv2.INTER_NEAREST)
    return np.asarray(mask > 0)


def _summarise(figures: Sequence[_PageFigures]) -> dict[str, Any]:
    with_words = [page.words for page in figures if page.words is not None]
    return {
        **error_rates([page.text for page in figures]),
        "fates": word_fates([page.text for page in figures]),
        "lines": _shares([page.lines for page in figures]),
        "words": _shares(with_words) if with_words else None,
        "unread": sum(page.unread for page in figures),
        "by_page": [
            {"page": page.name, **{name: rate["value"] for name, rate in error_rates([page.text]).items()}}
            for page in figures
        ],
    }


def _shares(counts: Sequence[tuple[int, int, int]]) -> dict[str, Any]:
    """Return the share of the true shapes that were found, with its interval by page, and of those found that are."""
    hits, true, found = np.array(counts, np.int64).T
    return {
        "found": float(hits.sum() / true.sum()) if true.sum() else None,
        "interval": bootstrap_ratio(hits, true),
        "true": int(true.sum()),
        "precision": float(hits.sum() / found.sum()) if found.sum() else None,
    }
