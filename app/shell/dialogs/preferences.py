"""The settings. Each change is saved and takes effect at once, but a new language only when the app is next started."""

from functools import partial

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QButtonGroup, QCheckBox, QComboBox, QLayout, QLineEdit, QRadioButton, QSpinBox, QWidget

from app import settings as keys
from app.research import Research
from app.settings import Settings
from app.shell.dialogs.name_dialog import set_name
from app.style.theme import Theme
from app.text import translations
from app.widgets import builders
from app.widgets.accessibility import announce
from app.widgets.dialog import Dialog
from app.widgets.progress_bar import reduce_motion
from core.project.db.author import MAX_CHARS

_LEAST_WIDTH = 480
_SCROLL_BAR = 16
"""Room for the bar that scrolls the sections."""
_TITLE_BAR = 48
_TEXT_PERCENTS = (90, 100, 115, 130, 150)


class Preferences(Dialog):
    """There is no OK button: the dialog always shows the settings as they are saved."""

    def __init__(self, window: QWidget, settings: Settings, theme: Theme, research: Research) -> None:
        super().__init__(self.tr("Settings"), window)
        self._settings, self._theme, self._research = settings, theme, research
        sections = QWidget()
        self._column = builders.column(parent=sections, margins=(24, 24, 24, 8))
        self._add_section(self.tr("Appearance"), self._appearance())
        self._add_section(self.tr("At startup"), self._startup())
        self._add_section(self.tr("Training"), self._training())
        self._add_section(self.tr("Several people"), self._people())
        note = builders.label(self.tr("Every change is saved at once."), "quiet")
        close = builders.push_button(self.tr("Close"), self.close, default=False)
        self._column.addStretch(1)
        bottom = QWidget()
        builders.row((note, 1), close, parent=bottom, margins=(24, 8, 24, 16))
        builders.column((builders.ScrollArea(sections), 1), bottom, parent=self, spacing=0)
        self.resize(self._fitting_size(window, bottom))

    def _fitting_size(self, window: QWidget, bottom: QWidget) -> QSize:
        """Return the size at which all sections can be seen, or that of the screen: then they scroll."""
        width = max(_LEAST_WIDTH, self._column.minimumSize().width() + _SCROLL_BAR, bottom.minimumSizeHint().width())
        height = self._column.totalHeightForWidth(width - _SCROLL_BAR) + bottom.sizeHint().height()
        return QSize(width, min(height, window.height(), window.screen().availableSize().height() - _TITLE_BAR))

    def _appearance(self) -> QLayout:
        self._group = QButtonGroup(self)
        self.themes: dict[str, QRadioButton] = {}
        names = {"system": self.tr("System"), "light": self.tr("Light"), "dark": self.tr("Dark")}
        names |= {"contrast": self.tr("High contrast, light"), "contrast-dark": self.tr("High contrast, dark")}
        for mode, name in names.items():
            button = QRadioButton(name)
            button.setChecked(self._theme.mode == mode)
            button.toggled.connect(lambda on, mode=mode: self._set_theme(mode) if on else None)
            self._group.addButton(button)
            self.themes[mode] = button
        self.text_size = QComboBox()
        for percent in _TEXT_PERCENTS:
            self.text_size.addItem(self.tr("{0} %").format(percent), percent)
        self.text_size.setCurrentIndex(max(0, self.text_size.findData(self._settings.get(keys.TEXT_PERCENT))))
        self.text_size.currentIndexChanged.connect(self._set_text_size)
        self.research = QCheckBox(self.tr("Research: show presets, gates, thresholds and single readers"))
        self.research.setChecked(self._research.is_on)
        self.research.toggled.connect(self._research.switch)
        self.keep_messages = QCheckBox(self.tr("Keep messages on the screen until they are closed"))
        self.keep_messages.setChecked(self._settings.get(keys.KEEP_MESSAGES))
        self.keep_messages.toggled.connect(lambda on: self._settings.set(keys.KEEP_MESSAGES, on))
        self.reduce_motion = QCheckBox(self.tr("Reduce motion"))
        self.reduce_motion.setChecked(self._settings.get(keys.REDUCE_MOTION))
        self.reduce_motion.toggled.connect(self._set_reduced_motion)
        *usual, contrast, contrast_dark = self.themes.values()
        high_contrast = contrast, contrast_dark
        note = self.tr("Views that are open take on the whole size when the project is opened again.")
        return builders.column(
            builders.row(*usual, 1, spacing=16),
            builders.row(*high_contrast, 1, spacing=16),
            self._labelled(self.tr("&Text size"), self.text_size),
            builders.label(note, "caption"),
            self._language(),
            self.keep_messages,
            self.reduce_motion,
            self.research,
            spacing=6,
        )

    def _language(self) -> QLayout:
        self.language = QComboBox()
        self.language.addItem(self.tr("System"), translations.SYSTEM)
        for code in translations.available():
            self.language.addItem(translations.NAMES[code], code)
        self.language.setCurrentIndex(max(0, self.language.findData(self._settings.get(keys.LANGUAGE))))
        self.language_note = builders.label("", "caption")
        self._show_language_note()
        self.language.currentIndexChanged.connect(self._set_language)
        chooser = self._labelled(self.tr("&Language of the program"), self.language)
        return builders.column(chooser, self.language_note, spacing=6)

    def _startup(self) -> QLayout:
        self.reopen = QCheckBox(self.tr("Reopen the last project"))
        self.reopen.setChecked(self._settings.get(keys.REOPEN))
        self.reopen.toggled.connect(lambda on: self._settings.set(keys.REOPEN, on))
        return builders.column(self.reopen)

    def _training(self) -> QLayout:
        self.offer = QSpinBox()
        self.offer.setRange(1, 100_000)
        self.offer.setValue(self._settings.get(keys.OFFER_RETRAINING_AFTER))
        self.offer.setSuffix(self.tr(" corrections"))
        self.offer.valueChanged.connect(lambda value: self._settings.set(keys.OFFER_RETRAINING_AFTER, value))
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
        note = self.tr("Train shows which of these this computer has. Training does not start on a missing one.")
        return builders.column(
            self._labelled(self.tr("&Suggest retraining after"), self.offer),
            self._labelled(self.tr("&Compute on"), self.device),
            builders.label(note, "caption"),
        )

    def _people(self) -> QLayout:
        self.name = QLineEdit(self._settings.get(keys.AUTHOR))
        self.name.setMaxLength(MAX_CHARS)
        self.name.setPlaceholderText(self.tr("No name"))
        self.name.editingFinished.connect(lambda: set_name(self._settings, self.name.text()))
        note = self.tr("Stored with everything you transcribe, so that others see who wrote what.")
        return builders.column(self._labelled(self.tr("Your &name"), self.name), builders.label(note, "caption"))

    def _add_section(self, title: str, content: QLayout) -> None:
        self._column.addWidget(builders.label(title, "section", wrap=False))
        self._column.addLayout(content)
        self._column.addSpacing(8)

    def _labelled(self, text: str, widget: QWidget) -> QLayout:
        label = builders.field_label(widget, text, wrap=True)
        widget.setAccessibleName(text.replace("&", ""))
        return builders.row((label, 1), widget, spacing=16)

    def _set_language(self) -> None:
        self._settings.set(keys.LANGUAGE, self.language.currentData())
        self._show_language_note()
        announce(self.language_note, self.language_note.text())

    def _show_language_note(self) -> None:
        """Say in the chosen language when it takes effect."""
        translate = partial(translations.text_in, self.language.currentData())
        self.language_note.setText(translate("Preferences", "A new language takes effect when Ductus is next started."))

    def _set_text_size(self, index: int) -> None:
        percent = int(self.text_size.itemData(index))
        self._theme.set_text_percent(percent)
        self._settings.set(keys.TEXT_PERCENT, percent)

    def _set_reduced_motion(self, on: bool) -> None:
        self._settings.set(keys.REDUCE_MOTION, on)
        reduce_motion(on)

    def _set_theme(self, mode: str) -> None:
        self._theme.set_mode(mode)
        self._settings.set(keys.THEME, mode)
