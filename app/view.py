"""The base class of the six views."""

from collections.abc import Mapping
from typing import Any

from PySide6.QtWidgets import QWidget

from app.context import NavigationTarget, ProjectContext
from app.widgets.inputs import read_inputs, write_inputs


class View(QWidget):
    """One view of the main window, built when first shown and destroyed when its project is closed.

    ``name`` identifies it in the navigation bar and in :meth:`ProjectContext.go`. Each view connects to
    ``context.session.changed`` itself.
    """

    name = ""

    def __init__(self, context: ProjectContext) -> None:
        super().__init__()
        self.context = context
        self.session = context.session
        self.setObjectName("page")

    def enter(self, target: NavigationTarget) -> None:
        """React to being shown: go to ``target``, or stay at the same word or page without one."""

    def leave(self) -> None:
        """React to another view being shown or the project being closed: save what is being typed."""

    def current_word(self) -> int | None:
        """Return the id of the word in focus; it is passed on to the view shown next."""
        return None

    def landmarks(self) -> dict[str, QWidget]:
        """Return the controls that the tour points at, by the names that its steps use."""
        return {}

    def selected_pages(self) -> list[int]:
        """Return the ids of the selected pages, to which an export can be limited."""
        return []

    def inputs(self) -> dict[str, QWidget]:
        """Return the fields, boxes and tabs that keep their values when the view is rebuilt, by names of its own."""
        return {}

    def hand_over(self) -> dict[str, Any]:
        """Return what a person has typed, chosen or selected for the view that replaces this one, and let go of it.

        Afterwards this view saves nothing any more; it may live until the jobs that it started have ended.
        """
        return read_inputs(self.inputs())

    def take_over(self, state: Mapping[str, Any]) -> None:
        """Go on with what another view of the same class has handed over, before this one is entered."""
        write_inputs(self.inputs(), state)
