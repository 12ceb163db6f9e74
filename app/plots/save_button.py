"""The button that saves a plot as an image, a drawing or a table."""

from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFileDialog, QGraphicsView, QMenu, QToolButton

from app.plots.plot_data import PlotData
from app.plots.plot_saving import save_plot
from app.style.file_dialog import style_file_dialog
from app.style.icons import icon
from app.style.theme import Theme


class PlotSaveButton(QToolButton):
    """``chosen(Path)``: a person wants the plot in this file. ``saved(path)`` or ``failed(message)`` after saving."""

    chosen = Signal(object)
    saved = Signal(str)
    failed = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setProperty("kind", "flat")
        self.setStyleSheet("QToolButton::menu-indicator { image: none; }")
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setToolTip(self.tr("Save this plot as an image or a table"))
        self.setAccessibleName(self.toolTip())
        menu = QMenu(self)
        for suffix, text in (
            ("png", self.tr("Save as PNG image …")),
            ("svg", self.tr("Save as SVG drawing …")),
            ("pdf", self.tr("Save as PDF drawing …")),
            ("csv", self.tr("Save the numbers as CSV …")),
        ):
            menu.addAction(text).triggered.connect(partial(self._choose_file, suffix))
        self.setMenu(menu)
        self.setIcon(icon("save", "quiet"))

    def save(self, path: Path, view: QGraphicsView, plot: PlotData) -> None:
        """Write the plot drawn in ``view`` as ``.png``, ``.svg``, ``.pdf`` or ``.csv``, by the suffix of ``path``."""
        try:
            save_plot(path, view, plot, self._theme.tokens.sheet)
        except OSError as error:
            text = self.tr("{0} could not be written ({1}). Choose another folder.")
            self.failed.emit(text.format(path.name, error))
        else:
            self.saved.emit(str(path))

    def _choose_file(self, suffix: str) -> None:
        dialog = QFileDialog(self.window(), self.tr("Save the plot"))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(suffix)
        dialog.setNameFilter(f"{suffix.upper()} (*.{suffix})")
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        style_file_dialog(dialog)
        dialog.fileSelected.connect(lambda name: self.chosen.emit(Path(name)))
        dialog.open()
