"""Jobs of the starter model that do in no time what the real ones do in minutes: as a script in their place.

``python adaptation_helpers.py`` reads its request as the real ones do, and writes models and predictions without a
network. An adaptation waits in the project's folder for the file ``GO``, which holds "better", "worse" or "fail".
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

from core.events import Failed, JobPart, Progress, Report, write_json_lines
from core.formats.records import PageRecord, SourceContents, WordRecord
from core.jobs.requests import AdaptRequest, BeginRequest, JobRequest, RecogniseRequest, TrainModelRequest, from_line
from core.jobs.results import Adapted, Recognised, Trained
from core.project.content.adapted_starter import ADAPTED, use_adapted_starter, words_to_adapt_to
from core.project.content.lexicon import add_words
from core.project.content.models import STARTER_PRESET, activate_model, model_path, register_model
from core.project.content.predictions import Prediction, save_predictions
from core.project.content.words import select_words
from core.project.import_sources import import_contents
from core.project.project import Project

GO = "go"
ADAPTED_MODEL = "starter-adapted"
FIRST, SECOND = "letter", "captain"
"""The suggestions of the starter model, and of the adapted one for every other word."""


def make_bare_project(folder: Path, words: int) -> Path:
    """Create a project of a blank page with boxes and no transcriptions, and a word list; return its folder."""
    import cv2
    import numpy as np

    sheet = folder / "sheet.png"
    cv2.imwrite(str(sheet), np.full((40 * (words // 20 + 1), 1300, 3), 255, np.uint8))
    boxes = tuple(WordRecord((60 * (n % 20), 40 * (n // 20), 50, 30), None, line=n // 20) for n in range(words))
    with Project.create(folder / "bare") as project:
        page = PageRecord(sheet, 1300, 40 * (words // 20 + 1), words=boxes)
        import_contents(project, SourceContents(pages=(page,)), role="train")
        add_words(project, (FIRST, SECOND), added_by="names.txt")
        return project.folder


def add_model(project: Project, name: str, *, adapted: int = 0, active: bool = True, preset: str = "") -> None:
    """Add a starter model, or one with another preset, whose file is empty."""
    path = model_path(project, name)
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(b"")
    info = {"preset": preset or STARTER_PRESET, **({ADAPTED: adapted} if adapted else {})}
    register_model(project, name, info=info, activate=active)


def suggest(project: Project, model: str) -> int:
    """Add the suggestions of a model for all words without a transcription; return how many."""
    ids = select_words(project, "unread")
    second = SECOND if model == ADAPTED_MODEL else FIRST
    texts = [second if n % 2 else FIRST for n in range(len(ids))]
    rows = zip(ids, texts, strict=True)
    save_predictions(project, model, [Prediction(n, text, "unseen", 1, 1, 1.0) for n, text in rows])
    return len(ids)


_send = write_json_lines()


def _adapt(project: Project) -> None:
    go = project.folder / GO
    _send(Progress(JobPart.ADAPTING, 1, 4))
    while not go.exists():
        time.sleep(0.02)
    verdict = go.read_text(encoding="utf-8")
    if verdict == "fail":
        _send(Failed("The disk is full."))
        sys.exit(1)
    words = len(words_to_adapt_to(project))
    add_model(project, ADAPTED_MODEL, adapted=words, active=False)
    if verdict == "better":
        use_adapted_starter(project, ADAPTED_MODEL)
    _send(Adapted(ADAPTED_MODEL, words, 1, 0, None, verdict == "better", False))


def _run(request: JobRequest, folder: Path | None) -> None:
    assert folder is not None
    with Project.open(folder) as project:
        match request:
            case BeginRequest():
                add_model(project, STARTER_PRESET)
                _send(Report({"model": STARTER_PRESET}))
            case AdaptRequest():
                assert request.keep_active
                _adapt(project)
            case RecogniseRequest():
                assert request.words == "unread"
                model = request.model or STARTER_PRESET
                words = suggest(project, model)
                _send(Recognised(model, words, 0, words, 0, 0, 1, 1.0, (1,)))
            case TrainModelRequest():
                add_model(project, "m", preset="quick")
                activate_model(project, "m")
                _send(Trained(1, "m", 1, 1, "latin", 1, 1, 1, 0, (1,), (), True, None))


if __name__ == "__main__":
    _run(*from_line(sys.stdin.readline()))
