"""Help with the typed filter: the completion of its terms, and a table of examples."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QStringListModel, Qt
from PySide6.QtWidgets import QCompleter, QDialogButtonBox, QLineEdit, QWidget

from app.widgets.builders import column, label
from app.widgets.dialog import Dialog
from core.project.content.words import Role
from core.project.query.parser import KEYWORDS

_TERMS = ("conf<", "conf>=", "votes<", "dist>", "length>", "page:", "text:", "pred:", "writer:", "model:")
COMPLETIONS = (*KEYWORDS, *_TERMS, *(f"role:{role}" for role in Role), "not ", "or ")

_WIDTH, _MARGIN = 700, 64
"""Pixels: the least width of the help's text, and the part of the screen's height that stays free."""


class TermCompleter(QCompleter):
    """Completes the last term of a filter."""

    def __init__(self, field: QLineEdit) -> None:
        super().__init__(field)
        self._field = field
        self.setModel(QStringListModel(list(COMPLETIONS), self))
        self.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)

    def splitPath(self, path: str) -> list[str]:
        return [_last_term(path)]

    def pathFromIndex(self, index: QModelIndex | QPersistentModelIndex) -> str:
        return self._field.text().removesuffix(_last_term(self._field.text())) + str(index.data())


def _last_term(text: str) -> str:
    return text.split(" ")[-1].removeprefix("-")


class FilterHelp(Dialog):
    """The filter language by examples."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(self.tr("Help on the filter"), parent)
        text = label(self._table())
        text.setTextFormat(Qt.TextFormat.RichText)
        text.setMinimumWidth(_WIDTH)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        column(text, buttons, parent=self, margins=(24, 24, 24, 16), spacing=16)
        # Qt itself takes no more than two thirds of the screen, which cuts the last terms off in wordy languages
        width, screen = self.sizeHint().width(), self.screen().availableSize()
        self.resize(width, min(self.heightForWidth(width), screen.height() - _MARGIN))

    def _table(self) -> str:
        lines = (
            ("regi", self.tr("the text contains these letters, in either case; use “…” around letters with spaces")),
            ("typed  accepted  read", self.tr("transcribed by a person: typed, accepted from the model, either")),
            ("aligned", self.tr("cut from the text of its line automatically, and not confirmed yet")),
            ("predicted  unread", self.tr("suggested by the model and not checked; neither suggested nor checked")),
            (
                "seen  unseen  nolist  uncertain",
                self.tr(
                    "suggested: a word the model was trained on, a new word, a word in no list, or one with a low "
                    "confidence"
                ),
            ),
            ("tied", self.tr("the vote of the model's readers is a tie")),
            ("differs", self.tr("transcribed differently by people whose parts were merged, and not decided yet")),
            ("audit", self.tr("the sample that was drawn in Insight, to audit the suggestions")),
            (
                "conf&lt;0.6  conf:0.3-0.6",
                self.tr(
                    "the model's confidence from 0 to 1 (without one, the share of its "
                    "readers that agree, if it has several); also &lt;= &gt; &gt;= ="
                ),
            ),
            ("votes&lt;3  dist&gt;0.4  length&gt;8", self.tr("readers that agree, distance from the word, letters")),
            ("page:12  page:3-7,12", self.tr("pages by number or by name")),
            ("text:regiment  text:*ment", self.tr("the whole text; * stands for any letters, ? for one")),
            ("text:/ment$/", self.tr("a regular expression; pred: instead of text: searches the suggestions")),
            (
                "role:test  writer:NAME  model:NAME",
                self.tr("the use of the word; its writer; the model of the suggestion"),
            ),
            ("-page:3  not seen", self.tr("a minus or “not” before a term: the words that it does not match")),
            ("page:3 seen or unseen", self.tr("all terms must match; “or” joins the two terms beside it")),
        )
        rows = "".join(
            f"<tr><td style='padding: 3px 24px 3px 0; white-space: pre'><code>{term}</code></td>"
            f"<td style='padding: 3px 0'>{meaning}</td></tr>"
            for term, meaning in lines
        )
        return f"<table>{rows}</table>"
