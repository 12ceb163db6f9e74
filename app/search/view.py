"""Search: any word by its image, and any text in transcriptions and suggestions."""

from functools import partial

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QSizePolicy, QStackedWidget, QTabBar, QWidget

from app.context import NavigationTarget, ProjectContext
from app.search.image_panel import ImagePanel
from app.search.recent_searches import recent_searches, remember_search
from app.search.results_panel import VIEW_KEYS, ResultsPanel, view_texts
from app.search.text_panel import TextPanel
from app.search.word_info import WordInfoCache
from app.session.changes import Changed
from app.style.theme import reading_font
from app.view import View
from app.widgets import builders
from app.widgets.typing_keys import LeavesExport
from core.project.changes import LEXICON, MODELS, PAGES, PREDICTIONS, WORDS

IMAGES, TEXT = "pictures", "text"
"""The kinds of search, as they are stored in the settings."""
KINDS = (IMAGES, TEXT)
_TYPING_PAUSE_MS = 200
_BOX_FONT_SCALE = 1.35


class SearchView(View):
    """One box, and two kinds of search."""

    name = "search"

    def __init__(self, context: ProjectContext) -> None:
        super().__init__(context)
        self._pause = QTimer(self, singleShot=True, interval=_TYPING_PAUSE_MS)
        self._pause.timeout.connect(self._search)
        self._stale = False
        self.infos = WordInfoCache(self.session, self)
        images, text = ImagePanel(context, self.infos), TextPanel(context, self.infos)
        self.panels: dict[str, ResultsPanel] = {IMAGES: images, TEXT: text}
        images.transcribed.connect(self._remember)
        for view, title in view_texts().items():
            action = images.view.add_key(context.actions, title, partial(self._open_in, view), VIEW_KEYS[view])
            text.view.addAction(action)
        self.kinds = builders.named(QTabBar(), self.tr("Kind of search"))
        self.kinds.setDrawBase(False)
        self.kinds.setExpanding(False)
        for title in (self.tr("By image"), self.tr("In the text")):
            self.kinds.addTab(title)
        self.kinds.currentChanged.connect(self._kind_changed)
        self.box = QLineEdit()
        self.box.setFont(reading_font(times=_BOX_FONT_SCALE))
        self.box.setMaxLength(200)
        self.box.installEventFilter(self)
        LeavesExport(self.box)
        self.box.textEdited.connect(lambda text: self._pause.start())
        self.box.textChanged.connect(lambda text: self._pause.start() if not text else None)
        self.button = builders.push_button(self.tr("Search"), self._submit, "primary")
        # as high as the box, which a row of lower buttons would cut
        self.button.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Preferred)
        self.stack = QStackedWidget()
        for panel in self.panels.values():
            self.stack.addWidget(panel)
            panel.emptied.connect(self.focus_box)
            panel.navigation.view_requested.connect(self._open_in)
            panel.view.installEventFilter(self)
        line = builders.row((self.box, 1), self.button)
        builders.column(self.kinds, line, (self.stack, 1), parent=self, margins=(24, 16, 24, 16))
        self.session.changed.connect(self._project_changed)
        self.session.crops.ready.connect(self._repaint)
        self.infos.ready.connect(self._repaint)
        context.theme.changed.connect(self.update)
        context.actions.add(
            self, self.tr("Go to the search box"), self.focus_box, shortcut=["Ctrl+F", "F3"], view=self.name
        )
        self._kind_changed()

    @property
    def kind(self) -> str:
        """The kind of search that is shown, one of :data:`KINDS`."""
        return KINDS[self.kinds.currentIndex()]

    @property
    def panel(self) -> ResultsPanel:
        return self.panels[self.kind]

    def landmarks(self) -> dict[str, QWidget]:
        return {"box": self.box}

    def enter(self, target: NavigationTarget) -> None:
        if target.query is not None:
            self.kinds.setCurrentIndex(KINDS.index(IMAGES))
            self.box.setText(target.query)
            self._search()
        elif self._stale:
            self._search()
        if self.current_word() is None:
            self.focus_box()

    def current_word(self) -> int | None:
        return self.panel.current_word()

    def focus_box(self) -> None:
        """Give the search box the focus and select its text."""
        self.box.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.box.selectAll()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            key, in_box = event.key(), watched is self.box
            if in_box and key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._submit()
                return True
            if in_box and key == Qt.Key.Key_Down:
                self.panel.focus_results()
                return True
            if in_box and key == Qt.Key.Key_Escape and self.box.text():
                self.box.clear()
                return True
            if not in_box and key == Qt.Key.Key_Escape:
                self.focus_box()
                return True
        return super().eventFilter(watched, event)

    def _kind_changed(self) -> None:
        self.stack.setCurrentWidget(self.panel)
        text = {
            IMAGES: self.tr("Word to find among the word images"),
            TEXT: self.tr("Text to find in transcriptions and suggestions"),
        }[self.kind]
        self.box.setPlaceholderText(text)
        self.box.setAccessibleName(text)
        self._search()

    def _search(self) -> None:
        self._pause.stop()
        self._stale = False
        recent: list[str] = []
        if not self.box.text().strip():
            recent = recent_searches(self.context.settings, str(self.session.folder), self.kind)
        self.panel.recent.show_texts(recent, self._repeat)
        self.panel.search(self.box.text())

    def _submit(self) -> None:
        """Search for what was confirmed by key or button, remember it, and go to the results."""
        self._search()
        self._remember()
        self.panel.focus_results()

    def _repeat(self, text: str) -> None:
        self.box.setText(text)
        self._submit()

    def _open_in(self, view: str) -> None:
        word_id = self.current_word()
        if word_id is not None:
            self._remember()
            self.context.go(view, word_id=word_id)

    def _remember(self) -> None:
        remember_search(self.context.settings, str(self.session.folder), self.kind, self.box.text())

    def _project_changed(self, changed: Changed) -> None:
        if not changed.touches(WORDS, PREDICTIONS, MODELS, PAGES, LEXICON):
            return
        self.infos.forget(changed.word_ids)
        self._repaint()
        # after a few transcriptions the ranking stays the same, only the infos of these words are new
        if changed.word_ids is not None and self.kind == IMAGES and not changed.touches(PAGES):
            return
        self._stale = True
        if self.isVisible():
            self._pause.start()

    def _repaint(self) -> None:
        if self.isVisible():
            self.panel.view.viewport().update()
