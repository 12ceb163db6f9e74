"""Import, backup and export are killed at random moments; nothing is lost, and the same command again finishes."""

from __future__ import annotations

import csv
import shutil
from collections import Counter
from pathlib import Path

import pytest
from harm_helpers import ASKED, Killer, again, assert_whole, ductus, in_the_long_run, kills, readings_of
from harm_sources import crops_in, names, pages_in, project_with_readings, texts
from PIL import Image
from tally import Harm, tally

from core.formats.xml_parse import descendants, parse
from core.project.project import Project

pytestmark = pytest.mark.timeout(1800)
SURVIVED = "no transcription lost, project intact, the same command then finished the work"


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return project_with_readings(tmp_path_factory.mktemp("base"))


class Place:
    """The project is put back as it was before every new try."""

    def __init__(self, original: Path, folder: Path) -> None:
        self.original, self.project, self.out = original, folder / original.name, folder / "out"

    def fresh(self) -> None:
        for path in (self.project, self.out):
            shutil.rmtree(path, ignore_errors=True)
        for path in self.project.parent.glob("copy*"):
            shutil.rmtree(path)
        shutil.copytree(self.original, self.project)


@pytest.mark.parametrize("what", ["folder of word images", "set of PAGE XML"] if ASKED else ["folder of word images"])
def test_import(base: Path, tmp_path: Path, what: str) -> None:
    times = kills(0.1, 1)
    make, count = (crops_in, 400) if what.startswith("folder") else (pages_in, 60)
    source = make(tmp_path / "source", count)
    place = Place(base, tmp_path)
    arguments = ("import", place.project, source)
    known = readings_of(base)
    killer = Killer(what)
    place.fresh()
    killer.measure(lambda: ductus(*arguments))
    whole = texts(place.project)
    where: Counter[str] = Counter()
    for _ in range(times):
        killer.kill(lambda: ductus(*arguments), place.fresh)
        assert_whole(place.project, known)
        kept = texts(place.project)
        # one edit: all of it or nothing
        assert kept in (whole, texts(base))
        where["rows written" if kept == whole else "nothing written yet"] += 1
        again(*arguments)
        assert texts(place.project) == whole
        assert_whole(place.project, known)
        assert_no_litter(place.project)
    print(f"import of {what}: {times} kills, {dict(where)}")
    tally(Harm.KILLED_COMMANDS, f"kill -9 while importing a {what}", times, SURVIVED)


def assert_no_litter(project: Path) -> None:
    """Every file in `pages` and `words` belongs to a row: what the killed import had copied was used or swept."""
    with Project.open(project, read_only=True) as opened:
        named = {row[0] for row in opened.query("SELECT path FROM file")}
    there = {path for area in ("pages", "words") for path in names((project / area).rglob("*"), project)}
    assert there == named


