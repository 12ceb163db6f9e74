"""Choosing the processor, with what was found of each and why one cannot be used."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QStandardItemModel
from PySide6.QtWidgets import QComboBox, QLabel, QVBoxLayout, QWidget

from app.train.train_options import AUTO
from app.widgets.form_fields import FormComboBox


class DeviceBox(QWidget):
    """``changed()`` when another processor is chosen. ``chosen`` is ``auto`` or its name."""

    changed = Signal()

    def __init__(self, chosen: str) -> None:
        super().__init__()
        self._wanted = chosen
        self._auto = ""
        self.box = FormComboBox()
        self.box.setAccessibleName(self.tr("Processor"))
        self.box.addItem(self.tr("Looking for processors …"), AUTO)
        self.box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.box.setMinimumContentsLength(12)
        self.box.currentIndexChanged.connect(lambda _: self.changed.emit())
        self.why = QLabel()
        self.why.setProperty("kind", "caption")
        self.why.setWordWrap(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(self.box)
        column.addWidget(self.why)
        self.why.hide()

    @property
    def chosen(self) -> str:
        return str(self.box.currentData() or AUTO)

    @property
    def device(self) -> str:
        """The processor that will really be used; "" while that is not known."""
        return self._auto if self.chosen == AUTO else self.chosen

    def show_devices(self, found: list[dict[str, Any]], auto: str) -> None:
        """Fill in what was found."""
        self._auto = auto
        names = {
            "cpu": self.tr("Processor (CPU)"),
            "cuda": self.tr("Graphics card (CUDA)"),
            "mps": self.tr("Apple graphics (MPS)"),
        }
        self.box.blockSignals(True)
        self.box.clear()
        self.box.addItem(self.tr("Automatic: {0}").format(names.get(auto, auto)), AUTO)
        model = self.box.model()
        assert isinstance(model, QStandardItemModel)
        reasons = []
        for device in found:
            name, about = names.get(device["name"], device["name"]), str(device["about"])
            if device["usable"]:
                self.box.addItem(f"{name}: {about}", device["name"])
                continue
            self.box.addItem(self.tr("{0}: cannot be used").format(name), device["name"])
            item = model.item(self.box.count() - 1)
            item.setEnabled(False)
            item.setToolTip(about)
            reasons.append(self.tr("{0} cannot be used: {1}.").format(name, about))
        usable = [AUTO, *(device["name"] for device in found if device["usable"])]
        self.box.setCurrentIndex(self.box.findData(self._wanted) if self._wanted in usable else 0)
        self.box.setItemData(self.box.currentIndex(), self.box.currentText(), Qt.ItemDataRole.ToolTipRole)
        self.box.blockSignals(False)
        self.why.setText("\n".join(reasons))
        self.why.setVisible(bool(reasons))
        self.changed.emit()
