"""Write docs/reliability.md and its CSV file from the rows of the robustness tests: `report.py TABLE PAGE`."""

from __future__ import annotations

import csv
import io
import os
import platform
import sys
from collections.abc import Sequence
from datetime import date
from pathlib import Path

from tally import Harm, Row, read_rows

ABOUT = """# Reliability

What was done to the program on purpose, and what happened. `make robustness` repeats it in 8 to 20 minutes, with
fewer cases of each kind, or with as many as its variables ask for, and writes this page and
[reliability.csv](../research/results/reliability.csv), which has a row for each kind. A row is only written if its test
passed. A test that a machine cannot run (mounting a small disk, starting Slurm) is skipped and has no row.
"""
DETAILS = """
After every kill the test checks that each transcription the program had acknowledged is there, `PRAGMA integrity_check`
is ok, `ductus check --thorough` finds nothing worse than notes, every listed model can be loaded, no partial file has a
final name, and the same command finishes the work when it is run again. The moments of the kills are spread evenly over
the time that the command takes without a kill; one in ten comes before its first output. `DUCTUS_SEED` draws others.

Projects of strangers with links and pipes that lead to the files of whoever opens them are opened by every command that
takes a project and by the window, in child processes with a home folder of their own. All must be refused, by each
command within five seconds, wherever in the project's folder the link or pipe lies: the digests of the home folder
before and after must be equal, and no child may take 1.2 GB. A database's journal that would have one of those files
deleted is refused when the database is used. Every SQLite file of a project is opened by the same function, which
compares its tables within a limit of steps. Backups are restored in place while other commands read and write: the
database must be sound, and each acknowledged edit must be in the restored or in the kept state.
"""
READ_OR_REFUSED = "Read, or refused with an error message; no other exception"
OVERSIZED = "oversized ones within 1 GB and 10 s"
SUMMARY = {
    Harm.KILLED_COMMANDS: (
        "Command killed with `kill -9` while importing, backing up, exporting, migrating, training or recognising",
        "No transcription lost, no partial file under a final name; the next run finished, with the same model and "
        "the same predictions",
    ),
    Harm.KILLED_WINDOW: (
        "Window killed with `kill -9` while a person types, undoes and redoes",
        "No acknowledged transcription and no undo step lost; project intact",
    ),
    Harm.DISK_FULL: (
        "Disk full while typing, importing, exporting, backing up or training",
        "Error reported, earlier work kept, no partial file; continued once there was space",
    ),
    Harm.CLUSTER: (
        "Slurm jobs killed, cancelled, requeued or preempted, a node lost, the submitting process ended",
        "Run complete; manifest, words and votes as in an undisturbed run",
    ),
    Harm.IMAGES: (
        "Damaged, invalid and oversized images and PDF files",
        f"{READ_OR_REFUSED}, nothing changed; {OVERSIZED}",
    ),
    Harm.MODELS: ("Damaged and hostile model files (HDF5)", f"{READ_OR_REFUSED}, nothing changed; {OVERSIZED}"),
    Harm.PROJECTS: (
        "Damaged and hostile projects (SQLite), links and pipes instead of their files",
        f"{READ_OR_REFUSED}, no code executed, nothing outside opened or written",
    ),
    Harm.TRANSCRIPTIONS: (
        "Damaged and hostile tables, GTP, IAM, PAGE XML and ALTO files",
        f"{READ_OR_REFUSED}, nothing changed, no formula exported; {OVERSIZED}",
    ),
    Harm.ENVIRONMENT: (
        "Read-only folder, second window, locked database, unusual path, clock set back, truncated model or database",
        "Work continued, or the reason and the way to recover reported; nothing lost that could be read",
    ),
    Harm.LONG_USE: (
        "Window used for a long time (one run) and with random clicks, drags and keys (each counted)",
        "No error, project intact; memory, open files and threads did not grow from the first third to the end",
    ),
}
"""The harm and its effect, for each kind, as far as every test of it asserts that."""


def main() -> None:
    """Write the page and, in research/results, the CSV file; leave both as they were where a row is wrong."""
    table, page = (Path(argument) for argument in sys.argv[1:3])
    rows = read_rows(table)
    if not rows:
        sys.exit(f"{table} has no rows: {page} was left as it was.")
    text = format_page(rows, describe_machine(), date.today())
    replace_file(page.parents[1] / "research" / "results" / "reliability.csv", format_csv(rows))
    replace_file(page, text)
    print(text)


def format_page(rows: Sequence[Row], machine: str, day: date) -> str:
    """Return the page as Markdown."""
    kills = sum(row.cases for row in rows if row.harm in (Harm.KILLED_COMMANDS, Harm.KILLED_WINDOW))
    run = f"Last run: {day:%d %B %Y}, on {machine}. Kills with `kill -9`: {kills}."
    return "\n".join([ABOUT, run, DETAILS, format_summary(rows)])


def format_summary(rows: Sequence[Row]) -> str:
    """Return one table row for each harm that was tried, with its kinds and cases counted."""
    lines = ["| what was done | kinds | times | what happened |", "|---|---:|---:|---|"]
    for harm, (done, happened) in SUMMARY.items():
        cases = [row.cases for row in rows if row.harm == harm]
        if cases:
            lines.append(f"| {done} | {len(cases)} | {sum(cases):,} | {happened} |")
    return "\n".join(lines) + "\n"


def format_csv(rows: Sequence[Row]) -> str:
    """Return all rows as CSV."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["harm", "what", "times", "outcome"])
    writer.writerows([str(row.harm), row.what, row.cases, row.outcome] for row in rows)
    return out.getvalue()


def describe_machine() -> str:
    """Return the system, cores, memory and Python version of this computer."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    return (
        f"{platform.system()} {platform.machine()} with {os.cpu_count()} cores and {memory:.0f} GB, "
        f"Python {platform.python_version()}"
    )


def replace_file(path: Path, text: str) -> None:
    """Write ``text`` to ``path`` in one step."""
    path.parent.mkdir(exist_ok=True)
    part = path.with_name(path.name + ".part")
    part.write_text(text, encoding="utf-8")
    part.replace(path)


if __name__ == "__main__":
    main()
