"""`ductus part`, `merge` and `agreement` as two people would use them."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

from part_helpers import two_page_project
from warm_python import warm_ductus

from core.project.content.transcriptions import set_transcription
from core.project.content.words import word_ids
from core.project.db import author
from core.project.project import Project


def ductus(*arguments: object, code: int = 0, as_json: bool = True) -> Any:
    """Run a command; return its last event, or with ``as_json=False`` what a person reads."""
    more = ["--json"] if as_json else []
    run = subprocess.run(
        warm_ductus(*arguments, *more),
        capture_output=True,
        text=True,
        timeout=120,
        env=os.environ | {"OMP_NUM_THREADS": "1"},
    )
    assert run.returncode == code and "Traceback" not in run.stderr, run.stdout + run.stderr
    return json.loads(run.stdout.splitlines()[-1]) if as_json else run.stdout + run.stderr


def transcribe(folder: Path, who: str, texts: list[str]) -> None:
    author.set_author(who)
    with Project.open(folder) as project:
        for word_id, text in zip(word_ids(project), texts, strict=False):
            set_transcription(project, word_id, text)
    author.set_author("")


def test_two_people_work_on_a_project(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setenv(author.VARIABLE, "")
    two_page_project(tmp_path).close()
    whole, part = tmp_path / "whole.ductus", tmp_path / "ben.ductus"
    assert "there is no page 'page9.png'" in ductus("part", whole, part, "--pages", "page9.png", code=2, as_json=False)
    out = ductus("part", whole, tmp_path / "ben", "--pages", "page1.png,2", "--blind")
    assert (out["part"], out["pages"], out["words"], out["readings"]) == (str(part), 2, 8, 0)
    transcribe(whole, "Anna", ["in", "the", "year"])
    transcribe(part, "Ben", ["in", "thy", "yeer", "extra"])
    text = ductus("merge", whole, part, as_json=False)
    assert "Merged 2 pages: 0 transcriptions taken, 1 the same on both sides, 3 different." in text
    assert "Worked on by: Ben." in text
    assert "3 words wait for a decision" in text
    assert "Anna and Ben transcribed 3 words both: 1 equally, 33.3% (6.1% to 79.2%)" in text
    again = ductus("merge", whole, part)
    assert again["changed"] is False and again["open_differences"] == 3
    (pair,) = ductus("agreement", whole)["agreement"]
    assert pair["people"] == ["Anna", "Ben"] and (pair["words"], pair["equal"]) == (3, 1)
    assert [difference["texts"] for difference in pair["differences"]] == [["the", "thy"], ["year", "yeer"]]
    assert "was not taken out of another one" in ductus("merge", part, whole, code=2, as_json=False)
