"""The window of the guide: contents and full-text search at the side, the page beside them, back and forward."""

from pathlib import Path

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QDialog, QLineEdit, QListWidget, QListWidgetItem, QSplitter, QWidget

from app.shell.guide.guide_browser import GuideBrowser
from app.shell.guide.guide_pages import CONTENTS, FOLDER, Hit, page_titles, read_sections, search
from app.style.icons import icon
from app.style.theme import Theme
from app.text import translations
from app.widgets import builders

_PAGE, _ANCHOR = Qt.ItemDataRole.UserRole, Qt.ItemDataRole.UserRole + 1
_SIDE_WIDTH = 260


class GuideWindow(QDialog):
    """A window beside ``window``. It has no parent: a dialog of the main window would block it, too."""

    def __init__(
        self, window: QWidget, theme: Theme, folder: Path = FOLDER, language: str = translations.ENGLISH
    ) -> None:
        super().__init__()
        self.setWindowTitle(self.tr("Guide"))
        self.setWindowFlag(Qt.WindowType.WindowMaximizeButtonHint)
        self.resize(min(1040, window.screen().availableSize().width() - 64), min(720, window.height()))
        self._sections = read_sections(folder, language)
        self.field = builders.named(QLineEdit(), self.tr("Search the guide"))
        self.field.setPlaceholderText(self.tr("Search the guide"))
        builders.add_clear_button(self.field)
        self.list = QListWidget()
        self.list.setObjectName("contents")
        self.list.setWordWrap(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.note = builders.label("", "quiet")
        self.note.hide()
        self.browser = GuideBrowser(folder, theme, language)
        self.buttons = {
            "previous": builders.flat_button(self.tr("Back (Alt+Left)"), self.browser.backward, 40),
            "next": builders.flat_button(self.tr("Forward (Alt+Right)"), self.browser.forward, 40),
            "contents": builders.flat_button(self.tr("Contents (Alt+Home)"), self.show_contents, 40),
        }
        self._lay_out()
        self.field.installEventFilter(self)
        self.field.textChanged.connect(self._fill)
        self.field.returnPressed.connect(self._open_first)
        self.list.itemClicked.connect(self._open)
        self.list.itemActivated.connect(self._open)
        self.browser.page_shown.connect(self._page_shown)
        self.browser.left_out.connect(self._left_out)
        self.browser.backwardAvailable.connect(self.buttons["previous"].setEnabled)
        self.browser.forwardAvailable.connect(self.buttons["next"].setEnabled)
        for name in ("previous", "next"):
            self.buttons[name].setEnabled(False)
        for name, button in self.buttons.items():
            button.setIcon(icon(name))
        for keys, run in (
            ("Alt+Left", self.browser.backward),
            ("Alt+Right", self.browser.forward),
            ("Alt+Home", self.show_contents),
            ("Ctrl+F", self._focus_search),
            ("F3", self._focus_search),
        ):
            QShortcut(QKeySequence(keys), self, run)
        self._fill("")

    def show_page(self, name: str, anchor: str = "") -> None:
        """Show the window with a page, from one of its headings on; a search is ended."""
        self.field.clear()
        self.browser.show_page(name, anchor)
        self.show()
        self.raise_()
        self.activateWindow()
        self.browser.setFocus()

    def show_contents(self) -> None:
        """Show the first page."""
        self.show_page(CONTENTS)

    def shown(self) -> list[str]:
        """Return the texts of the listed pages, or of the sections that were found."""
        return [self.list.item(row).text() for row in range(self.list.count())]

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        is_down = (
            isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and event.key() == Qt.Key.Key_Down
        )
        if watched is self.field and is_down and self.list.count():
            self.list.setFocus()
            return True
        return super().eventFilter(watched, event)

    def _lay_out(self) -> None:
        side = QWidget()
        builders.column(self.field, self.note, (self.list, 1), parent=side, margins=(16, 16, 8, 16))
        right = QWidget()
        bar = builders.row(*self.buttons.values(), 1, spacing=4)
        builders.column(bar, (self.browser, 1), parent=right, margins=(8, 12, 16, 16))
        split = QSplitter()
        split.addWidget(side)
        split.addWidget(right)
        split.setSizes([_SIDE_WIDTH, self.width() - _SIDE_WIDTH])
        split.setStretchFactor(1, 1)
        split.setCollapsible(1, False)
        builders.column(split, parent=self)

    def _fill(self, query: str) -> None:
        self.list.clear()
        hits = search(self._sections, query)
        is_search = bool(query.strip())
        self.list.setAccessibleName(self.tr("Found in the guide") if is_search else self.tr("Contents of the guide"))
        if is_search:
            for hit in hits:
                self._add(_hit_text(hit), hit.section.page, hit.section.anchor)
            self.list.setCurrentRow(0)
        else:
            for page, title in page_titles(self._sections).items():
                self._add(title, page)
            self._mark_page(self.browser.page)
        self._show_found()

    def _show_found(self) -> None:
        """Show the note if a search found nothing."""
        self.note.setText(self.tr("Nothing in the guide contains all of these words."))
        self.note.setVisible(bool(self.field.text().strip()) and not self.list.count())

    def _add(self, text: str, page: str, anchor: str = "") -> None:
        item = QListWidgetItem(text)
        item.setData(_PAGE, page)
        item.setData(_ANCHOR, anchor)
        self.list.addItem(item)

    def _open(self, item: QListWidgetItem) -> None:
        self.browser.show_page(item.data(_PAGE), item.data(_ANCHOR), self.field.text().split())

    def _open_first(self) -> None:
        if (item := self.list.currentItem()) is not None:
            self._open(item)

    def _page_shown(self, page: str) -> None:
        self._show_found()
        if not self.field.text().strip():
            self._mark_page(page)

    def _mark_page(self, page: str) -> None:
        for row in range(self.list.count()):
            if self.list.item(row).data(_PAGE) == page:
                self.list.setCurrentRow(row)

    def _left_out(self, name: str) -> None:
        self.note.setText(self.tr("{0} is a document of the source code of Ductus; it is not installed.").format(name))
        self.note.show()

    def _focus_search(self) -> None:
        self.field.setFocus()
        self.field.selectAll()


def _hit_text(hit: Hit) -> str:
    section = hit.section
    heading = section.title if section.title == section.page_title else f"{section.page_title}: {section.title}"
    return f"{heading}\n{hit.excerpt}" if hit.excerpt else heading
