"""A line reader learns a project's hand, also from its own surest readings, where it then reads other lines better."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest
from job_helpers import json_into
from numpy.typing import NDArray

from core.events import ignore_events
from core.imaging.normalise import normalise_line
from core.imaging.synth.corpus import english_words
from core.imaging.synth.word import render_word
from core.imaging.synth.writer import Writer
from core.lexicon.lexicon import Lexicon
from core.model.line_beam import LineLanguage
from core.model.line_reader import LINE_HEIGHT, LineReader
from core.recognition.line_language import line_language
from core.recognition.word_model import WordModel
from core.store.shipped_files import line_reader_path, load_line_reader
from core.training import line_reader_adaptation, line_reader_fitting
from core.training.line_reader_adaptation import adapt_line_reader
from core.training.line_reader_fitting import TranscribedLine, character_edits, fit_line_reader, unlearnt_images


def drawn_lines(count: int, pages: int = 5) -> list[TranscribedLine]:
    """Short lines of one drawn hand; the images of words are numbered."""
    rng, writer = np.random.default_rng(1), Writer.random(2)
    made = []
    for number in range(count):
        words = [str(word) for word in rng.choice(english_words()[:400], 2)]
        crops = [render_word(word, writer, rng) for word in words]
        height = max(crop.shape[0] for crop in crops) + 6
        row = np.full((height, sum(crop.shape[1] for crop in crops) + 60), 235, np.uint8)
        x = 10
        for crop in crops:
            top = (height - crop.shape[0]) // 2
            row[top : top + crop.shape[0], x : x + crop.shape[1]] = crop
            x += crop.shape[1] + 30
        strip = normalise_line(row, LINE_HEIGHT)
        made.append(TranscribedLine(strip, " ".join(words), number % pages, (2 * number, 2 * number + 1)))
    return made


@pytest.fixture(scope="module")
def reader() -> LineReader:
    return load_line_reader(line_reader_path())


@pytest.fixture(scope="module")
def drawn() -> list[TranscribedLine]:
    return drawn_lines(60)


def test_it_reads_pages_better_that_it_has_not_learnt_from(
    reader: LineReader, drawn: list[TranscribedLine], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(line_reader_fitting, "LINE_STAGES", (100,))
    before = reader.to_arrays()["reading.weight"].copy()
    events: list[dict[str, Any]] = []
    fitted = fit_line_reader(reader, drawn, 0, "cpu", json_into(events), lambda: False)
    assert fitted is not None
    assert np.array_equal(reader.to_arrays()["reading.weight"], before), "a copy has learnt"
    validation = {image for line in drawn for image in line.images if image in fitted.unlearnt}
    pages = {line.page for line in drawn if line.images[0] in validation}
    assert len(pages) == 1 and all((line.page in pages) == (line.images[0] in validation) for line in drawn)
    measured = [line for line in drawn if line.page in pages]
    assert character_edits(fitted.reader, measured).sum() < character_edits(reader, measured).sum()
    assert fitted.about["cer"] < fitted.about["cer_before"] and fitted.about["lines"] == 60 - len(measured)
    assert [event["done"] for event in events if event.get("part") == "line reader"] == [0, 1, 2]


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


@pytest.mark.parametrize(
    ("edits", "stages", "last_counts"),
    [
        ([30, 20, 19, 18], 3, True),
        # three lines better and two worse, by as much: no reason to end
        ([30, 20, [3, 4, 6, 5, 2], 18], 3, True),
        ([30, 20, 25, 18], 2, False),
        # the first stage is too short for a reader that knows the hand
        ([30, 35, 29, 28], 3, True),
    ],
)
def test_a_stage_counts_unless_lines_are_read_clearly_worse(
    edits: list[int | list[int]],
    stages: int,
    last_counts: bool,
    reader: LineReader,
    drawn: list[TranscribedLine],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    read = [np.array(of if isinstance(of, list) else [of // 5] * 5, np.int64) for of in edits]
    readers, shown = [reader], []

    def learn(before: LineReader, lines: object, passes: int, *rest: object) -> tuple[LineReader, int]:
        shown.append(passes)
        readers.append(LineReader.from_arrays(before.to_arrays(), before.alphabet))
        return readers[-1], passes

    monkeypatch.setattr(line_reader_fitting, "character_edits", lambda *of: read[0])
    monkeypatch.setattr(line_reader_fitting, "learn_lines", learn)
    monkeypatch.setattr(line_reader_fitting, "_best_mixture", lambda before, new, lines: (new, read[len(shown)]))
    fitted = fit_line_reader(reader, drawn, 0, "cpu", ignore_events, lambda: False)
    assert len(shown) == stages
    assert fitted is not None and fitted.reader is readers[-1 if last_counts else -2]


def test_few_lines_teach_nothing(reader: LineReader, drawn: list[TranscribedLine]) -> None:
    assert fit_line_reader(reader, drawn[:15], 0, "cpu", ignore_events, lambda: False) is None
    foreign = [TranscribedLine(line.strip, "漢字", line.page) for line in drawn]
    assert fit_line_reader(reader, foreign, 0, "cpu", ignore_events, lambda: False) is None


def test_of_few_pages_single_lines_are_for_validation(
    reader: LineReader, drawn: list[TranscribedLine], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(line_reader_fitting, "LINE_STAGES", (50,))
    one_page = [TranscribedLine(line.strip, line.text, 0, line.images) for line in drawn]
    fitted = fit_line_reader(reader, one_page, 0, "cpu", ignore_events, lambda: False)
    assert fitted is not None and 2 <= len(fitted.unlearnt) < len(drawn)


def test_texts_of_other_lines_are_not_learnt(
    reader: LineReader, drawn: list[TranscribedLine], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(line_reader_fitting, "LINE_STAGES", (40,))
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


@pytest.fixture(scope="module")
def language(reader: LineReader) -> LineLanguage:
    return line_language(WordModel.build([], Lexicon(english_words()[:400], reader.alphabet)), reader.alphabet)


@pytest.fixture(scope="module")
def slanted_lines() -> list[TranscribedLine]:
    """Lines of a hand that slants far, of which the line reader misreads one character in ten."""
    return [replace(line, strip=slanted(line.strip)) for line in drawn_lines(60)]


def slanted(strip: NDArray[np.uint8]) -> NDArray[np.uint8]:
    height, width = strip.shape
    shear = np.array([[1, -1, height], [0, 1, 0]], np.float32)
    return np.asarray(cv2.warpAffine(strip, shear, (width + height, height), borderValue=(255,)), np.uint8)


def test_it_reads_the_hand_better_without_any_text(
    reader: LineReader, language: LineLanguage, slanted_lines: list[TranscribedLine], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(line_reader_adaptation, "_SHOWN", 54)
    before = reader.to_arrays()["reading.weight"].copy()
    events: list[dict[str, Any]] = []
    strips = [line.strip for line in slanted_lines]
    adapted = adapt_line_reader(reader, strips, language, 0, "cpu", json_into(events), lambda: False)
    assert adapted is not None and adapted.lines == 54
    assert np.array_equal(reader.to_arrays()["reading.weight"], before), "a copy has learnt"
    assert character_edits(adapted.reader, slanted_lines).sum() < character_edits(reader, slanted_lines).sum()
    assert [event["done"] for event in events if event.get("part") == "line reader"] == [0, 1, 0, 1]


def test_the_surest_readings_are_learnt(
    reader: LineReader, language: LineLanguage, slanted_lines: list[TranscribedLine], monkeypatch: pytest.MonkeyPatch
) -> None:
    learnt: list[TranscribedLine] = []

    def learn(reader: LineReader, lines: list[TranscribedLine], passes: int, *_: Any) -> tuple[LineReader, int]:
        learnt.extend(lines)
        return reader, passes

    monkeypatch.setattr(line_reader_adaptation, "learn_lines", learn)
    monkeypatch.setattr(line_reader_adaptation, "_SHARE", 0.5)
    noise = [np.random.default_rng(n).integers(0, 255, slanted_lines[0].strip.shape, np.uint8) for n in range(30)]
    strips = [line.strip for line in slanted_lines[:40]]
    adapt_line_reader(reader, [*noise, *strips], language, 0, "cpu", ignore_events, lambda: False)
    assert len(learnt) >= 20
    assert not any(line.strip is strip for line in learnt for strip in noise), "what cannot be read teaches nothing"


def test_few_lines_and_a_stop_give_nothing(
    reader: LineReader, language: LineLanguage, slanted_lines: list[TranscribedLine], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(line_reader_adaptation, "_SHOWN", 54)
    strips = [line.strip for line in slanted_lines]
    assert adapt_line_reader(reader, strips[:20], language, 0, "cpu", ignore_events, lambda: False) is None
    events: list[dict[str, Any]] = []
    is_told = json_into(events)
    assert adapt_line_reader(reader, strips, language, 0, "cpu", is_told, lambda: bool(events)) is None
    assert adapt_line_reader(reader, strips, language, 0, "cpu", ignore_events, lambda: True) is None
