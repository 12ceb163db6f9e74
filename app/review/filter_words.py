"""Completing the last term of a filter, and the explanation of the filter's language."""

from __future__ import annotations

from PySide6.QtCore import QObject, QStringListModel, Qt
from PySide6.QtWidgets import QCompleter, QDialog, QDialogButtonBox, QLabel, QLineEdit, QVBoxLayout, QWidget

from core.project.content.words import Role
from core.project.query.parser import KEYWORDS

OFFERED = (
    *KEYWORDS,
    "conf<",
    "conf>=",
    "votes<",
    "dist>",
    "length>",
    "page:",
    "text:",
    "pred:",
    "writer:",
    "model:",
    *(f"role:{role}" for role in Role),
    "not ",
    "or ",
)


class TermCompleter(QCompleter):
    """Completes the term at the end of the text, and leaves what is before it."""

    def __init__(self, field: QLineEdit) -> None:
        super().__init__(field)
        self._field = field
        self.setModel(QStringListModel(list(OFFERED), self))
        self.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)

    def splitPath(self, path: str) -> list[str]:
        return [path.split(" ")[-1].removeprefix("-")]

    def pathFromIndex(self, index) -> str:  # type: ignore[no-untyped-def]
        before = self._field.text()
        last = before.split(" ")[-1].removeprefix("-")
        return before[: len(before) - len(last)] + str(index.data())


class FilterHelp(QDialog):
    """The language of the filter box by examples."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("What the filter understands"))
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 24, 24, 16)
        column.setSpacing(16)
        text = QLabel(_table(self))
        text.setTextFormat(Qt.TextFormat.RichText)
        text.setWordWrap(True)
        text.setMinimumWidth(620)
        column.addWidget(text)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        column.addWidget(buttons)


def _table(owner: QObject) -> str:
    tr = owner.tr
    lines = [
        ("regi", tr("the text holds these letters, capitals or not; “…” around letters with blanks")),
        ("typed  accepted  read", tr("read by a person: written, taken from the model, either")),
        ("predicted  unread", tr("read by the model alone; by nobody")),
        ("seen  unseen  uncertain", tr("the model suggests a word it was trained on; one it was not; it is unsure")),
        ("tied", tr("the model's readers voted a tie")),
        (
            "conf&lt;0.6  conf:0.3-0.6",
            tr(
                "the model's confidence from 0 to 1 (without one, the share of its "
                "readers that agree, if it has several); also &lt;= &gt; &gt;= ="
            ),
        ),
        ("votes&lt;3  dist&gt;0.4  length&gt;8", tr("readers that agree, distance from the word's shape, letters")),
        ("page:12  page:3-7,12", tr("pages by number or by name")),
        ("text:regiment  text:*ment", tr("the whole text; * stands for any letters, ? for one")),
        ("text:/ment$/", tr("a regular expression; pred: instead of text: looks at the model's word")),
        ("role:test  writer:NAME  model:NAME", tr("what the word is used for; who wrote it; which model read it")),
        ("-page:3  not seen", tr("a minus or “not” before a term: the words for which it does not hold")),
        ("page:3 seen or unseen", tr("all terms must hold; “or” joins the two terms beside it")),
    ]
    rows = "".join(
        f"<tr><td style='padding: 3px 24px 3px 0; white-space: pre'><code>{term}</code></td>"
        f"<td style='padding: 3px 0'>{meaning}</td></tr>"
        for term, meaning in lines
    )
    return f"<table>{rows}</table>"
