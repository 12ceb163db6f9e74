"""A line reader learns a project's hand, and only where it then reads lines better that it has not learnt from."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from drawn_lines import drawn_lines
from event_helpers import json_into

from core.events import ignore_events
from core.model.line_reader import LineReader
from core.store.shipped_files import line_reader_path, load_line_reader
from core.training import line_reader_fitting
from core.training.line_reader_fitting import TranscribedLine, character_errors, fit_line_reader, unlearnt_images


@pytest.fixture(scope="module")
def reader() -> LineReader:
    return load_line_reader(line_reader_path())


@pytest.fixture(scope="module")
def drawn() -> list[TranscribedLine]:
    return drawn_lines(60)


def test_it_reads_pages_better_that_it_has_not_learnt_from(
    reader: LineReader, drawn: list[TranscribedLine], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(line_reader_fitting, "LINE_STAGES", (200,))
    before = reader.to_arrays()["reading.weight"].copy()
    events: list[dict[str, Any]] = []
    fitted = fit_line_reader(reader, drawn, 0, "cpu", json_into(events), lambda: False)
    assert fitted is not None
    assert np.array_equal(reader.to_arrays()["reading.weight"], before), "a copy has learnt"
    validation = {image for line in drawn for image in line.images if image in fitted.unlearnt}
    pages = {line.page for line in drawn if line.images[0] in validation}
    assert len(pages) == 1 and all((line.page in pages) == (line.images[0] in validation) for line in drawn)
    measured = [line for line in drawn if line.page in pages]
    assert character_errors(fitted.reader, measured) < character_errors(reader, measured)
    assert fitted.about["cer"] < fitted.about["cer_before"] and fitted.about["lines"] == 60 - len(measured)
    assert [event["done"] for event in events if event.get("part") == "line reader"] == [0, 1, 2, 3, 4]


def test_a_reader_that_reads_well_stays_as_it_is(
    reader: LineReader, drawn: list[TranscribedLine], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(line_reader_fitting, "_GOOD", 1.0)
    events: list[dict[str, Any]] = []
    fitted = fit_line_reader(reader, drawn, 0, "cpu", json_into(events), lambda: False)
    assert fitted is not None and fitted.reader is reader
    assert fitted.unlearnt == {image for line in drawn for image in line.images}
    assert fitted.about["cer"] == fitted.about["cer_before"] and fitted.about["passes"] == 0
    assert [event["event"] for event in events] == ["note"]


def test_few_lines_teach_nothing(reader: LineReader, drawn: list[TranscribedLine]) -> None:
    assert fit_line_reader(reader, drawn[:15], 0, "cpu", ignore_events, lambda: False) is None
    foreign = [TranscribedLine(line.strip, "漢字", line.page) for line in drawn]
    assert fit_line_reader(reader, foreign, 0, "cpu", ignore_events, lambda: False) is None


def test_of_few_pages_single_lines_are_for_validation(
    reader: LineReader, drawn: list[TranscribedLine], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(line_reader_fitting, "LINE_STAGES", (200,))
    one_page = [TranscribedLine(line.strip, line.text, 0, line.images) for line in drawn]
    fitted = fit_line_reader(reader, one_page, 0, "cpu", ignore_events, lambda: False)
    assert fitted is not None and 2 <= len(fitted.unlearnt) < len(drawn)


def test_texts_of_other_lines_are_not_learnt(
    reader: LineReader, drawn: list[TranscribedLine], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(line_reader_fitting, "LINE_STAGES", (100,))
    others = [TranscribedLine(line.strip, drawn[(at + 7) % 60].text, 0) for at, line in enumerate(drawn)]
    assert fit_line_reader(reader, others, 0, "cpu", ignore_events, lambda: False) is None
    mixed = [line if at % 3 else others[at] for at, line in enumerate(drawn)]
    fitted = fit_line_reader(reader, mixed, 0, "cpu", ignore_events, lambda: False)
    assert fitted is not None and fitted.about["lines"] + fitted.about["held_out_lines"] == 40


def test_a_stop_before_the_first_pass_gives_nothing(reader: LineReader, drawn: list[TranscribedLine]) -> None:
    assert fit_line_reader(reader, drawn, 0, "cpu", ignore_events, lambda: True) is None


@pytest.mark.parametrize(
    "about", [None, "x", {}, {"unlearnt": 7}, {"unlearnt": {"a": 1}}, {"unlearnt": [[1], "x", None]}]
)
def test_a_forged_card_names_no_images(about: object) -> None:
    assert unlearnt_images(about) == frozenset()
