"""Words with their text, page and writer, from a table of word images or from a project."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.errors import InputError
from core.events import ignore_events
from core.formats import table
from core.imaging.normalise import normalise_all
from core.imaging.read import read_gray
from core.project.content.words import get_words, labelled_words
from core.project.project import DATABASE, Project, project_folder
from core.project.word_images.loading import load_all_images
from research.benchmark.folds import Origins

Loader = Callable[[Sequence[int]], tuple[NDArray[np.int64], NDArray[np.uint8]]]


@dataclass(frozen=True, slots=True)
class LabelledWords:
    """N words with a text."""

    texts: tuple[str, ...]
    origins: Origins
    places: tuple[str, ...]
    """[N] the page of each word, or a name of its own where no page is known."""
    load: Loader
    """Returns those of the given words whose image can be read, and the images [M, 50, 250]."""


def read_labelled_words(source: Path) -> LabelledWords:
    """Read a table, the one table in a folder, or the checked words of a project. Raises InputError."""
    if (project_folder(source) / DATABASE).is_file():
        with Project.open(source, read_only=True) as project:
            return _from_project(project, source)
    crops = [crop for crop in table.read(source).crops if crop.text]

    def load(rows: Sequence[int]) -> tuple[NDArray[np.int64], NDArray[np.uint8]]:
        return np.array(rows, np.int64), normalise_all(read_gray(crops[row].image) for row in rows)

    return LabelledWords(
        tuple(str(crop.text) for crop in crops),
        Origins(tuple(crop.page or "" for crop in crops), tuple(crop.writer or "" for crop in crops)),
        tuple(crop.page or str(crop.image) for crop in crops),
        load,
    )


def _from_project(project: Project, source: Path) -> LabelledWords:
    labelled = labelled_words(project)
    if not labelled:
        raise InputError.at(source, "no word of this project is transcribed", hint="Check some words first")
    ids = [word_id for word_id, _ in labelled]
    words = get_words(project, ids)
    names: dict[int, str] = dict(project.query("SELECT id, name FROM page"))
    pages = tuple(
        word.page_label or "" if word.page_id is None else f"{names[word.page_id]} ({word.page_id})" for word in words
    )

    def load(rows: Sequence[int]) -> tuple[NDArray[np.int64], NDArray[np.uint8]]:
        with Project.open(source, read_only=True) as again:
            block = load_all_images(again, [ids[row] for row in rows], ignore_events)
        row_of = {ids[row]: row for row in rows}
        return np.array([row_of[word_id] for word_id in block.ids], np.int64), block.images

    return LabelledWords(
        tuple(text for _, text in labelled),
        Origins(pages, tuple(word.writer or "" for word in words)),
        tuple(page or f"word {word_id}" for page, word_id in zip(pages, ids, strict=True)),
        load,
    )
