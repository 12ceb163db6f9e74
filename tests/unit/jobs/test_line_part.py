"""The line's part in a project: it changes stored predictions, nothing that a person typed, and no votes.

It is counted and repeatable, after a reading and after other thresholds, and is undone where it is not wanted.
"""

from __future__ import annotations

import math
import shutil
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from ensemble_helpers import latin
from gui_helpers import GATES, MODEL, make_project
from project_helpers import page_source

from core.errors import ModelFileError, Stopped
from core.events import ignore_events
from core.formats.records import LineRecord, WordRecord
from core.jobs.evaluation.evaluate import evaluate
from core.jobs.lines.line_part import LinePart, open_line_part, read_in_lines, wanted_line_part
from core.jobs.lines.line_voices import LineVoices
from core.jobs.recognition.recognise import InProcess, recognise
from core.jobs.recognition.revote_predictions import RevotedBlock, revote_block
from core.jobs.requests import EvaluateRequest, RecogniseRequest
from core.lexicon.lexicon import Lexicon
from core.project.content.line_words import is_line_part_wanted, lines_of_words, transcribed_lines, want_line_part
from core.project.content.models import get_model
from core.project.content.pages import list_lines, list_pages
from core.project.content.predictions import Prediction, iter_predictions, predictions_by_model, save_predictions
from core.project.content.transcriptions import set_transcription
from core.project.content.word_edits import NewWord, add_words, delete_words
from core.project.content.words import iter_words, labelled_words, word_ids
from core.project.import_sources import import_contents
from core.project.project import Project
from core.recognition.candidate_costs import changed_by_line
from core.recognition.vote_details import Candidate, MemberVote, decode_detail, decode_votes, encode_votes
from core.store.model_file import load_ensemble, save_ensemble
from core.store.summary import model_summary

TEXTS = [["it", "was", "the", "war"], ["it", "was", None, None], ["the", None, None]]
LEXICON = Lexicon(["it", "was", "the", "war"], latin())
NEIGHBOURS = {
    "weight": 1.0,
    "lines": 40,
    "words": 90,
    "right_before": 70,
    "right_after": 76,
    "changed": 9,
    "changed_right": 7,
    "costs": {"weights": [1.0, 0.0, 0.0, 0.0], "cap": 9.0, "growth": 0.0},
}
"""What an earlier version wrote of a model whose lines no line reader had read."""
READ = {"costs": {"weights": [1.0, 0.0, 0.0, 0.0, 1.0, 0.0], "cap": 9.0}, "calibration": [0.0, 1.0]}
COSTS = {"weights": [0.01, 0.0, 0.0, 0.01, 1.0, 0.0], "cap": 1.0}


def model(card: Any, members: Any = ()) -> Any:
    return SimpleNamespace(card={"context": card}, classes=("it", "was"), members=members)


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


def read_again(project: Project, line_part: LinePart, ids: Sequence[int], voices: Any = None) -> dict[int, str]:
    """Read stored predictions together with their lines and store them; return the words that were changed."""
    stored = list(iter_predictions(project, "m", ids))
    read = read_in_lines(project, stored, line_part, voices)
    save_predictions(project, "m", read)
    return {new.word_id: new.text for new, old in zip(read, stored, strict=True) if new.text != old.text}


def test_a_model_without_figures_about_lines_has_none(project: Project) -> None:
    calibrated = [SimpleNamespace(calibration=SimpleNamespace(is_seen=[True]))]
    deaf = READ | {"costs": {"weights": [1.0, 0.0, 0.0, 0.0, 0.0, 1.0], "cap": 9.0}}
    for card in (None, "x", NEIGHBOURS, NEIGHBOURS | {"weight": 0.0}, deaf):
        assert open_line_part(project, model(card, calibrated), LEXICON) is None
    for damage in ({"calibration": [1.0]}, {"costs": NEIGHBOURS["costs"]}, {"unlisted": 2}, {"calibration_cut": "x"}):
        with pytest.raises(ModelFileError, match=r"Calibrate it again|out of range"):
            open_line_part(project, model(READ | damage), LEXICON)


def test_figures_about_neighbours_beside_those_about_lines_are_ignored(project: Project) -> None:
    earlier = NEIGHBOURS | READ | {"costs": READ["costs"] | {"growth": 0.0}}  # type: ignore[operator]
    old, new = (open_line_part(project, model(card), LEXICON) for card in (earlier, READ))
    assert old is not None and new is not None and old.figures == new.figures


def test_the_starter_reads_a_list_in_another_language_with_other_weights(project: Project) -> None:
    french = Lexicon(["dans", "elle", "les", "lettre", "vous", "que", "sont"], latin())
    at_home, abroad = (open_line_part(project, model(None), lexicon) for lexicon in (french, LEXICON))
    assert at_home is not None and abroad is not None
    assert not at_home.figures.costs.counts_familiarity and abroad.figures.costs.counts_familiarity
    assert abroad.figures.costs.weights[5] > at_home.figures.costs.weights[5]
    reading = abroad.reading({"lettre": 1.0, "letter": 1.0})
    assert reading.familiarity("lettre") > reading.familiarity("letter")
    assert at_home.reading({"lettre": 1.0}).familiarity("lettre") == 0


