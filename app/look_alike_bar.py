"""The line that offers look-alikes, and the dialog that shows them as small images, to untick other words."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QAbstractItemModel, QEvent, QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap
from PySide6.QtWidgets import (
    QDialog,
    QLabel,
    QListView,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from app.context import ProjectContext
from app.look_alike_finder import LookAlikeFinder
from app.style.theme import reading_font
from app.text.formats import shorten
from app.widgets import builders
from app.widgets.button_row import ButtonAction
from app.widgets.message_bar import MessageBar

if TYPE_CHECKING:
    from core.jobs.look_alikes import LookAlikes

_IMAGE = QSize(144, 48)
_CELL = QSize(192, 72)
_POINTS = 15
_MAX_TEXT = 24
"""Characters shown of the word."""

Index = QModelIndex | QPersistentModelIndex


class _TickedByClick(QStyledItemDelegate):
    """Leaves clicks on the box to the list: the whole item is the target, for which the box would be small."""

    def editorEvent(self, event: QEvent, model: QAbstractItemModel, option: QStyleOptionViewItem, index: Index) -> bool:
        return False


class LookAlikeDialog(QDialog):
    """``confirmed(LookAlikes)``: the person has confirmed these of the offer.

    The word that they look like is shown above them, for comparison.
    """

    confirmed = Signal(object)

    def __init__(self, context: ProjectContext, offer: LookAlikes, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Look-alikes"))
        self._offer, self._crops, self._theme = offer, context.session.crops, context.theme
        self.image = builders.named(QLabel(), self.tr("Image of the word that you transcribed"))
        self.image.setFixedSize(_IMAGE)
        title = QLabel(f"“{offer.text}”")
        title.setTextFormat(Qt.TextFormat.PlainText)
        title.setFont(reading_font(_POINTS))
        hint = builders.label(
            self.tr("Untick what is another word (Space or click); Enter confirms the rest."), "quiet"
        )
        self.list = builders.named(QListWidget(), self.tr("Images of the look-alikes"))
        self.list.setViewMode(QListView.ViewMode.IconMode)
        self.list.setMovement(QListView.Movement.Static)
        self.list.setResizeMode(QListView.ResizeMode.Adjust)
        self.list.setUniformItemSizes(True)
        self.list.setIconSize(_IMAGE)
        self.list.setGridSize(_CELL)
        self.list.setSpacing(4)
        self.list.setObjectName("lookalikes")
        self._items: dict[int, QListWidgetItem] = {}
        for number, shown_id in enumerate(offer.ids, 1):
            self._add_item(shown_id, number, len(offer.ids))
        self.confirm_button, self.cancel_button = QPushButton(), QPushButton(self.tr("Cancel"))
        self.confirm_button.setProperty("kind", "primary")
        self.confirm_button.setDefault(True)
        self.cancel_button.setAutoDefault(False)
        head = builders.row(self.image, (builders.column(title, hint, spacing=4), 1), spacing=16)
        buttons = builders.row(1, self.cancel_button, self.confirm_button)
        builders.column(head, (self.list, 1), buttons, parent=self, margins=(24, 16, 24, 16), spacing=12)
        self.resize(840, 420)
        self.confirm_button.clicked.connect(self._confirm)
        self.cancel_button.clicked.connect(self.reject)
        self.list.itemClicked.connect(self._toggle)
        self.list.itemChanged.connect(lambda item: self._update())
        self.list.setItemDelegate(_TickedByClick(self.list))
        context.actions.add(self.list, self.tr("Tick or untick the word"), self._toggle_current, shortcut="Space")
        self._crops.ready.connect(self._show_image)
        for shown_id in (offer.word_id, *offer.ids):
            if self._crops.get(shown_id) is not None:
                self._show_image(shown_id)
        self.list.setCurrentRow(0)
        self.list.setFocus()
        self._update()

    def ticked(self) -> list[int]:
        """Return the words that are ticked."""
        return [word_id for word_id, item in self._items.items() if item.checkState() == Qt.CheckState.Checked]

    def _add_item(self, word_id: int, number: int, count: int) -> None:
        item = QListWidgetItem()
        # the box alone would be a small target: a click anywhere on the item ticks it
        item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsUserCheckable)
        item.setCheckState(Qt.CheckState.Checked)
        item.setData(Qt.ItemDataRole.UserRole, word_id)
        name = self.tr("Look-alike {0} of {1}").format(number, count)
        item.setData(Qt.ItemDataRole.AccessibleTextRole, name)
        item.setSizeHint(_CELL)
        self.list.addItem(item)
        self._items[word_id] = item

    def _toggle_current(self) -> None:
        if (item := self.list.currentItem()) is not None:
            self._toggle(item)

    def _toggle(self, item: QListWidgetItem) -> None:
        is_ticked = item.checkState() == Qt.CheckState.Checked
        item.setCheckState(Qt.CheckState.Unchecked if is_ticked else Qt.CheckState.Checked)

    def _update(self) -> None:
        count = len(self.ticked())
        text = self.tr("Confirm %Ln as “{0}”", "", count).format(self._offer.text)
        self.confirm_button.setText(text)
        self.confirm_button.setEnabled(count > 0)

    def _confirm(self) -> None:
        self.confirmed.emit(replace(self._offer, ids=tuple(self.ticked())))
        self.accept()

    def _show_image(self, word_id: int) -> None:
        if word_id == self._offer.word_id:
            self.image.setPixmap(self._pixmap(word_id))
        if (item := self._items.get(word_id)) is not None:
            pixmap, icon = self._pixmap(word_id), QIcon()
            for mode in (QIcon.Mode.Normal, QIcon.Mode.Selected):  # ink must not be tinted
                icon.addPixmap(pixmap, mode)
            item.setIcon(icon)

    def _pixmap(self, word_id: int) -> QPixmap:
        """Return the word's image scaled into :data:`_IMAGE`; empty where it has none."""
        ratio = self.devicePixelRatioF()
        pixmap = QPixmap(_IMAGE * ratio)
        pixmap.setDevicePixelRatio(ratio)
        pixmap.fill(QColor(self._theme.tokens.sheet))
        image = self._crops.cached(word_id)
        if image is not None and not image.isNull():
            scale = min(_IMAGE.width() / image.width(), _IMAGE.height() / image.height(), 1.0)
            width, height = image.width() * scale, image.height() * scale
            painter = QPainter(pixmap)
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            left, top = (_IMAGE.width() - width) / 2, (_IMAGE.height() - height) / 2
            painter.drawImage(QRectF(left, top, width, height), image)
            painter.end()
        return pixmap


