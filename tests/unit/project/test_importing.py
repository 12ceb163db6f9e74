"""Imports: their files and rows, repeated imports, and interrupted imports."""

from __future__ import annotations

import os
import sqlite3
import sys
from pathlib import Path

import pytest
from project_helpers import crop_source, draw_image, filled_project, page_source, project_state, run_python

from core.errors import InputError, Stopped
from core.formats.records import CropRecord, LineRecord, PageRecord, Skipped, SourceContents, WordRecord
from core.project import file_access, file_store
from core.project.content import pages, transcriptions, word_edits, words
from core.project.import_sources import import_contents
from core.project.project import Project


def stored_files(project: Project) -> list[str]:
    """Return the names of the files in the project's pages/ and words/."""
    folders = (project.folder / "pages", project.folder / "words")
    return sorted(path.name for folder in folders for path in folder.rglob("*") if path.is_file())


def test_pages_words_and_lines_are_imported(tmp_path: Path) -> None:
    source = tmp_path / "page.xml"
    source.write_text("<PcGts/>")
    project = Project.create(tmp_path / "a")
    skipped = Skipped(source, "line 3", "unusual")
    found = page_source(
        tmp_path,
        WordRecord((10, 10, 30, 20), "cafe\u0301", ((1, 2), (3, 4), (5, 6)), line=2, ref="w1", role="test"),
        WordRecord((-5, 90, 30, 20), "edge"),
        WordRecord((300, 10, 30, 20), "off"),
        lines=(
            LineRecord((0, 0, 200, 30), "a line", ref="l1", number=1),
            LineRecord((0, 100, 200, 30), "off", number=3),
        ),
        source=source,
        writer="GW",
    )
    summary = import_contents(project, SourceContents(found.pages, (), (skipped,)))
    assert (summary.words, summary.pages, summary.lines, summary.files_copied) == (2, 1, 1, 2)
    assert [(entry.place, entry.reason) for entry in summary.skipped] == [
        ("line 3", "unusual"),
        ("line 4", "its box lies off the page"),
        ("word 3", "its box lies off the page"),
    ]
    first, second = words.get_words(project, words.word_ids(project))[::-1]
    assert (first.text, first.source, first.role, first.ref) == ("cafe\u0301", "imported", "test", "w1")
    assert (first.polygon, first.line, first.writer) == (((1, 2), (3, 4), (5, 6)), 2, "GW")
    assert (second.text, second.box, second.role) == ("edge", (0, 90, 25, 10), "train")
    (first_page,) = pages.list_pages(project)
    assert (first_page.width, first_page.height, first_page.name, first_page.words) == (200, 100, "page.png", 2)
    assert first_page.image.read_bytes() == (tmp_path / "page.png").read_bytes()
    assert first_page.source is not None
    assert first_page.source.read_text() == "<PcGts/>"
    assert first_page.source_path == str(source)
    assert pages.get_page(project, first_page.id) == first_page
    assert [(line.text, line.box, line.ref) for line in pages.list_lines(project, first_page.id)] == [
        ("a line", (0, 0, 200, 30), "l1")
    ]
    with pytest.raises(InputError, match="no page 9"):
        pages.get_page(project, 9)
    project.close()


def test_importing_again_adds_nothing(tmp_path: Path) -> None:
    with filled_project(tmp_path) as project:
        before = project_state(project), stored_files(project)
        words_of_page = (WordRecord((10, 10, 30, 20), "the"), WordRecord((50, 10, 40, 20), "King"))
        again = import_contents(project, page_source(tmp_path / "source", *words_of_page))
        assert (again.words, again.pages, again.already, again.files_copied) == (0, 0, 2, 0)
        again = import_contents(project, crop_source(tmp_path / "source", ["letter", None]))
        assert (again.words, again.already) == (0, 2)
        assert (project_state(project), stored_files(project)) == before


def test_known_lines_are_not_imported_again(tmp_path: Path) -> None:
    with Project.create(tmp_path / "a") as project:
        found = page_source(tmp_path, lines=(LineRecord((0, 0, 100, 20), "one"), LineRecord((0, 20, 100, 20))))
        assert import_contents(project, found).lines == 2
        assert (import_contents(project, found).lines, import_contents(project, found).already) == (0, 2)


