"""A request as a line of JSON, in which the app passes it to the process that runs the job."""

from __future__ import annotations

import json
from dataclasses import asdict, fields, is_dataclass
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, get_args, get_origin, get_type_hints

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
    return _rebuild(REQUESTS[data["request"]], data["fields"]), None if project is None else Path(project)


def _rebuild(kind: type, values: dict[str, Any]) -> Any:
    kinds = get_type_hints(kind)
    return kind(**{field.name: _value(kinds[field.name], values[field.name]) for field in fields(kind)})


def _value(kind: Any, value: Any) -> Any:
    if isinstance(kind, UnionType):
        (kind,) = (each for each in get_args(kind) if each is not NoneType)
    if value is None:
        return None
    if get_origin(kind) is not None:  # a sequence
        return tuple(_value(get_args(kind)[0], each) for each in value)
    return _rebuild(kind, value) if isinstance(kind, type) and is_dataclass(kind) else kind(value)
