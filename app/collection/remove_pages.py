"""Taking pages out of the project: first it is said what goes with them, then it is one step that can be undone."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut

from app.collection.page_summaries import CROPS, PageSummary
from app.context import ProjectContext
from app.session.changes import LEXICON, PAGES, PREDICTIONS, WORDS
from app.widgets.button_row import ButtonAction
from app.widgets.message_bar import MessageBar
from core.project.content.removal import Removal, preview_removal, remove_pages


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
            lambda project: preview_removal(project, ids, crops=crops),
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
        self.bar.dismiss()

    def _counted(self, asked: list[PageSummary], removal: Removal) -> None:
        if asked is not self._tiles:
            return
        answers = [ButtonAction(self.tr("Remove"), self._take_out, "danger"), ButtonAction(self.tr("Keep"), self._keep)]
        self.bar.show_message(self._question(asked, removal), answers, "warning")
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
            changes=[PAGES, WORDS, LEXICON, PREDICTIONS],
            word_ids=None,
            on_result=self._done,
        )

    def _done(self, removal: Removal) -> None:
        words = self.tr("%Ln word(s)", "", removal.words)
        if removal.pages:
            text = self.tr("%Ln page(s) with {0} were removed.", "", removal.pages).format(words)
        else:
            text = self.tr("The word images ({0}) were removed.").format(words)
        self._context.notifications.info(text, self.tr("Undo"), self._context.session.undo)

    def _question(self, tiles: list[PageSummary], removal: Removal) -> str:
        named = [tile.name for tile in tiles if tile.page_id != CROPS]
        if len(tiles) == 1:
            what = self.tr("“{0}”").format(named[0]) if named else self.tr("all word images")
        else:
            what = self.tr("%Ln page(s)", "", len(named))
            if len(named) < len(tiles):
                what = self.tr("{0} and all word images").format(what)
        parts = [self.tr("Remove {0} from the project?").format(what)]
        if removal.words:
            transcriptions = self.tr("%Ln transcription(s)", "", removal.transcribed)
            parts.append(self.tr("%Ln word(s) and {0} are removed, too.", "", removal.words).format(transcriptions))
        else:
            parts.append(self.tr("No words are marked there."))
        if removal.lexicon:
            text = self.tr("%Ln word(s) found only there will be removed from the word list.", "", removal.lexicon)
            parts.append(text)
        parts.append(self.tr("Image files and models are kept. Undo restores everything, also later."))
        return " ".join(parts)


def _parts(tiles: Sequence[PageSummary]) -> tuple[list[int], bool]:
    """The pages' ids, and whether the word pictures are meant too."""
    ids = [tile.page_id for tile in tiles if tile.page_id != CROPS]
    return ids, len(ids) < len(tiles)