def test_a_word_that_a_person_changed_is_not_imported_again(tmp_path: Path) -> None:
    with filled_project(tmp_path) as project:
        transcriptions.set_transcription(project, 1, "them")
        word_edits.move_word(project, 1, (12, 12, 30, 20))
        word_edits.delete_words(project, [2])
        before = project_state(project)
        found = page_source(
            tmp_path / "source", WordRecord((10, 10, 30, 20), "the"), WordRecord((50, 10, 40, 20), "King")
        )
        assert import_contents(project, found).already == 2
        assert project_state(project) == before


def test_a_new_text_becomes_a_transcription_but_does_not_replace_a_typed_one(tmp_path: Path) -> None:
    with filled_project(tmp_path) as project:
        transcriptions.set_transcription(project, 1, "typed")
        found = page_source(
            tmp_path / "source",
            WordRecord((10, 10, 30, 20), "newer"),
            WordRecord((50, 10, 40, 20), "Kings"),
            WordRecord((100, 10, 40, 20), "now transcribed"),
        )
        summary = import_contents(project, found)
        assert (summary.words, summary.transcriptions_added, summary.already) == (0, 3, 3)
        assert [row.text for row in words.get_words(project, [1, 2, 3])] == ["typed", "Kings", "now transcribed"]
        assert [t.text for t in transcriptions.list_transcriptions(project, 1)] == ["the", "typed", "newer"]


def test_two_words_in_one_box_are_imported_once_each(tmp_path: Path) -> None:
    with Project.create(tmp_path / "a") as project:
        box = (10, 10, 30, 20)
        found = page_source(tmp_path, WordRecord(box, "one"), WordRecord(box, "two"), WordRecord(box, "one"))
        summary = import_contents(project, found)
        assert (summary.words, summary.already) == (2, 1)
        assert import_contents(project, found).already == 3


def test_two_words_with_the_same_box_and_text_but_different_ids_are_two_words(tmp_path: Path) -> None:
    with Project.create(tmp_path / "a") as project:
        box = (10, 10, 30, 20)
        found = page_source(tmp_path, WordRecord(box, "one", ref="a"), WordRecord(box, "one", ref="b"))
        assert import_contents(project, found).words == 2
        again = import_contents(project, found)
        assert (again.words, again.already) == (0, 2)


def test_equal_crops_with_different_texts_are_different_words(tmp_path: Path) -> None:
    with Project.create(tmp_path / "a") as project:
        image = draw_image(tmp_path / "x.png")
        records = [CropRecord(image, text, writer="w", page="p1") for text in ("a", "b", "a", None)]
        summary = import_contents(project, SourceContents(crops=tuple(records)))
        assert (summary.words, summary.already, summary.files_copied) == (2, 2, 1)
        row = words.get_words(project, [1])[0]
        assert (row.writer, row.page_label, row.name, row.box) == ("w", "p1", "x.png", None)


def test_a_crop_without_text_gets_the_text_of_a_later_import(tmp_path: Path) -> None:
    with Project.create(tmp_path / "a") as project:
        import_contents(project, crop_source(tmp_path, [None]))
        assert import_contents(project, crop_source(tmp_path, ["late"])).transcriptions_added == 1
        assert words.labelled_words(project) == [(1, "late")]


def test_the_role_argument_overrides_the_source(tmp_path: Path) -> None:
    with Project.create(tmp_path / "a") as project:
        import_contents(project, crop_source(tmp_path / "1", ["a"], role="val"))
        import_contents(project, crop_source(tmp_path / "2", ["b", "c"], shade=100, role="val"), role="test")
        assert [row.role for row in words.get_words(project, [1, 2, 3])] == ["val", "test", "test"]
        with pytest.raises(InputError, match="no role 'unusual'"):
            import_contents(project, crop_source(tmp_path / "3", ["d"]), role="unusual")


def test_words_with_invalid_texts_are_imported_without_them(tmp_path: Path) -> None:
    with Project.create(tmp_path / "a") as project:
        summary = import_contents(
            project, crop_source(tmp_path, ["a\0b", "\udcff", "  "], page="p\0", writer="\udc80é")
        )
        assert summary.words == 3
        assert [entry.reason for entry in summary.skipped] == [
            "imported without its text, because the text contains a NUL character",
            "imported without its text, because the text contains half a character (a lone surrogate)",
        ]
        row = words.get_words(project, [1])[0]
        assert (row.text, row.page_label, row.writer) == (None, "p\ufffd", "?é")


