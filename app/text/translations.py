"""The translation files of the app: plural forms of English, and other languages where there are files."""

from __future__ import annotations

import logging
from importlib.resources import files
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QLocale, QTranslator

logger = logging.getLogger(__name__)

FOLDER = Path(str(files("resources"))) / "translations"


def install(app: QCoreApplication) -> None:
    """Install the translations of the system's language over the English plural forms.

    Numbers are formatted as in the texts around them: in English, unless there is a translation.
    """
    languages = ["en"]
    system = QLocale.system()
    if system.language() != QLocale.Language.English and _file(system.name()[:2]).is_file():
        languages.append(system.name()[:2])
    for language in languages:
        translator = QTranslator(app)
        if translator.load(str(_file(language))):
            app.installTranslator(translator)
        else:
            logger.warning("The translation %s cannot be loaded", _file(language))
    QLocale.setDefault(QLocale(QLocale.Language.English) if languages == ["en"] else system)


def _file(language: str) -> Path:
    return FOLDER / f"ductus_{language}.qm"
