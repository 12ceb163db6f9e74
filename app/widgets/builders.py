"""Labels, buttons, layouts and scroll areas, each in one call."""

from collections.abc import Callable
from typing import TypeVar

from PySide6.QtCore import QCoreApplication, QSize, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QApplication,
    QBoxLayout,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLayout,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QStackedWidget,
    QTabWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from app.widgets.accessibility import LiveLabel

Item = QWidget | QLayout | int | tuple[QWidget | QLayout, int]
"""A widget or layout, alone or with its stretch factor; or the stretch factor of an empty space."""

_FRAME = QSize(16, 48)
"""Room for the frame of a window, which the system adds."""

L = TypeVar("L", bound=QBoxLayout)
W = TypeVar("W", bound=QWidget)


def label(text: str = "", kind: str = "", *, wrap: bool = True) -> QLabel:
    """Return a label in the style of ``kind``: "title", "section", "quiet", "caption", "danger", "warn" or "".

    Screen readers say the texts of "danger" and "warn" by themselves.
    """
    made = LiveLabel(text, urgent=kind == "danger") if kind in ("danger", "warn") else QLabel(text)
    if kind:
        made.setProperty("kind", kind)
    made.setWordWrap(wrap)
    return made


def field_label(field: QWidget, text: str, *, wrap: bool = False) -> QLabel:
    """Return the name of a field, to stand beside it; the key that "&" marks leads to the field."""
    made = label(text, wrap=wrap)
    made.setBuddy(field)
    return made


def restyle(widget: QWidget, name: str, value: object) -> None:
    """Give a widget another value of a property by which the style sheet selects it, and its new look."""
    if widget.property(name) != value:
        widget.setProperty(name, value)
        widget.style().unpolish(widget)
        widget.style().polish(widget)


def show_text(shown: QLabel, text: str) -> None:
    """Show a text in a label; hide the label where there is none."""
    shown.setText(text)
    shown.setVisible(bool(text))


def push_button(
    text: str, on_click: Callable[..., object] | None = None, kind: str = "", *, default: bool | None = None
) -> QPushButton:
    """Return a button; ``kind`` "primary" is the one that a person is expected to press.

    ``default``: True if Enter presses it wherever the focus is in its dialog, False if never, None as Qt chooses.
    """
    button = QPushButton(text)
    if kind:
        button.setProperty("kind", kind)
    if default is not None:
        button.setAutoDefault(default)
        button.setDefault(default)
    if on_click is not None:
        button.clicked.connect(on_click)
    return button


def toggle_button(text: str, on_click: Callable[..., object] | None = None) -> QPushButton:
    """Return a button that stays pressed until another beside it is, and that screen readers call one of several."""
    button = push_button(text, on_click, "toggle")
    button.setCheckable(True)
    button.setAutoExclusive(True)
    return button


def named(widget: W, name: str) -> W:
    """Return a widget that shows no text of its own, with the name that screen readers say."""
    widget.setAccessibleName(name)
    return widget


def flat_button(name: str, on_click: Callable[[], object] | None = None, width: int | None = None) -> QToolButton:
    """Return a button for an icon, with ``name`` as its tooltip."""
    button = QToolButton()
    button.setProperty("kind", "flat")
    if width is not None:
        button.setFixedWidth(width)
    button.setToolTip(name)
    button.setAccessibleName(name)
    if on_click is not None:
        button.clicked.connect(lambda: on_click())
    return button


def column(
    *items: Item, parent: QWidget | None = None, margins: tuple[int, int, int, int] = (0, 0, 0, 0), spacing: int = 8
) -> QVBoxLayout:
    """Return a vertical layout of ``items``, set on ``parent`` if there is one."""
    return _fill(QVBoxLayout(parent) if parent is not None else QVBoxLayout(), items, margins, spacing)