@pytest.fixture(scope="module")
def large(base: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project with pages and crops in it."""
    folder = tmp_path_factory.mktemp("large")
    project = folder / base.name
    shutil.copytree(base, project)
    again("import", project, pages_in(folder / "pages", 10))
    again("import", project, crops_in(folder / "crops", 80))
    return project


@pytest.mark.parametrize("how", ["links", "copies"] if ASKED else ["links"])
def test_backup(large: Path, tmp_path: Path, how: str) -> None:
    times = kills(0.05, 1)
    place = Place(large, tmp_path)
    target = tmp_path / "copy.ductus"
    arguments = ("backup", place.project, target, *(["--copy"] if how == "copies" else []))
    known = readings_of(large)
    killer = Killer(f"backup {how}")
    place.fresh()
    killer.measure(lambda: ductus(*arguments))
    for _ in range(times):
        killer.kill(lambda: ductus(*arguments), place.fresh)
        if target.exists():  # killed after the renaming
            assert_whole(target, known)
            shutil.rmtree(target)
        assert_whole(place.project, known)
        again(*arguments)
        assert_whole(target, known)
        assert texts(target) == texts(large)
        # what the killed one had begun is gone, and nothing but the backup was made
        assert names(tmp_path.glob("copy*/project.sqlite"), tmp_path) == ["copy.ductus/project.sqlite"]
    tally(
        Harm.KILLED_COMMANDS,
        f"kill -9 while backing up ({how})",
        times,
        "no partial backup under the final name, the same command then finished the work",
    )


def test_export_as_page_xml(large: Path, tmp_path: Path) -> None:
    times = kills(0.05, 1)
    place = Place(large, tmp_path)
    arguments = ("export", place.project, place.out, "--format", "pagexml")
    killer = Killer("export pagexml")
    place.fresh()
    killer.measure(lambda: ductus(*arguments))
    whole = {path.name: path.read_bytes() for path in place.out.glob("*.xml")}
    assert len(whole) == 11
    for _ in range(times):
        killer.kill(lambda: ductus(*arguments), place.fresh)
        for path in place.out.glob("*.xml"):
            assert _words_of(path) == _words(whole[path.name], tmp_path), path
        assert_whole(place.project, readings_of(large))
        again(*arguments)
        assert sorted(path.name for path in place.out.iterdir()) == sorted(whole)
        for path in place.out.iterdir():
            assert _words_of(path) == _words(whole[path.name], tmp_path)
    tally(
        Harm.KILLED_COMMANDS,
        "kill -9 while exporting PAGE XML",
        times,
        "no partial file under the final name, the next run finished",
    )


def _words(data: bytes, folder: Path) -> list[str | None]:
    (folder / "whole.xml").write_bytes(data)
    return _words_of(folder / "whole.xml")


def _words_of(path: Path) -> list[str | None]:
    """The words of a document; one cut short cannot be parsed."""
    root = parse(path).getroot()
    return [node.text for word in descendants(root, "Word") for node in descendants(word, "Unicode")]


@in_the_long_run
def test_export_as_a_table(large: Path, tmp_path: Path) -> None:
    times = kills(0.05, 1)
    place = Place(large, tmp_path)
    out = place.out / "words.csv"
    arguments = ("export", place.project, out, "--format", "table")
    killer = Killer("export table")
    place.fresh()
    killer.measure(lambda: ductus(*arguments))
    whole = out.read_bytes()
    for _ in range(times):
        killer.kill(lambda: ductus(*arguments), place.fresh)
        assert not out.exists() or out.read_bytes() == whole
        for image in place.out.glob("words_words/*.png"):
            _assert_image(image)
        assert_whole(place.project, readings_of(large))
        again(*arguments)
        assert out.read_bytes() == whole
        with out.open(encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file):
                _assert_image(place.out / row["file"])
        assert names(place.out.rglob("*"), place.out) == sorted(
            ["words.csv", *names((place.out / "words_words").glob("[0-9]*"), place.out)]
        )
    tally(
        Harm.KILLED_COMMANDS,
        "kill -9 while exporting a table",
        times,
        "no partial file under the final name, the next run finished",
    )


def _assert_image(path: Path) -> None:
    with Image.open(path) as image:
        image.load()


def test_a_killed_program_is_told_from_one_that_ends(base: Path, tmp_path: Path) -> None:
    """The harness itself: a command that fails is no kill, and its sentence is heard."""
    child = ductus("export", base, tmp_path / "out", "--format", "table", "--model", "nobody")
    assert child.end() == 2 and "there is no model 'nobody'" in child.said
    with pytest.raises(AssertionError, match="there is no model"):
        Killer("none").measure(lambda: ductus(*child.command[2:-1]))


def test_what_a_killed_export_left_is_cleared_by_the_next(base: Path, tmp_path: Path) -> None:
    """As the kills above find it by chance; and what is not ours stays."""
    out, pages = tmp_path / "words.csv", tmp_path / "pages"
    left = [tmp_path / ".words.csv.abcd1234.part", tmp_path / "words_words" / ".1.png.abcd1234.part"]
    stays = [tmp_path / ".other.csv.abcd1234.part", tmp_path / ".words.csv.part", pages / ".mine" / "a.xml"]
    for path in (*left, *stays, pages / ".export-killed" / "page.xml"):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("half")
    again("export", base, out, "--format", "table")
    again("export", base, pages, "--format", "pagexml")
    assert not any(path.exists() for path in left) and not (pages / ".export-killed").exists()
    assert all(path.read_text() == "half" for path in stays)
