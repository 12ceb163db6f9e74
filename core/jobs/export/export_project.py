"""The export job: what is known of a project's words, out to files. A person's reading outranks a prediction."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Any

from core.disk import remove_partial_files
from core.errors import InputError
from core.events import Listener
from core.jobs.export.documents import write_json, write_text
from core.jobs.export.export_target import FORMATS, TO_A_FOLDER, check_target
from core.jobs.export.table import write_table
from core.jobs.export.words import gather
from core.jobs.export.xml import write_pages
from core.project.project import Project


def export(
    project: Project,
    out: Path,
    kind: str,
    emit: Listener,
    model: str | None = None,
    with_predictions: bool = True,
    page_ids: Collection[int] | None = None,
) -> dict[str, Any]:
    """Write the words to ``out``: a folder for pagexml and alto, a file for table, text and json.

    Words without a person's reading get the prediction of ``model`` (by default the active one, if there is
    one), unless ``with_predictions`` is off. ``page_ids`` leaves out all other pages and the lone crops. What
    was deleted or is no word is left out; the project stays as it is. Returns counts: ``written`` rows, files,
    lines or words, and of the words those ``read`` by a person, ``predicted`` and ``unread``.
    Raises InputError when nothing can be written there.
    """
    if kind not in FORMATS:
        raise InputError(f"There is no format '{kind}' to export to; choose one of {', '.join(FORMATS)}.")
    check_target(project.folder, out, kind)
    if kind not in TO_A_FOLDER:
        remove_partial_files(out.parent, out.name)
    content = gather(project, model, with_predictions, page_ids)
    if kind == "table":
        written = write_table(content, out, emit)
    elif kind == "text":
        written = write_text(content, out)
    elif kind == "json":
        written = write_json(content, out)
    else:
        written = write_pages(content, out, kind, emit)
    read = sum(word.row.text is not None for word in content.words)
    predicted = sum(word.is_predicted for word in content.words)
    return {
        "format": kind,
        "out": str(out),
        "written": written,
        "model": content.model,
        "pages": len(content.pages),
        "words": len(content.words),
        "read": read,
        "predicted": predicted,
        "unread": len(content.words) - read - predicted,
    }
