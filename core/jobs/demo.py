"""The demo: pages of rendered handwriting become a project like any other, trained, recognised and evaluated."""

import shutil
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from core.errors import InputError, Stopped
from core.events import Event, JobPart, Listener, MemberChanged, Note, Progress, ShouldStop
from core.formats.pagexml_write import write_pagexml
from core.formats.records import PageRecord, WordRecord
from core.formats.sources import read_source
from core.jobs.evaluation.evaluate import evaluate, keep_evaluation
from core.jobs.recognition.recognise import recognise
from core.jobs.requests import EvaluateRequest, RecogniseRequest
from core.jobs.results import DemoMade
from core.jobs.training.train import train
from core.language import tr, tr_hint, tr_plural
from core.project.content.lexicon import add_words, lexicon_from_transcriptions
from core.project.content.words import Role
from core.project.import_sources import import_contents
from core.project.project import DATABASE, Project, with_suffix
from core.training.presets import preset
from core.training.train_request import TrainRequest

TRAIN_PAGES, TEST_PAGES, UNREAD_PAGES = 9, 3, 2
"""Pages for training, for testing, and with word boxes but no transcriptions, for Review."""
PAGES = TRAIN_PAGES + TEST_PAGES + UNREAD_PAGES

WORDS = 3000
"""Words of the text; the pages take as many as fit on them."""

CLASSES = 700
"""Different words in the text: enough for the test pages to contain some that no other page has."""

EXTRA_WORDS = 400
"""Words of the lexicon that are on no page: a real lexicon always has more words than the pages."""

_MARKER = "demo.txt"
"""The file by which a demo project is recognised, so that no other project is replaced."""


def write_pages(folder: Path, seed: int, report: Callable[[int, int], None]) -> None:
    """Draw the demo's pages as PNG with PAGE XML beside them, into the folders ``train``, ``test`` and ``unread``.

    The pages of ``unread`` have word boxes without text. ``report(done, total)`` is called after each page; an
    exception that it raises stops the drawing.
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
            raise InputError.at(path, tr("the page could not be written"), hint=tr("Is the disk full?"))
        words = tuple(WordRecord(box, None if part == "unread" else word, line=line) for box, word, line in truth)
        write_pagexml(PageRecord(path, image.shape[1], image.shape[0], words=words), path.with_suffix(".xml"))
        report(number, len(parts))


def make_project(folder: Path, seed: int, emit: Listener, should_stop: ShouldStop = lambda: False) -> dict[str, int]:
    """Make the demo project at ``folder``; return the number of words of each part (see :func:`write_pages`).

    An earlier demo there is replaced, nothing else. Raises InputError if something else is there, and Stopped; an
    incomplete project is deleted.
    """
    from core.imaging.synth.corpus import english_words

    _delete_earlier_demo(folder)

    def report(done: int, total: int) -> None:
        emit(Progress(JobPart.PAGES, done, total))
        if should_stop():
            raise Stopped.of("Stopped before the demo project was complete. Nothing was kept.")

    with TemporaryDirectory() as sources, Project.create(folder) as project:
        try:
            project.files.write(_MARKER, b"Made by `ductus demo`, which may replace it.\n")
            write_pages(Path(sources), seed, report)
            n_words = {}
            for part, role in (("train", Role.TRAIN), ("test", Role.TEST), ("unread", Role.TRAIN)):
                summary = import_contents(project, read_source(Path(sources, part), "pagexml"), role=role)
                n_words[part] = summary.words
            lexicon_from_transcriptions(project)
            add_words(project, english_words()[:EXTRA_WORDS], added_by="demo")
        except BaseException:
            project.close()
            shutil.rmtree(project.folder, ignore_errors=True)
            raise
    return n_words


def make_pages(folder: Path, seed: int, emit: Listener, should_stop: ShouldStop = lambda: False) -> DemoMade:
    """Make the demo project without training."""
    folder = with_suffix(folder)
    n_words = make_project(folder, seed, emit, should_stop)
    return DemoMade(folder, PAGES, n_words["train"], n_words["test"], n_words["unread"])


def run_demo(folder: Path, seed: int, device: str, emit: Listener, should_stop: ShouldStop) -> dict[str, Any]:
    """Make the demo project, train, recognise, evaluate; return the evaluation with the results of the other steps."""
    folder = with_suffix(folder)
    note = tr_plural(
        "Writing {n} page of rendered handwriting to {folder}.",
        "Writing {n} pages of rendered handwriting to {folder}.",
        PAGES,
        folder=folder,
    )
    emit(Note(note))
    n_words = make_project(folder, seed, emit, should_stop)
    note = tr(
        "Transcribed words for training: {train} on {train_pages} pages; for testing: {test} on {test_pages} "
        "pages. Not transcribed: {unread} on {unread_pages} pages.",
        train_pages=TRAIN_PAGES,
        test_pages=TEST_PAGES,
        unread_pages=UNREAD_PAGES,
        **n_words,
    )
    emit(Note(note))

    def emit_essential(event: Event) -> None:
        """Pass on progress and finished members only."""
        if isinstance(event, Progress | MemberChanged):
            emit(event)

    with Project.open(folder) as project:
        trained = train(project, TrainRequest(preset("demo"), seed, device, name="demo"), emit_essential, should_stop)
        read = recognise(project, RecogniseRequest(words="all", device=device), emit_essential, should_stop)
        result = evaluate(project, EvaluateRequest(device=device), emit_essential, should_stop)
        keep_evaluation(project, result)
    return result | {
        "project": str(folder),
        "train_words": n_words["train"],
        "test_words": n_words["test"],
        "unread_words": n_words["unread"],
        "trained": {name: value for name, value in asdict(trained).items() if name != "comparison"},
        "read": read,
    }


def _delete_earlier_demo(folder: Path) -> None:
    if not folder.exists():
        return
    if not (folder / _MARKER).is_file() or not (folder / DATABASE).is_file():
        raise InputError.at(
            folder,
            tr("something that is not an earlier demo is already there"),
            hint=tr_hint("Name another folder: ductus demo DIR", "Choose another folder"),
        )
    shutil.rmtree(folder)
