"""The roles of words, for people."""

from PySide6.QtCore import QCoreApplication

ROLES = ("train", "test", "val", "none")


def role_name(role: str) -> str:
    """Return the short name of a role."""
    translate = QCoreApplication.translate
    return {
        "train": translate("Roles", "Training"),
        "test": translate("Roles", "Testing"),
        "val": translate("Roles", "Validation"),
        "none": translate("Roles", "Suggestions only"),
    }[role]


def role_meaning(role: str) -> str:
    """Return what a role means for the words."""
    translate = QCoreApplication.translate
    return {
        "train": translate("Roles", "the model learns from the transcriptions"),
        "test": translate("Roles", "kept from the model, to measure how well it reads"),
        "val": translate("Roles", "kept from training and from measuring, for checks of your own"),
        "none": translate("Roles", "the model suggests; never used for training or measuring"),
    }[role]
