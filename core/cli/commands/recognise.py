"""`ductus recognise` and `ductus recalibrate`."""

import argparse
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path

from core.cli.arguments import parse_numbers
from core.cli.commands.executor import chosen_device, executor_settings, recognition_executor
from core.cli.console import Console
from core.device import resolve_device
from core.errors import InputError
from core.events import Report
from core.jobs.recognition.recalibrate import recalibrate_model
from core.jobs.recognition.recognise import recognise
from core.jobs.requests import RecalibrateRequest, RecogniseRequest
from core.project.content.words import get_words
from core.project.project import Project


def run(options: argparse.Namespace, console: Console) -> None:
    """Recognise the words asked for."""
    settings = executor_settings(options)
    if options.word:
        _require_words(options.project, options.word)
    thres, line_part = parse_numbers(options.thres, "--thres"), False if options.no_context else None
    request = RecogniseRequest(
        options.model, options.words, options.device, thres, line_part, options.word or (), settings
    )
    read_words(options.project, request, console)


def _require_words(folder: Path, ids: Sequence[int]) -> None:
    """Raise InputError for the id of a word that does not exist or was deleted."""
    with Project.open(folder, read_only=True) as project:
        found = {word.id for word in get_words(project, ids) if not word.deleted}
    for word_id in ids:
        if word_id not in found:
            raise InputError.of("This project has no word {word_id}.", word_id=word_id)


def read_words(folder: Path, request: RecogniseRequest, console: Console) -> None:
    """Recognise words and store the predictions."""
    settings = request.executor
    request = replace(request, device=chosen_device(request.device, settings))
    with Project.open(folder) as project, console.job() as should_stop:
        result = recognise(project, request, console.emit, should_stop, recognition_executor(settings))
    console.say(
        "Read {words} words with '{model}': {seen} as words the model was trained on, {unseen} as "
        "new words, {unlisted} as words that are in no list ({ms_per_word:.1f} ms a word).",
        **asdict(result),
    )
    if changed := result.changed_by_context:
        console.say_plural(
            "{n} of them is read otherwise as part of its line.",
            "{n} of them are read otherwise as parts of their lines.",
            changed,
        )
    console.result(result)


def recalibrate(folder: Path, request: RecalibrateRequest, console: Console) -> None:
    """Calibrate a model for the project's present lexicon."""
    device = resolve_device(request.device)
    with Project.open(folder) as project, console.job() as should_stop:
        result = recalibrate_model(project, request.model, device, console.emit, should_stop)
    console.say("'{model}' is calibrated for {lexicon} words, on {images} images.", **result)
    console.result(Report(result))
