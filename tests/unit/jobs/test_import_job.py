"""The import job and `ductus segment`: a page and the words found on it are one edit."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from job_helpers import json_into
from line_helpers import SIZE, TOPS, line, written
from PIL import Image
from project_helpers import edit_history, project_state

from core.cli.main import main
from core.errors import Stopped
from core.events import Event, JobPart, Listener, Progress, ignore_events
from core.formats.records import PageRecord, SourceContents, WordRecord
from core.jobs.import_job import SourceImport, import_sources
from core.jobs.requests import ImportRequest
from core.jobs.segmentation.segment_pages import segment_new_pages
from core.project.content.history import undo
from core.project.content.lexicon import lexicon_words
from core.project.content.pages import list_pages, list_uncut_lines
from core.project.content.transcriptions import TranscriptionSource, set_transcription
from core.project.content.word_edits import change_box
from core.project.content.words import get_words, word_ids
from core.project.import_sources import import_contents
from core.project.project import Project


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> dict[str, Any]:
    """Return the result of a command."""
    assert main([*map(str, arguments), "--json"]) == 0
    events = [json.loads(text) for text in capsys.readouterr().out.splitlines()]
    assert events[-1]["event"] == "result"
    return events[-1]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    with Project.create(tmp_path / "p") as project:
        return project.folder


def import_parts(project: Project, contents: SourceContents, emit: Listener = ignore_events) -> None:
    """Import the contents of a source with the words found on its pages."""
    source = SourceImport(project, ImportRequest((), segment=True), emit, lambda: False)
    for part, _ in source.parts(contents):
        import_contents(project, part)


@pytest.fixture
def scans(tmp_path: Path) -> list[Path]:
    paths = [tmp_path / "a.png", tmp_path / "b.png"]
    for seed, path in enumerate(paths):
        written(path, seed=seed)
    return paths


def roles(folder: Path) -> set[str]:
    with Project.open(folder, read_only=True) as project:
        return {row.role for row in get_words(project, word_ids(project))}


def test_each_scan_is_imported_with_its_words_in_one_edit(
    project: Path, scans: list[Path], capsys: pytest.CaptureFixture[str]
) -> None:
    result = run(capsys, "import", project, *scans, "--segment")
    assert (result["pages"], result["words"], result["segmented"], result["left"]) == (2, 18, 18, 0)
    assert result["lines"] == 6
    assert roles(project) == {"train"}
    with Project.open(project) as opened:
        assert len(edit_history(opened)) == 2
        undo(opened)
        assert [page.name for page in list_pages(opened)] == ["a.png"] and len(word_ids(opened)) == 9


def test_a_page_can_be_used_before_the_next_is_searched_and_stopping_keeps_it(project: Path, scans: list[Path]) -> None:
    seen: list[tuple[int, int, int]] = []

    def count(event: Event) -> None:
        if isinstance(event, Progress) and event.part == JobPart.PAGES:
            with Project.open(project, read_only=True) as other:
                seen.append((event.done, event.total, len(word_ids(other))))

    with Project.open(project) as opened:
        request = ImportRequest(scans, segment=True)
        result = import_sources(opened, request, count, lambda: bool(seen))
    assert seen == [(1, 2, 9)] and (result.pages, result.words, result.left) == (1, 9, 1)


def test_words_found_get_the_chosen_role(project: Path, scans: list[Path], capsys: pytest.CaptureFixture[str]) -> None:
    run(capsys, "import", project, scans[0], "--segment", "--role", "train")
    assert roles(project) == {"train"}


def test_a_share_of_the_pages_gets_the_role_test(
    project: Path, scans: list[Path], capsys: pytest.CaptureFixture[str]
) -> None:
    run(capsys, "import", project, *scans, "--segment", "--test-share", "0.5")
    assert roles(project) == {"train", "test"}


def test_known_pages_without_words_are_segmented(
    project: Path, scans: list[Path], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(capsys, "import", project, *scans)["words"] == 0
    again = run(capsys, "import", project, *scans, "--segment", "--role", "val")
    assert (again["pages"], again["words"], again["segmented"]) == (0, 0, 18)
    assert roles(project) == {"val"}
    assert run(capsys, "import", project, *scans, "--segment")["segmented"] == 0


def test_the_segment_command_takes_page_ids(
    project: Path, scans: list[Path], capsys: pytest.CaptureFixture[str]
) -> None:
    run(capsys, "import", project, *scans)
    assert run(capsys, "segment", project, "--pages", "2", "--role", "train")["words"] == 9
    assert run(capsys, "segment", project)["words"] == 9
    assert run(capsys, "segment", project)["words"] == 0
    assert main(["segment", str(project), "--pages", "two"]) == 2
    assert "not 'two'" in capsys.readouterr().err
    with Project.open(project, read_only=True) as opened:
        assert edit_history(opened)[0].edit == ("find words", {"n": 1, "page": "a.png"})


def test_words_are_found_again_on_the_pages_named(
    project: Path, scans: list[Path], capsys: pytest.CaptureFixture[str]
) -> None:
    run(capsys, "import", project, *scans, "--segment")
    with Project.open(project) as opened:
        known = word_ids(opened)
        first, second, *_ = word_ids(opened, page_id=2)
        other = word_ids(opened, page_id=1)
        set_transcription(opened, first, "mount", TranscriptionSource.TYPED)
        change_box(opened, second, (0, 0, 30, 30))
        before = project_state(opened)
    found = run(capsys, "segment", project, "--again", "--pages", "2")
    with Project.open(project) as opened:
        rows = get_words(opened, word_ids(opened, page_id=2))
        assert word_ids(opened, page_id=1) == other
        assert [row.id for row in rows if row.text == "mount"] == [first]
        assert second in {row.id for row in rows}  # a person moved its box
        assert (len(found["added"]), found["removed"], found["kept"]) == (1, 0, 9)
        assert found["added"] == [row.id for row in rows if row.id not in known] and len(rows) == 10
        assert edit_history(opened)[0].edit == ("find words", {"n": 1, "page": "b.png"})
        undo(opened)
        assert project_state(opened) == before


def test_pages_that_an_earlier_line_reader_cut_are_cut_again(
    project: Path, scans: list[Path], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    run(capsys, "import", project, scans[0], "--segment")
    run(capsys, "import", project, scans[1])
    assert run(capsys, "segment", project)["cut_before"] == 0
    monkeypatch.setattr("core.project.content.cut_pages.line_reader_digest", lambda: "another")
    with Project.open(project) as opened:
        first = word_ids(opened, page_id=1)[0]
        change_box(opened, first, (0, 0, 30, 30))
        set_transcription(opened, word_ids(opened, page_id=2)[0], "mount", TranscriptionSource.TYPED)
    assert main(["segment", str(project)]) == 0
    assert "2 pages were cut into words by an earlier line reader" in capsys.readouterr().out
    assert run(capsys, "segment", project, "--again")["kept"] == 18
    assert run(capsys, "segment", project)["cut_before"] == 0
    assert run(capsys, "segment", project, "--again")["kept"] == 0
    with Project.open(project, read_only=True) as opened:
        assert first in word_ids(opened)


def test_a_page_without_writing_keeps_its_words_when_they_are_sought_again(
    project: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    written(tmp_path / "a.png", ())
    with Project.open(project) as opened:
        words = (WordRecord((60, 60, 100, 60)),)
        import_contents(opened, SourceContents(pages=(PageRecord(tmp_path / "a.png", *SIZE, words=words),)))
        known = word_ids(opened)
    assert main(["segment", str(project), "--again", "--pages", "1"]) == 0
    assert "No writing was found on page a.png" in capsys.readouterr().out
    with Project.open(project, read_only=True) as opened:
        assert word_ids(opened) == known and len(known) == 1


def test_several_pages_and_their_lexicon_are_one_edit(tmp_path: Path, scans: list[Path]) -> None:
    with Project.create(tmp_path / "q") as project:
        records = [PageRecord(path, *SIZE, lines=(line(TOPS[0], "mount and nothing"),)) for path in scans]
        import_contents(project, SourceContents(pages=tuple(records)))
        assert segment_new_pages(project, ignore_events) == 6
        assert edit_history(project)[0].edit.fields["n"] == 2
        undo(project)
        assert word_ids(project) == [] and lexicon_words(project) == []


def test_stopping_keeps_the_pages_done_so_far(tmp_path: Path, scans: list[Path]) -> None:
    with Project.create(tmp_path / "q") as project:
        import_contents(project, SourceContents(pages=tuple(PageRecord(path, *SIZE) for path in scans)))
        answers = iter([False, True])
        assert segment_new_pages(project, ignore_events, should_stop=lambda: next(answers)) == 9
        assert {row.page_id for row in get_words(project, word_ids(project))} == {1}


def test_lines_of_a_source_are_segmented_except_those_without_ink(tmp_path: Path) -> None:
    written(tmp_path / "a.png", TOPS[:1])
    page = PageRecord(
        tmp_path / "a.png", *SIZE, lines=(line(TOPS[0], "mount and nothing"), line(TOPS[2], "lost", "l9"))
    )
    with Project.create(tmp_path / "q") as project:
        import_parts(project, SourceContents(pages=(page,)))
        assert [row.text for row in get_words(project, word_ids(project))] == ["mount", "and", "nothing"]
        assert [left.ref for left in list_uncut_lines(project, 1)] == ["l9"]


def test_lines_that_cannot_be_cut_are_imported_whole(tmp_path: Path) -> None:
    written(tmp_path / "a.png", TOPS[:1])
    page = PageRecord(tmp_path / "a.png", *SIZE, lines=(line(TOPS[2], "no ink here", "l9"),))
    with Project.create(tmp_path / "q") as project:
        import_parts(project, SourceContents(pages=(page,)))
        assert [(left.ref, left.text) for left in list_uncut_lines(project, 1)] == [("l9", "no ink here")]


def test_stopping_before_the_import_raises_stopped(tmp_path: Path, scans: list[Path]) -> None:
    with Project.create(tmp_path / "q") as project, pytest.raises(Stopped, match="Nothing was imported"):
        import_sources(project, ImportRequest(scans, segment=True), ignore_events, lambda: True)


def test_an_unreadable_scan_is_reported_and_gets_no_words(tmp_path: Path, scans: list[Path]) -> None:
    found = SourceContents(pages=tuple(PageRecord(path, *SIZE) for path in scans))
    scans[0].write_bytes(b"gone bad")
    events: list[dict[str, Any]] = []
    with Project.create(tmp_path / "q") as project:
        import_parts(project, found, json_into(events))
        assert [row.page_id for row in get_words(project, word_ids(project))] == [2] * 9
    assert any("a.png" in event.get("text", "") for event in events)


@pytest.mark.parametrize("kind", ["jpg", "gif", "bmp", "jp2", "overwritten.png"])
def test_a_damaged_image_is_left_out_and_named(
    project: Path, scans: list[Path], tmp_path: Path, capsys: pytest.CaptureFixture[str], kind: str
) -> None:
    damaged = tmp_path / f"damaged.{kind}"
    Image.open(scans[0]).convert("L").save(damaged)
    data = damaged.read_bytes()
    damaged.write_bytes(data[:200] + bytes(50) + data[250:] if "overwritten" in kind else data[:2000])
    for option in ([], ["--dry-run"]):
        assert main(["import", str(project), str(scans[0]), str(damaged), "--json", *option]) == 0
        out = capsys.readouterr().out
        result = json.loads(out.splitlines()[-1])
        assert (result["pages"], result["skipped"]) == (1, 1)
        assert damaged.name in out and "the image is damaged or incomplete" in out
    assert main(["import", str(project), str(damaged)]) == 2
    assert "is damaged or incomplete" in capsys.readouterr().err


def test_search_for_words_names_the_page_and_not_its_file_in_the_project(
    project: Path, scans: list[Path], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["import", str(project), str(scans[0])]) == 0
    image = next(path for path in (project / "pages").rglob("*.png"))
    image.chmod(0o600)
    image.write_bytes(image.read_bytes()[:2000])
    capsys.readouterr()
    assert main(["segment", str(project)]) == 0
    printed = " ".join(capsys.readouterr().out.split())
    assert "Page a.png was not searched for words: the image is damaged" in printed and str(project) not in printed
