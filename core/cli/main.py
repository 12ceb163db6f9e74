"""`ductus`: parses the arguments, runs the command, and turns errors into one sentence and an exit code."""

from __future__ import annotations

import io
import json
import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from core.cli.arguments import build_parser
from core.dataclass_json import rebuild
from core.errors import DuctusError, is_disk_full
from core.language import follow_system, tr
from core.lazy_import import import_function
from core.system.computer import let_waiting_threads_sleep

if TYPE_CHECKING:
    from core.cli.console import Console
    from core.jobs.requests import JobRequest


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command of `ductus`; return the exit code of :func:`run_command`."""
    return run_parsed(build_parser(), arguments)


def run_parsed(parser: ArgumentParser, arguments: Sequence[str] | None) -> int:
    """Run the command that ``arguments`` name, by default those of the process; return as :func:`run_command`.

    The options of every command of ``parser`` name its ``entry``, ``MODULE:FUNCTION``.
    """
    prepare()
    options = parser.parse_args(arguments)

    def command(console: Console) -> int | None:
        # imported under the console, which says that something happens: PyTorch takes seconds
        code: int | None = import_function(options.entry)(options, console)
        return code

    return run_command(command, is_json=options.json, program=parser.prog)


def run_options(options: Namespace, console: Console) -> int | None:
    """Do the job of a command whose options are the fields of its ``request``."""
    from core.jobs.requests import REQUESTS

    return run_request(rebuild(REQUESTS[options.request], vars(options)), vars(options).get("project"), console)


def run_request(request: JobRequest, project: Path | None, console: Console) -> int | None:
    """Do a job, in the project at ``project`` if it has one; return the exit code where it decides that."""
    runner = import_function(f"core.cli.commands.{request.job.runner}")
    code: int | None = runner(*(() if project is None else (project,)), request, console)
    return code


def prepare() -> None:
    """Set up this process: the language of the system, idle threads, and output in any terminal."""
    follow_system()
    let_waiting_threads_sleep()
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a terminal may not have every letter


def run_command(command: Callable[[Console], int | None], *, is_json: bool, program: str = "ductus") -> int:
    """Run ``command`` and report an error as one sentence of ``program``.

    Returns 0 on success, 2 on wrong usage or input, 1 on failure, 130 when stopped.
    """
    from core.cli.console import JsonConsole, TextConsole
    from core.events import Failed, card_note
    from core.torch_build import prefer_build

    console = JsonConsole() if is_json else TextConsole()
    try:
        prefer_build(lambda text: console.emit(card_note(text)))
        return int(command(console) or 0)
    except DuctusError as error:
        text, code = str(error), error.exit_code
    except KeyboardInterrupt:
        text, code = tr("Stopped. Finished work is kept."), 130
    except BrokenPipeError:
        # nobody reads our output any more; the interpreter would fail again when it flushes standard output
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as error:
        if not is_disk_full(error):
            raise
        where = f"{error.filename}: " if error.filename else ""
        text, code = tr("{where}the disk is full. Make room and try again. Finished work is kept.", where=where), 1
    finally:
        console.close()
    if is_json:
        print(json.dumps(Failed(text, code).to_json(), ensure_ascii=False), flush=True)
    else:
        print(f"{program}: {text}", file=sys.stderr)
    return code


if __name__ == "__main__":
    sys.exit(main())
