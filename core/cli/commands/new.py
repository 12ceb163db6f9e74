"""`ductus new`."""

from __future__ import annotations

import argparse

from core.cli.console import Console
from core.project.project import Project


def run(options: argparse.Namespace, console: Console) -> None:
    """Make an empty project."""
    with Project.create(options.project) as project:
        console.print(f"Made the empty project {project.folder}.")
        console.result({"project": str(project.folder)})
