"""A job as a child process: the first line of its input is the request, its output are events as lines of JSON."""

from __future__ import annotations

import sys

from core.cli.main import prepare, run_command
from core.jobs.requests import from_line
from core.lazy_import import import_function


def main() -> int:
    """Run the job that is asked for; return the exit code of the command that does the same work."""
    prepare()
    request, project = from_line(sys.stdin.readline())
    place = () if project is None else (project,)
    runner = import_function(f"core.cli.commands.{request.job.runner}")
    return run_command(lambda console: runner(*place, request, console), is_json=True)


if __name__ == "__main__":
    sys.exit(main())
