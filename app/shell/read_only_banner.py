"""The message bar under the header of a read-only project."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLabel

from app.style.icons import icon
from app.style.theme import Theme
from app.widgets.button_row import ButtonAction
from app.widgets.message_bar import MessageBar

if TYPE_CHECKING:
    from app.session.write_access import ReadOnlyReason


class ReadOnlyBanner(MessageBar):
    """Shows why the project is read-only; ``write_requested()`` is emitted to open it for writing after all.

    ``part_requested()``: take out pages as a part, offered where somebody else has the project open.
    """

    write_requested = Signal()
    part_requested = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("readonly")
        self._theme = theme
        self._icon = QLabel()
        self.insert_icon(self._icon)
        theme.follow(self._paint)

    def show_reason(self, reason: ReadOnlyReason | None) -> None:
        """Show why nothing can be written; None hides the bar."""
        if reason is None:
            self.dismiss()
        else:
            from app.session.write_access import IN_USE

            actions = [ButtonAction(self.tr("Open for writing"), self.write_requested.emit)]
            if reason.reason == IN_USE:
                actions.append(ButtonAction(self.tr("Take out a part…"), self.part_requested.emit))
            self.show_message(reason.explanation(), actions)
            self.button.setAccessibleDescription(self.text.text())

    def _paint(self) -> None:
        self._icon.setPixmap(icon("lock", self._theme.tokens.warn).pixmap(20, 20))
