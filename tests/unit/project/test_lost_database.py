"""A database that is removed or replaced while it is open: edits say so, and the content can be saved elsewhere."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest
from project_helpers import filled_project, project_state

from core.project.backup.project_copy import save_as
from core.project.content.transcriptions import list_transcriptions, set_transcription
from core.project.db.database import DatabaseLostError
from core.project.project import DATABASE, Project

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows keeps an open file where it is")


def _remove(folder: Path) -> None:
    (folder / DATABASE).unlink()


def _replace(folder: Path) -> None:
    shutil.copyfile(folder / DATABASE, folder / "other.sqlite")
    (folder / "other.sqlite").replace(folder / DATABASE)


def _remove_all(folder: Path) -> None:
    shutil.rmtree(folder)


@pytest.mark.parametrize("harm", [_remove, _replace, _remove_all])
def test_an_edit_after_the_file_is_gone_is_refused_and_saved_as_a_new_project(harm, tmp_path: Path) -> None:
    with filled_project(tmp_path) as project:
        set_transcription(project, 1, "before")
        state = project_state(project)
        harm(project.folder)
        for edit in (
            lambda: set_transcription(project, 1, "typed since"),
            lambda: project.set_setting("language", ["la"]),
        ):
            with pytest.raises(
                DatabaseLostError, match=r"removed or replaced while the project was open.* Put it back"
            ):
                edit()
        assert project_state(project) == state and not project.is_in_place
        saved = save_as(project, tmp_path / "new.ductus", [lambda new: set_transcription(new, 1, "typed since")])
    assert (len(saved.missing) > 0) == (harm is _remove_all) and saved.errors == ()
    with Project.open(saved.folder) as new:
        assert [transcription.text for transcription in list_transcriptions(new, 1)][-2:] == ["before", "typed since"]
        assert new.check_integrity() == []


def test_an_edit_is_possible_again_once_the_file_is_back(tmp_path: Path) -> None:
    with filled_project(tmp_path) as project:
        away = project.folder.rename(tmp_path / "away.ductus")
        with pytest.raises(DatabaseLostError):
            set_transcription(project, 1, "lost?")
        away.rename(project.folder)
        set_transcription(project, 1, "kept")
    with Project.open(tmp_path / "kit.ductus") as project:
        assert list_transcriptions(project, 1)[-1].text == "kept"
