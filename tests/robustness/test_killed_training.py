"""Training and recognition are killed at random moments: what is listed is whole, and going on ends complete."""

from __future__ import annotations

import shutil
from collections import Counter
from pathlib import Path

import pytest
from executor_helpers import WORDS, handwriting, labelled_project
from harm_helpers import ASKED, Killer, again, assert_whole, ductus, in_the_long_run, kills, readings_of
from PIL import Image
from tally import Harm, tally

from core.formats.records import PageRecord, SourceContents, WordRecord
from core.project.content.models import list_models
from core.project.content.predictions import iter_predictions
from core.project.content.runs import list_runs
from core.project.content.words import WordFilter, word_ids
from core.project.importing.import_sources import import_contents
from core.project.project import Project

pytestmark = [pytest.mark.timeout(1800), in_the_long_run]
TRAIN = (
    "--preset",
    "quick",
    "--steps",
    "10",
    "--gates",
    "4",
    "--set",
    "gate_epochs=1",
    "--set",
    "gate_depth=2",
    "--set",
    "batch=8",
    "--seed",
    "3",
    "--device",
    "cpu",
    "--name",
    "m",
)
UNREAD = 2300 if ASKED else 60
"""In the long run more than one block of words, so that a reading can be killed with a part of it kept."""


@pytest.fixture(scope="module")
def untrained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    with labelled_project(tmp_path_factory.mktemp("untrained")) as project:
        return project.folder


@pytest.fixture(scope="module")
def trained(untrained: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str]]:
    """The project after a training that nobody disturbed, and its manifest."""
    folder = tmp_path_factory.mktemp("trained") / untrained.name
    shutil.copytree(untrained, folder)
    return folder, again("train", folder, *TRAIN)["manifest"]


def test_training_goes_on_to_the_same_model(untrained: Path, trained: tuple[Path, list[str]], tmp_path: Path) -> None:
    times = kills(0.1, 1)
    folder = tmp_path / untrained.name
    known = readings_of(untrained)

    def fresh() -> None:
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(untrained, folder)

    killer = Killer("training")
    fresh()
    killer.measure(lambda: ductus("train", folder, *TRAIN))
    found: Counter[str] = Counter()
    for _ in range(times):
        child = killer.kill(lambda: ductus("train", folder, *TRAIN), fresh)
        parts = [f"{e['part']} {e['member'] + 1}" for e in child.events if e.get("event") == "progress"]
        found[parts[-1] if parts else "before the first reader"] += 1
        assert_whole(folder, known)
        with Project.open(folder) as project:
            begun, listed = list_runs(project, "train"), [model.name for model in list_models(project)]
        if begun and begun[0].state == "done":
            assert listed == ["m"]
            continue
        result = again("train", folder, "--resume", begun[0].id) if begun else again("train", folder, *TRAIN)
        assert result["members"] == result["asked"] == 2 and result["manifest"] == trained[1]
        assert_whole(folder, known)
        with Project.open(folder) as project:
            assert [model.name for model in list_models(project)] == ["m"]
            assert [run.state for run in list_runs(project, "train")] == ["done"]
    print(f"training: {times} kills, {dict(found)}")
    tally(
        Harm.KILLED_COMMANDS,
        "kill -9 while training",
        times,
        "no partial model listed, resumed to the same model (same manifest)",
    )


@pytest.fixture(scope="module")
def unread(trained: tuple[Path, list[str]], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The trained project with a page full of words that nobody has read."""
    base = tmp_path_factory.mktemp("unread")
    folder = base / trained[0].name
    shutil.copytree(trained[0], folder)
    pictures = [Image.open(crop.image) for crop in handwriting(base / "more", WORDS * 6, seed=2).crops]
    columns, width, height = 20, 120, 50
    sheet = Image.new("L", (columns * width, -(-UNREAD // columns) * height), 255)
    boxes = []
    for number in range(UNREAD):
        picture = pictures[number % len(pictures)].resize((width - number % 17 - 4, height - number % 7 - 4))
        corner = (number % columns * width, number // columns * height)
        sheet.paste(picture, corner)
        boxes.append(WordRecord((*corner, *picture.size), None, line=number // columns))
    sheet.save(base / "sheet.png")
    with Project.open(folder) as project:
        page = PageRecord(base / "sheet.png", *sheet.size, words=tuple(boxes))
        import_contents(project, SourceContents("pagexml", pages=(page,)))
    return folder


def test_recognition_goes_on_to_the_same_predictions(unread: Path, tmp_path: Path) -> None:
    times = kills(0.1, 1)
    folder = tmp_path / unread.name
    known = readings_of(unread)
    arguments = ("recognise", folder, "--words", "unread", "--device", "cpu")

    def fresh() -> None:
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(unread, folder)

    def said() -> list[object]:
        with Project.open(folder, read_only=True) as project:
            return list(iter_predictions(project, "m", word_ids(project, WordFilter())))

    killer = Killer("recognition")
    fresh()
    killer.measure(lambda: ductus(*arguments))
    whole = said()
    assert len(whole) == UNREAD
    found: Counter[str] = Counter()
    for _ in range(times):
        killer.kill(lambda: ductus(*arguments), fresh)
        assert_whole(folder, known)
        kept = said()
        assert all(prediction in whole for prediction in kept)
        found["none kept yet" if not kept else "all kept" if len(kept) == UNREAD else "a part kept"] += 1
        again(*arguments)
        assert said() == whole
        assert_whole(folder, known)
    print(f"recognition: {times} kills, {dict(found)}")
    tally(
        Harm.KILLED_COMMANDS,
        "kill -9 while recognising",
        times,
        "no transcription changed, the next run gave the same predictions",
    )
