"""Word spotting: the pictures nearest to any word, as a wall on which they are confirmed or corrected in bulk."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QApplication, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from app.context import ProjectContext
from app.search.bulk_labelling import BulkLabel, look, name_words
from app.search.card_delegate import CARD, CardDelegate
from app.search.distance_scale import within
from app.search.distance_slider import DistanceSlider
from app.search.naming_bar import NamingBar
from app.search.navigation_buttons import NavigationButtons
from app.search.recent_buttons import RecentButtons
from app.search.unread_strip import UnreadStrip
from app.search.word_info_cache import WordInfoCache
from app.search.word_table import WordTable
from app.search.words_view import WordsView
from app.session.changes import WORDS
from app.session.worker import error_message
from app.text import number_format as figures
from app.text.state_names import state_names
from app.widgets.button_row import ButtonAction
from app.widgets.disable_with_reason import disable_with_reason
from app.widgets.empty_state import EmptyState
from core.project.project import Project

if TYPE_CHECKING:
    from core.jobs.recognition.spotting import Ranking

BUSY_AFTER_MS = 300
NEAREST = 24
"""So many words are shown when a person asks for the nearest ones, near enough or not."""


class PicturePanel(QWidget):
    """``done``: the search came to something worth finding again. ``emptied``: the wall the keys acted on is
    gone."""

    done = Signal()
    emptied = Signal()

    def __init__(self, context: ProjectContext, facts: WordInfoCache) -> None:
        super().__init__()
        self.context, self.session, self.facts = context, context.session, facts
        self._text = ""
        self._ranking: Ranking | None = None
        self._asked: BulkLabel | None = None
        self.table = WordTable(self._describe, self)
        self.view = WordsView(self.table, CARD)
        self.view.setAccessibleName(self.tr("Pictures that look like the word, the nearest first"))
        self.view.setItemDelegate(
            CardDelegate(self.table, context.session.crops, facts, context.theme, self._distance, self.view)
        )
        self.view.clicked.connect(self.table.toggle)
        self.nearness = DistanceSlider()
        self.nearness.moved.connect(self._cut)
        self.go = NavigationButtons(self.view)
        self.strip = UnreadStrip(self.session)
        self.empty, self.recent = EmptyState(context.theme, "search"), RecentButtons()
        self.empty.add_below(self.recent)
        self.stack = QStackedWidget()
        self.stack.addWidget(self.empty)
        self.stack.addWidget(self.view)
        self.bar = NamingBar()
        self.top = QWidget()
        self._lay_out()
        self._connect()
        self._busy = QTimer(self, singleShot=True, interval=BUSY_AFTER_MS)
        self._busy.timeout.connect(lambda: self.nearness.say(self.tr("Searching …")))

    def search(self, text: str) -> None:
        """Look for the pictures nearest to ``text``."""
        self._text = text.strip()
        if not self._text:
            self._ask_for_word()
            return
        if self.session.active_model() is None:
            self._show_empty(
                self.tr("Searching by picture needs a trained model"),
                self.tr(
                    "A model learns from words you have read what any word looks like, also one it never saw. "
                    "Then every picture in the collection can be compared with the word you type."
                ),
                ButtonAction(self.tr("Go to Train"), lambda: self.context.go("train")),
            )
            return
        self._busy.start()
        text = self._text
        self.session.query(
            lambda project: _rank(project, text), self._take, owner=self, key="search-pictures", on_error=self._fail
        )

    def refresh(self) -> None:
        """Search again: words were read, moved or added."""
        self.search(self._text)

    def current_word(self) -> int | None:
        return self.view.current_id() if self.stack.currentWidget() is self.view else None

    def focus_results(self) -> None:
        """The keys act on the pictures, if there are any."""
        if self.stack.currentWidget() is self.view:
            self.view.setFocus()

    def _lay_out(self) -> None:
        row = QHBoxLayout(self.top)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(16)
        row.addWidget(self.nearness)
        row.addStretch(1)
        row.addWidget(self.go)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(self.strip)
        column.addWidget(self.top)
        column.addWidget(self.stack, 1)
        column.addWidget(self.bar)

    def _connect(self) -> None:
        self.table.marks_changed.connect(self._marks_changed)
        self.facts.arrived.connect(self.view.viewport().update)
        for wanted, mark in ((self.bar.all_wanted, self.table.mark_all), (self.bar.none_wanted, self.table.mark_none)):
            wanted.connect(mark)
            wanted.connect(self.view.setFocus)
        self.bar.named.connect(self._name)
        self.bar.answered.connect(self._answered)
        actions = self.context.actions
        self.view.add_key(actions, self.tr("Mark or unmark the word"), self._toggle, "M")
        self.view.add_key(actions, self.tr("Mark all words shown"), self.table.mark_all, "Ctrl+A")
        self.view.add_key(actions, self.tr("Mark none"), self.table.mark_none, "Ctrl+Shift+A")
        sought = self.tr("Confirm the marked words as the word sought")
        confirm = self.view.add_key(actions, sought, self.bar.confirm.click, "Ctrl+Return")
        disable_with_reason(self.session.read_only_message, confirm, self.bar.confirm, self.bar.other, self.bar.correct)

    def _ask_for_word(self) -> None:
        self._busy.stop()
        self._show_empty(
            self.tr("Find a word by how it looks"),
            self.tr(
                "Type any word, one of the word list or not. The pictures that come nearest to it are shown "
                "here, read or unread; mark those that show it and confirm them all at once."
            ),
        )

    def _take(self, ranking: Ranking) -> None:
        self._busy.stop()
        again = self._ranking is not None and self._ranking.word == ranking.word
        self._ranking = ranking
        self.strip.show_missing(ranking.missing, ranking.missing_read, ranking.model)
        self.bar.set_word(ranking.word)
        if not ranking.ids and not ranking.missing:
            self._show_empty(
                self.tr("There are no words yet"),
                self.tr("Bring pages or pictures of words into the collection; then look for words here."),
                ButtonAction(self.tr("Go to the collection"), lambda: self.context.go("collection")),
            )
            return
        if not ranking.ids:
            self._show_unread(ranking)
            return
        self.nearness.set_scale(ranking.metric, ranking.scale)
        self.table.set_words(ranking.ids, self._near(ranking))
        if not again:
            self.view.go_to(0)
            self.view.scrollToTop()
        self._cut()

    def _show_unread(self, ranking: Ranking) -> None:
        if not self.strip.running:
            self.strip.dismiss()
        read = ButtonAction(self.tr("Read the words"), self._read, disabled_reason=self.session.read_only_message)
        self._show_empty(
            self.tr("The model has not looked at the pictures yet"),
            self.tr(
                "“{0}” must process each word image once (%Ln word(s)). It also suggests readings for "
                "unchecked words; transcriptions are not changed.",
                "",
                ranking.missing,
            ).format(ranking.model),
            *(() if self.strip.running else (read,)),
        )

    def _read(self) -> None:
        self.strip.start()
        self._show_empty(self.empty.title.text(), self.empty.text.text())

    def _show_empty(self, title: str, text: str, *actions: ButtonAction) -> None:
        focused = QApplication.focusWidget()
        held = focused is not None and (focused is self.view or self.bar.isAncestorOf(focused))
        self.table.set_words(())
        self.empty.show_message(title, text, *actions)
        self.stack.setCurrentWidget(self.empty)
        self.top.hide()
        self.bar.hide()
        if held:
            self.emptied.emit()

    def _near(self, ranking: Ranking) -> int:
        return within(ranking.distances, self.nearness.step, self.nearness.scale)

    def _cut(self) -> None:
        ranking = self._ranking
        if ranking is None or not ranking.ids or not self._text:
            return
        near = self._near(ranking)
        self.table.set_shown(near)
        self.top.show()
        self.nearness.tell(near, len(ranking.ids))
        if near:
            self.stack.setCurrentWidget(self.view)
            self.bar.show()
            return
        self.empty.show_message(
            self.tr("No picture comes so near"),
            self.tr("The nearest to “{0}” lies at a distance of {1}. It may be another word.").format(
                ranking.word, figures.distance(ranking.distances[0])
            ),
            ButtonAction(
                self.tr("Show the nearest"),
                lambda: self.nearness.take_in(ranking.distances[min(NEAREST, len(ranking.distances)) - 1]),
            ),
        )
        self.stack.setCurrentWidget(self.empty)
        self.bar.hide()

    def _fail(self, error: Exception) -> None:
        self._busy.stop()
        self._ranking = None
        self._show_empty(self.tr("This cannot be looked for"), error_message(error))

    def _toggle(self) -> None:
        self.table.toggle(self.view.currentIndex())

    def _marks_changed(self) -> None:
        self.bar.set_marked(self.table.marked_count)
        self.view.viewport().update()

    def _name(self, text: str) -> None:
        ids = self.table.marked
        self.session.query(
            lambda project: look(project, ids, text),
            self._consider,
            owner=self,
            key="search-look",
            on_error=lambda error: self.bar.tell_trouble(error_message(error)),
        )

    def _consider(self, naming: BulkLabel) -> None:
        self._asked = naming
        if naming.others:
            self.bar.ask(list(naming.others.values()), len(naming.fresh) + len(naming.same))
        else:
            self._write(frozenset())

    def _answered(self, replace: bool) -> None:
        if self._asked is not None:
            self._write(frozenset(self._asked.others) if replace else frozenset())

    def _write(self, agreed: frozenset[int]) -> None:
        naming = self._asked
        assert naming is not None
        ids = [*naming.fresh, *naming.same, *naming.others]
        self.session.execute(
            lambda project: name_words(project, ids, naming.text, agreed),
            changes=[WORDS],
            word_ids=ids,
            on_result=self._named,
            on_error=lambda error: self.bar.tell_trouble(error_message(error)),
        )

    def _named(self, naming: BulkLabel) -> None:
        self.table.mark_none()
        text = self.tr("%Ln word(s) set to “{0}”.", "", len(naming.fresh)).format(naming.text)
        if naming.same:
            text += " " + self.tr("%Ln had this transcription already.", "", len(naming.same))
        if naming.others:
            text += " " + self.tr("%Ln keep their transcriptions.", "", len(naming.others))
        self.context.notifications.info(text)
        self.done.emit()

    def _distance(self, place: int) -> str:
        return figures.distance(self._ranking.distances[place]) if self._ranking else ""

    def _describe(self, place: int, word_id: int) -> str:
        facts = self.facts.get(word_id)
        parts = [self.tr("distance {0}").format(self._distance(place))]
        if facts is not None:
            parts = [facts.text or self.tr("no reading"), state_names()[facts.state], *parts, facts.page]
        if self.table.is_marked(word_id):
            parts.append(self.tr("marked"))
        return ", ".join(part for part in parts if part)


def _rank(project: Project, text: str) -> Ranking:
    # imported in the reader's thread: numpy and HDF5 take their time the first time
    from core.jobs.recognition.spotting import rank

    return rank(project, text)
