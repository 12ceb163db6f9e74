"""Turns the table that the tests of robustness wrote into docs/reliability.md: `report.py TABLE OUT`."""

from __future__ import annotations

import os
import platform
import sys
from datetime import date
from pathlib import Path

from tally import summed

ABOUT = """# Reliability

What was done to the program on purpose, and what it survived. `make robustness` does it all again, prints this table
and writes this page. A row is only written when the test behind it passed; what a machine cannot do (mount a small
disk, start Slurm) is skipped and has no row.
"""
HOW = """
After every kill: each reading that the program had taken is there, `PRAGMA integrity_check` is ok, `ductus check
--thorough` finds nothing worse than notes, every model on the list can be loaded, nothing half stands under a final
name, and the same command again finishes the work. The moments are drawn evenly over the time a command takes when
nobody kills it, one in ten of them before it says its first word; `DUCTUS_SEED` draws others.
"""


def page(rows: list[tuple[str, int, str]], machine: str, day: date) -> str:
    """The Markdown of the page."""
    killed = sum(cases for what, cases, _ in rows if what.startswith("kill -9"))
    lines = [ABOUT, f"Last run: {day:%d %B %Y}, on {machine}. Kills with `kill -9`: {killed}.", HOW]
    lines += ["| what was done | times | outcome |", "|---|---:|---|"]
    lines += [f"| {what} | {cases:,} | {outcome} |" for what, cases, outcome in rows]
    return "\n".join(lines) + "\n"


def machine() -> str:
    """This computer, as far as a reader needs it."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    return (
        f"{platform.system()} {platform.machine()} with {os.cpu_count()} cores and {memory:.0f} GB, "
        f"Python {platform.python_version()}"
    )


if __name__ == "__main__":
    text = page(summed(Path(sys.argv[1])), machine(), date.today())
    Path(sys.argv[2]).write_text(text, encoding="utf-8")
    print(text)
