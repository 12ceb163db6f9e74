"""A job as a child process: the first line of its input is the request, its output are events as lines of JSON."""

import sys

from core.cli.main import prepare, run_command, run_request
from core.jobs.requests import from_line


def main() -> int:
    """Run the job that is asked for; return the exit code of the command that does the same work."""
    prepare()
    request, project = from_line(sys.stdin.readline())
    return run_command(lambda console: run_request(request, project, console), is_json=True)


if __name__ == "__main__":
    sys.exit(main())
