"""The six views of the window: their names, the bar that chooses one, how each is built, and where they are shown."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent, QSize, Qt, Signal
from PySide6.QtGui import QAction, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QButtonGroup, QFrame, QScrollArea, QStackedWidget, QToolButton, QWidget

from app import settings as keys
from app.actions import Actions
from app.context import ProjectContext
from app.settings import Settings
from app.style.icons import icon
from app.view import View
from app.widgets import builders
from app.widgets.accessibility import set_one_of_several

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


WIDTH = 96


class NavigationBar(QFrame):
    """``chosen(view)`` when a person chooses a view."""

    chosen = Signal(str)

    def __init__(self, actions: Actions, owner: QWidget) -> None:
        super().__init__()
        self.setObjectName("rail")
        self.setFixedWidth(WIDTH)
        titles = view_titles()
        group = QButtonGroup(self)
        self.buttons: dict[str, QToolButton] = {}
        self.go_actions: list[QAction] = []
        for number, name in enumerate(VIEWS, 1):
            button = builders.named(QToolButton(), titles[name])
            button.setProperty("kind", "rail")
            button.setText(titles[name])
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextUnderIcon)
            button.setIcon(icon(name, "quiet", "accent"))
            button.setIconSize(QSize(24, 24))
            button.setCheckable(True)
            set_one_of_several(button)
            button.setFixedWidth(WIDTH - 1)
            button.setMinimumHeight(56)
            key = QKeySequence(f"Ctrl+{number}").toString(QKeySequence.SequenceFormat.NativeText)
            button.setToolTip(f"{titles[name]} ({key})")
            button.clicked.connect(partial(self._choose, name))
            group.addButton(button)
            self.buttons[name] = button
            go = actions.add(
                owner, self.tr("Go to {0}").format(titles[name]), partial(self._choose, name), shortcut=f"Ctrl+{number}"
            )
            self.go_actions.append(go)
        builders.column(*self.buttons.values(), 1, parent=self, margins=(0, 8, 0, 8), spacing=4)

    def choose(self, name: str) -> None:
        """Mark the view that is shown."""
        self.buttons[name].setChecked(True)

    def _choose(self, name: str, checked: bool = False) -> None:
        self.chosen.emit(name)


class ProjectViews:
    """``stack`` shows one of the views or the start page."""

    def __init__(self, make_view: Callable[[str, ProjectContext], View], stack: QStackedWidget) -> None:
        self._make_view, self._stack = make_view, stack
        self._built: dict[str, View] = {}

    @property
    def current(self) -> View | None:
        """The view that is shown; None on the start page."""
        widget = self._stack.currentWidget()
        return widget if isinstance(widget, View) else None

    def bring_up(self, name: str, context: ProjectContext) -> View:
        """Leave the view before, and return the one of this name, shown but not entered."""
        before = self.current
        if before is not None and before.name != name:
            before.leave()
        view = self._build(name, context)
        self._stack.setCurrentWidget(view)
        return view

    def build_next(self, context: ProjectContext) -> bool:
        """Build one of the views that were not shown yet; return False if there is none."""
        missing = next((name for name in VIEWS if name not in self._built), None)
        if missing is not None:
            self._build(missing, context)
        return missing is not None

    def leave(self) -> None:
        """Leave all views, which save what is being typed."""
        for view in self._built.values():
            view.leave()

    def delete(self) -> None:
        """Delete all views: their project is closed."""
        for view in self._built.values():
            self._stack.removeWidget(view)
            view.deleteLater()
        self._built.clear()

    def _build(self, name: str, context: ProjectContext) -> View:
        if name not in self._built:
            view = self._built[name] = self._make_view(name, context)
            self._stack.addWidget(view)
        return self._built[name]


class ViewArea(QScrollArea):
    """Shows the current widget of its ``stack``, however much space the others need."""

    def __init__(self) -> None:
        super().__init__()
        self.stack = QStackedWidget()
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        # it scrolls to the widget with the focus; it needs no focus of its own
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        holder = _Holder(self.stack)
        self.setWidget(holder)
        self.stack.currentChanged.connect(holder.updateGeometry)


class _Holder(QWidget):
    """As large as the current widget needs. It has no layout: that would ask for the preferred height."""

    def __init__(self, stack: QStackedWidget) -> None:
        super().__init__()
        self.setObjectName("page")
        self._stack = stack
        stack.setParent(self)

    def minimumSizeHint(self) -> QSize:
        current = self._stack.currentWidget()
        return QSize() if current is None else current.minimumSizeHint().expandedTo(current.minimumSize())

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._stack.resize(event.size())

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            self.updateGeometry()  # the current widget needs more or less space now
        return super().event(event)
