"""Messages of the engine in the words of the app: what they ask to type in a terminal is a button here."""

from __future__ import annotations

import re

from PySide6.QtCore import QCoreApplication


def in_app_words(text: str) -> str:
    """Return a message with every command and option replaced by the place in the app that does the same."""
    if "--" not in text and "ductus" not in text:
        return text
    for pattern, words in _remedies():
        text = re.sub(pattern, words.replace("\\", r"\\"), text)
    return text


def _tr(text: str) -> str:
    return QCoreApplication.translate("Remedies", text)


def _remedies() -> list[tuple[str, str]]:
    """Return patterns of the engine's texts, longer ones first, each with what stands for it on screen."""
    run = _tr("Resume it or delete it in Train, under Earlier trainings")
    restore = _tr("Restore a backup with “Restore a backup…” in the menu")
    save = _tr("save what can be read with “Check this project”")
    return [
        (
            r"Continue it: ductus train PROJECT --resume \d+; or delete it: (ductus model PROJECT --delete-run )?\d+",
            run,
        ),
        (r"ductus model PROJECT --delete-run \d+", _tr("in Train, under Earlier trainings")),
        (r"\(ductus train PROJECT --resume RUN\)", _tr("(in Train, under Earlier trainings)")),
        (r"Continue with --resume", _tr("Continue with “Resume”")),
        (
            r"Restore a backup \(ductus backup PROJECT --list, then --restore NAME\), "
            r"or save what can be read with: ductus check PROJECT --rescue FOLDER",
            _tr("{0}, or {1}").format(restore, save),
        ),
        (
            r"Rebuild it by saving the transcriptions in a new project: ductus check PROJECT --rescue FOLDER",
            _tr("Rebuild it by saving the transcriptions in a new project, with “Check this project”"),
        ),
        (
            r"To see what is intact and how to restore a backup, run: ductus check PROJECT",
            _tr("“Check this project” shows what is intact and how to restore a backup"),
        ),
        (r"List the backups with: ductus backup PROJECT --list", restore),
        (
            r"To remove the model from the list: ductus model PROJECT --delete NAME",
            _tr("In Train, under Models, it can be removed from the list"),
        ),
        (r"Evaluate it again: ductus evaluate PROJECT", _tr("Measure it again in Train, under Models")),
        (r"Import some with --role test", _tr("Use some pages for testing: choose them in Collection")),
        (r"Add words: ductus lexicon --add FILE", _tr("Add words in Collection, under Word list")),
        (r"or give --skip-unencodable to leave them out", _tr("or leave them out: in Train, under Advanced")),
        (r"Train one first: ductus train", _tr("Train one first, in Train")),
        (r"Make one with: ductus new PROJECT", _tr("Create one with “New project”")),
        (r"Name another folder: ductus demo DIR", _tr("Choose another folder")),
        (
            r"If you trust the project, link the folder: ductus import PROJECT FOLDER --link",
            _tr("If you trust the project, import the images again without copying them"),
        ),
        (r"Import it without --link", _tr("Copy it into the project")),
        (r"import it again without --link", _tr("import it again and copy it into the project")),
        (r"Fetch fewer images at a time with --pages", _tr("Fetch fewer images at a time")),
        (r"--pages takes numbers", _tr("Pages are given as numbers")),
        (r"Choose another with --file-group", _tr("Choose another group of files on the command line")),
        (r"Install Ductus again, or use --finder \w+", _tr("Install Ductus again")),
        (r", with --index ADDRESS", _tr(", in the field for it")),
        (r"Use --device auto or cpu", _tr("Choose “Fastest available” or the processor in Train")),
        (
            r"install ductus\[slurm\], or leave --engine out",
            _tr("install it, or choose “this computer” in Train, under Advanced"),
        ),
        (r"or leave --engine out", _tr("or choose “this computer” in Train, under Advanced")),
        (
            r"is an option for jobs: give --engine slurm or --engine local as well",
            _tr("is an option for jobs of a cluster: choose where to train under Advanced"),
        ),
    ]
