"""The language of the app: its texts and those of Qt, its numbers and dates, and the direction of its layout."""

import logging
from importlib.resources import files
from pathlib import Path

from PySide6.QtCore import QLibraryInfo, QLocale, QTranslator
from PySide6.QtWidgets import QApplication

from core import language as engine_language

logger = logging.getLogger(__name__)

FOLDER = Path(str(files("resources"))) / "translations"
SYSTEM = "system"
"""The choice that follows the system's language."""
ENGLISH = "en"
NAMES = {ENGLISH: "English", "de": "Deutsch", "fr": "Français"}
"""The languages by their codes, each with its own name for itself."""
_OUR_TRANSLATORS = "ductus translation"
_ENGLISH_LOCALE = "en_GB"
"""For English on a system of another language: its days and hours are read alike everywhere."""


def available() -> list[str]:
    """Return the codes of the languages whose texts are installed; English always is."""
    return [code for code in NAMES if code == ENGLISH or _file(code).is_file()]


def language(choice: str) -> str:
    """Return the code of the language for a choice: itself, or for :data:`SYSTEM` the first that the system prefers.

    English stands for a language without texts.
    """
    preferred = QLocale.system().uiLanguages() if choice == SYSTEM else [choice]
    codes = (name.replace("_", "-").partition("-")[0] for name in preferred)
    return next((code for code in codes if code in available()), ENGLISH)


def locale_of(code: str) -> QLocale:
    """Return the locale of numbers and dates in texts of a language: the system's if it speaks that language."""
    system, plain = QLocale.system(), QLocale(_ENGLISH_LOCALE if code == ENGLISH else code)
    return system if system.language() == plain.language() else plain


def install(app: QApplication, choice: str = SYSTEM) -> str:
    """Set the language of the application and of its jobs, and return its code; widgets that exist keep their texts.

    Plural forms of English stay installed below: a text without a translation is shown in English.
    """
    for translator in app.findChildren(QTranslator, _OUR_TRANSLATORS):
        app.removeTranslator(translator)
        translator.deleteLater()
    code = language(choice)
    qt_texts = Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)) / f"qtbase_{code}.qm"
    for file in dict.fromkeys((qt_texts, _file(ENGLISH), _file(code))):
        translator = QTranslator(app)
        translator.setObjectName(_OUR_TRANSLATORS)
        if translator.load(str(file)):
            app.installTranslator(translator)
        elif file != qt_texts:  # Qt has no file for English, which needs none
            logger.warning("The translation %s cannot be loaded", file)
    engine_language.set_language(code)
    locale = locale_of(code)
    QLocale.setDefault(locale)
    app.setLayoutDirection(locale.textDirection())
    return code


def text_in(choice: str, context: str, text: str) -> str:
    """Return a text of the app in the language of a choice, whatever the language of the app."""
    translator = QTranslator()
    translator.load(str(_file(language(choice))))
    return translator.translate(context, text) or text


def current() -> str:
    """Return the code of the language that numbers and dates, and so the texts, are in."""
    return QLocale().name().partition("_")[0]


def _file(code: str) -> Path:
    return FOLDER / f"ductus_{code}.qm"
