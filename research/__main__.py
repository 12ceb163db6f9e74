"""`python -m research`: benchmarks, simulations and the tables of what they measured."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from core.cli.main import run_parsed
from research.arguments import build_parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; return the exit code of :func:`core.cli.main.run_parsed`."""
    return run_parsed(build_parser(), arguments)


if __name__ == "__main__":
    sys.exit(main())
