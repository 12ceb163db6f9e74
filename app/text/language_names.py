"""The names of languages, for people."""

from PySide6.QtCore import QCoreApplication


def language_name(code: str) -> str:
    """Return the name of a language with a word list; for another the code."""
    translate = QCoreApplication.translate
    return {
        "cs": translate("Languages", "Czech"),
        "de": translate("Languages", "German"),
        "en": translate("Languages", "English"),
        "es": translate("Languages", "Spanish"),
        "fr": translate("Languages", "French"),
        "it": translate("Languages", "Italian"),
        "nl": translate("Languages", "Dutch"),
        "pl": translate("Languages", "Polish"),
        "pt": translate("Languages", "Portuguese"),
        "sv": translate("Languages", "Swedish"),
    }.get(code, code)