def test_a_later_transcription_file_of_a_page_replaces_the_earlier(tmp_path: Path) -> None:
    with Project.create(tmp_path / "a") as project:
        import_contents(project, page_source(tmp_path))
        assert pages.list_pages(project)[0].source is None
        source = tmp_path / "page.xml"
        source.write_text("<new/>")
        summary = import_contents(project, page_source(tmp_path, source=source, writer="GW"))
        assert (summary.pages, summary.files_copied) == (0, 1)
        (first_page,) = pages.list_pages(project)
        assert first_page.source is not None
        assert first_page.source.read_text() == "<new/>"
        assert first_page.writer == "GW"


def test_frames_of_one_image_are_pages_of_their_own(tmp_path: Path) -> None:
    with Project.create(tmp_path / "a") as project:
        image = draw_image(tmp_path / "book.tif", (50, 50))
        found = SourceContents(tuple(PageRecord(image, 50, 50, frame=frame) for frame in range(3)))
        summary = import_contents(project, found)
        assert (summary.pages, summary.files_copied) == (3, 1)
        assert [first_page.frame for first_page in pages.list_pages(project)] == [0, 1, 2]


def test_linked_images_are_copied_by_a_later_import_with_copies(tmp_path: Path) -> None:
    with Project.create(tmp_path / "a") as project:
        found = crop_source(tmp_path / "out", ["a"])
        assert import_contents(project, found, copy=False).files_copied == 0
        assert stored_files(project) == []
        assert project.query("SELECT path, linked FROM file") == [(str(tmp_path / "out" / "0.png"), 1)]
        moved = crop_source(tmp_path / "moved", ["a"])
        import_contents(project, moved, copy=False)
        assert project.query("SELECT path FROM file") == [(str(tmp_path / "moved" / "0.png"),)]
        assert import_contents(project, found).files_copied == 1
        assert project.query("SELECT linked FROM file") == [(0,)]
        import_contents(project, found, copy=False)  # a copy cannot disappear, so it stays in use
        assert project.query("SELECT linked FROM file") == [(0,)]


def test_a_missing_copy_is_made_again(tmp_path: Path) -> None:
    with Project.create(tmp_path / "a") as project:
        found = crop_source(tmp_path / "out", ["a"])
        import_contents(project, found)
        ((path,),) = project.query("SELECT path FROM file")
        (project.folder / path).unlink()
        assert import_contents(project, found).files_copied == 1
        assert (project.folder / path).is_file()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has file names that are not UTF-8")
def test_file_names_that_are_not_utf8(tmp_path: Path) -> None:
    image = draw_image(tmp_path / "x.png")
    invalid = Path(os.fsdecode(bytes(tmp_path) + b"/\xff.png"))
    image.rename(invalid)
    found = SourceContents(crops=(CropRecord(invalid, "a"),))
    with Project.create(tmp_path / "a") as project:
        with pytest.raises(InputError, match="not valid UTF-8"):
            import_contents(project, found, copy=False)
        assert import_contents(project, found).words == 1
        assert words.get_words(project, [1])[0].name == "\ufffd.png"


def test_an_unreadable_file_stops_the_import_and_nothing_is_kept(tmp_path: Path) -> None:
    with filled_project(tmp_path) as project:
        before = project_state(project), stored_files(project)
        found = crop_source(tmp_path / "more", ["a", "b", "c"])
        found.crops[2].image.unlink()
        with pytest.raises(InputError, match=r"2\.png: the file cannot be read"):
            import_contents(project, found)
        assert (project_state(project), stored_files(project)) == before


def test_a_failed_copy_raises_input_error(tmp_path: Path) -> None:
    with Project.create(tmp_path / "a") as project:
        (project.folder / "words").rmdir()
        (project.folder / "words").write_text("in the way")
        with pytest.raises(InputError, match="cannot be copied into the project"):
            import_contents(project, crop_source(tmp_path / "more", ["a"]))


@pytest.mark.parametrize("stop_at", [1, 2, 3, 4])
def test_a_stopped_import_keeps_nothing(tmp_path: Path, stop_at: int) -> None:
    def stop(done: int, total: int) -> None:
        assert total == 4
        if done >= stop_at:
            raise Stopped("stopped")

    with filled_project(tmp_path) as project:
        before = project_state(project), stored_files(project)
        source = draw_image(tmp_path / "more" / "page.png", (99, 99))
        found = SourceContents(
            tuple(PageRecord(source, 99, 99, frame=n, words=(WordRecord((0, 0, 9, 9), "x"),)) for n in range(2)),
            crop_source(tmp_path / "more", ["a", "b"], shade=100).crops,
        )
        with pytest.raises(Stopped):
            import_contents(project, found, progress=stop)
        assert (project_state(project), stored_files(project)) == before
        steps: list[tuple[int, int]] = []
        assert import_contents(project, found, progress=lambda *step: steps.append(step)).words == 4
        assert steps == [(0, 4), (1, 4), (2, 4), (2, 4), (3, 4), (4, 4)]


