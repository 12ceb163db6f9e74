"""Filters by clicking: page, state, confidence and word. Each click writes into the typed filter: both agree."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QCheckBox, QGridLayout, QLineEdit, QWidget

from app.style.theme import Theme
from app.text.names import state_names
from app.widgets import builders
from app.widgets.form_fields import FormComboBox
from app.widgets.popover import Popover
from app.widgets.typing_keys import LeavesExport
from core.errors import InputError
from core.project.content.words import WordState
from core.project.query.rewrite import Facet, page_term, read_facet, state_term, text_of_term, text_term, write_facet

_CONFIDENCES = ("conf<0.5", "conf:0.5-0.8", "conf:0.8-0.95", "conf>=0.95")
_WIDTH = 380


class FilterPanel(Popover):
    """``filter_changed(text)``: a click has made another filter."""

    filter_changed = Signal(str)

    def __init__(self, theme: Theme, owner: QWidget) -> None:
        super().__init__(owner)
        self.setAccessibleName(self.tr("Filter by clicking"))
        self._text = ""
        self.states: dict[str, QCheckBox] = {}
        for state in WordState:
            box = self.states[state] = QCheckBox(state_names()[state])
            box.toggled.connect(self._state_clicked)
        self.page, self.confidence, self.word = FormComboBox(), FormComboBox(), QLineEdit()
        self.page.setAccessibleName(self.tr("Page"))
        self.confidence.setAccessibleName(self.tr("Confidence"))
        for choice in (self.page, self.confidence):
            choice.setSizeAdjustPolicy(FormComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            choice.setMinimumContentsLength(16)
        self.word.setAccessibleName(self.tr("Word"))
        self.word.setPlaceholderText(self.tr("its text; * stands for any letters"))
        builders.add_clear_button(self.word)
        LeavesExport(self.word)
        self.problem = builders.label("", "warn")
        self.clear = builders.push_button(self.tr("&Clear the filter"), lambda: self._set_text(""), default=False)
        form = QGridLayout()
        form.setHorizontalSpacing(12)
        form.setColumnStretch(1, 1)
        names: dict[QWidget, str] = {
            self.page: self.tr("&Page"),
            self.confidence: self.tr("C&onfidence"),
            self.word: self.tr("&Word"),
        }
        for row, (field, name) in enumerate(names.items()):
            form.addWidget(builders.field_label(field, name), row, 0)
            form.addWidget(field, row, 1)
        builders.column(
            builders.label(self.tr("State"), "section"),
            builders.column(*self.states.values(), spacing=2),
            form,
            self.problem,
            builders.row(1, self.clear),
            parent=self,
            margins=(16, 12, 16, 12),
            spacing=12,
        )
        self.setFixedWidth(_WIDTH)
        self._fill_confidences()
        self._fill_pages(())
        self.page.activated.connect(lambda index: self._write(Facet.PAGE, self.page.itemData(index)))
        self.confidence.activated.connect(lambda index: self._write(Facet.CONFIDENCE, self.confidence.itemData(index)))
        self.word.textEdited.connect(self._word_typed)
        self.word.returnPressed.connect(self.close)
        theme.changed.connect(self.update)

    def show_pages(self, names: Sequence[str]) -> None:
        """Offer these pages, numbered from 1 in their order."""
        self._fill_pages(names)
        self.show_filter(self._text)

    def show_filter(self, text: str) -> None:
        """Show a typed filter."""
        self._text = text
        try:
            facets = {facet: read_facet(text, facet) for facet in Facet}
        except InputError as error:
            self._enable(False)
            self.problem.setText(self.tr("The typed filter is not complete. {0}").format(error))
            self.problem.show()
            return
        self._enable(True)
        states = facets[Facet.STATE]
        for state, box in self.states.items():
            with QSignalBlocker(box):
                box.setChecked(states is not None and bool({state, state_term(state)} & set(states)))
        self._choose(self.page, facets[Facet.PAGE])
        self._choose(self.confidence, facets[Facet.CONFIDENCE])
        self._show_word(facets[Facet.TEXT])
        mixed = any(terms is None for terms in facets.values())
        self.problem.setText(
            self.tr("The typed filter combines terms that cannot be shown here; they stay as they are.")
        )
        self.problem.setVisible(mixed)
        self.clear.setEnabled(bool(text.strip()))
        if self.isVisible():
            self.adjustSize()

    def _show_word(self, terms: list[str] | None) -> None:
        """Show the term as the word that was typed here, or as it stands in the filter."""
        if terms is not None and len(terms) == 1 and terms[0] == text_term(self.word.text().strip()):
            return  # spaces are being typed
        word = "" if terms == [] else text_of_term(terms[0]) if terms is not None and len(terms) == 1 else None
        with QSignalBlocker(self.word):
            self.word.setText(" or ".join(terms or ()) if word is None else word)
        self.word.setEnabled(word is not None)

    def _state_clicked(self) -> None:
        present = read_facet(self._text, Facet.STATE) or []
        own = {name for state in self.states for name in (state, state_term(state))}
        others = [term for term in present if term not in own]  # such as "read", which has no box
        chosen = [state_term(state) for state, box in self.states.items() if box.isChecked()]
        self._set_text(write_facet(self._text, Facet.STATE, others + chosen))

    def _word_typed(self, text: str) -> None:
        self._write(Facet.TEXT, text_term(text.strip()) if text.strip() else None)

    def _write(self, facet: Facet, term: str | None) -> None:
        """Write a term of a facet, or none; "" stands for what was typed."""
        if term == "":
            return
        try:
            text = write_facet(self._text, facet, [] if term is None else [term])
        except InputError as error:
            self.problem.setText(str(error))
            self.problem.show()
        else:
            self._set_text(text)

    def _set_text(self, text: str) -> None:
        if text != self._text or not text:
            self.show_filter(text)
            self.filter_changed.emit(text)

    def _enable(self, on: bool) -> None:
        for widget in (*self.states.values(), self.page, self.confidence, self.word):
            widget.setEnabled(on)

    def _fill_pages(self, names: Sequence[str]) -> None:
        self.page.clear()
        self.page.addItem(self.tr("any page"), None)
        for number, name in enumerate(names, 1):
            self.page.addItem(f"{number} – {name}", page_term(str(number)))

    def _fill_confidences(self) -> None:
        names = (self.tr("below 50 %"), self.tr("50 to 80 %"), self.tr("80 to 95 %"), self.tr("95 % and more"))
        self.confidence.addItem(self.tr("any confidence"), None)
        for name, term in zip(names, _CONFIDENCES, strict=True):
            self.confidence.addItem(name, term)

    def _choose(self, box: FormComboBox, terms: list[str] | None) -> None:
        """Choose the entry of a facet's terms; terms without an entry get one of their own."""
        if box.itemData(box.count() - 1) == "":
            box.removeItem(box.count() - 1)
        if terms == []:
            box.setCurrentIndex(0)
            return
        index = box.findData(terms[0]) if terms is not None and len(terms) == 1 else -1
        if index < 0:
            typed = self.tr("as typed") if terms is None else self.tr("as typed: {0}").format(" or ".join(terms))
            box.addItem(typed, "")
            index = box.count() - 1
        box.setCurrentIndex(index)
