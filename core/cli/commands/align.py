"""`ductus align`."""

import argparse
from pathlib import Path

from core.cli.console import Console
from core.errors import InputError
from core.events import Report
from core.jobs.requests import AlignRequest, PlaceLineRequest
from core.jobs.results import Placed
from core.jobs.segmentation.realign import apply_better_alignments, find_better_alignments, place_by_letters
from core.project.project import Project


def run(options: argparse.Namespace, console: Console) -> None:
    """Find aligned words again with the active model, or place those of one line."""
    if options.line is not None:
        if not options.text:
            raise InputError.of("--line needs the text of the line: --text.")
        place_line(
            options.project, PlaceLineRequest(options.line, options.text, options.word, options.staying), console
        )
        return
    align_lines(options.project, AlignRequest(options.apply), console)


def align_lines(folder: Path, request: AlignRequest, console: Console) -> None:
    """Find aligned words again; count the lines that fit better, or move their words."""
    with Project.open(folder) as project, console.job() as should_stop:
        result = find_better_alignments(project, console.emit, should_stop)
        moved = apply_better_alignments(project) if request.apply else []
    console.say_plural(
        "{n} line was aligned again; {better} fit better now.",
        "{n} lines were aligned again; {better} fit better now.",
        result["lines"],
        better=result["better"],
    )
    if request.apply:
        console.say_plural(
            "{n} word was moved, which can be undone in the app.",
            "{n} words were moved, which can be undone in the app.",
            len(moved),
        )
    elif result["better"]:
        console.say("To move their words: ductus align {project} --apply", project=folder)
    console.result(Report(result | {"moved": len(moved)}))


def place_line(folder: Path, request: PlaceLineRequest, console: Console) -> None:
    """Find the letters of one line, and move its words to them."""
    with Project.open(folder) as project:
        placed = place_by_letters(
            project, request.line_id, request.text, request.word_ids, request.staying, is_checked=request.is_checked
        )
    console.say_plural("{n} word was found in the ink.", "{n} words were found in the ink.", len(placed))
    console.result(Placed(placed))
