"""`ductus new`."""

import argparse

from core.cli.console import Console
from core.events import Report
from core.project.project import Project


def run(options: argparse.Namespace, console: Console) -> None:
    """Make an empty project."""
    with Project.create(options.project) as project:
        console.say("Made the empty project {folder}.", folder=project.folder)
        console.result(Report({"project": project.folder}))