def test_figures_of_a_model_count_as_they_are_whatever_the_language(project: Project) -> None:
    uncalibrated, calibrated = ((), [SimpleNamespace(calibration=SimpleNamespace(is_seen=[True]))])
    for members in (uncalibrated, calibrated):
        line_part = open_line_part(project, model(READ, members), LEXICON)
        assert line_part is not None
        assert line_part.figures.costs.weights == (*READ["costs"]["weights"], 0.0)  # type: ignore[index]


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
    line_part = open_line_part(project, model(READ), LEXICON)
    assert line_part is not None
    assert read_again(project, line_part, [first]) == {}, "nothing was read yet"
    voices: Any = Voices({"wax": 0.5, "war": 5.0, "was": 7.0})
    assert read_again(project, line_part, [first], voices) == {first: "wax"}
    found = predictions_by_model(project, first)["m"]
    assert found.status == "unlisted" and found.votes == 0 and found.confidence is not None and found.confidence > 0.9
    votes, costs = decode_detail(found.detail or b"")
    assert changed_by_line(found.text, votes)
    assert costs == {"wax": 0.5, "war": 5.0, "was": 7.0} and votes[0].choices[0].word == "was"
    predict(project, first, was=1.0, war=1.5)
    save_predictions(project, "m", [replace(predictions_by_model(project, first)["m"], detail=found.detail)])
    assert read_again(project, line_part, [first]) == {first: "wax"}, "from what was kept"
    beside = lines_of_words(project, word_ids(project))[1][3].word_id
    assert read_again(project, line_part, [beside], voices) == {}, "it has no prediction yet"
    set_transcription(project, first, "was")
    predict(project, first, was=1.0, war=1.5)
    assert read_again(project, line_part, [first], voices) == {}, "a person has typed it"


