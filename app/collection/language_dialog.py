"""The dialog that adds the common words of a language to the word list, or removes them again."""

from dataclasses import dataclass

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFormLayout, QWidget

from app.session.session import Session
from app.text.formats import integer, percent
from app.text.names import by_name, language_name
from app.widgets import builders
from app.widgets.dialog import Dialog
from app.widgets.form_fields import FormComboBox
from core.lexicon.language_lists import LANGUAGES, MOST, LanguageGuess
from core.project.content.language_words import added_languages, guess_project_language

_SIZES = (10_000, 20_000, MOST, 100_000, 200_000)


@dataclass(frozen=True, slots=True)
class _Facts:
    """The parts of a project that the dialog shows."""

    added: dict[str, int]
    guess: LanguageGuess | None


class LanguageDialog(Dialog):
    """``add_requested(language, most)`` and ``remove_requested(language)``; the dialog itself changes nothing."""

    add_requested = Signal(str, int)
    remove_requested = Signal(str)

    def __init__(self, session: Session, parent: QWidget, *, for_starter: bool = False) -> None:
        """``for_starter``: the list is the first one, and the starter model then suggests readings from it."""
        title = self.tr("Language of the writing") if for_starter else self.tr("Add a language")
        super().__init__(title, parent)
        self._for_starter = for_starter
        self.setMinimumWidth(500)
        self._facts = _Facts({}, None)
        self._is_chosen = False
        """True once the person has chosen a language."""
        self.language = builders.named(FormComboBox(), self.tr("Language"))
        for code in by_name(LANGUAGES, language_name):
            self.language.addItem(language_name(code), code)
        self.language.setCurrentIndex(self.language.findData("en"))
        self.most = builders.named(FormComboBox(), self.tr("Number of words"))
        for size in _SIZES:
            self.most.addItem(self.tr("{0} commonest words").format(integer(size)), size)
        self.most.setCurrentIndex(_SIZES.index(MOST))
        self.known = builders.label(self.tr("Comparing the transcribed words with each language…"), "quiet")
        self.present = builders.label("", "quiet")
        self.about = builders.label()
        self.remove = builders.push_button(self.tr("Remove this language"), self._request_removal, default=False)
        self.cancel = builders.push_button(self.tr("Cancel"), self.reject, default=False)
        self.add = builders.push_button("", self._request_addition, "primary", default=True)
        self._lay_out()
        self.language.currentIndexChanged.connect(self._update)
        self.language.activated.connect(self._choose)
        self._update()
        session.query(
            lambda project: _Facts(added_languages(project), guess_project_language(project)),
            self._show_facts,
            owner=self,
        )

    @property
    def code(self) -> str:
        """The chosen language."""
        return str(self.language.currentData())

    def _choose(self) -> None:
        self._is_chosen = True

    def _show_facts(self, facts: _Facts) -> None:
        """Show what was read; the language of the transcriptions is chosen unless the person has chosen one."""
        self._facts = facts
        if facts.guess is None:
            self.known.setText(self.tr("The transcribed words do not show the language yet. Choose it."))
        else:
            text = self.tr("{0}: {1} % of the transcribed words are among its common words.")
            self.known.setText(text.format(language_name(facts.guess.language), percent(facts.guess.known)))
            if not self._is_chosen:
                self.language.setCurrentIndex(self.language.findData(facts.guess.language))
        self._update()

    def _update(self) -> None:
        name, count = language_name(self.code), self._facts.added.get(self.code, 0)
        if self._for_starter:
            text = self.tr(
                "The starter model chooses its suggestions among the words of {0}. Nothing is trained; you can change "
                "the word list at any time."
            )
        else:
            text = self.tr(
                "Words that are common in {0} are suggested more readily. They are added with capitals and punctuation "
                "where the transcriptions have them. The model is adjusted to the longer list, which takes a minute."
            )
        self.about.setText(text.format(name))
        self.present.setText(
            self.tr("%Ln word(s) of this language are in the word list. They are replaced.", "", count)
        )
        self.present.setVisible(count > 0)
        self.remove.setVisible(count > 0)
        replace, add = self.tr("Replace {0}"), self.tr("Add {0}")
        add_first = self.tr("Add {0} and suggest readings")
        self.add.setText((replace if count else add_first if self._for_starter else add).format(name))

    def _request_addition(self) -> None:
        self.add_requested.emit(self.code, int(self.most.currentData()))
        self.accept()

    def _request_removal(self) -> None:
        self.remove_requested.emit(self.code)
        self.accept()

    def _lay_out(self) -> None:
        form = QFormLayout()
        form.addRow(self.tr("Language"), self.language)
        form.addRow(self.tr("Words"), self.most)
        source = self.tr("Words and frequencies: wordfreq by Robyn Speer, CC BY-SA 4.0.")
        column = builders.column(parent=self, margins=(24, 24, 24, 24), spacing=12)
        column.addWidget(self.known)
        column.addLayout(form)
        column.addWidget(self.present)
        column.addWidget(self.about)
        column.addWidget(builders.label(source, "caption"))
        column.addSpacing(8)
        column.addLayout(builders.row(self.remove, 1, self.cancel, self.add))
