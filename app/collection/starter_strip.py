"""The message bar above pages without transcriptions: it offers suggestions by the starter model."""

from __future__ import annotations

from app.starter_offer import StarterOffer
from app.widgets.button_row import ButtonAction
from app.widgets.message_bar import MessageBar


class StarterStrip(MessageBar):
    """Hidden once a word is transcribed, and where there is a model or nothing to read."""

    def __init__(self, starter: StarterOffer) -> None:
        super().__init__()
        self._starter = starter
        self._transcribed: int | None = None
        starter.changed.connect(self._refresh)
        self._refresh()

    def set_transcribed(self, count: int) -> None:
        """Set how many words of the collection a person has transcribed."""
        self._transcribed = count
        self._refresh()

    def _refresh(self) -> None:
        starter = self._starter
        if self._transcribed != 0 or not (starter.is_offered or starter.is_running):
            self.dismiss()
        elif starter.is_running:
            self.show_message(starter.text())
        else:
            text = self.tr("No word is transcribed yet. {0}").format(starter.text())
            self.show_message(text, [ButtonAction(starter.button_text(), starter.start)])
