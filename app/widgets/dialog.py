"""The base of the dialogs."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QWidget

_MARGIN = 64
"""Pixels of the window behind that a dialog leaves free."""


class Dialog(QDialog):
    """A dialog that exists until it is closed; ``most`` is its size where the window behind has room for it."""

    def __init__(self, title: str, parent: QWidget | None, most: tuple[int, int] | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(title)
        if most is not None and parent is not None:
            self.resize(min(most[0], parent.width() - _MARGIN), min(most[1], parent.height() - _MARGIN))
