"""Finding words and adapting the starter model are killed at random moments: the next run ends as if nothing had been.

Nothing is transcribed: these are the first steps with bare scans.
"""

from __future__ import annotations

from collections import Counter
from functools import partial
from pathlib import Path

import pytest
import quick_adaptation
from executor_helpers import WORDS, handwriting
from line_helpers import written
from PIL import Image
from robustness_helpers import KillTrial, assert_intact, long_run_only, run_in_process, start_ductus
from tally import Harm, tally

from core.formats.records import PageRecord, SourceContents, WordRecord
from core.project.content.lexicon import add_words
from core.project.content.models import list_models
from core.project.import_sources import import_contents
from core.project.project import Project
from core.store.model_file import load_ensemble

pytestmark = [pytest.mark.timeout(1800), long_run_only]
PAGES = 4


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a project of pages without lines and words."""
    folder = tmp_path_factory.mktemp("bare")
    pages = []
    for number in range(PAGES):
        image = folder / f"page{number}.png"
        written(image, seed=number)
        pages.append(PageRecord(image, *Image.open(image).size))
    with Project.create(folder / "archive") as project:
        import_contents(project, SourceContents(pages=tuple(pages)))
        return project.folder


def test_killed_segmentation_ends_with_the_same_words(bare: Path, tmp_path: Path) -> None:
    trial = KillTrial("segmentation", bare, tmp_path, 1 / 6)
    command = ("segment", trial.project)
    start = partial(start_ductus, *command)

    def found() -> list[tuple]:
        columns = "page_id, x, y, w, h, polygon, line, position, role, deleted"
        with Project.open(trial.project, read_only=True) as project:
            lines = project.query("SELECT page_id, x, y, w, h, polygon, baseline, position FROM line ORDER BY id")
            return [*project.query(f"SELECT {columns} FROM word ORDER BY id"), *lines]

    trial.measure(start)
    expected = found()
    assert len(expected) > 2 * PAGES
    moments: Counter[str] = Counter()
    for child in trial.kills(start):
        moments[child.moment] += 1
        assert_intact(trial.project)
        assert found() in ([], expected)
        run_in_process(*command)
        assert found() == expected
        assert_intact(trial.project)
    print(f"segmentation: {trial.count} kills, {dict(moments)}")
    outcome = "no half of the pages done, the next run found the same lines and words"
    tally(Harm.KILLED_COMMANDS, "kill -9 while finding words", trial.count, outcome)


@pytest.fixture(scope="module")
def boxes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a project with as many words, none transcribed, as an adaptation needs."""
    folder = tmp_path_factory.mktemp("boxes")
    images = [Image.open(crop.image) for crop in handwriting(folder / "hand", WORDS * 4, seed=2).crops]
    columns, width, height = 20, 120, 50
    sheet = Image.new("L", (columns * width, (quick_adaptation.IMAGES // columns + 1) * height), 255)
    words = []
    for number in range(quick_adaptation.IMAGES + columns):
        image = images[number % len(images)].resize((width - number % 17 - 4, height - number % 7 - 4))
        corner = (number % columns * width, number // columns * height)
        sheet.paste(image, corner)
        words.append(WordRecord((*corner, *image.size), None, line=number // columns))
    sheet.save(folder / "sheet.png")
    with Project.create(folder / "archive") as project:
        import_contents(
            project, SourceContents(pages=(PageRecord(folder / "sheet.png", *sheet.size, words=tuple(words)),))
        )
        add_words(project, [*WORDS, "old", "now"], added_by="names.txt")
        return project.folder


def test_killed_adaptation_ends_with_the_same_model(boxes: Path, tmp_path: Path) -> None:
    trial = KillTrial("adaptation", boxes, tmp_path, 1 / 6)
    command = ("adapt", trial.project, "--seed", "5", "--device", "cpu")
    start = partial(start_ductus, *command, program="quick_adaptation:run")

    def manifests() -> list[list[str]]:
        with Project.open(trial.project, read_only=True) as project:
            return [load_ensemble(model.file).card["manifest"] for model in list_models(project)]

    trial.measure(start)
    expected = manifests()
    assert len(expected) == 1
    moments: Counter[str] = Counter()
    for child in trial.kills(start):
        moments[child.moment] += 1
        assert_intact(trial.project)
        was_ready = manifests() == expected
        assert was_ready or manifests() == []
        with quick_adaptation.quick_adaptation():
            run_in_process(*command)
        assert manifests() == expected * (2 if was_ready else 1)
        assert_intact(trial.project)
    print(f"adaptation: {trial.count} kills, {dict(moments)}")
    outcome = "no partial model listed, the next run went on from the last round to the same model (same digests)"
    tally(Harm.KILLED_COMMANDS, "kill -9 while the starter model adapts itself", trial.count, outcome)
