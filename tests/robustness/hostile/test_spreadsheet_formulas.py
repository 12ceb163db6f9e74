"""No cell of an exported table is a formula to a spreadsheet, and every text comes back from it as it was."""

from __future__ import annotations

import csv
from pathlib import Path

from document_helpers import write_crops
from hostile_helpers import by_hypothesis
from hypothesis import given
from hypothesis import strategies as st
from project_helpers import crop_source, draw_image
from tally import Harm, tally

from core.events import ignore_events
from core.formats import table
from core.formats.records import CropRecord
from core.jobs.export.export_project import export
from core.jobs.requests import ExportRequest
from core.project.content.transcriptions import set_transcription
from core.project.content.words import iter_words, word_ids
from core.project.import_sources import import_contents
from core.project.project import Project

STARTS = ("=", "+", "-", "@", "\t", "\r")
ATTACKS = (
    "=1+1",
    "+1",
    "-1",
    "@SUM(A1)",
    "\t=1",
    "\r=1",
    "=cmd|' /C calc'!A0",
    '=HYPERLINK("http://x","y")',
    "'=1",
    "''=1",
    "'",
    "'word",
    "-",
    "- 5",
    '"=1+1"',
    "=\n1",
    "@",
    "\n=1",
    " =1",
    "a\r\n=b",
    "=1\t2",
)
cells = st.one_of(
    st.sampled_from(ATTACKS),
    st.tuples(
        st.sampled_from([*STARTS, "'", "''", '"', ",", ";", "\n", " "]),
        st.text(alphabet=st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=12),
    ).map("".join),
)


def _cells(path: Path) -> list[list[str]]:
    with path.open(encoding="utf-8", newline="") as stream:
        return list(csv.reader(stream))


def test_every_text_comes_back_from_a_table(tmp_path: Path) -> None:
    image = draw_image(tmp_path / "a.png")
    tried = 0

    @by_hypothesis
    @given(cells, cells, cells)
    def back(text: str, writer: str, page: str) -> None:
        nonlocal tried
        tried += 1
        record = CropRecord(image, text, writer=writer, page=page, ref="a.png")
        write_crops(tmp_path / "t.csv", [record])
        assert not [cell for row in _cells(tmp_path / "t.csv") for cell in row if cell.startswith(STARTS)]
        assert table.read(tmp_path / "t.csv").crops == (record,)

    back()
    outcome = "no formula, text back unchanged"
    tally(Harm.TRANSCRIPTIONS, "table: cells that a spreadsheet would execute, written and read back", tried, outcome)


def test_every_text_comes_back_from_an_exported_project(tmp_path: Path) -> None:
    texts = [text for text in ATTACKS if text.strip()]
    with Project.create(tmp_path / "=from") as project:
        import_contents(
            project, crop_source(tmp_path / "source", [f"x{i}" for i in range(len(texts))], writer="@w", page="+p")
        )
        for word_id, text in zip(word_ids(project), texts, strict=True):
            set_transcription(project, word_id, text)
        export(project, ExportRequest(tmp_path / "=out.csv", "table"), ignore_events)
    rows = _cells(tmp_path / "=out.csv")
    assert len(rows) == len(texts) + 1
    assert not [cell for row in rows for cell in row if cell.startswith(STARTS)]
    with Project.create(tmp_path / "to") as project:
        import_contents(project, table.read(tmp_path / "=out.csv"))
        found = list(iter_words(project, word_ids(project)))
        assert [row.text for row in found] == texts
        assert {(row.writer, row.page_label) for row in found} == {("@w", "+p")}
    outcome = "no formula, text back unchanged"
    tally(Harm.TRANSCRIPTIONS, "table: exported from a project and imported into another", len(texts), outcome)
