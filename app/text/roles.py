"""What words are for, in plain words."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

ROLES = ("train", "test", "val", "none")


def role_name(role: str) -> str:
    """One word for a button or a mark."""
    tr = QCoreApplication.translate
    return {
        "train": tr("Roles", "Training"),
        "test": tr("Roles", "Testing"),
        "val": tr("Roles", "Validation"),
        "none": tr("Roles", "Only reading"),
    }[role]


def role_meaning(role: str) -> str:
    """What comes of it."""
    tr = QCoreApplication.translate
    return {
        "train": tr("Roles", "the model learns from the words a person has read"),
        "test": tr("Roles", "kept from the model, to measure how well it reads"),
        "val": tr("Roles", "kept from training and from measuring, for checks of your own"),
        "none": tr("Roles", "to be read; never used for training or measuring"),
    }[role]
