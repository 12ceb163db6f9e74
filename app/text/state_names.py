"""The states of words, for people."""

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


def state_meanings() -> dict[str, str]:
    """Return the meaning of each state, and of the mark "not a word", for tooltips."""
    translate = QCoreApplication.translate
    return {
        "typed": translate("WordState", "Words transcribed by a person, or imported"),
        "accepted": translate("WordState", "Suggestions that a person accepted"),
        "aligned": translate("WordState", "Words of a line's text that a program found in the ink, not confirmed yet"),
        "seen": translate("WordState", "Suggestions: words the model was trained on (seen)"),
        "unseen": translate("WordState", "Suggestions: words the model was not trained on (unseen)"),
        "unlisted": translate("WordState", "Suggestions: words that are not in the word list, spelled by the model"),
        "uncertain": translate("WordState", "Suggestions with a low confidence"),
        "unread": translate("WordState", "Neither transcribed nor suggested yet"),
        "not_a_word": translate("WordState", "Marked by a person: blots, rules, drawings"),
    }
