"""The saved views of a project: filters of Review that were given a name.

They are kept in the project, because they name its pages and writers, and so go with it to other computers and people.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from core.errors import InputError
from core.project.project import Project

SETTING = "saved_views"
MAX_NAME = 80


@dataclass(frozen=True, slots=True)
class SavedView:
    """A filter with its name, whether checked words are left out, and the order of the words."""

    name: str
    filter: str
    unchecked_only: bool
    order: str


def list_views(project: Project) -> list[SavedView]:
    """Return the saved views by name. Entries that are damaged are left out."""
    stored = project.get_setting(SETTING, [])
    views = [view for entry in stored if (view := _view(entry))] if isinstance(stored, list) else []
    return sorted(views, key=lambda view: view.name.casefold())


def save_view(project: Project, view: SavedView) -> None:
    """Save a view, in place of one with the same name. Raises InputError for a name that is empty or too long."""
    view = replace(view, name=_checked_name(view.name))
    _store(project, [*(kept for kept in list_views(project) if kept.name != view.name), view])


def rename_view(project: Project, name: str, new_name: str) -> None:
    """Rename a view. Raises InputError if there is none, or if the new name is taken, empty or too long."""
    views, new_name = list_views(project), _checked_name(new_name)
    if new_name == name:
        return
    names = [view.name for view in views]
    if new_name in names:
        raise InputError.of("There is a view “{new_name}” already; choose another name.", new_name=new_name)
    if name not in names:
        raise InputError.of("There is no view “{name}” any more.", name=name)
    _store(project, [replace(view, name=new_name) if view.name == name else view for view in views])


def delete_view(project: Project, name: str) -> None:
    """Delete a view; one that is gone already is not an error."""
    _store(project, [view for view in list_views(project) if view.name != name])


def _store(project: Project, views: Sequence[SavedView]) -> None:
    project.set_setting(SETTING, [asdict(view) for view in views])


def _checked_name(name: str) -> str:
    name = " ".join(name.split())
    if not name:
        raise InputError.of("A view needs a name; type one.")
    if len(name) > MAX_NAME:
        raise InputError.of(
            "The name of a view has at most {max_name} characters; type a shorter one.", max_name=MAX_NAME
        )
    return name


def _view(entry: Any) -> SavedView | None:
    match entry:
        case {"name": str(name), "filter": str(text), "unchecked_only": bool(unchecked_only), "order": str(order)}:
            return SavedView(name, text, unchecked_only, order)
    return None
