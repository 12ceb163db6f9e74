"""What is shown where there is nothing to show: what belongs here, and the button that fills it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

_WIDTH = 640


class Empty(QWidget):
    """A headline, a sentence or two, perhaps a button, and perhaps the latest searches as buttons."""

    def __init__(self) -> None:
        super().__init__()
        self.title = QLabel()
        self.title.setProperty("kind", "title")
        self.text = QLabel()
        self.text.setProperty("kind", "quiet")
        for label in (self.title, self.text):
            label.setWordWrap(True)
            label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.button = QPushButton()
        self.button.setProperty("kind", "primary")
        self.button.clicked.connect(lambda: self._run())
        self._run: Callable[[], object] = lambda: None
        self._caption = QLabel(self.tr("Sought last"))
        self._caption.setProperty("kind", "caption")
        self.recent = QWidget()
        self._row = QHBoxLayout(self.recent)
        self._row.setSpacing(8)
        middle = Qt.AlignmentFlag.AlignHCenter
        column = QVBoxLayout()
        column.setSpacing(16)
        column.addStretch(2)
        column.addWidget(self.title)
        column.addWidget(self.text)
        for widget in (self.button, self._caption, self.recent):
            column.addWidget(widget, 0, middle)
        column.addStretch(3)
        body = QWidget()
        body.setMaximumWidth(_WIDTH)
        body.setLayout(column)
        row = QHBoxLayout(self)
        row.addStretch(1)
        row.addWidget(body, 8)
        row.addStretch(1)
        self.show_recent((), lambda text: None)

    def tell(
        self, title: str, text: str, button: str = "", run: Callable[[], object] | None = None, why_not: str = ""
    ) -> None:
        """Say this; without ``run`` there is no button. ``why_not``: why the button cannot be pressed."""
        self.title.setText(title)
        self.text.setText(text)
        self.button.setVisible(run is not None)
        self.button.setText(button)
        self.button.setEnabled(not why_not)
        self.button.setToolTip(why_not)
        if run is not None:
            self._run = run

    def show_recent(self, texts: Sequence[str], chosen: Callable[[str], object]) -> None:
        """Offer these texts as buttons; none takes the whole row away."""
        while (item := self._row.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.deleteLater()
        for text in texts:
            button = QPushButton(text if len(text) <= 20 else f"{text[:19]}…")
            button.setAccessibleName(self.tr("Look for {0} again").format(text))
            button.clicked.connect(lambda checked=False, text=text: chosen(text))
            self._row.addWidget(button)
        self._caption.setVisible(bool(texts))
        self.recent.setVisible(bool(texts))
