"""The choices of an import: what the words are for, copy or link, and whether to look for words."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QHBoxLayout, QLabel, QSpinBox, QVBoxLayout, QWidget

from app.collection.source_summary import SHARED, SOURCE_ROLES, ImportChoice, SourceSummary
from app.text.roles import ROLES, role_meaning, role_name


class ImportOptions(QWidget):
    """Shows only the choices that matter for what was found. ``labels_changed(bool)``: read the source anew."""

    labels_changed = Signal(bool)

    def __init__(self) -> None:
        super().__init__()
        self.purpose = QComboBox()
        self.purpose.setAccessibleName(self.tr("What the words are for"))
        self.share = QSpinBox()
        self.share.setRange(1, 90)
        self.share.setValue(20)
        self.share.setSuffix(" %")
        self.share.setAccessibleName(self.tr("Share kept for testing"))
        self.share_told = QLabel()
        self.share_told.setProperty("kind", "quiet")
        self.meaning = QLabel()
        self.meaning.setProperty("kind", "quiet")
        self.meaning.setWordWrap(True)
        self.copy = QCheckBox(self.tr("Copy the pictures into the project"))
        self.copy.setChecked(True)
        self.copy_told = QLabel(
            self.tr("They stay where they are: do not move or rename them, or their words cannot be shown.")
        )
        self.copy_told.setProperty("kind", "warn")
        self.copy_told.setWordWrap(True)
        self.segment = QCheckBox()
        self.segment.setChecked(True)
        self.labels = QCheckBox()
        self.labels.setChecked(True)
        self.purpose.currentIndexChanged.connect(self._show)
        self.copy.toggled.connect(self._show)
        self.labels.toggled.connect(self.labels_changed)
        self._lay_out()
        self.tell(None)

    def tell(self, facts: SourceSummary | None) -> None:
        """Offer what matters for this source."""
        purposes = [(SHARED, self.tr("Training, with a share kept for testing"))]
        purposes += [(role, role_name(role)) for role in ROLES]
        purposes.sort(key=lambda entry: entry[0] != "train")
        if facts is not None and facts.has_roles:
            purposes.insert(0, (SOURCE_ROLES, self.tr("As the source says of each word")))
        chosen = self.purpose.currentData()
        keys = [key for key, _ in purposes]
        if keys != [self.purpose.itemData(n) for n in range(self.purpose.count())]:
            self.purpose.clear()
            for key, name in purposes:
                self.purpose.addItem(name, key)
            # a choice made before is kept, but a source that knows better is asked first
            self.purpose.setCurrentIndex(keys.index(chosen) if chosen in keys and SOURCE_ROLES not in keys else 0)
        wordless = 0 if facts is None else facts.wordless
        self.segment.setVisible(wordless > 0)
        self.segment.setText(self.tr("Find the words on the %Ln pages that have none", "", wordless))
        named = facts is not None and "folder" in facts.format
        self.labels.setVisible(named)
        self.labels.setText(
            self.tr("The names of the pictures say what they read (such as {0})").format(facts.named)
            if facts is not None and facts.named
            else self.tr("The names of the pictures say what they read")
        )
        unit_pages = facts is None or facts.pages > 0
        self.share_told.setText(self.tr("of the pages") if unit_pages else self.tr("of the words"))
        self._show()

    def choice(self, format: str) -> ImportChoice:
        """What was chosen."""
        return ImportChoice(
            format=format,
            purpose=str(self.purpose.currentData()),
            share=self.share.value() / 100,
            copy=self.copy.isChecked(),
            segment=not self.segment.isHidden() and self.segment.isChecked(),
            labels=self.labels.isHidden() or self.labels.isChecked(),
        )

    def _show(self) -> None:
        purpose = self.purpose.currentData()
        self.share.setVisible(purpose == SHARED)
        self.share_told.setVisible(purpose == SHARED)
        if purpose == SHARED:
            self.meaning.setText(self.tr("The share is drawn by chance and kept from the model, to measure it."))
        elif purpose == SOURCE_ROLES:
            self.meaning.setText(self.tr("Words of which it says nothing are for training."))
        elif purpose is not None:
            self.meaning.setText(role_meaning(purpose).capitalize() + ".")
        self.copy_told.setVisible(not self.copy.isChecked())

    def _lay_out(self) -> None:
        label = QLabel(self.tr("The words are for"))
        label.setBuddy(self.purpose)
        row = QHBoxLayout()
        row.setSpacing(8)
        for widget in (label, self.purpose, self.share, self.share_told):
            row.addWidget(widget)
        row.addStretch(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addLayout(row)
        for below in (self.meaning, self.segment, self.labels, self.copy, self.copy_told):
            column.addWidget(below)
