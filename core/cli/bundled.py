"""The command line of a bundle: ``ductus ARGUMENTS``, or ``ductus -m MODULE ARGUMENTS`` as a child process.

The second replaces ``python -m MODULE`` for the few modules that run as processes of their own.
"""

import runpy
import sys

MODULES = (
    "core.cli.main",
    "core.cli.job_child",
    "core.imaging.pdf_child",
    "core.torch_build",
    "app.toolkit_check",
    "submitit.core._submit",
    "submitit.local._local",
)
"""Modules that a bundle runs by name; submitit starts its workers and their supervisors this way."""
_FLAGS = {"-u", "-P", "-E", "-s", "-I"}
"""Flags of Python that have no meaning in a bundle, or hold there anyway."""


def main() -> int:
    """Run the command or module that the arguments name; return the exit code."""
    module, rest = requested_module(sys.argv[1:])
    if module is None:
        from core.cli.main import main as run_command

        return run_command()
    if module not in MODULES:
        print(f"ductus: '{module}' is not a module that runs by itself.", file=sys.stderr)
        return 2
    sys.argv = [module, *rest]
    runpy.run_module(module, run_name="__main__", alter_sys=True)
    return 0


def requested_module(arguments: list[str]) -> tuple[str | None, list[str]]:
    """Return the module after ``-m`` with its arguments; None if the arguments are those of a command."""
    position = 0
    while position < len(arguments) and arguments[position] in _FLAGS:
        position += 1
    if arguments[position : position + 1] != ["-m"] or position + 1 >= len(arguments):
        return None, arguments
    return arguments[position + 1], arguments[position + 2 :]
