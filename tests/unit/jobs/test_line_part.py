"""Context in a project: lines change stored predictions, but nothing that a person typed, and no stored votes."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from ensemble_helpers import latin
from project_helpers import page_source

from core.errors import ModelFileError
from core.formats.records import LineRecord, WordRecord
from core.jobs.lines.line_part import LinePart, apply_line_part, line_part_figures, open_line_part
from core.lexicon.lexicon import Lexicon
from core.project.content.line_words import is_line_part_wanted, lines_of_words, transcribed_lines, want_line_part
from core.project.content.pages import list_lines, list_pages
from core.project.content.predictions import Prediction, predictions_by_model, save_predictions
from core.project.content.transcriptions import set_transcription
from core.project.content.word_edits import NewWord, add_words, delete_words
from core.project.content.words import word_ids
from core.project.importing.import_sources import import_contents
from core.project.project import Project
from core.recognition.candidate_costs import changed_by_line
from core.recognition.vote_details import Candidate, MemberVote, decode_detail, decode_votes, encode_votes

TEXTS = [["it", "was", "the", "war"], ["it", "was", None, None], ["the", None, None]]
LEXICON = Lexicon(["it", "was", "the", "war"], latin())
CARD = {
    "context": {
        "weight": 1.0,
        "lines": 40,
        "words": 90,
        "right_before": 70,
        "right_after": 76,
        "changed": 9,
        "changed_right": 7,
        "costs": {"weights": [1.0, 0.0, 0.0, 0.0], "cap": 9.0, "growth": 0.0},
    }
}
CALIBRATED = [SimpleNamespace(calibration=SimpleNamespace(is_seen=[True]))]
MODEL: Any = SimpleNamespace(card=CARD, classes=("it", "was"))


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    words = tuple(
        WordRecord((10 + 40 * column, 10 + 30 * row, 30, 20), text, line=row + 1)
        for row, line in enumerate(TEXTS)
        for column, text in enumerate(line)
    )
    with Project.create(tmp_path / "kit") as project:
        import_contents(project, page_source(tmp_path / "source", *words), role="train")
        yield project


def predict(project: Project, word_id: int, **distances: float) -> None:
    """Store a prediction: the nearest of the words, by two members."""
    listed = tuple(Candidate(*pair) for pair in sorted(distances.items(), key=lambda pair: pair[1]))
    votes = [MemberVote(5, 6, 3, True, listed, ())] * 2
    first = listed[0]
    save_predictions(
        project, "m", [Prediction(word_id, first.word, "seen", 2, 2, first.distance, 0.5, encode_votes(votes))]
    )


def opened(project: Project) -> LinePart:
    context = open_line_part(project, MODEL, LEXICON)
    assert context is not None
    return context


def test_a_neighbour_changes_the_reading_and_the_votes_stay(project: Project) -> None:
    ids = word_ids(project)
    after_the = ids[9]  # "the ?" on the third line; "the war" was read on the first
    predict(project, after_the, was=1.0, war=1.1)
    votes = predictions_by_model(project, after_the)["m"].detail
    assert apply_line_part(project, "m", opened(project), ids) == {after_the: "war"}
    found = predictions_by_model(project, after_the)["m"]
    assert (found.text, found.status, found.votes, found.members) == ("war", "unseen", 0, 2)
    assert found.distance == pytest.approx(1.1) and found.confidence == pytest.approx(8 / 11)
    assert found.detail == votes and changed_by_line(found.text, decode_votes(votes or b""))


def test_what_a_person_typed_is_known_and_never_changed(project: Project) -> None:
    ids = word_ids(project)
    first, second = ids[9:11]
    predict(project, first, was=1.0, war=1.1)
    set_transcription(project, first, "was")
    assert apply_line_part(project, "m", opened(project), ids) == {}
    assert predictions_by_model(project, first)["m"].text == "was"
    # the typed word is the neighbour of the next one: "was the" was read
    predict(project, second, it=1.0, the=1.1)
    assert apply_line_part(project, "m", opened(project), [second]) == {second: "the"}


def test_only_the_words_asked_for_are_changed_but_all_take_part(project: Project) -> None:
    ids = word_ids(project)
    predict(project, ids[9], was=1.0, war=1.1)
    predict(project, ids[10], it=1.0, the=1.1)
    assert set(apply_line_part(project, "m", opened(project), [ids[10]])) <= {ids[10]}
    assert predictions_by_model(project, ids[9])["m"].text == "was"


def test_a_model_that_context_does_not_help_has_none(project: Project) -> None:
    def model(card: dict[str, Any]) -> Any:
        return SimpleNamespace(card=card, classes=(), members=CALIBRATED)

    for card in ({}, {"context": {**CARD["context"], "weight": 0.0}}, {"context": "x"}):
        assert open_line_part(project, model(card), LEXICON) is None
    damaged = {"context": {**CARD["context"], "changed": 3}}
    with pytest.raises(ModelFileError, match="Calibrate it again"):
        open_line_part(project, model(damaged), LEXICON)


READ = {
    "weight": 0.0,
    "costs": {"weights": [1.0, 0.0, 0.0, 0.0, 1.0, 0.0], "cap": 9.0, "growth": 0.0},
    "calibration": [0.0, 1.0],
}


class Voices:
    """A reading of lines that says of every word what it was made with."""

    def __init__(self, costs: dict[str, float]) -> None:
        self._costs = costs

    def of_lines(self, lines: Any) -> dict[int, Any]:
        return {word.word_id: None for line in lines for word in line}

    def costs(self, voices: dict[int, Any], further: Any) -> dict[int, dict[str, float]]:
        return dict.fromkeys(voices, self._costs)


def test_the_reading_of_a_line_is_kept_with_the_votes_and_counts_again_without_the_scan(project: Project) -> None:
    first = lines_of_words(project, word_ids(project))[1][2].word_id
    predict(project, first, was=1.0, war=1.5)
    context = open_line_part(project, SimpleNamespace(card={"context": READ}, classes=("it", "was")), LEXICON)  # type: ignore[arg-type]
    assert context is not None and context.is_read
    assert apply_line_part(project, "m", context, [first]) == {}, "nothing was read yet"
    voices: Any = Voices({"wax": 0.5, "war": 5.0, "was": 7.0})
    assert apply_line_part(project, "m", context, [first], voices) == {first: "wax"}
    found = predictions_by_model(project, first)["m"]
    assert found.status == "unlisted" and found.votes == 0 and found.confidence is not None and found.confidence > 0.9
    votes, costs = decode_detail(found.detail or b"")
    assert costs == {"wax": 0.5, "war": 5.0, "was": 7.0} and votes[0].choices[0].word == "was"
    predict(project, first, was=1.0, war=1.5)
    save_predictions(project, "m", [replace(predictions_by_model(project, first)["m"], detail=found.detail)])
    assert apply_line_part(project, "m", context, [first]) == {first: "wax"}, "from what was kept"
    typed = lines_of_words(project, word_ids(project))[0][0].word_id
    assert typed not in apply_line_part(project, "m", context, [typed], voices), "a person has typed it"


def test_a_word_that_was_cut_by_ductus_is_less_sure_than_one_that_was_given(tmp_path: Path) -> None:
    lines = (
        LineRecord((0, 0, 200, 30), baseline=((0, 25), (200, 25)), number=0),
        LineRecord((0, 30, 200, 30), ref="named", baseline=((0, 55), (200, 55)), number=1),
    )
    words = (WordRecord((10, 5, 30, 20), None, line=0), WordRecord((10, 35, 30, 20), None, line=1))
    card = {"context": READ | {"calibration_cut": [-1.0, 1.0]}}
    with Project.create(tmp_path / "kit") as project:
        import_contents(project, page_source(tmp_path / "source", *words, lines=lines))
        found, given = word_ids(project)
        (page,) = list_pages(project)
        named = next(line.id for line in list_lines(project, page.id) if line.ref is not None)
        (cut,) = add_words(project, page.id, [NewWord((60, 35, 30, 20), line=1, line_id=named)])
        ids = [found, given, cut]
        assert [word.is_cut for line in lines_of_words(project, ids) for word in line] == [True, False, True]
        for word_id in ids:
            predict(project, word_id, was=1.0, war=1.5)
        context = open_line_part(project, SimpleNamespace(card=card, classes=()), LEXICON)  # type: ignore[arg-type]
        assert context is not None
        apply_line_part(project, "m", context, ids, Voices({"was": 1.0, "war": 2.0}))  # type: ignore[arg-type]
        sure = [predictions_by_model(project, word_id)["m"].confidence or 0 for word_id in ids]
    logits = [math.log(share / (1 - share)) for share in sure]
    assert logits == pytest.approx([logits[1] - 1, logits[1], logits[1] - 1])


def test_figures_tell_what_was_corrected_and_what_spoilt() -> None:
    figures = line_part_figures(CARD)
    assert figures is not None and (figures.lines, figures.corrected, figures.spoilt) == (40, 7, 1)
    assert line_part_figures({}) is None and line_part_figures({"context": {"weight": 1}}) is None


def test_the_setting_is_on_until_it_is_switched_off(project: Project) -> None:
    assert is_line_part_wanted(project)
    want_line_part(project, False)
    assert not is_line_part_wanted(project)
    want_line_part(project, True)
    assert is_line_part_wanted(project)


def test_lines_are_in_reading_order_and_without_deleted_words(project: Project) -> None:
    ids = word_ids(project)
    texts = [[word.text for word in line] for line in lines_of_words(project, ids)]
    assert texts == TEXTS
    assert [[word.word_id for word in line] for line in lines_of_words(project, [ids[5]])] == [ids[4:8]]
    delete_words(project, [ids[4], ids[8]])
    assert [[word.text for word in line] for line in transcribed_lines(project, "train")] == [TEXTS[0], TEXTS[1][1:]]
