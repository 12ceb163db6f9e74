"""The command palette: type some words of a command, Enter runs it."""

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPersistentModelIndex, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence, QPainter, QPalette
from PySide6.QtWidgets import (
    QDialog,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from app.actions import ActionEntry, Actions, matching_actions, plain_text
from app.shell.views import view_titles
from app.view import View
from app.widgets import builders

_MOVES = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)
_ENTRY, _HINT = Qt.ItemDataRole.UserRole, Qt.ItemDataRole.UserRole + 1
_TOP = 72
"""Pixels between the top of the window and the palette."""


class Palette(QDialog):
    """The enabled actions. For one of another view Enter only goes to that view.

    ``view_requested(name)`` asks for that.
    """

    view_requested = Signal(str)

    def __init__(self, window: QWidget, actions: Actions, view: View | None) -> None:
        super().__init__(window, Qt.WindowType.FramelessWindowHint | Qt.WindowType.Dialog)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setObjectName("palette")
        self.setWindowTitle(self.tr("Find a command"))
        self._actions = actions
        self._view = view.name if view else ""
        self.field = builders.named(QLineEdit(), self.tr("Words of the command"))
        self.field.setPlaceholderText(self.tr("What do you want to do?"))
        builders.add_clear_button(self.field)
        self.list = builders.named(QListWidget(), self.tr("Commands"))
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setUniformItemSizes(True)
        self.list.setItemDelegate(_ActionDelegate(self.list))
        self.nothing = builders.label(self.tr("No matching command"), "quiet")
        builders.column(self.field, self.nothing, self.list, parent=self, margins=(8, 8, 8, 8))
        self.field.textChanged.connect(self._fill)
        self.field.installEventFilter(self)
        self.list.itemClicked.connect(self._run)
        self.resize(min(600, window.width() - 64), min(420, window.height() - 2 * _TOP))
        self.move(window.mapToGlobal(QPoint((window.width() - self.width()) // 2, _TOP)))
        self._fill("")

    def refresh(self) -> None:
        """List the actions that exist now; the chosen one stays chosen."""
        chosen = self.list.currentItem()
        text = None if chosen is None else chosen.text()
        self._fill(self.field.text())
        rows = [row for row, shown in enumerate(self.shown()) if shown == text]
        self.list.setCurrentRow(rows[0] if rows else 0)

    def shown(self) -> list[str]:
        """Return the texts of the listed actions."""
        return [self.list.item(row).text() for row in range(self.list.count())]

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.field and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if event.key() in _MOVES:
                self._move(event)
                return True
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._run(self.list.currentItem())
                return True
        return super().eventFilter(watched, event)

    def _fill(self, query: str) -> None:
        self.list.clear()
        titles = view_titles()
        for entry in matching_actions(self._actions.all(), self._view, query):
            item = QListWidgetItem(plain_text(entry.action))
            item.setData(_ENTRY, entry)
            if self._elsewhere(entry):
                item.setData(_HINT, self.tr("go to {0}").format(titles.get(entry.view, entry.view)))
            else:
                keys = entry.action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
                item.setData(_HINT, keys)
            self.list.addItem(item)
        self.list.setCurrentRow(0)
        self.nothing.setVisible(self.list.count() == 0)

    def _move(self, event: QKeyEvent) -> None:
        count, row = self.list.count(), self.list.currentRow()
        if not count:
            return
        if event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            row = (row + (1 if event.key() == Qt.Key.Key_Down else -1)) % count
        else:
            row = min(max(row + (8 if event.key() == Qt.Key.Key_PageDown else -8), 0), count - 1)
        self.list.setCurrentRow(row)

    def _run(self, item: QListWidgetItem | None) -> None:
        if item is None:
            return
        entry: ActionEntry = item.data(_ENTRY)
        self.accept()
        if self._elsewhere(entry):
            if entry.research:
                self._actions.research_needed.emit(plain_text(entry.action))
            self.view_requested.emit(entry.view)
        else:
            entry.action.trigger()

    def _elsewhere(self, entry: ActionEntry) -> bool:
        return bool(entry.view) and entry.view != self._view


class _ActionDelegate(QStyledItemDelegate):
    """Paints the action at the beginning of a row and its shortcut at the end."""

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(0, max(32, option.fontMetrics.height() + 16))

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        # the style sheet fades the option's placeholder colour; the application's palette has the theme's
        colours, role = QGuiApplication.palette(), QPalette.ColorRole
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        painter.save()
        if chosen:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colours.color(role.Highlight))
            painter.drawRoundedRect(option.rect.adjusted(4, 1, -4, -1), 4, 4)
        room: QRect = option.rect.adjusted(16, 0, -16, 0)
        begin, end = (
            QStyle.visualAlignment(option.direction, side | Qt.AlignmentFlag.AlignVCenter)
            for side in (Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight)
        )
        hint = str(index.data(_HINT) or "")
        painter.setPen(colours.color(role.HighlightedText if chosen else role.PlaceholderText))
        painter.drawText(room, end, hint)
        rest = room.width() - option.fontMetrics.horizontalAdvance(hint) - 16
        text = option.fontMetrics.elidedText(str(index.data()), Qt.TextElideMode.ElideRight, rest)
        painter.setPen(colours.color(role.HighlightedText if chosen else role.Text))
        painter.drawText(room, begin, text)
        painter.restore()
