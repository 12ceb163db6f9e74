"""Whether the models of a project are there and whole, read as for recognition."""

from __future__ import annotations

import json
from collections.abc import Iterator

from core.errors import DuctusError
from core.project.content.models import Model, evaluation_file
from core.project.integrity.findings import NOTE, Finding

_BACK = "Copy it back from a backup, or train again; to take the model off the list: ductus model PROJECT --delete NAME"


def check_model(model: Model) -> Iterator[Finding]:
    """Read the whole model: every number of it, and whether its parts fit together."""
    from core.store.model_file import load_ensemble

    where = f"models/{model.file.name}"
    if not model.file.is_file():
        yield Finding("model missing", f"The file of the model '{model.name}' is not there.", where, _BACK)
        return
    try:
        load_ensemble(model.file)
    except DuctusError as error:
        yield Finding("model damaged", f"The model '{model.name}' cannot be used: {error}", where, _BACK)
    measured = evaluation_file(model)
    if measured.is_file():
        try:
            json.loads(measured.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            yield Finding(
                "measurement",
                f"The measurement of the model '{model.name}' cannot be read.",
                f"models/{measured.name}",
                "Measure it again: ductus evaluate PROJECT",
                NOTE,
            )
