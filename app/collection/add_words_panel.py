"""The panel beside the word list: its purpose, and the controls that add words."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QLineEdit, QPushButton, QWidget

from app.style.icons import icon
from app.style.theme import reading_font
from app.widgets import builders
from app.widgets.progress_bar import ProgressBar


class AddWordsPanel(QFrame):
    """Ways to add words: ``words_entered(str)``, and three requests without arguments.

    ``file_requested()``: from a file; ``language_requested()``: of a language; ``transcribed_requested()``: the
    transcribed ones.
    """

    words_entered = Signal(str)
    file_requested = Signal()
    language_requested = Signal()
    transcribed_requested = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("sheet")
        self.setFixedWidth(304)
        self.word = builders.named(QLineEdit(), self.tr("Words to add"))
        self.word.setFont(reading_font())
        self.word.setPlaceholderText(self.tr("Type words"))
        self.add = builders.push_button(self.tr("Add to the list"), self._enter_words)
        self.file = QPushButton(self.tr("Add words from a file…"))
        self.language = QPushButton(self.tr("Add a language…"))
        self.transcribed = QPushButton(self.tr("Add transcribed words"))
        self.busy = ProgressBar(total=0)
        policy = self.busy.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.busy.setSizePolicy(policy)
        self.busy.hide()
        about = self.tr(
            "The model suggests only words of this list, including words that it was not trained on. Add the names of "
            "places and families that may occur, or they cannot be suggested."
        )
        file_format = self.tr("A text file in UTF-8: one word a line, or word, tab and how often it occurs.")
        inner = QWidget()
        column = builders.column(
            builders.label(self.tr("Words that may occur"), "section", wrap=False),
            builders.label(about, "quiet"),
            parent=inner,
            margins=(16, 16, 16, 16),
        )
        column.addSpacing(8)
        column.addWidget(self.word)
        column.addWidget(self.add)
        column.addSpacing(16)
        column.addWidget(self.file)
        column.addWidget(builders.label(file_format, "caption"))
        column.addSpacing(16)
        column.addWidget(self.language)
        common = self.tr("Adds the common words of a language, with how often they occur.")
        column.addWidget(builders.label(common, "caption"))
        column.addSpacing(16)
        column.addWidget(self.transcribed)
        column.addWidget(builders.label(self.tr("Adds every word that a person has transcribed."), "caption"))
        column.addStretch(1)
        column.addWidget(self.busy)
        builders.column((builders.ScrollArea(inner), 1), parent=self)
        self.word.returnPressed.connect(self._enter_words)
        self.word.textChanged.connect(lambda text: self.add.setEnabled(bool(text.strip())))
        self.file.clicked.connect(self.file_requested)
        self.language.clicked.connect(self.language_requested)
        self.transcribed.clicked.connect(self.transcribed_requested)
        self.add.setEnabled(False)
        names = {"add": self.add, "import": self.file, "language": self.language, "accept": self.transcribed}
        for name, button in names.items():
            button.setIcon(icon(name))

    def set_busy(self, busy: bool) -> None:
        """Show whether words are being written; long lists take some seconds."""
        self.busy.setVisible(busy)

    def _enter_words(self) -> None:
        if self.word.text().strip():
            self.words_entered.emit(self.word.text())
            self.word.clear()
