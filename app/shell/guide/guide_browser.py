"""The text of the guide: Markdown pages with pictures that fit the width, and links to headings."""

import re
from collections.abc import Iterator
from pathlib import Path

from PySide6.QtCore import Qt, QTimer, QUrl, Signal
from PySide6.QtGui import (
    QDesktopServices,
    QImage,
    QPainter,
    QPalette,
    QResizeEvent,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextTable,
)
from PySide6.QtWidgets import QTextBrowser, QTextEdit

from app.shell.guide.guide_pages import ENGLISH, PICTURES, anchor_of, anchors, page_file
from app.style.theme import Theme

_LINE_HEIGHT = 135
"""Percent of the font's height."""
_MARGIN = 24
_HEADING_SPACE, _TABLE_SPACE = 20, 8
_RESIZE_DELAY_MS = 150


class GuideBrowser(QTextBrowser):
    """Shows pages of ``folder`` in a language with back and forward. ``page_shown(name)``: another page is shown.

    Links to web addresses open in the system's browser. ``left_out(name)``: a link leads to a file that does not come
    with the program.
    """

    page_shown = Signal(str)
    left_out = Signal(str)

    def __init__(self, folder: Path, theme: Theme, language: str = ENGLISH) -> None:
        super().__init__()
        self.theme = theme
        self._folder, self._language = folder, language
        self._words: list[str] = []
        self.setOpenLinks(False)
        self.setAccessibleName(self.tr("Page of the guide"))
        self.document().setDocumentMargin(_MARGIN)
        self._resize_timer = QTimer(self, interval=_RESIZE_DELAY_MS, singleShot=True)
        self._resize_timer.timeout.connect(self._show_again)
        self.anchorClicked.connect(self.follow)
        self.sourceChanged.connect(lambda url: self.page_shown.emit(url.fileName()))
        theme.changed.connect(self._show_again)

    @property
    def page(self) -> str:
        """The file name of the page that is shown, "" for none."""
        return self.source().fileName()

    def show_page(self, name: str, anchor: str = "", words: list[str] | None = None) -> None:
        """Show a page from its heading ``anchor`` on; occurrences of ``words`` are marked."""
        self._words = words or []
        url = QUrl.fromLocalFile(str(self._file(name)))
        if anchor:
            url.setFragment(anchor)
        self.setSource(url, QTextDocument.ResourceType.MarkdownResource)
        self._mark_words()

    def follow(self, link: QUrl) -> None:
        """Open a link of the page."""
        if link.scheme() in ("http", "https"):
            QDesktopServices.openUrl(link)
            return
        path = link.path()
        name = path or self.page
        # translated pages lie in a folder of the guide: `../page.md` may stand there for one that is not translated
        if not re.fullmatch(r"(\.\./)?[\w-]+\.md", name) or not self._file(Path(name).name).is_file():
            self.left_out.emit(Path(path).name)
            return
        self.show_page(Path(name).name, link.fragment())

    def doSetSource(
        self, url: QUrl | str, kind: QTextDocument.ResourceType = QTextDocument.ResourceType.UnknownResource
    ) -> None:
        # also called by back and forward; Qt finds no headings, so the fragment is looked for here
        url = QUrl(url)
        is_other = self.document().isEmpty() or url.path() != self.source().path()
        super().doSetSource(url, QTextDocument.ResourceType.MarkdownResource)
        if is_other:
            self._format()
        self._go_to(url.fragment())

    def loadResource(self, kind: int, name: QUrl | str) -> object:
        found = super().loadResource(kind, name)
        if kind != QTextDocument.ResourceType.ImageResource:
            return found
        return self._fitted(QImage(str(self._picture(Path(QUrl(name).path()).name))))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width() and self.page:
            self._resize_timer.start()

    def _file(self, name: str) -> Path:
        return page_file(name, self._language, self._folder)

    def _picture(self, name: str) -> Path:
        """Return the file of a picture: of the language if there is one, otherwise the one that all share."""
        own = self._folder / self._language / PICTURES / name
        return own if own.is_file() else self._folder / PICTURES / name

    def headings(self) -> list[str]:
        """Return the anchors of the headings of the page."""
        shown = [block for block in self._blocks() if block.blockFormat().headingLevel()]
        found = anchors(self._file(self.page), self._folder)
        return found if len(found) == len(shown) else [anchor_of(block.text()) for block in shown]

    def _blocks(self) -> Iterator[QTextBlock]:
        block = self.document().begin()
        while block.isValid():
            yield block
            block = block.next()

    def _fitted(self, picture: QImage) -> QImage:
        """Return a picture no wider than the page, with a thin frame: many are as light as the page."""
        width = self.viewport().width() - 2 * _MARGIN - self.verticalScrollBar().width()
        ratio = self.devicePixelRatioF()
        if picture.isNull() or width < 1:
            return picture
        if picture.width() > width * ratio:
            picture = picture.scaledToWidth(round(width * ratio), Qt.TransformationMode.SmoothTransformation)
        picture = picture.convertToFormat(QImage.Format.Format_RGB32)
        painter = QPainter(picture)
        painter.setPen(self.palette().color(QPalette.ColorRole.Mid))
        painter.drawRect(picture.rect().adjusted(0, 0, -1, -1))
        painter.end()
        picture.setDevicePixelRatio(ratio)
        return picture

    def _show_again(self) -> None:
        """Load the page again in other colours or for another width, at the same place."""
        if not self.page:
            return
        bar = self.verticalScrollBar()
        # after a change of style the bar still has the range of a layout half done
        share = bar.value() / max(1.0, self.document().size().height() - self.viewport().height())
        self.document().clear()
        self.document().setMarkdown(self._file(self.page).read_text(encoding="utf-8"))
        self._format()
        bar.setValue(round(share * bar.maximum()))
        self._mark_words()

    def _format(self) -> None:
        """Give lines and tables room, for which Markdown has no marks."""
        cursor = QTextCursor(self.document())
        for block in self._blocks():
            cursor.setPosition(block.position())
            spaced = QTextBlockFormat()
            spaced.setLineHeight(_LINE_HEIGHT, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
            if block.blockFormat().headingLevel() > 1:
                spaced.setTopMargin(_HEADING_SPACE)
            if block.text() == "\N{OBJECT REPLACEMENT CHARACTER}":
                # a picture's height is not that of letters
                spaced.setLineHeight(100, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
            cursor.mergeBlockFormat(spaced)
        for frame in self.document().rootFrame().childFrames():
            if isinstance(frame, QTextTable):
                shape = frame.format()
                shape.setCellPadding(6)
                shape.setTopMargin(_TABLE_SPACE)
                shape.setBottomMargin(_TABLE_SPACE)
                shape.setBorderCollapse(True)
                shape.setBorder(1)
                shape.setBorderBrush(self.palette().color(QPalette.ColorRole.Mid))
                frame.setFormat(shape)

    def _go_to(self, anchor: str) -> None:
        if not anchor:
            self.verticalScrollBar().setValue(0)
            return
        shown = (block for block in self._blocks() if block.blockFormat().headingLevel())
        for block, name in zip(shown, self.headings(), strict=True):
            if anchor in (name, anchor_of(block.text())):
                self.setTextCursor(QTextCursor(block))
                top = self.document().documentLayout().blockBoundingRect(block).top()
                self.verticalScrollBar().setValue(round(top) - _MARGIN // 2)
                return

    def _mark_words(self) -> None:
        marks, colours = [], self.palette()
        look = QTextCharFormat()
        look.setBackground(colours.color(QPalette.ColorRole.Highlight))
        look.setForeground(colours.color(QPalette.ColorRole.HighlightedText))
        for word in self._words:
            cursor = self.document().find(word)
            while not cursor.isNull():
                mark = QTextEdit.ExtraSelection()
                mark.cursor, mark.format = cursor, look
                marks.append(mark)
                cursor = self.document().find(word, cursor)
        self.setExtraSelections(marks)
