"""Search: any word by its picture, and any text in the readings."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPushButton, QStackedWidget, QTabBar, QVBoxLayout

from app.context import NavigationTarget, ProjectContext
from app.search.navigation_buttons import KEYS, way_names
from app.search.picture_panel import PicturePanel
from app.search.recent_searches import recent, remember
from app.search.text_panel import TextPanel
from app.search.word_info_cache import WordInfoCache
from app.session.changes import LEXICON, MODELS, PAGES, PREDICTIONS, WORDS, Changed
from app.style.theme import reading_font
from app.view import View

PICTURES, TEXT = "pictures", "text"
KINDS = (PICTURES, TEXT)
_PAUSE_MS = 200
_BOX_POINTS = 1.35


class SearchView(View):
    """One box and two ways to search with it."""

    name = "search"

    def __init__(self, context: ProjectContext) -> None:
        super().__init__(context)
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._pause.timeout.connect(self._search)
        self._stale = False
        self.facts = WordInfoCache(self.session, self)
        self.facts.forget()
        pictures, text = PicturePanel(context, self.facts), TextPanel(context, self.facts)
        self.panels: dict[str, PicturePanel | TextPanel] = {PICTURES: pictures, TEXT: text}
        pictures.done.connect(self._remember)
        for way, name in way_names().items():
            action = pictures.view.add_key(context.actions, name, partial(self._go, way), KEYS[way])
            text.view.addAction(action)
        self.kinds = QTabBar()
        self.kinds.setAccessibleName(self.tr("What is searched"))
        self.kinds.setDrawBase(False)
        self.kinds.setExpanding(False)
        for title in (self.tr("By picture"), self.tr("In the text")):
            self.kinds.addTab(title)
        self.kinds.currentChanged.connect(self._kind_changed)
        self.box = QLineEdit()
        self.box.setFont(reading_font(self.font().pointSizeF() * _BOX_POINTS))
        self.box.setMaxLength(200)
        self.box.installEventFilter(self)
        self.box.textEdited.connect(lambda text: self._pause.start())
        self.box.textChanged.connect(lambda text: self._pause.start() if not text else None)
        self.button = QPushButton(self.tr("Search"))
        self.button.setProperty("kind", "primary")
        self.button.clicked.connect(self._find)
        self.stack = QStackedWidget()
        for panel in self.panels.values():
            self.stack.addWidget(panel)
            panel.emptied.connect(self.focus_box)
            panel.go.wanted.connect(self._go)
            panel.view.installEventFilter(self)
        self._lay_out()
        self.session.changed.connect(self._changed)
        self.session.crops.ready.connect(self._picture_came)
        context.theme.changed.connect(self.update)
        context.actions.add(
            self, self.tr("Go to the search box"), self.focus_box, shortcut=["Ctrl+F", "F3"], view=self.name
        )
        self._kind_changed()

    @property
    def kind(self) -> str:
        """Which way of searching is shown, one of :data:`KINDS`."""
        return KINDS[self.kinds.currentIndex()]

    @property
    def panel(self) -> PicturePanel | TextPanel:
        return self.panels[self.kind]

    def enter(self, target: NavigationTarget) -> None:
        if target.query is not None:
            self.kinds.setCurrentIndex(KINDS.index(PICTURES))
            self.box.setText(target.query)
            self._search()
        elif self._stale:
            self._search()
        if self.current_word() is None:
            self.focus_box()

    def current_word(self) -> int | None:
        return self.panel.current_word()

    def focus_box(self) -> None:
        """The keys go to the box, its text selected."""
        self.box.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.box.selectAll()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            if watched is self.box and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._find()
                return True
            if watched is self.box and event.key() == Qt.Key.Key_Down:
                self.panel.focus_results()
                return True
            if watched is self.box and event.key() == Qt.Key.Key_Escape and self.box.text():
                self.box.clear()
                return True
            if watched is not self.box and event.key() == Qt.Key.Key_Escape:
                self.focus_box()
                return True
        return super().eventFilter(watched, event)

    def _lay_out(self) -> None:
        line = QHBoxLayout()
        line.setSpacing(8)
        line.addWidget(self.box, 1)
        line.addWidget(self.button)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 16, 24, 16)
        column.setSpacing(8)
        column.addWidget(self.kinds)
        column.addLayout(line)
        column.addWidget(self.stack, 1)

    def _kind_changed(self) -> None:
        self.stack.setCurrentWidget(self.panel)
        told = {
            PICTURES: self.tr("A word to look for in the pictures"),
            TEXT: self.tr("A text to look for in the readings"),
        }[self.kind]
        self.box.setPlaceholderText(told)
        self.box.setAccessibleName(told)
        self._search()

    def _search(self) -> None:
        self._pause.stop()
        self._stale = False
        self.panel.recent.show_texts(self._recent() if not self.box.text().strip() else (), self._again)
        self.panel.search(self.box.text())

    def _find(self) -> None:
        """A search a person asked for by key or button: it is worth keeping, and the results are next."""
        self._search()
        self._remember()
        self.panel.focus_results()

    def _again(self, text: str) -> None:
        self.box.setText(text)
        self._find()

    def _go(self, way: str) -> None:
        word_id = self.current_word()
        if word_id is not None:
            self._remember()
            self.context.go(way, word_id=word_id)

    def _remember(self) -> None:
        remember(self.context.settings, str(self.session.folder), self.kind, self.box.text())

    def _recent(self) -> list[str]:
        return recent(self.context.settings, str(self.session.folder), self.kind)

    def _changed(self, changed: Changed) -> None:
        if not changed.touches(WORDS, PREDICTIONS, MODELS, PAGES, LEXICON):
            return
        self.facts.forget(changed.word_ids)
        # a few words read or corrected: the list stays where it is, only what it says of them is new
        if changed.word_ids is not None and self.kind == PICTURES and not changed.touches(PAGES):
            return
        self._stale = True
        if self.isVisible():
            self._pause.start()

    def _picture_came(self, word_id: int) -> None:
        if self.isVisible():
            self.panel.view.viewport().update()
