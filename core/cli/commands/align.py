"""`ductus align`."""

from __future__ import annotations

import argparse

from core.cli.console import Console
from core.errors import InputError
from core.events import stop_on_signals
from core.jobs.segmentation.realign import apply_better_alignments, find_better_alignments, place_by_letters
from core.language import tr, tr_plural
from core.project.project import Project


def run(options: argparse.Namespace, console: Console) -> None:
    """Find aligned words again with the active model; count the lines that fit better, or move their words."""
    if options.line is not None:
        _place_words_of_line(options, console)
        return
    with Project.open(options.project) as project, stop_on_signals() as should_stop:
        result = find_better_alignments(project, console.emit, should_stop)
        moved = apply_better_alignments(project) if options.apply else []
    console.close()
    console.print(
        tr_plural(
            "{n} line was aligned anew; {better} fit better now.",
            "{n} lines were aligned anew; {better} fit better now.",
            result["lines"],
            better=result["better"],
        )
    )
    if options.apply:
        console.print(
            tr_plural(
                "{n} word was moved, which can be undone in the app.",
                "{n} words were moved, which can be undone in the app.",
                len(moved),
            )
        )
    elif result["better"]:
        console.print(tr("To move their words: ductus align {project} --apply", project=options.project))
    console.result(result | {"moved": len(moved)})


def _place_words_of_line(options: argparse.Namespace, console: Console) -> None:
    if not options.text:
        raise InputError(tr("--line needs the text of the line: --text."))
    with Project.open(options.project) as project:
        placed = place_by_letters(project, options.line, options.text, options.word, options.staying)
    console.print(tr_plural("{n} word was found in the ink.", "{n} words were found in the ink.", len(placed)))
    console.result({"placed": placed})
