"""Above the pages of which no word was read: the offer of first guesses by the starter model."""

from __future__ import annotations

from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton

from app.starter_offer import StarterOffer


class StarterStrip(QFrame):
    """A sentence and a button. Hidden once a person has read a word, and where there is a model or nothing to read."""

    def __init__(self, starter: StarterOffer) -> None:
        super().__init__()
        self.setObjectName("sheet")
        self._starter = starter
        self._read: int | None = None
        self.text = QLabel()
        self.text.setWordWrap(True)
        self.button = QPushButton()
        self.button.clicked.connect(starter.press)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 8, 8, 8)
        row.setSpacing(16)
        row.addWidget(self.text, 1)
        row.addWidget(self.button)
        starter.changed.connect(self._show)
        self._show()

    def tell(self, read: int) -> None:
        """So many words of the collection were read by a person."""
        self._read = read
        self._show()

    def _show(self) -> None:
        starter = self._starter
        said = starter.sentence()
        self.text.setText(said if starter.working else self.tr("No word is read yet. {0}").format(said))
        self.button.setText(starter.title())
        self.button.setVisible(not starter.working)
        self.setVisible(self._read == 0 and (starter.offered or starter.working))
