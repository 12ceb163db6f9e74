"""What a person calls the states of a word."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication


def state_names() -> dict[str, str]:
    """A name for each of ``word_states.STATES``."""
    translate = QCoreApplication.translate
    return {
        "typed": translate("WordState", "read by a person"),
        "accepted": translate("WordState", "accepted by a person"),
        "seen": translate("WordState", "predicted, a word the model was trained on"),
        "unseen": translate("WordState", "predicted, a word not in the training"),
        "uncertain": translate("WordState", "predicted, uncertain"),
        "unread": translate("WordState", "unread"),
    }
