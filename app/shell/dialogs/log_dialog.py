"""A log to read and to copy into an e-mail."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontDatabase, QGuiApplication, QTextCursor
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLabel, QPlainTextEdit, QPushButton, QVBoxLayout, QWidget


class LogDialog(QDialog):
    """Shows ``text`` from its end; *Copy* puts all of it on the clipboard."""

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Log"))
        self.resize(760, 480)
        self._text = text
        about = QLabel(
            self.tr("Technical messages of Ductus. They may name your files; read them before you send them to others.")
        )
        about.setWordWrap(True)
        about.setProperty("kind", "quiet")
        self.view = QPlainTextEdit(text or self.tr("There is no log."))
        self.view.moveCursor(QTextCursor.MoveOperation.End)
        self.view.setReadOnly(True)
        self.view.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.view.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.view.setAccessibleName(self.tr("Log"))
        self.copy = QPushButton(self.tr("Copy"))
        self.copy.clicked.connect(self._copy)
        close = QPushButton(self.tr("Close"))
        close.clicked.connect(self.close)
        buttons = QHBoxLayout()
        buttons.addWidget(self.copy)
        buttons.addStretch(1)
        buttons.addWidget(close)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 16, 16, 16)
        column.setSpacing(8)
        column.addWidget(about)
        column.addWidget(self.view, 1)
        column.addLayout(buttons)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._text)
        self.copy.setText(self.tr("Copied"))
