"""The demo: pages of made-up handwriting become a project like any other, trained, read and measured."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from core.errors import InputError, Stopped
from core.events import Event, Listener
from core.formats.pagexml_write import write_pagexml
from core.formats.records import PageRecord, WordRecord
from core.formats.sources import read_source
from core.jobs.recognition.evaluate import EvaluateRequest, evaluate
from core.jobs.recognition.recognise import RecogniseRequest, recognise
from core.jobs.training.train import TrainRequest, train
from core.project.content.lexicon import add_words, lexicon_from_transcriptions
from core.project.content.models import get_model, save_evaluation
from core.project.importing.import_sources import import_contents
from core.project.project import SUFFIX, Project
from core.training.presets import preset

TRAIN_PAGES, TEST_PAGES, UNREAD_PAGES = 9, 3, 2
"""Pages to train on, to measure on, and with words in boxes that nobody has read: those are for reviewing."""

WORDS = 3000
"""So many words are ready to be written; the pages take what fits on them."""

CLASSES = 700
"""Distinct words among them: enough that the pages for testing hold some that no other page does."""

EXTRA_WORDS = 400
"""Words put into the lexicon that stand on no page: a lexicon always holds more than the pages do."""


def write_pages(folder: Path, seed: int, tell: Callable[[int, int], None]) -> None:
    """Draw the demo's pages as PNG with PAGE XML beside them, into a folder of ``folder`` for each part.

    The parts are ``train``, ``test`` and ``unread``; on the pages of the last the words have boxes and no text.
    ``tell(done, total)`` is called after each page; what it raises ends the drawing.
    """
    import cv2
    import numpy as np

    from core.imaging.synth.corpus import demo_text
    from core.imaging.synth.page import render_page
    from core.imaging.synth.writer import Writer

    rng = np.random.default_rng(seed)
    writer = Writer()
    text = demo_text(seed, WORDS, CLASSES)
    parts = ["train"] * TRAIN_PAGES + ["test"] * TEST_PAGES + ["unread"] * UNREAD_PAGES
    for number, part in enumerate(parts, start=1):
        image, truth = render_page(text, writer, rng)
        text = text[len(truth) :]
        path = folder / part / f"letter-{number:02d}.png"
        path.parent.mkdir(parents=True, exist_ok=True)
        if not cv2.imwrite(str(path), image):
            raise InputError.at(path, "the page could not be written", hint="Is the disk full?")
        read = part != "unread"
        words = tuple(WordRecord(box, word if read else None, line=line) for box, word, line in truth)
        write_pagexml(PageRecord(path, image.shape[1], image.shape[0], words=words), path.with_suffix(".xml"))
        tell(number, len(parts))


def make_project(
    folder: Path, seed: int, emit: Listener, should_stop: Callable[[], bool] = lambda: False
) -> dict[str, int]:
    """Make the demo project at ``folder`` and return how many words each part has (see :func:`write_pages`).

    An earlier demo there is replaced, anything else is not touched. Raises Stopped when ``should_stop`` says
    so; a project that was not finished is taken away again.
    """
    from core.imaging.synth.corpus import english_words

    _clear_earlier_demo(folder)

    def tell(done: int, total: int) -> None:
        emit({"event": "progress", "part": "pages", "done": done, "total": total})
        if should_stop():
            raise Stopped("Stopped before the demo project was finished; nothing was kept of it.")

    with TemporaryDirectory() as aside, Project.create(folder) as project:
        try:
            (project.folder / _MARK).write_text("Made by `ductus demo`; made anew by the next one.\n", encoding="utf-8")
            write_pages(Path(aside), seed, tell)
            count = {}
            for part, role in (("train", "train"), ("test", "test"), ("unread", "train")):
                summary = import_contents(project, read_source(Path(aside) / part, "pagexml"), role=role)
                count[part] = summary.words
            lexicon_from_transcriptions(project)
            add_words(project, english_words()[:EXTRA_WORDS], added_by="demo")
        except BaseException:
            project.close()
            shutil.rmtree(project.folder, ignore_errors=True)
            raise
    return count


def make_pages(
    folder: Path, seed: int, emit: Listener, should_stop: Callable[[], bool] = lambda: False
) -> dict[str, Any]:
    """Make the demo project and leave it at that; returns its folder and its counts of pages and words."""
    folder = _named(folder)
    count = make_project(folder, seed, emit, should_stop)
    return {
        "project": str(folder),
        "pages": TRAIN_PAGES + TEST_PAGES + UNREAD_PAGES,
        **{f"{part}_words": words for part, words in count.items()},
    }


def run_demo(folder: Path, seed: int, device: str, emit: Listener, should_stop: Callable[[], bool]) -> dict[str, Any]:
    """Make, train, read, measure; returns the evaluation with the project's folder and the counts of words."""

    def step(text: str) -> None:
        emit({"event": "note", "text": text})

    folder = _named(folder)
    pages = TRAIN_PAGES + TEST_PAGES + UNREAD_PAGES
    step(f"Writing {pages} pages of made-up handwriting into {folder}.")
    count = make_project(folder, seed, emit, should_stop)
    step(
        f"{count['train']} transcribed words on {TRAIN_PAGES} pages are for training; "
        f"{count['test']} on {TEST_PAGES} other pages are kept to measure on; "
        f"{count['unread']} on {UNREAD_PAGES} more nobody has read yet."
    )
    with Project.open(folder) as project:
        request = TrainRequest(preset("demo"), seed, device, name="demo")
        trained = train(project, request, _quietly(emit), should_stop)
        read = recognise(project, RecogniseRequest(words="all", device=device), _quietly(emit), should_stop)
        result = evaluate(project, EvaluateRequest(device=device), _quietly(emit), should_stop)
        save_evaluation(get_model(project), result)
    return result | {
        "project": str(folder),
        "train_words": count["train"],
        "test_words": count["test"],
        "unread_words": count["unread"],
        "trained": trained,
        "read": read,
    }


_MARK = "demo.txt"


def _named(folder: Path) -> Path:
    """The folder under the name that a project of this name gets."""
    return folder if folder.suffix == SUFFIX else folder.with_name(folder.name + SUFFIX)


def _clear_earlier_demo(folder: Path) -> None:
    if not folder.exists():
        return
    if not (folder / _MARK).is_file() or not (folder / "project.sqlite").is_file():
        raise InputError.at(
            folder, "this folder is there already and is not an earlier demo", hint="Name another: ductus demo DIR"
        )
    shutil.rmtree(folder)


def _quietly(emit: Listener) -> Listener:
    """Pass on what a first look needs: progress and finished readers."""

    def hear(event: Event) -> None:
        if event["event"] in ("progress", "member"):
            emit(event)

    return hear
