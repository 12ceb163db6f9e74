"""What the tests of the project share: small images, a project with words in it, and its state as one value."""

from __future__ import annotations

import subprocess
import sys
import textwrap
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from PIL import Image

from core.formats.records import CropRecord, LineRecord, PageRecord, SourceContents, WordRecord
from core.project.db.schema import JOURNALED
from core.project.importing.import_sources import import_contents
from core.project.project import Project

REPOSITORY = Path(__file__).resolve().parents[2]


def draw(path: Path, size: tuple[int, int] = (40, 20), shade: int = 200) -> Path:
    """A grey image in which every pixel's place can be told from its value in a corner."""
    image = Image.new("L", size, shade)
    image.putpixel((0, 0), shade // 2)
    path.parent.mkdir(parents=True, exist_ok=True)
    image.save(path)
    return path


def crops(folder: Path, texts: Sequence[str | None], shade: int = 200, **more: Any) -> SourceContents:
    """Lone crops, each with pixels of its own; the same ones at every call with the same shade."""
    records = [
        CropRecord(draw(folder / f"{number}.png", (40 + number, 20), shade), text, **more)
        for number, text in enumerate(texts)
    ]
    return SourceContents("folder", crops=tuple(records))


def page(folder: Path, *words: WordRecord, lines: tuple[LineRecord, ...] = (), **more: Any) -> SourceContents:
    """One page of 200 x 100."""
    image = draw(folder / "page.png", (200, 100))
    return SourceContents("pagexml", pages=(PageRecord(image, 200, 100, words=words, lines=lines, **more),))


def filled(tmp_path: Path) -> Project:
    """A project with three words on a page (two read) and two lone crops (one read)."""
    project = Project.create(tmp_path / "kit")
    words = (
        WordRecord((10, 10, 30, 20), "the"),
        WordRecord((50, 10, 40, 20), "King"),
        WordRecord((100, 10, 40, 20), None, polygon=((100, 10), (140, 10), (120, 30))),
    )
    import_contents(project, page(tmp_path / "source", *words))
    import_contents(project, crops(tmp_path / "source", ["letter", None]))
    return project


def state(project: Project) -> dict[str, list[tuple]]:
    """Every row that the history covers, and what the search index says."""
    tables = {table: project.query(f"SELECT * FROM {table} ORDER BY id") for table in JOURNALED}
    tables["search"] = project.query("SELECT rowid, folded FROM search ORDER BY rowid")
    return tables


def current_texts(project: Project) -> list[tuple]:
    """What the search index has to hold."""
    return project.query(
        "SELECT w.id, r.folded FROM word AS w JOIN reading AS r ON r.id = w.reading_id"
        " WHERE w.deleted = 0 AND w.not_a_word = 0 ORDER BY w.id"
    )


def child(code: str, *arguments: Path | str) -> subprocess.CompletedProcess[str]:
    """Run Python in a process of its own, which may kill itself."""
    return subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code), *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=60,
        cwd=REPOSITORY,
    )
