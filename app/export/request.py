"""What a person wants exported, and where to."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from core.errors import InputError
from core.jobs.export.export_target import TO_A_FOLDER, check_target

ENDINGS = {"table": ".csv", "text": ".txt", "json": ".json", "pagexml": "-page-xml", "alto": "-alto"}
"""How the suggested name of each format ends: a file's ending, or the end of a folder's name."""

TELLS_PREDICTIONS = ("table", "json")
"""Formats that say of each word whether a person read it or a model."""


@dataclass(frozen=True, slots=True)
class Request:
    """One export. ``page_ids`` of None means all pages and the word images without a page."""

    kind: str
    out: Path
    with_predictions: bool
    page_ids: tuple[int, ...] | None = None

    @property
    def is_folder(self) -> bool:
        return self.kind in TO_A_FOLDER

    def arguments(self) -> list[str]:
        """What ``ductus export PROJECT`` is called with."""
        words = [str(self.out), "--format", self.kind]
        if not self.with_predictions:
            words.append("--no-predictions")
        if self.page_ids is not None:
            words += ["--pages", ",".join(map(str, self.page_ids))]
        return words

    def problem(self, project: Path) -> str | None:
        """Why it cannot go there, in a sentence; None when it can."""
        try:
            check_target(project, self.out, self.kind)
        except InputError as error:
            return str(error)
        return None


def suggested(folder: Path, name: str, kind: str) -> Path:
    """Where an export of the project ``name`` goes unless a person says otherwise."""
    return folder / f"{name}{ENDINGS[kind]}"
