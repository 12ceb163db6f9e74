"""The bar above the page (page and zoom) and the panel beside it (tools and legend)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from PySide6.QtCore import QEvent, QObject, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QAction, QColor, QGuiApplication, QIcon, QPainter, QPixmap, QResizeEvent
from PySide6.QtWidgets import QComboBox, QFrame, QLabel, QScrollArea, QSizePolicy, QToolButton, QWidget

from app.page.page_queries import LEGEND_STATES, PageEntry
from app.style.icons import icon
from app.style.theme import tabular
from app.style.tokens import LIGHT, Tokens
from app.text.names import state_meanings
from app.widgets.builders import column, label, named, row
from app.widgets.form_fields import FormComboBox
from app.widgets.word_outline import has_rectangle, mark_lines, mark_pen, outline_lines, outline_pen

_ICON_BUTTON = 36
"""Width in pixels of a button without its text."""
_SWATCH = QSize(32, 20)


class TopBar(QFrame):
    """``page_chosen(page id)``. ``actions`` for pages and zoom are given by the names of their icons.

    In a small window its buttons have no texts.
    """

    page_chosen = Signal(int)

    def __init__(self, actions: Mapping[str, QAction]) -> None:
        super().__init__()
        self.chooser = named(FormComboBox(), self.tr("Page"))
        self.chooser.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.chooser.setMinimumContentsLength(16)
        self.chooser.setFont(tabular(self.chooser.font()))
        self.chooser.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.chooser.activated.connect(lambda index: self.page_chosen.emit(self.chooser.itemData(index)))
        self.scale = label("", "quiet", wrap=False)
        self.scale.setFont(tabular(self.scale.font()))
        self.scale.setMinimumWidth(self.scale.fontMetrics().horizontalAdvance("000 %") + 8)
        self.scale.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.buttons = {name: _action_button(action) for name, action in actions.items()}
        pages = row(self.buttons["previous"], (self.chooser, 1), self.buttons["next"])
        zoom = row(
            self.buttons["zoom_out"], self.scale, *(self.buttons[n] for n in ("zoom_in", "fit", "actual_size", "scan"))
        )
        row((pages, 1), zoom, parent=self, margins=(12, 8, 12, 8), spacing=24)
        _set_icons(actions)

    def minimumSizeHint(self) -> QSize:
        """Return the size with icons only, to which it can shrink."""
        return QSize(self._width([_ICON_BUTTON] * len(self.buttons)), super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._set_style(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        # not by the size hint of the layout, which still is that of the style before
        if self._width([button.sizeHint().width() for button in self.buttons.values()]) > self.width():
            self._set_style(Qt.ToolButtonStyle.ToolButtonIconOnly)

    def _width(self, buttons: Sequence[int]) -> int:
        """Return the width that is needed with buttons of these widths."""
        spaces = 8 * len(buttons) + 48
        return self.chooser.minimumSizeHint().width() + self.scale.minimumWidth() + sum(buttons) + spaces

    def set_entries(self, entries: Sequence[PageEntry], current: int | None) -> None:
        """List the pages and choose the current one."""
        self.chooser.clear()
        for entry in entries:
            self.chooser.addItem(self._entry_text(entry), entry.id)
        self.set_current(current)

    def set_current(self, page_id: int | None) -> None:
        self.chooser.setCurrentIndex(self.chooser.findData(page_id))

    def update_entry(self, entry: PageEntry) -> None:
        """Show the progress of one page."""
        index = self.chooser.findData(entry.id)
        if index >= 0:
            self.chooser.setItemText(index, self._entry_text(entry))

    def set_scale(self, scale: float) -> None:
        self.scale.setText(self.tr("{0} %").format(round(scale * 100)))

    def _set_style(self, style: Qt.ToolButtonStyle) -> None:
        for button in self.buttons.values():
            button.setToolButtonStyle(style)

    def _entry_text(self, entry: PageEntry) -> str:
        return self.tr("{0} – {1} of {2} words checked").format(entry.name, entry.checked, entry.total)


class Legend(QWidget):
    """The meaning of each outline, the number of words that have it, and buttons to hide these words.

    ``hidden_changed(states)``: a person hid or showed the words in a state.
    """

    hidden_changed = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._titles = {
            "typed": self.tr("Typed or imported"),
            "accepted": self.tr("Accepted"),
            "aligned": self.tr("Aligned automatically"),
            "seen": self.tr("Suggested: known word"),
            "unseen": self.tr("Suggested: new word"),
            "unlisted": self.tr("Suggested: in no list"),
            "uncertain": self.tr("Uncertain"),
            "unread": self.tr("No suggestion"),
            "not_a_word": self.tr("Not a word"),
        }
        self.buttons = {state: self._button() for state in LEGEND_STATES}
        column(*self.buttons.values(), parent=self, spacing=0)
        self.set_counts(dict.fromkeys(LEGEND_STATES, 0))
        self.set_paper(LIGHT)

    def set_counts(self, counts: Mapping[str, int]) -> None:
        """Show the number of words of the page in each state."""
        meanings = state_meanings()
        for state, button in self.buttons.items():
            title = self._titles[state]
            button.setText(f"{title}  {counts[state]}")
            button.setToolTip(self.tr("{0}. Click to hide or show them.").format(meanings[state]))
            button.setAccessibleName(self.tr("{0}: %Ln word(s)", "", counts[state]).format(title))

    def set_paper(self, tokens: Tokens) -> None:
        """Draw the samples as the outlines are drawn on this page."""
        for state, button in self.buttons.items():
            icon = QIcon()
            for ratio in (1, 2):
                icon.addPixmap(_sample(state, tokens, ratio), QIcon.Mode.Normal, QIcon.State.On)
                icon.addPixmap(_sample(None, tokens, ratio), QIcon.Mode.Normal, QIcon.State.Off)
            button.setIcon(icon)

    def _button(self) -> QToolButton:
        button = QToolButton()
        button.setProperty("kind", "legend")
        button.setCheckable(True)
        button.setChecked(True)
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        button.setIconSize(_SWATCH)
        button.setFont(tabular(button.font()))
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        button.toggled.connect(self._toggled)
        return button

    def _toggled(self) -> None:
        self.hidden_changed.emit(frozenset(state for state, button in self.buttons.items() if not button.isChecked()))


class SidePanel(QScrollArea):
    """The tools, as ``groups`` of a title and actions by the names of their icons, and the legend below them."""

    def __init__(self, groups: Sequence[tuple[str, Mapping[str, QAction]]]) -> None:
        super().__init__()
        self.legend = Legend()
        self.buttons: dict[str, QToolButton] = {}
        """The buttons, by the names of their icons."""
        self._body = body = QWidget()
        body.setObjectName("page")
        layout = column(parent=body, margins=(8, 8, 8, 8), spacing=1)
        for title, actions in groups:
            _set_icons(actions)
            layout.addWidget(_section(title))
            for name, action in actions.items():
                button = self.buttons[name] = _action_button(action)
                button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
                layout.addWidget(button)
            layout.addSpacing(4)
        layout.addWidget(_section(self.tr("On this page")))
        layout.addWidget(self.legend)
        layout.addStretch(1)
        self.setWidget(body)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._fit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Fit the tools when they need more room: in the style of the window, and with the counts of the legend."""
        is_filtered = super().eventFilter(watched, event)
        if event.type() == QEvent.Type.LayoutRequest and watched is self._body:
            self._fit()
        return is_filtered

    def _fit(self) -> None:
        """Be as wide as the tools need beside the scroll bar, and no narrower than before."""
        needed = self._body.minimumSizeHint().width() + self.verticalScrollBar().sizeHint().width()
        self.setFixedWidth(max(208, self.minimumWidth(), needed))

    def show_buttons(self, names: Iterable[str], shown: bool) -> None:
        """Show or hide buttons; their keys work in either case."""
        for name in names:
            self.buttons[name].setVisible(shown)


