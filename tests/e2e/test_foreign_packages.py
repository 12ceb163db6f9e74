"""Formats and learners of other packages, installed and driven through the command line; and models without theirs.

A format is made word for word as docs/formats.md says. A child process trains a learner of each kind; what else is done
is done in this process.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from executor_helpers import WORDS, handwriting
from job_helpers import run_here
from project_helpers import draw_image
from warm_python import warm_ductus

from core.formats.records import PageRecord, SourceContents, WordRecord
from core.model.foreign_learner import TRUSTED
from core.project.content.words import iter_words, word_ids
from core.project.import_sources import import_contents
from core.project.project import Project

ROOT = Path(__file__).parents[2]
RECIPE = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8").partition("## A format of your own")[2]
QUICK = ["--preset", "quick", "--members", "2", "--set", "gates=6", "--set", "gate_epochs=3"]


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


def ductus_with(command: str, folder: Path, package: Path) -> dict[str, object]:
    """Run a command of the recipe in ``folder`` with the package installed; return its result."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join((str(package), str(ROOT)))}
    arguments = [sys.executable, "-m", "core.cli.main", *shlex.split(command)[1:], "--json"]
    done = subprocess.run(arguments, capture_output=True, text=True, check=False, cwd=folder, env=environment)
    assert done.returncode == 0, done.stdout + done.stderr
    result: dict[str, object] = json.loads(done.stdout.splitlines()[-1])
    return result


def test_the_recipe_adds_a_format_that_is_written_and_read(package: Path, letters: Path) -> None:
    _, exporting, importing = block("sh").splitlines()
    assert ductus_with(exporting, letters, package)["written"] == 1
    assert (letters / "read" / "leaf.boxes").read_text(encoding="utf-8") == "5\t5\t50\t30\tDear\n60\t5\t90\t30\t\n"
    (letters / "read" / "torn.boxes").write_text("5\t5\t50", encoding="utf-8")
    result = ductus_with(importing, letters, package)
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


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder into which both examples are installed, as pip installs them, with their entry points."""
    folder = tmp_path_factory.mktemp("packages")
    sources = [folder / f"source-{name}" for name in ("hog_ridge", "digit_attributes")]
    for source in sources:
        source.mkdir()
        for file in filter(Path.is_file, (ROOT / "examples" / source.name.removeprefix("source-")).iterdir()):
            (source / file.name).write_bytes(file.read_bytes())
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--no-index"]
    done = subprocess.run([*pip, "--target", folder, *sources], capture_output=True, text=True, check=False)
    if "No module named pip" in done.stderr:
        pytest.skip("pip is not installed here")
    assert done.returncode == 0, done.stderr
    return folder


def ductus(*arguments: object, packages: Path | None = None, **variables: str) -> tuple[int, dict[str, Any]]:
    """Run a command in this process, which finds ``packages`` meanwhile; return its exit code and last event."""
    with pytest.MonkeyPatch.context() as patch:
        for name, value in {TRUSTED: "", **variables}.items():
            patch.setenv(name, value)
        if packages:
            patch.syspath_prepend(packages)
        code, events = run_here(*arguments)
    return code, events[-1]


def train_in_child(project: Path, packages: Path, *options: str) -> dict[str, Any]:
    """Train with ``packages`` as a person would; return the last event."""
    path = os.pathsep.join((str(packages), str(ROOT)))
    command = warm_ductus("train", project, *options, *QUICK, "--json")
    environment = {**os.environ, "PYTHONPATH": path, "OMP_NUM_THREADS": "1"}
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    result: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return result


@pytest.fixture(scope="module")
def trained(packages: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project with a model of the learner "hog-ridge", its test words read."""
    folder = tmp_path_factory.mktemp("hog")
    with Project.create(folder / "archive") as project:
        import_contents(project, handwriting(folder / "train", WORDS * 8))
        import_contents(project, handwriting(folder / "test", [*WORDS, "den", "fat"] * 2, seed=2), role="test")
        name = project.folder
    result = train_in_child(name, packages, "--learner", "hog-ridge", "--name", "hog")
    assert result["members"] == 2, result
    (folder / "manifest.json").write_text(json.dumps(result["manifest"]), encoding="utf-8")
    return name


def test_a_learner_is_trained_measured_and_read_with(trained: Path, packages: Path) -> None:
    code, result = ductus("evaluate", trained, "--baselines", packages=packages)
    assert code == 0
    assert result["baselines"]["vote"]["A_s"] > 0.3, "learnt something of six words"
    code, result = ductus("recognise", trained, "--words", "all", packages=packages)
    assert code == 0
    assert ductus("inspect", trained, "--word", "1")[0] == 0
    assert ductus("check", trained, packages=packages)[0] == 0


def test_training_is_the_same_again(trained: Path, packages: Path) -> None:
    options = (trained, "--learner", "hog-ridge", *QUICK, "--keep-active")
    again = ductus("train", *options, "--name", "two", packages=packages)[1]
    assert again["manifest"] == json.loads((trained.parent / "manifest.json").read_text(encoding="utf-8"))


def test_a_model_without_its_learner_is_shown_and_not_used(trained: Path, packages: Path) -> None:
    assert ductus("inspect", trained)[0] == 0
    code, result = ductus("recognise", trained, "--words", "all")
    assert code == 2 and "hog-ridge" in result["text"] and "ductus-hog-ridge 1.0" in result["text"]
    assert ductus("check", trained)[0] == 0


def test_an_unknown_learner_is_refused_with_those_there_are(trained: Path, packages: Path) -> None:
    code, result = ductus("train", trained, "--learner", "nothing", *QUICK, packages=packages)
    assert code == 2 and "digit-attributes, hog-ridge" in result["text"]


def test_a_class_is_used_only_where_a_person_names_it(trained: Path, packages: Path) -> None:
    kind = "hog_ridge:HogRidge"
    train_in_child(trained, packages, "--learner", kind, "--name", "c")
    assert ductus("model", trained, "--use", "c")[0] == 0
    try:
        code, result = ductus("recognise", trained, "--words", "test", packages=packages)
        assert code == 2 and "DUCTUS_LEARNERS" in result["text"]
        assert ductus("recognise", trained, "--words", "test", packages=packages, DUCTUS_LEARNERS=kind)[0] == 0
    finally:
        assert ductus("model", trained, "--use", "hog")[0] == 0


def test_digits_are_read_by_their_strokes(packages: Path, tmp_path: Path) -> None:
    written = subprocess.run(
        [sys.executable, packages / "digit_data.py", tmp_path / "digits"],
        env={**os.environ, "PYTHONPATH": str(packages)},
        check=False,
    )
    assert written.returncode == 0
    project = tmp_path / "digits.ductus"
    assert ductus("new", project)[0] == 0
    for role in ("train", "test"):
        table = tmp_path / "digits" / role / "words.csv"
        assert ductus("import", project, table, "--format", "table", "--role", role)[0] == 0
    options = ["--learner", "digit-attributes", *QUICK, "--set", "s=0.15", "--set", "gate_distances=true"]
    code, result = ductus("train", project, *options, "--set", "synthetic=false", packages=packages)
    assert code == 0, result
    code, result = ductus("evaluate", project, "--baselines", packages=packages)
    assert code == 0 and result["n_unseen"] > 500
    rules = result["baselines"]
    assert rules["vote"]["A_s"] > 0.7 and rules["vote"]["h"] < 0.1, "the bias of the method's title"
    assert rules["stacking"]["h"] > 0.3, "a threshold set on X and X' mends most of it"
