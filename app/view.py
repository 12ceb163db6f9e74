"""The common ground of the six places."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from app.context import NavigationTarget, ProjectContext


class View(QWidget):
    """One of the six places. Built when first shown, thrown away when its project is closed.

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
        """The place is shown; go to what ``target`` names, or stay where it was."""

    def current_word(self) -> int | None:
        """The word a person looks at here, carried along when another place is chosen."""
        return None

    def selected_pages(self) -> list[int]:
        """The pages a person has chosen here, by their ids; an export may be limited to them."""
        return []

    def leave(self) -> None:
        """Another place is shown, or the project is closed: keep what was being typed."""