def _action_button(action: QAction) -> QToolButton:
    """Return a button with the icon and the name of an action. A click leaves the focus with the page."""
    button = named(QToolButton(), action.text())
    button.setDefaultAction(action)
    button.setProperty("kind", "tool")
    button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
    button.setIconSize(QSize(18, 18))
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    return button


def _set_icons(actions: Mapping[str, QAction]) -> None:
    mirrored = {"previous": "next", "next": "previous"} if QGuiApplication.isRightToLeft() else {}
    for name, action in actions.items():
        action.setIcon(icon(mirrored.get(name, name), "quiet", "accent"))


def _section(title: str) -> QLabel:
    heading = label(title, "section", wrap=False)
    heading.setContentsMargins(8, 4, 8, 2)
    return heading


def _sample(state: str | None, tokens: Tokens, ratio: int) -> QPixmap:
    """Return the outline of a state on a piece of paper; None: a stroke, for hidden words."""
    pixmap = QPixmap(_SWATCH * ratio)
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(QColor(tokens.sheet))
    painter = QPainter(pixmap)
    if state is None:
        painter.setPen(QColor(tokens.quiet))
        painter.drawLine(6, 10, _SWATCH.width() - 6, 10)
    else:
        box = (4, 8, 18, 9)
        painter.setPen(outline_pen(state, tokens, ratio))
        if has_rectangle(state):
            painter.drawRect(QRectF(*box))
        else:
            painter.drawLines(outline_lines(state, box, 0.5))
        painter.setPen(mark_pen(state, tokens, ratio))
        painter.drawLines(mark_lines(state, (4, 8, 24, 9), 1.0))
    painter.end()
    return pixmap
