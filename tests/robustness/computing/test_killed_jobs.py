"""A training, recalibration and recognition are killed at random moments: the next run ends as if nothing had been."""

from __future__ import annotations

import shutil
from collections import Counter
from functools import partial
from pathlib import Path

import pytest
from executor_helpers import WORDS, handwriting
from PIL import Image
from robustness_helpers import (
    TOTAL_KILLS,
    KillTrial,
    assert_intact,
    long_run_only,
    read_transcriptions,
    run_in_process,
    start_ductus,
)
from tally import Harm, tally

from core.formats.records import PageRecord, SourceContents, WordRecord
from core.project.content.lexicon import add_words
from core.project.content.models import get_model, list_models, recalibrated_files
from core.project.content.predictions import iter_predictions
from core.project.content.runs import list_runs
from core.project.content.words import word_ids
from core.project.import_sources import import_contents
from core.project.project import Project
from core.store.model_file import load_ensemble, member_digest

pytestmark = [pytest.mark.timeout(1800), long_run_only]
UNTRANSCRIBED = 700 if TOTAL_KILLS else 60
"""In the long run three blocks of words, so that a kill may come when only some predictions are stored."""


@pytest.fixture(scope="module")
def other_words(trained: tuple[Path, list[str]], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the trained project with words in its list that it had not when it was trained."""
    folder = tmp_path_factory.mktemp("other") / trained[0].name
    shutil.copytree(trained[0], folder)
    with Project.open(folder) as project:
        add_words(project, [f"{word}s" for word in WORDS], added_by="names.txt")
    return folder


def test_killed_recalibration_ends_with_the_same_gates(other_words: Path, tmp_path: Path) -> None:
    trial = KillTrial("recalibration", other_words, tmp_path, 1 / 6)
    command = ("recalibrate", trial.project, "--device", "cpu")
    start = partial(start_ductus, *command)
    before = read_transcriptions(other_words)

    def calibrations() -> list[list[str]]:
        with Project.open(trial.project, read_only=True) as project:
            files = recalibrated_files(project, get_model(project))
        return [[member_digest(member) for member in load_ensemble(file).members] for file in files]

    trial.measure(start)
    expected = calibrations()
    assert len(expected) == 1 and len(expected[0]) == 2
    moments: Counter[str] = Counter()
    for child in trial.kills(start):
        moments[child.moment] += 1
        assert_intact(trial.project, before)
        assert calibrations() in ([], expected)
        run_in_process(*command)
        assert calibrations() == expected
        assert_intact(trial.project, before)
    print(f"recalibration: {trial.count} kills, {dict(moments)}")
    outcome = "the model stayed as it was, the next run ended with the same gates and thresholds (same digests)"
    tally(Harm.KILLED_COMMANDS, "kill -9 while recalibrating", trial.count, outcome)


@pytest.fixture(scope="module")
def untranscribed(trained: tuple[Path, list[str]], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the trained project with a page full of words without a transcription."""
    base = tmp_path_factory.mktemp("untranscribed")
    folder = base / trained[0].name
    shutil.copytree(trained[0], folder)
    images = [Image.open(crop.image) for crop in handwriting(base / "more", WORDS * 6, seed=2).crops]
    columns, width, height = 20, 120, 50
    page_image = Image.new("L", (columns * width, -(-UNTRANSCRIBED // columns) * height), 255)
    boxes = []
    for number in range(UNTRANSCRIBED):
        image = images[number % len(images)].resize((width - number % 17 - 4, height - number % 7 - 4))
        corner = (number % columns * width, number // columns * height)
        page_image.paste(image, corner)
        boxes.append(WordRecord((*corner, *image.size), None, line=number // columns))
    page_image.save(base / "page.png")
    with Project.open(folder) as project:
        page = PageRecord(base / "page.png", *page_image.size, words=tuple(boxes))
        import_contents(project, SourceContents(pages=(page,)))
    return folder


def test_killed_recognition_ends_with_the_same_predictions(untranscribed: Path, tmp_path: Path) -> None:
    trial = KillTrial("recognition", untranscribed, tmp_path, 1 / 30)
    command = ("recognise", trial.project, "--words", "unread", "--device", "cpu")
    start = partial(start_ductus, *command)
    before = read_transcriptions(untranscribed)

    def stored() -> list[object]:
        with Project.open(trial.project, read_only=True) as project:
            return list(iter_predictions(project, "m", word_ids(project)))

    trial.measure(start)
    expected = stored()
    assert len(expected) == UNTRANSCRIBED
    moments: Counter[str] = Counter()
    for _ in trial.kills(start):
        assert_intact(trial.project, before)
        kept = stored()
        assert all(prediction in expected for prediction in kept)
        moments["none kept yet" if not kept else "all kept" if len(kept) == UNTRANSCRIBED else "a part kept"] += 1
        run_in_process(*command)
        assert stored() == expected
        assert_intact(trial.project, before)
    print(f"recognition: {trial.count} kills, {dict(moments)}")
    outcome = "no transcription changed, the next run gave the same predictions"
    tally(Harm.KILLED_COMMANDS, "kill -9 while recognising", trial.count, outcome)


def test_killed_training_resumes_to_the_same_model(
    untrained: Path, trained: tuple[Path, list[str]], train_options: tuple[str, ...], tmp_path: Path
) -> None:
    trial = KillTrial("training", untrained, tmp_path, 1 / 6)
    command = ("train", trial.project, *train_options)
    start = partial(start_ductus, *command)
    before = read_transcriptions(untrained)
    trial.measure(start)
    moments: Counter[str] = Counter()
    for child in trial.kills(start):
        moments[child.moment] += 1
        assert_intact(trial.project, before)
        with Project.open(trial.project) as project:
            runs, models = list_runs(project), [model.name for model in list_models(project)]
        if runs and runs[0].state == "done":
            assert models == ["m"]
            continue
        result = run_in_process(*(("train", trial.project, "--resume", runs[0].id) if runs else command))
        assert result["members"] == result["asked"] == 2 and result["manifest"] == trained[1]
        assert_intact(trial.project, before)
        with Project.open(trial.project) as project:
            assert [model.name for model in list_models(project)] == ["m"]
            assert [run.state for run in list_runs(project)] == ["done"]
    print(f"training: {trial.count} kills, {dict(moments)}")
    outcome = "no partial model listed, resumed to the same model (same manifest)"
    tally(Harm.KILLED_COMMANDS, "kill -9 while training", trial.count, outcome)
