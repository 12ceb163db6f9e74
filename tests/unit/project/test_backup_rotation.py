"""The copies of the database that are made by themselves, and which of them are kept."""

from __future__ import annotations

import shutil
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from backup_helpers import NOW, worked_on
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import DuctusError, InputError
from core.project.backup import rotation as backup_rotation
from core.project.backup.rotation import EDITS, FOLDER, LATEST, back_up_when_due, backups, drop_old
from core.project.content.lexicon import add_words
from core.project.content.transcriptions import set_transcription
from core.project.db import lock
from core.project.project import Project


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return worked_on(tmp_path)


def test_the_first_backup_then_one_a_day_or_after_many_edits(folder: Path) -> None:
    with Project.open(folder) as project:
        first = back_up_when_due(project, NOW)
        assert first is not None and first.parent == folder / FOLDER
        assert back_up_when_due(project, NOW + timedelta(days=1)) is None  # nothing was edited
        set_transcription(project, 3, "new")
        assert back_up_when_due(project, NOW + timedelta(hours=1)) is None  # the same day
        assert back_up_when_due(project, NOW + timedelta(days=1)) is not None
        for number in range(EDITS):
            set_transcription(project, 3, f"edit {number}")
        assert back_up_when_due(project, NOW + timedelta(days=1, seconds=5)) is not None
        assert len(backups(folder)) == 3
        # the clock was set back: the newest state is kept all the same
        set_transcription(project, 3, "after the clock was set back")
        early = back_up_when_due(project, NOW - timedelta(days=900))
        assert early is not None and early.exists()


def test_an_empty_project_and_a_second_at_once_need_none(tmp_path: Path) -> None:
    with Project.create(tmp_path / "empty") as project:
        assert back_up_when_due(project, NOW) is None
        add_words(project, ["one"])
        (project.folder / FOLDER / "left.sqlite.new").touch()
        made = back_up_when_due(project, NOW)
        assert made is not None and not (project.folder / FOLDER / "left.sqlite.new").exists()
        made.write_bytes(b"damaged")
        assert back_up_when_due(project, NOW + timedelta(seconds=1)) is not None  # the last is no backup
        with lock.held(project.folder / FOLDER / ".lock", "taken"), pytest.raises(InputError, match="being made"):
            back_up_when_due(project, NOW)


def test_without_room_the_reason_is_told(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Project.open(folder) as project:
        usage = shutil.disk_usage(folder)._replace(free=1000)
        monkeypatch.setattr(backup_rotation.shutil, "disk_usage", lambda path: usage)
        with pytest.raises(DuctusError, match="nearly full"):
            back_up_when_due(project, NOW)
        shutil.rmtree(folder / FOLDER)
        (folder / FOLDER).write_text("in the way")
        with pytest.raises(DuctusError, match="no backup can be made"):
            back_up_when_due(project, NOW)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(0, 200 * 24), min_size=1, max_size=60, unique=True), st.integers(-400, 400))
def test_of_many_backups_the_latest_days_and_weeks_are_kept(
    tmp_path_factory: pytest.TempPathFactory, hours: list[int], shift: int
) -> None:
    folder = tmp_path_factory.mktemp("rotation")
    (folder / FOLDER).mkdir()
    moments = [NOW - timedelta(hours=hour) for hour in hours]
    for moment in moments:
        (folder / FOLDER / f"{moment:%Y-%m-%d_%H%M%S}.sqlite").touch()
    newest = folder / FOLDER / f"{NOW + timedelta(days=shift, seconds=1):%Y-%m-%d_%H%M%S}.sqlite"
    newest.touch()
    drop_old(folder, newest)
    kept = [one.made_at for one in backups(folder)]
    everything = sorted([*moments, datetime.strptime(newest.stem, "%Y-%m-%d_%H%M%S")], reverse=True)
    assert newest.exists() and kept[:LATEST] == everything[:LATEST]
    days = sorted({moment.date() for moment in everything}, reverse=True)[:7]
    assert set(days) <= {moment.date() for moment in kept}
    weeks = sorted({moment.isocalendar()[:2] for moment in everything}, reverse=True)[:4]
    assert set(weeks) <= {moment.isocalendar()[:2] for moment in kept}
    assert len(kept) <= LATEST + 7 + 4 + 1
