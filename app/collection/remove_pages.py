"""Taking pages out of the project: first it is said what goes with them, then it is one step that can be undone."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut

from app.collection.page_summaries import CROPS, PageSummary
from app.context import ProjectContext
from app.session.changes import LEXICON, PAGES, PREDICTIONS, WORDS
from app.text.plural import plural
from app.widgets.message_bar import MessageBar
from core.project.content.removal import Removal, remove_pages, to_remove


class RemovePages(QObject):
    """Asks in ``bar``, which the panel lays out; the answer holds for the tiles that were asked about.

    ``answered()``: the question is gone, so the keys may go back to the pages.
    """

    answered = Signal()

    def __init__(self, context: ProjectContext, parent: QObject) -> None:
        super().__init__(parent)
        self._context = context
        self._tiles: list[PageSummary] = []
        self.bar = MessageBar()
        escape = QShortcut(QKeySequence(Qt.Key.Key_Escape), self.bar)
        escape.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        escape.activated.connect(self._keep)

    def ask(self, tiles: Sequence[PageSummary]) -> None:
        """Count what would go, and ask whether it shall."""
        self._tiles = list(tiles)
        if not tiles:
            self._context.notifications.info(self.tr("Choose the pages first."))
            return
        ids, crops = _parts(tiles)
        asked = self._tiles
        self._context.session.query(
            lambda project: to_remove(project, ids, crops=crops),
            lambda removal: self._counted(asked, removal),
            owner=self,
            key="collection.take-out",
        )

    def choose(self, tiles: Sequence[PageSummary]) -> None:
        """Other tiles are chosen: a question about those of before is withdrawn."""
        if [tile.page_id for tile in tiles] != [tile.page_id for tile in self._tiles]:
            self.withdraw()

    def withdraw(self) -> None:
        """Nothing is taken out."""
        self._tiles = []
        self.bar.close_bar()

    def _counted(self, asked: list[PageSummary], removal: Removal) -> None:
        if asked is not self._tiles:
            return
        offers = [(self.tr("Take out"), self._take_out, "danger"), (self.tr("Keep"), self._keep, "")]
        self.bar.tell(self._question(asked, removal), offers, "warning")
        # the harmless answer has the focus
        self.bar.buttons[-1].setFocus(Qt.FocusReason.OtherFocusReason)

    def _keep(self) -> None:
        self.withdraw()
        self.answered.emit()

    def _take_out(self) -> None:
        ids, crops = _parts(self._tiles)
        self._keep()
        self._context.session.execute(
            lambda project: remove_pages(project, ids, crops=crops),
            what=[PAGES, WORDS, LEXICON, PREDICTIONS],
            word_ids=None,
            then=self._done,
        )

    def _done(self, removal: Removal) -> None:
        words = plural(removal.words, self.tr("{0} word"), self.tr("{0} words"))
        if removal.pages:
            one, many = (self.tr("{0} page with {1} was taken out."), self.tr("{0} pages with {1} were taken out."))
            told = plural(removal.pages, one, many, words)
        else:
            told = self.tr("The word pictures ({0}) were taken out.").format(words)
        self._context.notifications.info(told, self.tr("Undo"), self._context.session.undo)

    def _question(self, tiles: list[PageSummary], removal: Removal) -> str:
        named = [tile.name for tile in tiles if tile.page_id != CROPS]
        if len(tiles) == 1:
            what = self.tr("“{0}”").format(named[0]) if named else self.tr("all word pictures")
        else:
            what = plural(len(named), self.tr("{0} page"), self.tr("{0} pages"))
            if len(named) < len(tiles):
                what = self.tr("{0} and all word pictures").format(what)
        parts = [self.tr("Take {0} out of the project?").format(what)]
        if removal.words:
            one = self.tr("{0} word goes along, with {1}.")
            many = self.tr("{0} words go along, with {1}.")
            read = plural(removal.read, self.tr("{0} transcription"), self.tr("{0} transcriptions"))
            parts.append(plural(removal.words, one, many, read))
        else:
            parts.append(self.tr("No words are marked there."))
        if removal.lexicon:
            one = self.tr("{0} word that only they brought in leaves the lexicon.")
            many = self.tr("{0} words that only they brought in leave the lexicon.")
            parts.append(plural(removal.lexicon, one, many))
        parts.append(self.tr("Image files and models stay. Undo brings everything back, also later."))
        return " ".join(parts)


def _parts(tiles: Sequence[PageSummary]) -> tuple[list[int], bool]:
    """The pages' ids, and whether the word pictures are meant too."""
    ids = [tile.page_id for tile in tiles if tile.page_id != CROPS]
    return ids, len(ids) < len(tiles)
