"""The latest searches of each project and kind, kept in the settings, and the buttons that repeat them."""

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from app.settings import Setting, Settings
from app.text.formats import shorten
from app.widgets import builders
from app.widgets.button_row import ButtonAction, ButtonRow

RECENT_SEARCHES: Setting[list] = Setting("recent_searches", [])
"""[project folder, kind of search, text], newest first."""

MAX_SHOWN = 8
_MAX_KEPT = 40
_MAX_LETTERS = 20


def recent_searches(settings: Settings, folder: str, kind: str) -> list[str]:
    """Return the texts of the latest searches in this project, newest first."""
    texts = [
        str(entry[2])
        for entry in settings.get(RECENT_SEARCHES)
        if isinstance(entry, list) and len(entry) == 3 and entry[:2] == [folder, kind]
    ]
    return texts[:MAX_SHOWN]


def remember_search(settings: Settings, folder: str, kind: str, text: str) -> None:
    """Put a search at the head of the list."""
    if text.strip():
        entry = [folder, kind, text.strip()]
        others = [other for other in settings.get(RECENT_SEARCHES) if other != entry]
        settings.set(RECENT_SEARCHES, [entry, *others][:_MAX_KEPT])


class RecentSearches(QWidget):
    """A caption and a row of buttons; hidden while there are none."""

    def __init__(self) -> None:
        super().__init__()
        caption = builders.label(self.tr("Recent searches"), "caption", wrap=False)
        self.row = ButtonRow()
        column = builders.column(parent=self)
        for widget in (caption, self.row):
            column.addWidget(widget, 0, Qt.AlignmentFlag.AlignHCenter)
        self.hide()

    def show_texts(self, texts: Sequence[str], on_chosen: Callable[[str], object]) -> None:
        """Offer these texts; a click calls ``on_chosen`` with the text."""
        self.row.set_actions([ButtonAction(shorten(text, _MAX_LETTERS), partial(on_chosen, text)) for text in texts])
        for button, text in zip(self.row.buttons, texts, strict=True):
            button.setAccessibleName(self.tr("Search for {0} again").format(text))
        self.setVisible(bool(texts))