def test_a_word_that_was_cut_by_ductus_is_less_sure_than_one_that_was_given(tmp_path: Path) -> None:
    lines = (
        LineRecord((0, 0, 200, 30), baseline=((0, 25), (200, 25)), number=0),
        LineRecord((0, 30, 200, 30), ref="named", baseline=((0, 55), (200, 55)), number=1),
    )
    words = (WordRecord((10, 5, 30, 20), None, line=0), WordRecord((10, 35, 30, 20), None, line=1))
    card = READ | {"calibration_cut": [-1.0, 1.0]}
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
        line_part = open_line_part(project, model(card), LEXICON)
        assert line_part is not None
        read_again(project, line_part, ids, Voices({"was": 1.0, "war": 2.0}))
        sure = [predictions_by_model(project, word_id)["m"].confidence or 0 for word_id in ids]
    logits = [math.log(share / (1 - share)) for share in sure]
    assert logits == pytest.approx([logits[1] - 1, logits[1], logits[1] - 1])


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


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project whose model trusts the reading of lines, and hardly looks at distances."""
    folder = make_project(tmp_path_factory.mktemp("context") / "kit")
    with Project.open(folder) as by_chance:
        file = get_model(by_chance, MODEL).file
        ensemble = load_ensemble(file)
        card = ensemble.card | {"context": {"costs": COSTS, "calibration": [0.0, 1.0]}}
        save_ensemble(file, replace(ensemble, card=card), replace=True)
    return folder


@pytest.fixture
def by_chance(template: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Project]:
    """A copy, whose lines are read by chance."""

    def of_lines(voices: LineVoices, lines: Any) -> dict[int, Any]:
        return {word.word_id: None for line in lines for word in line}

    def costs(voices: LineVoices, voice_of: Any, listed: Mapping[int, Sequence[str]]) -> dict[int, dict[str, float]]:
        return {
            word_id: {word: zlib.crc32(f"{word_id} {word}".encode()) % 100 / 20 for word in listed[word_id]}
            for word_id in voice_of
        }

    monkeypatch.setattr(LineVoices, "of_lines", of_lines)
    monkeypatch.setattr(LineVoices, "costs", costs)
    folder = Path(shutil.copytree(template, tmp_path / template.name))
    with Project.open(folder) as by_chance:
        yield by_chance


def read(by_chance: Project, line_part: bool | None = None) -> int:
    result = recognise(by_chance, RecogniseRequest(words="all", line_part=line_part), ignore_events, lambda: False)
    return result.changed_by_context


def predictions(by_chance: Project) -> dict[int, Prediction]:
    return {prediction.word_id: prediction for prediction in iter_predictions(by_chance, MODEL, word_ids(by_chance))}


def changed(by_chance: Project) -> set[int]:
    return {
        word_id
        for word_id, each in predictions(by_chance).items()
        if changed_by_line(each.text, decode_votes(each.detail or b""))
    }


def revote_all(by_chance: Project, thres: int, *, with_lines: bool) -> int:
    summary = model_summary(get_model(by_chance, MODEL).file)
    line_part = wanted_line_part(by_chance, summary) if with_lines else None
    block, total = RevotedBlock(-1, 0, 0), 0
    while block.last is not None:
        block = revote_block(by_chance, MODEL, summary, [thres] * len(summary.members), block.last, line_part)
        total += block.changed
    return total


def test_reading_changes_words_that_nobody_typed_and_counts_them(by_chance: Project) -> None:
    assert read(by_chance, line_part=False) == 0 and not changed(by_chance)
    plain = predictions(by_chance)
    count = read(by_chance)
    found = changed(by_chance)
    assert count == len(found) > 0
    typed = {row.id for row in iter_words(by_chance, word_ids(by_chance)) if row.text is not None}
    assert typed and not found & typed
    for word_id, each in predictions(by_chance).items():
        before = plain[word_id]
        assert decode_votes(each.detail or b"") == decode_votes(before.detail or b"")
        assert (each.text != before.text) is (word_id in found)
        assert (each == before) is (word_id in typed)
        assert word_id in typed or (decode_detail(each.detail or b"")[1] and each.confidence is not None)
    want_line_part(by_chance, False)
    assert read(by_chance) == 0 and predictions(by_chance) == plain
    assert read(by_chance, line_part=True) == count, "asked for in so many words"


def test_what_a_stopped_reading_has_stored_was_read_together_with_its_lines(by_chance: Project) -> None:
    class Small(InProcess):
        block_size = 5

    read(by_chance)
    whole = {word_id: prediction.text for word_id, prediction in predictions(by_chance).items()}
    with by_chance.transaction() as connection:
        connection.execute("DELETE FROM prediction")
    with pytest.raises(Stopped):
        recognise(by_chance, RecogniseRequest(words="unread"), ignore_events, lambda: True, Small())
    kept = predictions(by_chance)
    assert kept and len(kept) < len(whole) and changed(by_chance)
    for word_id, prediction in kept.items():
        assert prediction.text == whole[word_id] and decode_detail(prediction.detail or b"")[1]


def test_other_thresholds_choose_with_the_line_again(by_chance: Project) -> None:
    read(by_chance)
    with_lines = predictions(by_chance)
    thres = model_summary(get_model(by_chance, MODEL).file).thres[0]
    assert revote_all(by_chance, thres, with_lines=True) == 0 and predictions(by_chance) == with_lines
    before = {word_id: each.text for word_id, each in predictions(by_chance).items()}
    moved = revote_all(by_chance, GATES + 1, with_lines=True)
    assert moved == sum(each.text != before[word_id] for word_id, each in predictions(by_chance).items())
    assert changed(by_chance)
    # without their lines all words are what the vote says, whether the thresholds have moved or not
    revote_all(by_chance, GATES + 1, with_lines=False)
    assert not changed(by_chance)


def test_the_app_asks_for_the_lines_part_only_where_it_is_wanted(by_chance: Project) -> None:
    summary = model_summary(get_model(by_chance, MODEL).file)
    assert wanted_line_part(by_chance, summary) is not None
    want_line_part(by_chance, False)
    assert wanted_line_part(by_chance, summary) is None
    want_line_part(by_chance, True)
    assert wanted_line_part(by_chance, replace(summary, card={})) is None


def test_evaluate_tells_what_lines_do_to_test_words(by_chance: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    before = predictions(by_chance)
    result = evaluate(by_chance, EvaluateRequest(), ignore_events, lambda: False)
    context = result["context"]
    assert context["changed"] > 0 and predictions(by_chance) == before
    listed = result["n_seen"] + result["n_unseen"]
    assert 0 <= context["right_after"] <= context["words"] == listed
    seen, unseen = (
        result[score] * result[n] if result[n] else 0 for score, n in (("A_s", "n_seen"), ("A_u", "n_unseen"))
    )
    assert context["right_before"] == round(seen + unseen)
    assert 0 <= context["line"] <= context["read"] == listed
    unread = result["unread"]["lines"]
    assert unread["right"] == context["right_after"] / listed != result["unread"]["right"], "nothing is left out"
    tested = [word for _, word in labelled_words(by_chance, "test")]
    monkeypatch.setattr("core.jobs.evaluation.evaluate.words_of_tests_only", lambda _: tested)
    without = evaluate(by_chance, EvaluateRequest(), ignore_events, lambda: False)["unread"]
    assert without["outside"] == listed and without["lines"]["A_o"] == without["lines"]["right"] <= unread["right"]
    want_line_part(by_chance, False)
    assert "lines" not in evaluate(by_chance, EvaluateRequest(), ignore_events, lambda: False)["unread"]
