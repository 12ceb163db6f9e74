"""A format of another package, made word for word as docs/formats.md says, and used on the command line."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from job_helpers import run_here
from project_helpers import draw_image

from core.formats.records import PageRecord, SourceContents, WordRecord
from core.project.content.words import iter_words, word_ids
from core.project.importing.import_sources import import_contents
from core.project.project import Project

ROOT = Path(__file__).parents[2]
RECIPE = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8").partition("## A format of your own")[2]


def block(language: str) -> str:
    """Return the code of the recipe in a language."""
    found = re.search(rf"```{language}\n(.*?)```", RECIPE, re.DOTALL)
    assert found is not None
    return found[1]


def install(folder: Path, entry_points: dict[str, str]) -> None:
    """Announce entry points in ``folder`` as pip does for an installed package."""
    info = folder / "ductus_boxes-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: ductus-boxes\nVersion: 1.0\n", encoding="utf-8")
    lines = ["[ductus.formats]", *(f"{name} = {value}" for name, value in entry_points.items())]
    (info / "entry_points.txt").write_text("\n".join(lines), encoding="utf-8")


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """The folder with the package of the recipe."""
    settings = tomllib.loads(block("toml"))
    folder = tmp_path / "packages"
    install(folder, settings["project"]["entry-points"]["ductus.formats"])
    (module,) = settings["tool"]["setuptools"]["py-modules"]
    (folder / f"{module}.py").write_text(block("python"), encoding="utf-8")
    return folder


@pytest.fixture
def letters(tmp_path: Path) -> Path:
    """The folder in which the commands of the recipe are given: a project with two words, and an empty one."""
    image = draw_image(tmp_path / "scans" / "leaf.png", (300, 400))
    words = (WordRecord((5, 5, 50, 30), "Dear"), WordRecord((60, 5, 90, 30)))
    with Project.create(tmp_path / "letters") as project:
        import_contents(project, SourceContents(pages=(PageRecord(image, 300, 400, words=words),)))
    Project.create(tmp_path / "copy").close()
    return tmp_path


def ductus(command: str, folder: Path, package: Path) -> dict[str, object]:
    """Run a command of the recipe in ``folder`` with the package installed; return its result."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join((str(package), str(ROOT)))}
    arguments = [sys.executable, "-m", "core.cli.main", *shlex.split(command)[1:], "--json"]
    done = subprocess.run(arguments, capture_output=True, text=True, check=False, cwd=folder, env=environment)
    assert done.returncode == 0, done.stdout + done.stderr
    result: dict[str, object] = json.loads(done.stdout.splitlines()[-1])
    return result


def test_the_recipe_adds_a_format_that_is_written_and_read(package: Path, letters: Path) -> None:
    _, exporting, importing = block("sh").splitlines()
    assert ductus(exporting, letters, package)["written"] == 1
    assert (letters / "read" / "leaf.boxes").read_text(encoding="utf-8") == "5\t5\t50\t30\tDear\n60\t5\t90\t30\t\n"
    (letters / "read" / "torn.boxes").write_text("5\t5\t50", encoding="utf-8")
    result = ductus(importing, letters, package)
    assert (result["format"], result["pages"], result["words"], result["skipped"]) == ("boxes", 1, 2, 1)
    with Project.open(letters / "copy.ductus") as project:
        rows = list(iter_words(project, word_ids(project)))
    assert [(row.box, row.text) for row in rows] == [((5, 5, 50, 30), "Dear"), ((60, 5, 90, 30), None)]


@pytest.mark.parametrize("value", ["no_such_module:FORMAT", "pathlib:Path"])
def test_a_format_that_cannot_be_loaded_is_named(letters: Path, value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    install(letters / "packages", {"boxes": value})
    monkeypatch.syspath_prepend(str(letters / "packages"))
    for command in (("export", "letters.ductus", "out"), ("import", "copy.ductus", "scans")):
        name, project, path = command
        code, events = run_here(name, letters / project, letters / path, "--format", "boxes")
        assert code == 2 and "'boxes'" in events[-1]["text"] and value in events[-1]["text"]
    assert run_here("export", letters / "letters.ductus", letters / "out.txt", "--format", "text")[0] == 0
    code, events = run_here("export", letters / "letters.ductus", letters / "out", "--format", "box")
    assert code == 2 and "choose one of table, " in events[-1]["text"]
