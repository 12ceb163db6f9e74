"""A line reader learns from its own surest readings of a hand, and never from a part of them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest
from drawn_lines import drawn_lines
from event_helpers import json_into
from numpy.typing import NDArray

from core.events import ignore_events
from core.imaging.synth.corpus import english_words
from core.lexicon.lexicon import Lexicon
from core.model.line_beam import LineLanguage
from core.model.line_reader import LineReader
from core.recognition.line_language import line_language
from core.recognition.word_model import WordModel
from core.store.shipped_files import line_reader_path, load_line_reader
from core.training import line_reader_adaptation
from core.training.line_reader_adaptation import adapt_line_reader
from core.training.line_reader_fitting import TranscribedLine, character_errors


@pytest.fixture(scope="module")
def reader() -> LineReader:
    return load_line_reader(line_reader_path())


@pytest.fixture(scope="module")
def language(reader: LineReader) -> LineLanguage:
    return line_language(WordModel.build([], Lexicon(english_words()[:400], reader.alphabet)), reader.alphabet)


@pytest.fixture(scope="module")
def drawn() -> list[TranscribedLine]:
    """Lines of a hand that slants far, of which the line reader misreads one character in ten."""
    return [replace(line, strip=slanted(line.strip)) for line in drawn_lines(60)]


def slanted(strip: NDArray[np.uint8]) -> NDArray[np.uint8]:
    height, width = strip.shape
    shear = np.array([[1, -1, height], [0, 1, 0]], np.float32)
    return np.asarray(cv2.warpAffine(strip, shear, (width + height, height), borderValue=(255,)), np.uint8)


def test_it_reads_the_hand_better_without_any_text(
    reader: LineReader, language: LineLanguage, drawn: list[TranscribedLine], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(line_reader_adaptation, "_SHOWN", 54)
    before = reader.to_arrays()["reading.weight"].copy()
    events: list[dict[str, Any]] = []
    strips = [line.strip for line in drawn]
    adapted = adapt_line_reader(reader, strips, language, 0, "cpu", json_into(events), lambda: False)
    assert adapted is not None and adapted.lines == 54
    assert np.array_equal(reader.to_arrays()["reading.weight"], before), "a copy has learnt"
    assert character_errors(adapted.reader, drawn) < character_errors(reader, drawn)
    assert [event["done"] for event in events if event.get("part") == "line reader"] == [0, 1, 0, 1]


def test_the_surest_readings_are_learnt(
    reader: LineReader, language: LineLanguage, drawn: list[TranscribedLine], monkeypatch: pytest.MonkeyPatch
) -> None:
    learnt: list[TranscribedLine] = []

    def learn(reader: LineReader, lines: list[TranscribedLine], passes: int, *_: Any) -> tuple[LineReader, int]:
        learnt.extend(lines)
        return reader, passes

    monkeypatch.setattr(line_reader_adaptation, "learn_lines", learn)
    monkeypatch.setattr(line_reader_adaptation, "_SHARE", 0.5)
    noise = [np.random.default_rng(n).integers(0, 255, drawn[0].strip.shape, np.uint8) for n in range(30)]
    strips = [line.strip for line in drawn[:40]]
    adapt_line_reader(reader, [*noise, *strips], language, 0, "cpu", ignore_events, lambda: False)
    assert len(learnt) >= 20
    assert not any(line.strip is strip for line in learnt for strip in noise), "what cannot be read teaches nothing"


def test_few_lines_and_a_stop_give_nothing(
    reader: LineReader, language: LineLanguage, drawn: list[TranscribedLine], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(line_reader_adaptation, "_SHOWN", 54)
    strips = [line.strip for line in drawn]
    assert adapt_line_reader(reader, strips[:20], language, 0, "cpu", ignore_events, lambda: False) is None
    events: list[dict[str, Any]] = []
    is_told = json_into(events)
    assert adapt_line_reader(reader, strips, language, 0, "cpu", is_told, lambda: bool(events)) is None
    assert adapt_line_reader(reader, strips, language, 0, "cpu", ignore_events, lambda: True) is None
