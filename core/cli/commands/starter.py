"""`ductus begin`."""

from __future__ import annotations

import argparse

from core.cli.console import Console
from core.jobs.recognition.starter import add_starter
from core.project.project import Project


def run(options: argparse.Namespace, console: Console) -> None:
    """Put the starter model into the project; what it reads is a first guess without a measured confidence."""
    with Project.open(options.project) as project:
        result = add_starter(project, options.alphabet)
    console.say(
        f"The starter model is the active one. It has learnt nothing of this hand yet: ductus recognise "
        f"{options.project} gives first guesses, which you correct and then train on."
    )
    console.result(result)
