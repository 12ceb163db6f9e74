"""`ductus recognise`."""

from __future__ import annotations

import argparse

from core.cli.commands.executor import chosen_device, chosen_executor
from core.cli.console import Console
from core.errors import InputError
from core.events import stop_on_signals
from core.jobs.recognition.recognise import recognise
from core.project.project import Project


def run(options: argparse.Namespace, console: Console) -> None:
    """Read the words asked for and keep the predictions."""
    engine = chosen_executor(options)
    with Project.open(options.project) as project, stop_on_signals() as should_stop:
        result = recognise(
            project,
            options.model,
            options.words,
            chosen_device(options.device, engine),
            console.emit,
            should_stop,
            thresholds(options.thres),
            engine,
        )
    console.close()
    console.say(
        f"Read {result['words']} words with '{result['model']}': {result['seen']} as words the model was trained "
        f"on, {result['unseen']} as others ({result['ms_per_word']:.1f} ms a word)."
    )
    console.result(result)


def thresholds(text: str | None) -> list[int] | None:
    """``N`` or ``N,N,...``; None when it was not given."""
    if text is None:
        return None
    try:
        return [int(part) for part in text.split(",")]
    except ValueError as error:
        raise InputError(f"--thres is a whole number or several with commas between, not '{text}'.") from error
