"""A request as a line of JSON, in which the app passes it to the process that runs the job."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

from core.dataclass_json import rebuild
from core.jobs.job_type import JobRequest
from core.jobs.requests import REQUESTS


def to_line(request: JobRequest, project: Path | None) -> str:
    """Return one line of ASCII with the request and the folder of its project, if it has one."""
    line = {"request": type(request).__name__, "project": project, "fields": asdict(request)}
    return json.dumps(line, default=str) + "\n"


def from_line(line: str) -> tuple[JobRequest, Path | None]:
    """Rebuild the request and the folder from :func:`to_line`."""
    data = json.loads(line)
    project = data["project"]
    return rebuild(REQUESTS[data["request"]], data["fields"]), None if project is None else Path(project)
