"""The offer to begin with the starter model, beside the words that a training would rest on."""

from __future__ import annotations

from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget

from app.starter_offer import StarterOffer


class StarterBox(QWidget):
    """A sentence and the button; hidden where there is a model already or nothing to be read."""

    def __init__(self, starter: StarterOffer) -> None:
        super().__init__()
        self._starter = starter
        heading = QLabel(self.tr("Or without training"))
        heading.setProperty("kind", "section")
        self.about = QLabel()
        self.about.setProperty("kind", "quiet")
        self.about.setWordWrap(True)
        self.button = QPushButton()
        self.button.clicked.connect(starter.start)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 8)
        column.setSpacing(8)
        for widget in (heading, self.about, self.button):
            column.addWidget(widget)
        starter.changed.connect(self._show)
        self._show()

    def _show(self) -> None:
        self.about.setText(self._starter.text())
        self.button.setText(self._starter.button_text())
        self.setVisible(self._starter.is_offered)
