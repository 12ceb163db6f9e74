"""Import, backup and export are killed at random moments: nothing is lost, and the next run finishes the work."""

from __future__ import annotations

import csv
import shutil
from collections import Counter
from functools import partial
from pathlib import Path

import pytest
from PIL import Image
from robustness_helpers import (
    TOTAL_KILLS,
    Killer,
    KillTrial,
    assert_intact,
    long_run_only,
    read_transcriptions,
    relative_names,
    roles_and_texts,
    run_ductus,
    run_in_process,
    start_ductus,
    transcribed_project,
    write_crops,
    write_pages,
)
from tally import Harm, tally

from core.formats.markup import descendants, parse
from core.project.project import Project

pytestmark = pytest.mark.timeout(1800)


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return transcribed_project(tmp_path_factory.mktemp("base"))


@pytest.mark.parametrize(
    "what", ["folder of word images", "set of PAGE XML"] if TOTAL_KILLS else ["folder of word images"]
)
def test_killed_import_is_complete_or_undone(base: Path, tmp_path: Path, what: str) -> None:
    crops = 400 if TOTAL_KILLS else 150
    write, count = (write_crops, crops) if what.startswith("folder") else (write_pages, 60)
    trial = KillTrial(what, base, tmp_path, 1 / 30)
    command = ("import", trial.project, write(tmp_path / "source", count))
    start = partial(start_ductus, *command)
    before = read_transcriptions(base)
    trial.measure(start)
    imported = roles_and_texts(trial.project)
    moments: Counter[str] = Counter()
    for _ in trial.kills(start):
        assert_intact(trial.project, before)
        found = roles_and_texts(trial.project)
        assert found in (imported, roles_and_texts(base))
        moments["rows written" if found == imported else "nothing written yet"] += 1
        run_in_process(*command)
        assert roles_and_texts(trial.project) == imported
        assert_intact(trial.project, before)
        assert_no_orphaned_files(trial.project)
    print(f"import of {what}: {trial.count} kills, {dict(moments)}")
    outcome = "no transcription lost, project intact, the same command then finished the work"
    tally(Harm.KILLED_COMMANDS, f"kill -9 while importing a {what}", trial.count, outcome)


def assert_no_orphaned_files(project: Path) -> None:
    """Assert that every file in `pages` and `words` belongs to a row, also those that the killed import copied."""
    with Project.open(project, read_only=True) as opened:
        expected = {row[0] for row in opened.query("SELECT path FROM file")}
    found = {path for area in ("pages", "words") for path in relative_names((project / area).rglob("*"), project)}
    assert found == expected


@pytest.fixture(scope="module")
def large(base: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a project with pages and crops."""
    folder = tmp_path_factory.mktemp("large")
    project = folder / base.name
    shutil.copytree(base, project)
    run_in_process("import", project, write_pages(folder / "pages", 10))
    run_in_process("import", project, write_crops(folder / "crops", 80))
    return project


@pytest.mark.parametrize("how", ["links", "copies"] if TOTAL_KILLS else ["links"])
def test_killed_backup_leaves_no_partial_backup(large: Path, tmp_path: Path, how: str) -> None:
    trial = KillTrial(f"backup {how}", large, tmp_path, 1 / 60)
    target = tmp_path / "copy.ductus"
    command = ("backup", trial.project, target, *(["--copy"] if how == "copies" else []))
    start = partial(start_ductus, *command)
    before = read_transcriptions(large)
    trial.measure(start)
    for _ in trial.kills(start):
        if target.exists():  # killed after the backup got its final name
            assert_intact(target, before)
            shutil.rmtree(target)
        assert_intact(trial.project, before)
        run_in_process(*command)
        assert_intact(target, before)
        assert roles_and_texts(target) == roles_and_texts(large)
        # the partial backup of the killed command has been removed
        assert relative_names(tmp_path.glob("copy*/project.sqlite"), tmp_path) == ["copy.ductus/project.sqlite"]
    outcome = "no partial backup under the final name, the same command then finished the work"
    tally(Harm.KILLED_COMMANDS, f"kill -9 while backing up ({how})", trial.count, outcome)


def test_killed_pagexml_export_leaves_no_partial_file(large: Path, tmp_path: Path) -> None:
    trial = KillTrial("export pagexml", large, tmp_path, 1 / 60)
    command = ("export", trial.project, trial.out, "--format", "pagexml")
    start = partial(start_ductus, *command)
    trial.measure(start)
    exported = {path.name: _read_words(path) for path in trial.out.glob("*.xml")}
    assert len(exported) == 11
    for _ in trial.kills(start):
        for path in trial.out.glob("*.xml"):
            assert _read_words(path) == exported[path.name], path
        assert_intact(trial.project, read_transcriptions(large))
        run_in_process(*command)
        assert {path.name: _read_words(path) for path in trial.out.iterdir()} == exported
    outcome = "no partial file under the final name, the next run finished"
    tally(Harm.KILLED_COMMANDS, "kill -9 while exporting PAGE XML", trial.count, outcome)


def _read_words(path: Path) -> list[str | None]:
    """Return the words of a PAGE XML file; raises InputError for a truncated one."""
    root = parse(path).getroot()
    return [node.text for word in descendants(root, "Word") for node in descendants(word, "Unicode")]


@long_run_only
def test_killed_table_export_leaves_no_partial_file(large: Path, tmp_path: Path) -> None:
    trial = KillTrial("export table", large, tmp_path, 1 / 60)
    table, images = trial.out / "words.csv", trial.out / "words_words"
    command = ("export", trial.project, table, "--format", "table")
    start = partial(start_ductus, *command)
    trial.measure(start)
    exported = table.read_bytes()
    for _ in trial.kills(start):
        assert not table.exists() or table.read_bytes() == exported
        for image in images.glob("*.png"):
            _assert_image(image)
        assert_intact(trial.project, read_transcriptions(large))
        run_in_process(*command)
        assert table.read_bytes() == exported
        with table.open(encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file):
                _assert_image(trial.out / row["file"])
        expected = ["words.csv", *relative_names(images.glob("[0-9]*"), trial.out)]
        assert relative_names(trial.out.rglob("*"), trial.out) == sorted(expected)
    outcome = "no partial file under the final name, the next run finished"
    tally(Harm.KILLED_COMMANDS, "kill -9 while exporting a table", trial.count, outcome)


def _assert_image(path: Path) -> None:
    with Image.open(path) as image:
        image.load()


def test_failed_command_does_not_count_as_killed(base: Path, tmp_path: Path) -> None:
    command = ("export", base, tmp_path / "out", "--format", "table", "--model", "nobody")
    code, error = run_ductus(*command)
    assert code == 2 and "there is no model 'nobody'" in error
    with pytest.raises(AssertionError, match="there is no model"):
        Killer("none").measure(partial(start_ductus, *command))


def test_export_removes_only_the_partial_files_of_a_killed_export(base: Path, tmp_path: Path) -> None:
    out, pages = tmp_path / "words.csv", tmp_path / "pages"
    partial_files = [tmp_path / ".words.csv.abcd1234.part", tmp_path / "words_words" / ".1.png.abcd1234.part"]
    others = [tmp_path / ".other.csv.abcd1234.part", tmp_path / ".words.csv.part", pages / ".mine" / "a.xml"]
    for path in (*partial_files, *others, pages / ".export-killed" / "page.xml"):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("half")
    run_in_process("export", base, out, "--format", "table")
    run_in_process("export", base, pages, "--format", "pagexml")
    assert not any(path.exists() for path in partial_files) and not (pages / ".export-killed").exists()
    assert all(path.read_text() == "half" for path in others)