def row(
    *items: Item, parent: QWidget | None = None, margins: tuple[int, int, int, int] = (0, 0, 0, 0), spacing: int = 8
) -> QHBoxLayout:
    """Return a horizontal layout of ``items``, set on ``parent`` if there is one."""
    return _fill(QHBoxLayout(parent) if parent is not None else QHBoxLayout(), items, margins, spacing)


def grid(
    stretch: int,
    *,
    parent: QWidget | None = None,
    margins: tuple[int, int, int, int] = (0, 0, 0, 0),
    spacing: tuple[int, int] = (16, 4),
) -> QGridLayout:
    """Return a grid whose column ``stretch`` takes what is left, set on ``parent`` if there is one."""
    layout = QGridLayout(parent) if parent is not None else QGridLayout()
    layout.setContentsMargins(*margins)
    layout.setHorizontalSpacing(spacing[0])
    layout.setVerticalSpacing(spacing[1])
    layout.setColumnStretch(stretch, 1)
    return layout


def _fill(layout: L, items: tuple[Item, ...], margins: tuple[int, int, int, int], spacing: int) -> L:
    layout.setContentsMargins(*margins)
    layout.setSpacing(spacing)
    for item in items:
        if isinstance(item, int):
            layout.addStretch(item)
            continue
        part, stretch = item if isinstance(item, tuple) else (item, 0)
        if isinstance(part, QLayout):
            layout.addLayout(part, stretch)
        else:
            layout.addWidget(part, stretch)
    return layout


def add_clear_button(field: QLineEdit) -> None:
    """Give a field the button that empties it, with a name, which Qt leaves out."""
    field.setClearButtonEnabled(True)
    for action in field.findChildren(QAction):
        if action.objectName() == "_q_qlineeditclearaction":
            action.setText(QCoreApplication.translate("Builders", "Clear the field"))


class ScrollArea(QScrollArea):
    """An area in which ``inner`` scrolls, on the background of the area's parent.

    It takes the focus, for the keys that scroll, only while there is something to scroll; with ``takes_focus`` False,
    where all that scrolls can take the focus itself, never.
    """

    def __init__(self, inner: QWidget, *, takes_focus: bool = True) -> None:
        super().__init__()
        self._takes_focus = takes_focus
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setObjectName("scrolls")
        self.setAccessibleName(self.tr("Contents that scroll"))
        self.setWidget(inner)
        for part in (self.viewport(), inner):
            part.setAutoFillBackground(False)
        for bar in (self.verticalScrollBar(), self.horizontalScrollBar()):
            bar.rangeChanged.connect(self._update_focus)
        self._update_focus()
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._follow_focus)

    def _follow_focus(self, before: QWidget | None, now: QWidget | None) -> None:
        """Scroll to what a key has given the focus; Qt does so only from one widget in the area to another."""
        inner: QWidget | None = self.widget()
        if inner is not None and now is not None and inner.isAncestorOf(now) and not QApplication.mouseButtons():
            self.ensureWidgetVisible(now)

    def _update_focus(self) -> None:
        can_scroll = self.verticalScrollBar().maximum() > 0 or self.horizontalScrollBar().maximum() > 0
        is_stop = self._takes_focus and can_scroll
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if is_stop else Qt.FocusPolicy.NoFocus)


def fit_current(pages: QStackedWidget | QTabWidget) -> None:
    """Give a stack or tabs only as much room as the page that is shown needs, not the largest."""

    def update(current: int) -> None:
        for number in range(pages.count()):
            policy = QSizePolicy.Policy.Preferred if number == current else QSizePolicy.Policy.Ignored
            if (page := pages.widget(number)) is not None:
                page.setSizePolicy(policy, policy)

    pages.currentChanged.connect(update)
    update(pages.currentIndex())


def fit_screen(window: QWidget, width: int, height: int) -> None:
    """Give a window this size, or what its screen has room for besides the frame that the system adds."""
    window.resize(QSize(width, height).boundedTo(window.screen().availableSize() - _FRAME))
