"""The toolkit's own file dialog in the look of the app. Where the system's is shown, nothing is done to it."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QComboBox, QFileDialog, QLabel, QSplitter, QToolButton

from app.style.icons import icon

_SIGNS = {
    "backButton": "previous",
    "forwardButton": "next",
    "toParentButton": "up",
    "newFolderButton": "new",
    "listModeButton": "wall",
    "detailModeButton": "menu",
}
_SIDE = 168


def style_file_dialog(dialog: QFileDialog) -> None:
    """Give the buttons icons that can be seen on a dark window too, and room to the names at the side.

    Where folders are chosen the choice of a kind of file is put away; so call it once the mode is set.
    """
    palette = QGuiApplication.palette()
    ink = palette.windowText().color().name()
    for button, sign in _SIGNS.items():
        found = dialog.findChild(QToolButton, button)
        if found is not None:
            found.setIcon(icon(sign, ink))
            found.setIconSize(QSize(18, 18))
    if dialog.fileMode() == QFileDialog.FileMode.Directory:
        for kind, name in ((QComboBox, "fileTypeCombo"), (QLabel, "fileTypeLabel")):
            if (part := dialog.findChild(kind, name)) is not None:
                part.hide()
    splitter = dialog.findChild(QSplitter)
    if splitter is not None:
        splitter.setSizes([_SIDE, max(_SIDE, dialog.width() - _SIDE)])
