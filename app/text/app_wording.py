"""Messages of the engine in the words of the app: what they ask to type in a terminal is a button here.

Such a remedy is a template of the engine of its own, so that it is found in every language.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from PySide6.QtCore import QCoreApplication

from core.language import LANGUAGES, translation

_FIELD = re.compile(r"\{[a-z_]+\}")


def in_app_words(text: str) -> str:
    """Return a message with every command and option replaced by the place in the app that does the same."""
    if "--" not in text and "ductus" not in text:
        return text
    for template, words in _remedies():
        for pattern in _patterns(template):
            text = re.sub(pattern, words.replace("\\", r"\\"), text)
    for command, words in _commands():
        text = re.sub(command, words.replace("\\", r"\\"), text)
    return text


@cache
def _patterns(template: str) -> list[re.Pattern[str]]:
    """Return what finds a template of the engine in a message, in each language that it may be in."""
    return [
        re.compile("([^\\s;,.]+)".join(map(re.escape, _FIELD.split(text))))
        for text in dict.fromkeys(translation(template, code) for code in LANGUAGES)
    ]


def _tr(text: str) -> str:
    return QCoreApplication.translate("Remedies", text)


def _remedies() -> Iterator[tuple[str, str]]:
    """Yield templates of the engine, longer ones first, each with what stands for it on screen."""
    restore = _tr("Restore a backup with “Restore a backup…” in the menu")
    save = _tr("save what can be read with “Check this project”")
    yield (
        "Continue it: ductus train PROJECT --resume {run}; or delete it: ductus model PROJECT --delete-run {run}",
        _tr("Resume it or delete it in Train, under Earlier trainings"),
    )
    yield "Continue with --resume", _tr("Continue with “Resume”")
    yield (
        "Restore a backup (ductus backup PROJECT --list, then --restore NAME), or save what can be read with: "
        "ductus check PROJECT --rescue FOLDER",
        _tr("{0}, or {1}").format(restore, save),
    )
    yield (
        "Rebuild it by saving the transcriptions in a new project: ductus check PROJECT --rescue FOLDER",
        _tr("Rebuild it by saving the transcriptions in a new project, with “Check this project”"),
    )
    yield (
        "To see what is intact and how to restore a backup, run: ductus check PROJECT",
        _tr("“Check this project” shows what is intact and how to restore a backup"),
    )
    yield "List the backups with: ductus backup PROJECT --list", restore
    yield (
        "To remove the model from the list: ductus model PROJECT --delete NAME",
        _tr("In Train, under Models, it can be removed from the list"),
    )
    yield "Evaluate it again: ductus evaluate PROJECT", _tr("Measure it again in Train, under Models")
    yield "Import some with --role test", _tr("Use some pages for testing: choose them in Collection")
    yield "Add words: ductus lexicon --add FILE", _tr("Add words in Collection, under Word list")
    for number in ("it", "them"):
        yield (f"or give --skip-unencodable to leave {number} out", _tr("or leave them out: in Train, under Advanced"))
    yield "Train one first: ductus train", _tr("Train one first, in Train")
    yield "Make one with: ductus new PROJECT", _tr("Create one with “New project”")
    yield "Name another folder: ductus demo DIR", _tr("Choose another folder")
    yield (
        "If you trust the project, link the folder: ductus import PROJECT FOLDER --link",
        _tr("If you trust the project, import the images again without copying them"),
    )
    yield "Import it without --link", _tr("Copy it into the project")
    yield "import it again without --link", _tr("import it again and copy it into the project")
    yield "Fetch fewer images at a time with --pages", _tr("Fetch fewer images at a time")
    yield "Choose another with --file-group", _tr("Choose another group of files on the command line")
    yield "Install Ductus again, or use --finder {by_gaps}", _tr("Install Ductus again")
    yield ", with --index ADDRESS", _tr(", in the field for it")
    yield "Use --device auto or cpu", _tr("Choose “Fastest available” or the processor in Train")
    yield (
        "install ductus[slurm], or leave --engine out",
        _tr("install it, or choose “this computer” in Train, under Advanced"),
    )
    yield "or leave --engine out", _tr("or choose “this computer” in Train, under Advanced")
    yield (
        "is an option for jobs: give --engine slurm or --engine local as well",
        _tr("is an option for jobs of a cluster: choose where to train under Advanced"),
    )
    yield "--pages takes numbers", _tr("Pages are given as numbers")


def _commands() -> list[tuple[str, str]]:
    """Return patterns of commands that stand alone, which are the same in every language."""
    return [
        (r"ductus model PROJECT --delete-run \d+", _tr("in Train, under Earlier trainings")),
        (r"\(ductus train PROJECT --resume RUN\)", _tr("(in Train, under Earlier trainings)")),
    ]