_IMPORT_AND_DIE = """
import os, signal, sys
from pathlib import Path
from core.formats.records import CropRecord, SourceContents
from core.project.import_sources import import_contents
from core.project.project import Project

def die(done, total):
    if done >= int(sys.argv[3]):
        os.kill(os.getpid(), signal.SIGKILL)

images = sorted(Path(sys.argv[2]).glob("*.png"))
found = SourceContents(crops=tuple(CropRecord(image, image.stem) for image in images))
import_contents(Project.open(sys.argv[1]), found, progress=die)
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.parametrize(("step", "kept"), [(250, 0), (350, 0), (600, 0), (700, 0), (9999, 700)])
def test_a_killed_import_leaves_all_or_nothing(tmp_path: Path, step: int, kept: int) -> None:
    filled_project(tmp_path).close()
    images = tmp_path / "many"
    images.mkdir()
    for number in range(700):
        (images / f"w{number}.png").write_bytes(b"%d" % number)
    done = run_python(_IMPORT_AND_DIE, tmp_path / "kit", images, str(step))
    assert done.returncode == -9, done.stderr
    with Project.open(tmp_path / "kit") as project:
        assert project.check_integrity() == []
        assert len(words.word_ids(project)) == 5 + kept
        if not kept:
            assert len(stored_files(project)) >= 500
            (project.folder / "words" / "notes.txt").write_text("mine")
        import_contents(project, crop_source(tmp_path / "more", ["next"], shade=100))
        assert len([name for name in stored_files(project) if name != "notes.txt"]) == 4 + kept
        assert (project.folder / "words" / "notes.txt").exists() == (not kept)


def test_one_import_at_a_time(tmp_path: Path) -> None:
    with (
        filled_project(tmp_path) as project,
        file_store.import_lock(project.folder),
        pytest.raises(InputError, match="another import"),
    ):
        import_contents(project, crop_source(tmp_path / "more", ["a"]))


def test_importing_into_a_read_only_project_raises_input_error(tmp_path: Path) -> None:
    filled_project(tmp_path).close()
    with Project.open(tmp_path / "kit", read_only=True) as project, pytest.raises(InputError, match="reading only"):
        import_contents(project, crop_source(tmp_path / "more", ["a"]))


def test_a_source_that_changes_during_the_copy_is_refused(tmp_path: Path) -> None:
    source = tmp_path / "x.png"
    source.write_bytes(b"before")
    sha256, size = file_store.hash_file(source)
    source.write_bytes(b"after!")
    with pytest.raises(InputError, match="changed while"):
        file_store.copy_into_project(tmp_path, "words", source, sha256, size)
    assert not list((tmp_path / "words").rglob("*.*"))


def test_each_copy_is_flushed_on_systems_without_sync(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    flushed: list[int] = []
    monkeypatch.setattr(file_store, "SYNCS_ALL", False)
    monkeypatch.setattr(os, "fsync", flushed.append)
    with Project.create(tmp_path / "a") as project:
        flushed.clear()
        import_contents(project, crop_source(tmp_path / "more", ["a", "b"]))
    assert len(flushed) == 2


def test_paths_stay_inside_the_project(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="outside its own folder"):
        file_access.resolve_file(tmp_path, "../secret.png", False)
    with pytest.raises(InputError, match="outside its own folder"):
        file_access.resolve_file(tmp_path, "/etc/hosts", False)
    (tmp_path / "p").mkdir()
    (tmp_path / "p" / "way").symlink_to(tmp_path)
    with pytest.raises(InputError, match="'way' is a link"):
        file_access.resolve_file(tmp_path / "p", "way/x.png", False)
    assert file_access.resolve_file(tmp_path, "words/a.png", False) == tmp_path / "words" / "a.png"


def test_a_word_is_either_on_a_page_or_a_lone_crop(tmp_path: Path) -> None:
    with filled_project(tmp_path) as project:
        for columns in ("page_id, file_id, x, y, w, h", "line"):
            values = "1, 1, 1, 1, 1, 1" if "x" in columns else "1"
            with pytest.raises(sqlite3.IntegrityError), project.edit("bad") as connection:
                connection.execute(f"INSERT INTO word ({columns}, position) VALUES ({values}, 1)")
