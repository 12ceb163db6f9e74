"""What words are for, in plain words."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

ROLES = ("train", "test", "val", "none")


def role_name(role: str) -> str:
    """One word for a button or a mark."""
    translate = QCoreApplication.translate
    return {
        "train": translate("Roles", "Training"),
        "test": translate("Roles", "Testing"),
        "val": translate("Roles", "Validation"),
        "none": translate("Roles", "Only reading"),
    }[role]


def role_meaning(role: str) -> str:
    """What comes of it."""
    translate = QCoreApplication.translate
    return {
        "train": translate("Roles", "the model learns from the words a person has read"),
        "test": translate("Roles", "kept from the model, to measure how well it reads"),
        "val": translate("Roles", "kept from training and from measuring, for checks of your own"),
        "none": translate("Roles", "to be read; never used for training or measuring"),
    }[role]
