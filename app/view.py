"""The base class of the six views."""

from PySide6.QtWidgets import QWidget

from app.context import NavigationTarget, ProjectContext


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
