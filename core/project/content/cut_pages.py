"""Which pages the line reader in use has cut into words, so that those which an earlier one cut can be cut again."""

from __future__ import annotations

from collections.abc import Iterable

from core.language import tr
from core.project.content.models import active_model
from core.project.db.values import report_as_damage
from core.project.project import Project
from core.store.shipped_files import line_reader_digest

LINE_READER = "line_reader"
"""Recorded with a model that has a line reader of its own."""

_KEY = "cut_by"

_BOXES_BY_HAND = ("add words", "move words", "split word", "join words")
"""The edits by which a person draws boxes or changes them."""


def record_cut(project: Project, page_ids: Iterable[int]) -> None:
    """Record that the line reader in use has cut these pages, or need not."""
    reader = _line_reader(project)
    pages = sorted({*_cut_by(project, reader), *page_ids})
    project.set_setting(_KEY, {"reader": reader, "pages": pages})


def pages_cut_before(project: Project) -> list[int]:
    """Return the pages with words that an earlier line reader cut and nobody has checked, in the order of the pages.

    The words stand in lines that Ductus found: those of a transcription file have names.
    """
    pages = project.column(
        "SELECT id FROM page WHERE id IN (SELECT l.page_id FROM line AS l JOIN word AS w ON w.line_id = l.id"
        " WHERE l.ref IS NULL AND l.baseline IS NOT NULL AND w.deleted = 0 AND w.not_a_word = 0"
        " AND w.transcription_id IS NULL) ORDER BY position, id"
    )
    cut = set(_cut_by(project, _line_reader(project)))
    return [page_id for page_id in pages if page_id not in cut]


def boxes_by_hand(project: Project, page_id: int) -> set[int]:
    """Return the words of a page whose boxes a person has drawn or changed."""
    marks = ", ".join("?" * len(_BOXES_BY_HAND))
    return set(
        project.column(
            "SELECT w.id FROM change AS c JOIN change_row AS r ON r.change_id = c.id AND r.tbl = 'word'"
            " JOIN word AS w ON w.id BETWEEN r.first_id AND r.last_id AND w.page_id = ?"
            f" WHERE c.state = 'done' AND c.label IN ({marks}) AND (r.op = 'insert'"
            " OR EXISTS (SELECT 1 FROM json_each(r.other) WHERE key IN ('x', 'y', 'w', 'h')))",
            (page_id, *_BOXES_BY_HAND),
        )
    )


def _line_reader(project: Project) -> str:
    """Return the name of the line reader in use: that of the active model, or a digest of the one that is shipped."""
    model = active_model(project)
    return model.name if model is not None and model.info.get(LINE_READER) else line_reader_digest()


def _cut_by(project: Project, reader: str) -> list[int]:
    with report_as_damage(tr("settings")):
        stored = project.get_setting(_KEY, {"reader": "", "pages": []})
        return list(map(int, stored["pages"])) if stored["reader"] == reader else []
