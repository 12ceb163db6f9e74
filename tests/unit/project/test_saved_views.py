"""Saved views are kept in the project, renamed and deleted; a damaged entry harms no other."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.errors import InputError
from core.project.content.saved_views import SETTING, SavedView, delete_view, list_views, rename_view, save_view
from core.project.project import Project

DOUBTFUL = SavedView("Doubtful", "uncertain conf<0.5", True, "uncertain")
SECOND = SavedView("page two", "page:2", False, "page")


@pytest.fixture
def project(tmp_path: Path):
    with Project.create(tmp_path / "views") as project:
        save_view(project, SECOND)
        save_view(project, DOUBTFUL)
        yield project


def test_views_outlast_the_session_and_stand_by_name(project: Project) -> None:
    with Project.open(project.folder, read_only=True) as other:
        assert list_views(other) == [DOUBTFUL, SECOND]


def test_saving_under_the_same_name_replaces(project: Project) -> None:
    newer = SavedView(" Doubtful ", "nolist", False, "page")
    save_view(project, newer)
    assert list_views(project)[0] == SavedView("Doubtful", "nolist", False, "page") and len(list_views(project)) == 2


def test_view_is_renamed_unless_the_name_is_taken(project: Project) -> None:
    rename_view(project, "Doubtful", "Zweifelhaft")
    assert [view.name for view in list_views(project)] == ["page two", "Zweifelhaft"]
    assert list_views(project)[1].filter == DOUBTFUL.filter
    with pytest.raises(InputError, match="already"):
        rename_view(project, "Zweifelhaft", "page two")
    with pytest.raises(InputError, match="no view"):
        rename_view(project, "gone", "new")
    rename_view(project, "page two", "page two")


@pytest.mark.parametrize("name", ["", "  ", "x" * 81])
def test_name_must_be_usable(name: str, project: Project) -> None:
    with pytest.raises(InputError, match="name"):
        save_view(project, SavedView(name, "", True, "page"))
    with pytest.raises(InputError, match="name"):
        rename_view(project, "Doubtful", name)
    assert len(list_views(project)) == 2


def test_view_is_deleted(project: Project) -> None:
    delete_view(project, "Doubtful")
    delete_view(project, "Doubtful")
    assert list_views(project) == [SECOND]


@pytest.mark.parametrize("stored", [None, 3, "x", {"a": 1}, [{"name": 3}, None]])
def test_damaged_entries_are_left_out(stored: object, project: Project) -> None:
    good = [{"name": "good", "filter": "", "unchecked_only": True, "order": "page"}]
    project.set_setting(SETTING, [*stored, *good] if isinstance(stored, list) else stored)
    assert [view.name for view in list_views(project)] == (["good"] if isinstance(stored, list) else [])