class LookAlikeBar(MessageBar):
    """Shown while the context's finder offers look-alikes; ``owner`` is the widget in which the keys work."""

    def __init__(self, context: ProjectContext, owner: QWidget, view: str) -> None:
        super().__init__()
        self._context = context
        self._finder = LookAlikeFinder.for_context(context)
        self.dialog: LookAlikeDialog | None = None
        add = partial(context.actions.add, owner, view=view)
        add(self.tr("Show the look-alikes"), self.show_images, shortcut="Alt+L")
        add(self.tr("Confirm all look-alikes"), self.confirm_all, shortcut="Alt+Shift+L")
        add(self.tr("Dismiss the look-alikes"), self._finder.dismiss, shortcut="Alt+D")
        self._finder.changed.connect(self._update)
        self._update()

    def show_images(self) -> None:
        """Show the look-alikes as images, to untick what is another word."""
        offer = self._finder.offer
        if offer is None or (self.dialog is not None and self.dialog.isVisible()):
            return
        if self.dialog is not None:
            self.dialog.deleteLater()
        self.dialog = LookAlikeDialog(self._context, offer, self.window())
        self.dialog.confirmed.connect(self._finder.confirm)
        self.dialog.open()

    def confirm_all(self) -> None:
        """Confirm all look-alikes at once."""
        if self._finder.offer is not None:
            self._finder.confirm(self._finder.offer)

    def _update(self) -> None:
        offer = self._finder.offer
        if offer is None:
            self.dismiss()
            return
        count, word = len(offer.ids), shorten(offer.text, _MAX_TEXT)
        actions = [
            ButtonAction(self.tr("Show (Alt+L)"), self.show_images),
            ButtonAction(self.tr("Confirm %Ln (Alt+Shift+L)", "", count), self.confirm_all),
            ButtonAction(self.tr("Dismiss (Alt+D)"), self._finder.dismiss),
        ]
        self.show_message(self.tr("“{0}”: %Ln look-alike(s)", "", count).format(word), actions)
