"""`ductus` as a child of a process that has imported its libraries: else each child imports them for seconds."""

from __future__ import annotations

import multiprocessing
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection

from robustness_helpers import Child, Program

from core.cli.main import main

_LIBRARIES = ("torch._dynamo", *(f"core.cli.commands.{name}" for name in ("align", "recognise", "train")))
"""An optimizer imports `torch._dynamo`, which takes as long as PyTorch."""
Call = Callable[[list[str]], int]


def _run(call: Call, arguments: list[str], output: Connection, errors: Connection) -> None:
    """Run a command whose output and errors the parent reads; end this process with its exit code."""
    sys.stdout = os.fdopen(os.dup2(output.fileno(), 1), "w", buffering=1)
    sys.stderr = os.fdopen(os.dup2(errors.fileno(), 2), "w", buffering=1)
    output.close()
    errors.close()
    sys.exit(call(arguments))


class _ForkedProgram:
    """A command in a process that is forked from one with all libraries; used as `subprocess.Popen` is."""

    def __init__(self, call: Call, arguments: list[str]) -> None:
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload(list(_LIBRARIES))
        output, its_output = context.Pipe(duplex=False)
        errors, its_errors = context.Pipe(duplex=False)
        self._process = context.Process(target=_run, args=(call, arguments, its_output, its_errors))
        self._process.start()
        its_output.close()
        its_errors.close()
        self.stdout, self.stderr = (os.fdopen(os.dup(end.fileno())) for end in (output, errors))

    def kill(self) -> None:
        self._process.kill()

    def poll(self) -> int | None:
        return self._process.exitcode

    def wait(self, timeout: float) -> int:
        self._process.join(timeout)
        assert self._process.exitcode is not None, f"still running after {timeout} s"
        return self._process.exitcode


@dataclass
class ForkedDuctus(Child):
    """`ductus ARGUMENTS` in a forked process."""

    call: Call = main

    def begin(self) -> Program:
        return _ForkedProgram(self.call, [str(argument) for argument in self.command])


def fork_ductus(*arguments: object, call: Call = main) -> Child:
    """Start `ductus ARGUMENTS --json` in a forked process, with the figures of the process that has the libraries."""
    return ForkedDuctus([*arguments, "--json"], call=call)
