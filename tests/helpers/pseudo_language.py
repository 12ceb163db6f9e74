"""Languages that nobody speaks: accents on every letter, and texts that are 35 % longer; one is read from the right.

They show what is not translated (no accents), what is cut off, and where left and right are fixed in the code.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest
from translation_helpers import packaging_module, pseudo

from app.text import translations

LEFT, RIGHT = "eo", "ur"
"""The codes under which they are installed: languages of Qt, with two plural forms and their direction."""
_ROOT = Path(__file__).resolve().parents[2]


def sources() -> ModuleType:
    """The module that writes the files of the app's translators."""
    return packaging_module("translations")


@cache
def app_texts() -> list:
    """Every text of the app, as its sources have it."""
    return sources().find_texts(_ROOT / "app")


def make_language(folder: Path, code: str) -> Path:
    """Write and compile the file of the pseudo-language into ``folder``, with that of English beside it."""
    module = sources()
    texts = app_texts()
    known = {
        text.key: module.Translation((pseudo(text.source),) * (2 if text.has_count else 1), True)
        for text in texts
        # letters that stand for parts of a date
        if text.context != "Moments"
    }
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"ductus_{code}.ts"
    module.write_translations(file, code, texts, known)
    compile_file(file)
    shutil.copy(translations.FOLDER / "ductus_en.qm", folder)
    return file


def compile_file(file: Path) -> Path:
    """Compile a file of the translators; skip the test where the compiler is not installed."""
    program = Path(sys.executable).with_name("pyside6-lrelease")
    if not program.exists():
        pytest.skip("pyside6-lrelease, which compiles translations, is not installed")
    subprocess.run([program, "-silent", "-nounfinished", file], check=True)
    return file.with_suffix(".qm")
