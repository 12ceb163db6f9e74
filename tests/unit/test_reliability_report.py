"""The reliability report: rows of the robustness tests become a page and a CSV file, or change nothing."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import report
from tally import Harm, Row, read_rows, tally

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "table"
    monkeypatch.setenv("DUCTUS_ROBUSTNESS_TABLE", str(path))
    return path


@pytest.fixture
def page(tmp_path: Path) -> Path:
    (tmp_path / "research" / "results").mkdir(parents=True)
    (tmp_path / "docs").mkdir()
    path = tmp_path / "docs" / "reliability.md"
    path.write_text("as it was", encoding="utf-8")
    (path.parents[1] / "research" / "results" / "reliability.csv").write_text("as it was", encoding="utf-8")
    return path


def run(monkeypatch: pytest.MonkeyPatch, table: Path, page: Path) -> tuple[str, str]:
    monkeypatch.setattr(sys, "argv", ["report.py", str(table), str(page)])
    try:
        report.main()
    finally:
        written = (
            page.read_text("utf-8"),
            (page.parents[1] / "research" / "results" / "reliability.csv").read_text("utf-8"),
        )
    return written


def test_tally_without_a_table_writes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DUCTUS_ROBUSTNESS_TABLE", raising=False)
    monkeypatch.chdir(tmp_path)
    tally(Harm.IMAGES, "a", 1, "b")
    assert list(tmp_path.iterdir()) == []


def test_equal_rows_are_summed_and_ordered_by_harm(table: Path) -> None:
    tally(Harm.IMAGES, "PNG | damaged\n files", 3, "refused")
    tally(Harm.KILLED_WINDOW, "kill", 2, "intact")
    tally(Harm.IMAGES, "PNG | damaged files", 4, "refused")
    assert read_rows(table) == [
        Row(Harm.KILLED_WINDOW, "kill", 2, "intact"),
        Row(Harm.IMAGES, "PNG / damaged files", 7, "refused"),
    ]


def test_report_writes_summary_and_all_rows(table: Path, page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tally(Harm.KILLED_COMMANDS, "kill -9 while importing", 20, "no transcription lost, project intact")
    tally(Harm.KILLED_WINDOW, "kill -9 of the window", 60, "project intact")
    tally(Harm.IMAGES, "PNG", 1000, "refused")
    tally(Harm.IMAGES, "TIFF", 500, "refused")
    text, rows = run(monkeypatch, table, page)
    assert "Kills with `kill -9`: 80." in text
    lines = [line for line in text.splitlines() if line.startswith("| ")][1:]
    assert len(lines) == 3
    assert lines[2].startswith("| Damaged, invalid and oversized images and PDF files | 2 | 1,500 | ")
    assert rows.splitlines() == [
        "harm,what,times,outcome",
        'killed commands,kill -9 while importing,20,"no transcription lost, project intact"',
        "killed window,kill -9 of the window,60,project intact",
        "images,PNG,1000,refused",
        "images,TIFF,500,refused",
    ]


@pytest.mark.parametrize("content", [None, "", "images | PNG | many | refused\n", "no row\n", "unknown | a | 1 | b\n"])
def test_wrong_rows_leave_page_and_file_as_they_were(
    content: str | None, table: Path, page: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if content is not None:
        table.write_text(content, encoding="utf-8")
    with pytest.raises((OSError, ValueError, SystemExit)):
        run(monkeypatch, table, page)
    assert page.read_text("utf-8") == "as it was"
    assert (page.parents[1] / "research" / "results" / "reliability.csv").read_text("utf-8") == "as it was"
    assert {path.name for path in page.parent.rglob("*")} == {"reliability.md"}


@pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed")
@pytest.mark.parametrize("tests_pass", [True, False])
def test_make_robustness_writes_the_page_only_if_all_tests_pass(page: Path, tests_pass: bool, tmp_path: Path) -> None:
    shutil.copy(ROOT / "Makefile", tmp_path)
    shutil.copytree(ROOT / "tests" / "helpers", tmp_path / "tests" / "helpers")
    (tmp_path / "tests" / "robustness").mkdir()
    shutil.copy(ROOT / "tests" / "robustness" / "report.py", tmp_path / "tests" / "robustness")
    programs = tmp_path / "bin"
    programs.mkdir()
    python = programs / "python"
    row = "images | PNG | 5 | refused"
    code = 0 if tests_pass else 1
    python.write_text(
        f'#!/bin/sh\ncase "$*" in\n*pytest*) echo "{row}" >> "$DUCTUS_ROBUSTNESS_TABLE"; exit {code};;\nesac\n'
        f'exec "{sys.executable}" "$@"\n',
        encoding="utf-8",
    )
    python.chmod(0o755)
    command = ["make", "-o", ".venv/.ready", "robustness", f"BIN={programs}"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert (done.returncode == 0) == tests_pass, done.stderr
    assert (page.read_text("utf-8") == "as it was") != tests_pass
    if tests_pass:
        assert "| 1 | 5 |" in page.read_text("utf-8")
