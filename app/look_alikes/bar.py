"""The line that offers look-alikes, with its buttons and keys."""

from functools import partial

from PySide6.QtWidgets import QWidget

from app.context import ProjectContext
from app.look_alikes.dialog import LookAlikeDialog
from app.look_alikes.finder import LookAlikeFinder
from app.widgets.button_row import ButtonAction
from app.widgets.message_bar import MessageBar

_MAX_TEXT = 24
"""Characters shown of the word."""


class LookAlikeBar(MessageBar):
    """Shown while the context's finder offers look-alikes; ``owner`` is the widget in which the keys work."""

    def __init__(self, context: ProjectContext, owner: QWidget, view: str) -> None:
        super().__init__()
        self._context = context
        self._finder = LookAlikeFinder.for_context(context)
        self.dialog: LookAlikeDialog | None = None
        add = partial(context.actions.add, owner, view=view)
        add(self.tr("Show the look-alikes"), self.show_images, shortcut="Alt+L")
        add(self.tr("Confirm all look-alikes"), self.confirm_all, shortcut="Alt+Shift+L")
        add(self.tr("Dismiss the look-alikes"), self._finder.dismiss, shortcut="Alt+D")
        self._finder.changed.connect(self._update)
        self._update()

    def show_images(self) -> None:
        """Show the look-alikes as images, to untick what is another word."""
        offer = self._finder.offer
        if offer is None or (self.dialog is not None and self.dialog.isVisible()):
            return
        if self.dialog is not None:
            self.dialog.deleteLater()
        self.dialog = LookAlikeDialog(self._context, offer, self.window())
        self.dialog.confirmed.connect(self._finder.confirm)
        self.dialog.open()

    def confirm_all(self) -> None:
        """Confirm all look-alikes at once."""
        if self._finder.offer is not None:
            self._finder.confirm(self._finder.offer)

    def _update(self) -> None:
        offer = self._finder.offer
        if offer is None:
            self.dismiss()
            return
        count = len(offer.ids)
        text = offer.text if len(offer.text) <= _MAX_TEXT else f"{offer.text[: _MAX_TEXT - 1]}…"
        actions = [
            ButtonAction(self.tr("Show (Alt+L)"), self.show_images),
            ButtonAction(self.tr("Confirm %Ln (Alt+Shift+L)", "", count), self.confirm_all),
            ButtonAction(self.tr("Dismiss (Alt+D)"), self._finder.dismiss),
        ]
        self.show_message(self.tr("“{0}”: %Ln look-alike(s)", "", count).format(text), actions)
