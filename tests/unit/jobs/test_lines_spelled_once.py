"""The lines of a bare page go through the line reader once, when its words are found; other word lists follow."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from command_helpers import run_here
from PIL import Image
from segmentation_helpers import written

from core.formats.records import PageRecord, SourceContents
from core.model.line_reader import LineReader
from core.project.content.lexicon import add_words
from core.project.importing.import_sources import import_contents
from core.project.project import Project


def test_each_line_is_spelled_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    spelled: list[int] = []
    log_probs = LineReader.log_probs

    def counted(reader: LineReader, strips: list[np.ndarray]) -> list[np.ndarray]:
        spelled.append(len(strips))
        return log_probs(reader, strips)

    monkeypatch.setattr(LineReader, "log_probs", counted)
    image = tmp_path / "page.png"
    written(image, seed=1)
    with Project.create(tmp_path / "archive") as project:
        folder = project.folder
        add_words(project, ["the", "captain", "letter"], added_by="names.txt")
        import_contents(project, SourceContents(pages=(PageRecord(image, *Image.open(image).size),)))
    assert run_here("segment", folder)[0] == 0 and sum(spelled) > 1
    spelled.clear()
    assert run_here("begin", folder)[0] == 0
    code, events = run_here("recognise", folder)
    assert code == 0 and events[-1]["words"] > 1
    with Project.open(folder) as project:
        add_words(project, ["river"], added_by="more.txt")
    assert run_here("recognise", folder, "--words", "all")[0] == 0
    assert spelled == []
