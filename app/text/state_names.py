"""What a person calls the states of a word."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication


def state_names() -> dict[str, str]:
    """A name for each of ``word_states.STATES``."""
    tr = QCoreApplication.translate
    return {
        "typed": tr("WordState", "read by a person"),
        "accepted": tr("WordState", "accepted by a person"),
        "seen": tr("WordState", "predicted, a word the model was trained on"),
        "unseen": tr("WordState", "predicted, a word not in the training"),
        "uncertain": tr("WordState", "predicted, uncertain"),
        "unread": tr("WordState", "unread"),
    }
