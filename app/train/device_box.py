"""The choice of the processor."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QStandardItemModel
from PySide6.QtWidgets import QComboBox, QWidget

from app.widgets import builders
from app.widgets.form_fields import FormComboBox
from core.lexicon.alphabet import AUTO


class DeviceBox(QWidget):
    """``changed()`` when another processor is chosen. Unusable ones are listed with the reason."""

    changed = Signal()

    def __init__(self, preferred: str) -> None:
        super().__init__()
        self._preferred = preferred
        self._auto = ""
        self.box = builders.named(FormComboBox(), self.tr("Processor"))
        self.box.addItem(self.tr("Looking for processors …"), AUTO)
        self.box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.box.setMinimumContentsLength(12)
        self.box.currentIndexChanged.connect(lambda _: self.changed.emit())
        self.reasons = builders.label("", "caption")
        builders.column(self.box, self.reasons, parent=self, spacing=4)
        self.reasons.hide()

    def prefer(self, device: str) -> None:
        """Choose this processor when they are listed."""
        self._preferred = device

    @property
    def chosen(self) -> str:
        """``auto`` or the name of a processor."""
        return str(self.box.currentData() or AUTO)

    @property
    def device(self) -> str:
        """The name of the processor that is used; "" while it is unknown."""
        return self._auto if self.chosen == AUTO else self.chosen

    def show_devices(self, devices: list[dict[str, Any]], auto: str) -> None:
        """List the processors; ``auto`` is the one that is used unless another is chosen."""
        self._auto = auto
        names = {
            "cpu": self.tr("Processor (CPU)"),
            "cuda": self.tr("Graphics card (CUDA)"),
            "mps": self.tr("Apple graphics (MPS)"),
        }
        with QSignalBlocker(self.box):
            self.box.clear()
            self.box.addItem(self.tr("Automatic: {0}").format(names.get(auto, auto)), AUTO)
            model = self.box.model()
            assert isinstance(model, QStandardItemModel)
            reasons = []
            for device in devices:
                name, about = names.get(device["name"], device["name"]), str(device["about"])
                if device["usable"]:
                    self.box.addItem(f"{name}: {about}", device["name"])
                    continue
                self.box.addItem(self.tr("{0}: cannot be used").format(name), device["name"])
                item = model.item(self.box.count() - 1)
                item.setEnabled(False)
                item.setToolTip(about)
                reasons.append(self.tr("{0} cannot be used: {1}.").format(name, about))
            usable = [AUTO, *(device["name"] for device in devices if device["usable"])]
            self.box.setCurrentIndex(self.box.findData(self._preferred) if self._preferred in usable else 0)
            self.box.setItemData(self.box.currentIndex(), self.box.currentText(), Qt.ItemDataRole.ToolTipRole)
        self.reasons.setText("\n".join(reasons))
        self.reasons.setVisible(bool(reasons))
        self.changed.emit()
