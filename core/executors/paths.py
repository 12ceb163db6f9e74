"""Where a node leaves what it has to say: beside the job file, one file for each number."""

from __future__ import annotations

from pathlib import Path


def events_file(job_file: Path, number: int) -> Path:
    """The events of the work ``number``, one JSON object a line, over all its attempts."""
    return job_file.with_name(f"{job_file.stem}-{number:04d}.events.jsonl")


def fault_file(job_file: Path, number: int) -> Path:
    """Why the last attempt failed, as JSON: ``text``, ``final``, ``exit_code``."""
    return job_file.with_name(f"{job_file.stem}-{number:04d}.fault.json")
