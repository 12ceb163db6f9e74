"""The demo: pages of made-up handwriting become a project like any other, trained, read and measured."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from core.errors import InputError
from core.formats import pagexml
from core.formats.detect import read_source
from core.formats.records import PageRecord, WordRecord
from core.jobs.evaluate import evaluate
from core.jobs.events import Event, Listener
from core.jobs.recognise import recognise
from core.jobs.train import TrainRequest, train
from core.project.importing import import_found
from core.project.lexicon import add_words, lexicon_from_readings
from core.project.project import Project
from core.training.presets import preset

TRAIN_PAGES, TEST_PAGES = 9, 3
WORDS = 3000
"""So many words are ready to be written; the pages take what fits on them."""

CLASSES = 700
"""Distinct words among them: enough that the pages for testing hold some that no other page does."""

EXTRA_WORDS = 400
"""Words put into the lexicon that stand on no page: a lexicon always holds more than the pages do."""


def write_pages(folder: Path, seed: int, tell: Callable[[int, int], None]) -> None:
    """Draw the demo's pages as PNG with PAGE XML beside them, into ``folder/train`` and ``folder/test``."""
    import cv2
    import numpy as np

    from core.imaging.synth.corpus import demo_text
    from core.imaging.synth.page import render_page
    from core.imaging.synth.writer import Writer

    rng = np.random.default_rng(seed)
    writer = Writer()
    text = demo_text(seed, WORDS, CLASSES)
    for number in range(TRAIN_PAGES + TEST_PAGES):
        image, truth = render_page(text, writer, rng)
        text = text[len(truth) :]
        part = folder / ("train" if number < TRAIN_PAGES else "test")
        part.mkdir(parents=True, exist_ok=True)
        path = part / f"letter-{number + 1:02d}.png"
        if not cv2.imwrite(str(path), image):
            raise InputError.at(path, "the page could not be written", mend="Is the disk full?")
        words = tuple(WordRecord(box, word, line=line) for box, word, line in truth)
        page = PageRecord(path, image.shape[1], image.shape[0], words=words)
        pagexml.write(page, path.with_suffix(".xml"))
        tell(number + 1, TRAIN_PAGES + TEST_PAGES)


def make_project(folder: Path, seed: int, emit: Listener) -> dict[str, int]:
    """Make the demo project at ``folder``; an earlier demo there is replaced, anything else is not touched."""
    from core.imaging.synth.corpus import english_words

    _clear_earlier_demo(folder)

    def tell(done: int, total: int) -> None:
        emit({"event": "progress", "part": "pages", "done": done, "total": total})

    with TemporaryDirectory() as aside, Project.create(folder) as project:
        (project.folder / _MARK).write_text(
            "Made by `ductus demo`; made anew by the next one.\n", encoding="utf-8"
        )
        write_pages(Path(aside), seed, tell)
        count = {}
        for role in ("train", "test"):
            summary = import_found(project, read_source(Path(aside) / role, "pagexml"), role=role)
            count[role] = summary.words
        lexicon_from_readings(project)
        add_words(project, english_words()[:EXTRA_WORDS], added_by="demo")
    return count


def run_demo(
    folder: Path, seed: int, device: str, emit: Listener, should_stop: Callable[[], bool]
) -> dict[str, Any]:
    """Make, train, read, measure; returns the evaluation with the counts of words."""

    def step(text: str) -> None:
        emit({"event": "note", "text": text})

    step(f"Writing {TRAIN_PAGES + TEST_PAGES} pages of made-up handwriting into {folder}.")
    count = make_project(folder, seed, emit)
    step(
        f"{count['train']} transcribed words on {TRAIN_PAGES} pages are for training; "
        f"{count['test']} on {TEST_PAGES} other pages are kept to measure on."
    )
    with Project.open(folder) as project:
        request = TrainRequest(preset("demo"), seed, device, name="demo")
        trained = train(project, request, _quietly(emit), should_stop)
        read = recognise(project, None, "all", device, _quietly(emit), should_stop)
        result = evaluate(project, None, device, _quietly(emit), should_stop)
    return result | {
        "train_words": count["train"],
        "test_words": count["test"],
        "trained": trained,
        "read": read,
    }


_MARK = "demo.txt"


def _clear_earlier_demo(folder: Path) -> None:
    if not folder.exists():
        return
    if not (folder / _MARK).is_file() or not (folder / "project.sqlite").is_file():
        raise InputError.at(
            folder, "this folder is there already and is not an earlier demo",
            mend="Name another: ductus demo DIR",
        )  # fmt: skip
    shutil.rmtree(folder)


def _quietly(emit: Listener) -> Listener:
    """Pass on what a first look needs: progress and finished readers."""

    def hear(event: Event) -> None:
        if event["event"] in ("progress", "member"):
            emit(event)

    return hear
