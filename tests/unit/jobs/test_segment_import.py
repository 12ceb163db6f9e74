"""`ductus import --segment` and `ductus segment`: words found on scans come in as one edit."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from segmentation_helpers import SIZE, TOPS, line, written

from core.cli.main import main
from core.errors import Stopped
from core.events import ignore_events
from core.formats.records import PageRecord, SourceContents
from core.jobs.segmentation.segment import segment_new_pages
from core.jobs.segmentation.segment_import import segment_found
from core.project.content.lexicon import lexicon_words
from core.project.content.pages import lines, pages
from core.project.content.words import rows, word_ids
from core.project.db.history import history, undo
from core.project.importing.import_sources import import_contents
from core.project.project import Project


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> dict[str, Any]:
    """The result of a command."""
    assert main([*map(str, arguments), "--json"]) == 0
    events = [json.loads(text) for text in capsys.readouterr().out.splitlines()]
    assert events[-1]["event"] == "result"
    return events[-1]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    with Project.create(tmp_path / "p") as made:
        return made.folder


@pytest.fixture
def scans(tmp_path: Path) -> list[Path]:
    paths = [tmp_path / "a.png", tmp_path / "b.png"]
    for seed, path in enumerate(paths):
        written(path, seed=seed)
    return paths


def roles(folder: Path) -> set[str]:
    with Project.open(folder, read_only=True) as project:
        return {row.role for row in rows(project, word_ids(project))}


def test_scans_come_in_with_their_words_and_one_undo_takes_all_back(
    project: Path, scans: list[Path], capsys: pytest.CaptureFixture[str]
) -> None:
    result = run(capsys, "import", project, *scans, "--segment")
    assert (result["pages"], result["words"], result["segmented"]) == (2, 18, 18)
    assert roles(project) == {"train"}
    with Project.open(project) as opened:
        assert len(history(opened)) == 1
        undo(opened)
        assert pages(opened) == [] and word_ids(opened) == []


def test_what_the_words_are_for_holds_for_those_found_too(
    project: Path, scans: list[Path], capsys: pytest.CaptureFixture[str]
) -> None:
    run(capsys, "import", project, scans[0], "--segment", "--role", "train")
    assert roles(project) == {"train"}


def test_a_share_of_the_pages_is_kept_for_testing(
    project: Path, scans: list[Path], capsys: pytest.CaptureFixture[str]
) -> None:
    run(capsys, "import", project, *scans, "--segment", "--test-share", "0.5")
    assert roles(project) == {"train", "test"}


def test_pages_brought_in_before_without_words_get_them(
    project: Path, scans: list[Path], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(capsys, "import", project, *scans)["words"] == 0
    again = run(capsys, "import", project, *scans, "--segment", "--role", "val")
    assert (again["pages"], again["words"], again["segmented"]) == (0, 0, 18)
    assert roles(project) == {"val"}
    assert run(capsys, "import", project, *scans, "--segment")["segmented"] == 0


def test_the_segment_command_looks_at_the_pages_named_only(
    project: Path, scans: list[Path], capsys: pytest.CaptureFixture[str]
) -> None:
    run(capsys, "import", project, *scans)
    assert run(capsys, "segment", project, "--pages", "2", "--role", "train")["words"] == 9
    assert run(capsys, "segment", project)["words"] == 9
    assert run(capsys, "segment", project)["words"] == 0
    assert main(["segment", str(project), "--pages", "two"]) == 2
    assert "not 'two'" in capsys.readouterr().err
    with Project.open(project, read_only=True) as opened:
        assert history(opened)[0].label == "find words on a.png"


def test_several_pages_are_one_edit_with_their_lexicon(tmp_path: Path, scans: list[Path]) -> None:
    with Project.create(tmp_path / "q") as project:
        records = [PageRecord(path, *SIZE, lines=(line(TOPS[0], "mount and nothing"),)) for path in scans]
        import_contents(project, SourceContents("test", pages=tuple(records)))
        assert segment_new_pages(project, ignore_events) == 6
        assert history(project)[0].label == "find words on 2 pages"
        undo(project)
        assert word_ids(project) == [] and lexicon_words(project) == []


def test_stopping_keeps_the_pages_that_are_done(tmp_path: Path, scans: list[Path]) -> None:
    with Project.create(tmp_path / "q") as project:
        import_contents(project, SourceContents("test", pages=tuple(PageRecord(path, *SIZE) for path in scans)))
        answers = iter([False, True])
        assert segment_new_pages(project, ignore_events, should_stop=lambda: next(answers)) == 9
        assert {row.page_id for row in rows(project, word_ids(project))} == {1}


def test_lines_of_a_source_are_cut_and_those_without_ink_stay_lines(tmp_path: Path) -> None:
    written(tmp_path / "a.png", TOPS[:1])
    page = PageRecord(
        tmp_path / "a.png", *SIZE, lines=(line(TOPS[0], "mount and nothing"), line(TOPS[2], "lost", "l9"))
    )
    with Project.create(tmp_path / "q") as project:
        found, held = segment_found(
            project, SourceContents("test", pages=(page,)), ignore_events, role="none", should_stop=lambda: False
        )
        assert held == []
        import_contents(project, found)
        assert [row.text for row in rows(project, word_ids(project))] == ["mount", "and", "nothing"]
        assert [left.ref for left in lines(project, 1)] == ["l9"]


def test_stopping_before_the_import_leaves_nothing(tmp_path: Path, scans: list[Path]) -> None:
    found = SourceContents("scans", pages=tuple(PageRecord(path, *SIZE) for path in scans))
    with Project.create(tmp_path / "q") as project, pytest.raises(Stopped, match="nothing was imported"):
        segment_found(project, found, ignore_events, role=None, should_stop=lambda: True)


def test_a_scan_that_cannot_be_read_keeps_its_page_out_of_the_search(tmp_path: Path, scans: list[Path]) -> None:
    found = SourceContents("scans", pages=tuple(PageRecord(path, *SIZE) for path in scans))
    scans[0].write_bytes(b"gone bad")
    events: list[dict[str, Any]] = []
    with Project.create(tmp_path / "q") as project:
        cut, _ = segment_found(project, found, events.append, role=None, should_stop=lambda: False)
    assert [len(page.words) for page in cut.pages] == [0, 9]
    assert any("a.png" in event.get("text", "") for event in events)
