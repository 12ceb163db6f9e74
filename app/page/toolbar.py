"""The row above the page (which page, how large) and the panel beside it (tools and legend)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAction, QGuiApplication, QWheelEvent
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.page.legend import Legend
from app.page.page_queries import PageEntry
from app.style.icons import icon
from app.style.theme import Theme, tabular


class TopBar(QFrame):
    """``page_chosen(page id)``. The actions of pages and zoom are given as ``{icon: action}``."""

    page_chosen = Signal(int)

    def __init__(self, theme: Theme, actions: Mapping[str, QAction]) -> None:
        super().__init__()
        self._theme = theme
        self.chooser = _Chooser()
        self.chooser.setAccessibleName(self.tr("Page"))
        self.chooser.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.chooser.setMinimumContentsLength(16)
        self.chooser.setFont(tabular(self.chooser.font()))
        self.chooser.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.chooser.activated.connect(lambda row: self.page_chosen.emit(self.chooser.itemData(row)))
        self.scale = QLabel()
        self.scale.setProperty("kind", "quiet")
        self.scale.setFont(tabular(self.scale.font()))
        self.scale.setMinimumWidth(self.scale.fontMetrics().horizontalAdvance("000 %") + 8)
        self.scale.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.buttons = {name: action_button(action) for name, action in actions.items()}
        self._actions = dict(actions)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 8, 12, 8)
        row.setSpacing(8)
        row.addWidget(self.buttons["previous"])
        row.addWidget(self.chooser, 1)
        row.addWidget(self.buttons["next"])
        row.addSpacing(16)
        row.addWidget(self.buttons["zoom_out"])
        row.addWidget(self.scale)
        row.addWidget(self.buttons["zoom_in"])
        row.addWidget(self.buttons["fit"])
        row.addWidget(self.buttons["actual_size"])
        theme.changed.connect(self._paint)
        self._paint()

    def set_entries(self, entries: Sequence[PageEntry], current: int | None) -> None:
        """The pages there are, and which of them is shown."""
        self.chooser.clear()
        for entry in entries:
            self.chooser.addItem(self._told(entry), entry.id)
        self.set_current(current)

    def set_current(self, page_id: int | None) -> None:
        self.chooser.setCurrentIndex(self.chooser.findData(page_id))

    def set_entry(self, entry: PageEntry) -> None:
        """One page is read further than it was."""
        row = self.chooser.findData(entry.id)
        if row >= 0:
            self.chooser.setItemText(row, self._told(entry))

    def set_scale(self, scale: float) -> None:
        self.scale.setText(self.tr("{0} %").format(round(scale * 100)))

    def _told(self, entry: PageEntry) -> str:
        return self.tr("{0} – {1} of {2} words read").format(entry.name, entry.read, entry.total)

    def _paint(self) -> None:
        paint_icons(self._actions, self._theme)


class SidePanel(QScrollArea):
    """The tools, each with its icon and name, and the legend below them."""

    def __init__(self, theme: Theme, groups: Sequence[tuple[str, Mapping[str, QAction]]]) -> None:
        super().__init__()
        self._theme = theme
        self._actions: dict[str, QAction] = {}
        self.legend = Legend()
        inside = QWidget()
        inside.setObjectName("page")
        column = QVBoxLayout(inside)
        column.setContentsMargins(8, 8, 8, 8)
        column.setSpacing(1)
        for title, actions in groups:
            column.addWidget(_section(title))
            for action in actions.values():
                column.addWidget(action_button(action, wide=True))
            column.addSpacing(4)
            self._actions |= actions
        column.addWidget(_section(self.tr("On this page")))
        column.addWidget(self.legend)
        column.addStretch(1)
        self.setWidget(inside)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFixedWidth(max(208, inside.sizeHint().width() + 14))
        theme.changed.connect(self._paint)
        self._paint()

    def _paint(self) -> None:
        paint_icons(self._actions, self._theme)


class _Chooser(QComboBox):
    """A wheel that turns over it by chance changes no page."""

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


def action_button(action: QAction, *, wide: bool = False) -> QToolButton:
    """A button with the icon and the name of an action. A click leaves the keyboard with the page."""
    button = QToolButton()
    button.setDefaultAction(action)
    button.setProperty("kind", "tool")
    button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
    button.setIconSize(QSize(18, 18))
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    button.setAccessibleName(action.text())
    if wide:
        button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
    return button


def paint_icons(actions: Mapping[str, QAction], theme: Theme) -> None:
    """Give each action the icon it is filed under, in the colours of the look."""
    turned = {"previous": "next", "next": "previous"} if QGuiApplication.isRightToLeft() else {}
    for name, action in actions.items():
        action.setIcon(icon(turned.get(name, name), theme.tokens.quiet, theme.tokens.accent))


def _section(text: str) -> QLabel:
    label = QLabel(text)
    label.setProperty("kind", "section")
    label.setContentsMargins(8, 4, 8, 2)
    return label
