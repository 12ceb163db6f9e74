"""The states of words, for people."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication


def state_names() -> dict[str, str]:
    """Return a name for each of ``STATES``."""
    translate = QCoreApplication.translate
    return {
        "typed": translate("WordState", "transcribed by a person"),
        "accepted": translate("WordState", "accepted by a person"),
        "aligned": translate("WordState", "aligned automatically"),
        "seen": translate("WordState", "suggested, a word the model was trained on"),
        "unseen": translate("WordState", "suggested, a new word"),
        "unlisted": translate("WordState", "suggested, in no list"),
        "uncertain": translate("WordState", "suggested, uncertain"),
        "unread": translate("WordState", "no suggestion yet"),
    }
