"""The question for the person's name, which is stored with their edits: asked once."""

from collections.abc import Callable

from PySide6.QtWidgets import QLineEdit, QWidget

from app import settings as keys
from app.settings import Settings
from app.widgets import builders
from app.widgets.dialog import Dialog
from core.errors import InputError
from core.project.db import author


class NameDialog(Dialog):
    """Asks for the name, stores the answer, then calls ``then``, even without an answer."""

    def __init__(self, window: QWidget, settings: Settings, then: Callable[[], object]) -> None:
        super().__init__(self.tr("Who is working here?"), window)
        self.setMinimumWidth(460)
        self._settings, self._then = settings, then
        self.field = builders.named(QLineEdit(settings.get(keys.AUTHOR)), self.tr("Your name"))
        self.field.setMaxLength(author.MAX_CHARS)
        self.field.setPlaceholderText(self.tr("Your name, or initials"))
        about = builders.label(
            self.tr(
                "Your name is stored with everything you transcribe from now on, so that others see who wrote what. "
                "You are asked once; Settings has it."
            )
        )
        self.save = builders.push_button(self.tr("Go on with this name"), self._save, "primary", default=True)
        self.skip = builders.push_button(self.tr("Go on without a name"), self._skip, default=False)
        self.field.textChanged.connect(self._update)
        content = (about, self.field, 0, builders.row(1, self.skip, self.save))
        builders.column(*content, parent=self, margins=(24, 24, 24, 16), spacing=16)
        self._update()

    def _update(self) -> None:
        self.save.setEnabled(bool(self.field.text().strip()))

    def _save(self) -> None:
        self._answer(self.field.text())

    def _skip(self) -> None:
        self._answer("")

    def _answer(self, name: str) -> None:
        self._settings.set(keys.AUTHOR_ASKED, True)
        set_name(self._settings, name)
        self.accept()
        self._then()


def ask_name_once(window: QWidget, settings: Settings, then: Callable[[], object] = lambda: None) -> None:
    """Call ``then``, after the question for the name if it was never answered."""
    if settings.get(keys.AUTHOR_ASKED) or settings.get(keys.AUTHOR) or author.current_author():
        then()
    else:
        NameDialog(window, settings, then).open()


def set_name(settings: Settings, name: str) -> None:
    """Store the name, for the edits of this window and of the jobs that it starts; one that cannot be is dropped."""
    try:
        author.set_author(name)
    except InputError:
        return
    settings.set(keys.AUTHOR, author.current_author() or "")
