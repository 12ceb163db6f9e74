"""The six views of the window: their names, what builds them, and the one last shown for each project."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from app import settings as keys
from app.context import ProjectContext
from app.settings import Settings
from app.view import View

VIEWS = ("collection", "page", "review", "train", "insight", "search")
"""In the order of the navigation bar."""


@dataclass(frozen=True, slots=True)
class WindowParts:
    """The parts that are plugged into the window, which imports none of them."""

    make_view: Callable[[str, ProjectContext], View]
    """Build the view of this name."""
    open_export: Callable[[ProjectContext, QWidget, Sequence[int]], object]
    """Open the export dialog over a widget for the selected pages."""
    project_opened: Callable[[ProjectContext], object]
    """Start what works for an open project without a view."""


def view_titles() -> dict[str, str]:
    """Return the titles of the views by their names; "" stands for actions that work everywhere."""
    translate = QCoreApplication.translate
    return {
        "": translate("titles", "Everywhere"),
        "collection": translate("titles", "Collection"),
        "page": translate("titles", "Page"),
        "review": translate("titles", "Review"),
        "train": translate("titles", "Train"),
        "insight": translate("titles", "Insight"),
        "search": translate("titles", "Search"),
    }


def last_view(settings: Settings, folder: Path) -> tuple[str, int | None]:
    """Return the view and the word in focus when the project was last closed; Collection for an unknown project."""
    match settings.of_project(keys.LAST_VIEWS, folder):
        case [str(view), int() | None as word_id] if view in VIEWS:
            return view, word_id
    return "collection", None


def remember_view(settings: Settings, folder: Path, view: str, word_id: int | None) -> None:
    """Save the view and the word in focus for the next time."""
    settings.set_of_project(keys.LAST_VIEWS, folder, [view, word_id])
