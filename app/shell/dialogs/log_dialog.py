"""A log to read and to copy into an e-mail."""

from PySide6.QtGui import QFontDatabase, QGuiApplication, QTextCursor
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from app.widgets import builders
from app.widgets.dialog import Dialog


class LogDialog(Dialog):
    """Shows ``text`` from its end; *Copy* puts all of it on the clipboard."""

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Log"), parent)
        self.resize(760, 480)
        self._text = text
        description = builders.label(
            self.tr(
                "Technical messages of Ductus. They may name your files; read them before you send them to others."
            ),
            "quiet",
        )
        self.view = builders.named(QPlainTextEdit(text or self.tr("Nothing is logged.")), self.tr("Log"))
        self.view.moveCursor(QTextCursor.MoveOperation.End)
        self.view.setReadOnly(True)
        self.view.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.view.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.copy = builders.push_button(self.tr("Copy"), self._copy)
        close = builders.push_button(self.tr("Close"), self.close)
        buttons = builders.row(self.copy, 1, close)
        builders.column(description, (self.view, 1), buttons, parent=self, margins=(16, 16, 16, 16))

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._text)
        self.copy.setText(self.tr("Copied"))
