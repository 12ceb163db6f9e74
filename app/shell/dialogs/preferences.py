"""The settings. Each change takes effect and is saved at once."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QComboBox,
    QDialog,
    QHBoxLayout,
    QLabel,
    QLayout,
    QPushButton,
    QRadioButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from app import settings as keys
from app.settings import Settings
from app.style.theme import Theme


class Preferences(QDialog):
    """There is no OK button: the dialog always shows the settings in force."""

    def __init__(self, window: QWidget, settings: Settings, theme: Theme) -> None:
        super().__init__(window)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Settings"))
        self._settings, self._theme = settings, theme
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 24, 24, 16)
        column.setSpacing(8)
        self._column = column
        self._section(self.tr("Appearance"), self._appearance())
        self._section(self.tr("At startup"), self._start())
        self._section(self.tr("Training"), self._training())
        self._foot()
        self.setMinimumWidth(480)

    def _appearance(self) -> QLayout:
        row = QHBoxLayout()
        row.setSpacing(16)
        self._group = QButtonGroup(self)
        self.themes: dict[str, QRadioButton] = {}
        names = {"system": self.tr("System"), "light": self.tr("Light"), "dark": self.tr("Dark")}
        for mode, name in names.items():
            button = QRadioButton(name)
            button.setChecked(self._theme.mode == mode)
            button.toggled.connect(lambda on, mode=mode: self._set_theme(mode) if on else None)
            self._group.addButton(button)
            self.themes[mode] = button
            row.addWidget(button)
        row.addStretch(1)
        return row

    def _start(self) -> QLayout:
        row = QVBoxLayout()
        self.reopen = QCheckBox(self.tr("Reopen the last project"))
        self.reopen.setChecked(self._settings.get(keys.REOPEN))
        self.reopen.toggled.connect(lambda on: self._settings.set(keys.REOPEN, on))
        row.addWidget(self.reopen)
        return row

    def _training(self) -> QLayout:
        rows = QVBoxLayout()
        rows.setSpacing(8)
        self.offer = QSpinBox()
        self.offer.setRange(1, 100_000)
        self.offer.setValue(self._settings.get(keys.OFFER_RETRAINING_AFTER))
        self.offer.setSuffix(self.tr(" corrections"))
        self.offer.valueChanged.connect(lambda value: self._settings.set(keys.OFFER_RETRAINING_AFTER, value))
        rows.addLayout(self._labelled(self.tr("&Suggest retraining after"), self.offer))
        self.device = QComboBox()
        for value, name in {
            "auto": self.tr("Fastest available"),
            "cpu": self.tr("Processor (CPU)"),
            "cuda": self.tr("NVIDIA graphics card (CUDA)"),
            "mps": self.tr("Apple graphics (MPS)"),
        }.items():
            self.device.addItem(name, value)
        self.device.setCurrentIndex(max(0, self.device.findData(self._settings.get(keys.DEVICE))))
        self.device.currentIndexChanged.connect(
            lambda index: self._settings.set(keys.DEVICE, self.device.itemData(index))
        )
        rows.addLayout(self._labelled(self.tr("&Compute on"), self.device))
        note = QLabel(
            self.tr("Train shows which of these this computer has. Training does not start on a missing one.")
        )
        note.setProperty("kind", "caption")
        note.setWordWrap(True)
        rows.addWidget(note)
        return rows

    def _foot(self) -> None:
        note = QLabel(self.tr("Every change takes effect at once."))
        note.setProperty("kind", "quiet")
        note.setWordWrap(True)
        close = QPushButton(self.tr("Close"))
        close.setAutoDefault(False)
        close.clicked.connect(self.close)
        row = QHBoxLayout()
        row.addWidget(note, 1)
        row.addWidget(close)
        self._column.addSpacing(8)
        self._column.addStretch(1)
        self._column.addLayout(row)

    def _section(self, title: str, content: QLayout) -> None:
        head = QLabel(title)
        head.setProperty("kind", "section")
        self._column.addWidget(head)
        self._column.addLayout(content)
        self._column.addSpacing(12)

    def _labelled(self, text: str, widget: QWidget) -> QLayout:
        label = QLabel(text)
        label.setBuddy(widget)
        label.setWordWrap(True)
        widget.setAccessibleName(text.replace("&", ""))
        row = QHBoxLayout()
        row.setSpacing(16)
        row.addWidget(label, 1)
        row.addWidget(widget)
        return row

    def _set_theme(self, mode: str) -> None:
        self._theme.set_mode(mode)
        self._settings.set(keys.THEME, mode)
