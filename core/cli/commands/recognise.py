"""`ductus recognise`."""

from __future__ import annotations

import argparse

from core.cli.arguments import parse_numbers
from core.cli.commands.executor import chosen_device, executor_settings, recognition_executor
from core.cli.console import Console
from core.events import stop_on_signals
from core.jobs.recognition.recognise import RecogniseRequest, recognise
from core.language import tr, tr_plural
from core.project.project import Project


def run(options: argparse.Namespace, console: Console) -> None:
    """Recognise the words asked for and store the predictions."""
    settings = executor_settings(options)
    device, thres = chosen_device(options.device, settings), parse_numbers(options.thres, "--thres")
    request = RecogniseRequest(
        options.model, options.words, device, thres, False if options.no_context else None, options.word or ()
    )
    with Project.open(options.project) as project, stop_on_signals() as should_stop:
        result = recognise(project, request, console.emit, should_stop, recognition_executor(settings))
    console.close()
    console.print(
        tr(
            "Read {words} words with '{model}': {seen} as words the model was trained on, {unseen} as "
            "new words, {unlisted} as words that are in no list ({ms_per_word:.1f} ms a word).",
            words=result["words"],
            model=result["model"],
            seen=result["seen"],
            unseen=result["unseen"],
            unlisted=result["unlisted"],
            ms_per_word=result["ms_per_word"],
        )
    )
    if changed := result["changed_by_context"]:
        console.print(
            tr_plural(
                "{n} of them was read anew from the words beside it in its line.",
                "{n} of them were read anew from the words beside them in their line.",
                changed,
            )
        )
    console.result(result)
