"""Removes pages from the project, in one step that can be undone, after a question about what goes with them."""

from collections.abc import Sequence

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut

from app.collection.page_summaries import CROPS, PageSummary
from app.context import ProjectContext
from app.widgets.button_row import ButtonAction
from app.widgets.message_bar import MessageBar
from core.project.changes import LEXICON, PAGES, PREDICTIONS, WORDS
from core.project.content.removal import Removal, preview_removal, remove_pages


class PageRemover(QObject):
    """Asks in ``bar``, which the panel lays out. ``closed()``: the question has been answered, focus the pages."""

    closed = Signal()

    def __init__(self, context: ProjectContext, parent: QObject) -> None:
        super().__init__(parent)
        self._context = context
        self._pages: list[PageSummary] = []
        """The pages that the question is about."""
        self.bar = MessageBar()
        escape = QShortcut(QKeySequence(Qt.Key.Key_Escape), self.bar)
        escape.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        escape.activated.connect(self._keep)

    def ask(self, pages: Sequence[PageSummary]) -> None:
        """Count the words of these pages, and ask whether to remove them."""
        if not pages:
            self._context.notifications.info(self.tr("Select pages first."))
            return
        subject = self._pages = list(pages)
        page_ids, crops = _split(pages)
        self._context.session.query(
            lambda project: preview_removal(project, page_ids, crops=crops),
            lambda removal: self._ask(subject, removal),
            owner=self,
            key="collection.remove-pages",
        )

    def set_selection(self, pages: Sequence[PageSummary]) -> None:
        """Withdraw a question that is not about these pages."""
        if [page.page_id for page in pages] != [page.page_id for page in self._pages]:
            self._withdraw()

    def _withdraw(self) -> None:
        self._pages = []
        self.bar.dismiss()

    def _ask(self, pages: list[PageSummary], removal: Removal) -> None:
        if pages is not self._pages:
            return  # the question was withdrawn meanwhile
        buttons = [ButtonAction(self.tr("Remove"), self._remove, "danger"), ButtonAction(self.tr("Keep"), self._keep)]
        self.bar.show_message(self._question(pages, removal), buttons, "warning")
        # the harmless answer has the focus
        self.bar.buttons[-1].setFocus(Qt.FocusReason.OtherFocusReason)

    def _keep(self) -> None:
        self._withdraw()
        self.closed.emit()

    def _remove(self) -> None:
        page_ids, crops = _split(self._pages)
        self._keep()
        self._context.session.execute(
            lambda project: remove_pages(project, page_ids, crops=crops),
            changes=[PAGES, WORDS, LEXICON, PREDICTIONS],
            word_ids=None,
            owner=self,
            on_result=self._removed,
        )

    def _removed(self, removal: Removal) -> None:
        words = self.tr("%Ln word(s)", "", removal.words)
        if removal.pages:
            text = self.tr("%Ln page(s) with {0} were removed.", "", removal.pages).format(words)
        else:
            text = self.tr("The word images ({0}) were removed.").format(words)
        self._context.report_edit(text)

    def _question(self, pages: list[PageSummary], removal: Removal) -> str:
        names = [page.name for page in pages if page.page_id != CROPS]
        if len(pages) == 1:
            what = self.tr("“{0}”").format(names[0]) if names else self.tr("all word images")
        else:
            what = self.tr("%Ln page(s)", "", len(names))
            if len(names) < len(pages):
                what = self.tr("{0} and all word images").format(what)
        parts = [self.tr("Remove {0} from the project?").format(what)]
        if removal.words:
            transcriptions = self.tr("%Ln transcription(s)", "", removal.transcribed)
            parts.append(self.tr("%Ln word(s) and {0} are removed, too.", "", removal.words).format(transcriptions))
        else:
            parts.append(self.tr("There are no words on them."))
        if removal.lexicon:
            text = self.tr("%Ln word(s) found only there will be removed from the word list.", "", removal.lexicon)
            parts.append(text)
        parts.append(self.tr("Image files and models are kept. Undo restores everything, also later."))
        return " ".join(parts)


def _split(pages: Sequence[PageSummary]) -> tuple[list[int], bool]:
    """Return the ids of the pages, and whether the word images without a page are among them."""
    page_ids = [page.page_id for page in pages if page.page_id != CROPS]
    return page_ids, len(page_ids) < len(pages)
