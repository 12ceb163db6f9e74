"""Automatic backups of the database, and which of them are kept."""

from __future__ import annotations

import shutil
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from backup_helpers import NOW, project_with_model
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import DuctusError, InputError
from core.project.backup import rotation
from core.project.backup.rotation import (
    BACKUPS_FOLDER,
    EDITS_BETWEEN_BACKUPS,
    KEPT_LATEST,
    automatic_backups,
    back_up_when_due,
    delete_expired,
)
from core.project.content.lexicon import add_words
from core.project.content.transcriptions import set_transcription
from core.project.db import lock
from core.project.project import Project


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return project_with_model(tmp_path)


def test_a_backup_is_due_at_first_then_daily_or_after_many_edits(folder: Path) -> None:
    with Project.open(folder) as project:
        first = back_up_when_due(project, NOW)
        assert first is not None and first.parent == folder / BACKUPS_FOLDER
        assert back_up_when_due(project, NOW + timedelta(days=1)) is None  # nothing was edited
        set_transcription(project, 3, "new")
        assert back_up_when_due(project, NOW + timedelta(hours=1)) is None  # the same day
        assert back_up_when_due(project, NOW + timedelta(days=1)) is not None
        for number in range(EDITS_BETWEEN_BACKUPS):
            set_transcription(project, 3, f"edit {number}")
        assert back_up_when_due(project, NOW + timedelta(days=1, seconds=5)) is not None
        assert len(automatic_backups(folder)) == 3
        # the clock was set back: the newest state is kept nevertheless
        set_transcription(project, 3, "after the clock was set back")
        early = back_up_when_due(project, NOW - timedelta(days=900))
        assert early is not None and early.exists()


def test_no_backup_is_due_for_an_empty_project_or_while_another_is_made(tmp_path: Path) -> None:
    with Project.create(tmp_path / "empty") as project:
        assert back_up_when_due(project, NOW) is None
        add_words(project, ["one"])
        (project.folder / BACKUPS_FOLDER / "left.sqlite.new").touch()
        made = back_up_when_due(project, NOW)
        assert made is not None and not (project.folder / BACKUPS_FOLDER / "left.sqlite.new").exists()
        made.write_bytes(b"damaged")
        assert back_up_when_due(project, NOW + timedelta(seconds=1)) is not None  # the last one is damaged
        with (
            lock.hold_lock(project.files, f"{BACKUPS_FOLDER}/.lock", "taken"),
            pytest.raises(InputError, match="being made"),
        ):
            back_up_when_due(project, NOW)


def test_a_full_disk_raises_a_clear_error(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Project.open(folder) as project:
        usage = shutil.disk_usage(folder)._replace(free=1000)
        monkeypatch.setattr(rotation.shutil, "disk_usage", lambda path: usage)
        with pytest.raises(DuctusError, match="nearly full"):
            back_up_when_due(project, NOW)
        shutil.rmtree(folder / BACKUPS_FOLDER)
        (folder / BACKUPS_FOLDER).write_text("in the way")
        with pytest.raises(DuctusError, match="no backup can be made"):
            back_up_when_due(project, NOW)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(0, 200 * 24), min_size=1, max_size=60, unique=True), st.integers(-400, 400))
def test_the_latest_daily_and_weekly_backups_are_kept(
    tmp_path_factory: pytest.TempPathFactory, hours: list[int], shift: int
) -> None:
    folder = tmp_path_factory.mktemp("rotation")
    (folder / BACKUPS_FOLDER).mkdir()
    moments = [NOW - timedelta(hours=hour) for hour in hours]
    for moment in moments:
        (folder / BACKUPS_FOLDER / f"{moment:%Y-%m-%d_%H%M%S}.sqlite").touch()
    newest = folder / BACKUPS_FOLDER / f"{NOW + timedelta(days=shift, seconds=1):%Y-%m-%d_%H%M%S}.sqlite"
    newest.touch()
    delete_expired(folder, newest)
    kept = [backup.made_at for backup in automatic_backups(folder)]
    everything = sorted([*moments, datetime.strptime(newest.stem, "%Y-%m-%d_%H%M%S")], reverse=True)
    assert newest.exists() and kept[:KEPT_LATEST] == everything[:KEPT_LATEST]
    days = sorted({moment.date() for moment in everything}, reverse=True)[:7]
    assert set(days) <= {moment.date() for moment in kept}
    weeks = sorted({moment.isocalendar()[:2] for moment in everything}, reverse=True)[:4]
    assert set(weeks) <= {moment.isocalendar()[:2] for moment in kept}
    assert len(kept) <= KEPT_LATEST + 7 + 4 + 1
