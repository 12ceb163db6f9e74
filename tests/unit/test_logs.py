"""The log file."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from core import logs

logger = logging.getLogger("core.test_logs")


@pytest.fixture
def log_file(tmp_path: Path) -> Iterator[Path]:
    path = tmp_path / "data" / "ductus.log"
    logs.configure(path)
    yield path
    logs.close()


def test_lines_have_time_level_process_and_logger(log_file: Path) -> None:
    logger.info("Job %s started", "train")
    logger.debug("not logged")
    logging.getLogger("somelibrary").info("not logged either")
    (line,) = log_file.read_text(encoding="utf-8").splitlines()
    assert " INFO " in line and line.endswith("core.test_logs: Job train started") and line[:2] == "20"
    assert logs.read_tail() == line + "\n"


def test_full_file_is_rotated_and_only_five_old_ones_are_kept(log_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logs, "MAX_BYTES", 500)
    logs.configure(log_file)
    for number in range(200):
        logger.warning("naïve message %d", number)
    files = sorted(path.name for path in log_file.parent.iterdir())
    assert files == ["ductus.log", *(f"ductus.log.{n}" for n in range(1, 6))]
    assert all(path.stat().st_size <= 500 for path in log_file.parent.iterdir())
    assert "naïve message 199" in logs.read_tail() and len(logs.read_tail(40)) <= 40


def test_tracebacks_are_logged_without_messages(log_file: Path) -> None:
    try:
        try:
            raise ValueError("the word 'secret'\nof a transcription")
        except ValueError as error:
            raise KeyError("secret") from error
    except KeyError:
        logger.exception("Unexpected error")
    text = log_file.read_text(encoding="utf-8")
    assert "secret" not in text and "transcription" not in text
    assert "ValueError" in text and "KeyError" in text and "test_logs.py" in text


def test_without_permission_there_is_no_log(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    logs.configure(tmp_path / "file" / "ductus.log")
    logger.info("nowhere")
    assert logs.read_tail() == ""
