"""The audit: its sample is random, as large as it must be, and found again in Review; intervals hold their level."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from project_helpers import crop_source
from scipy.stats import binomtest, hypergeom

from core.errors import InputError
from core.evaluation.audit import LEVEL, running_share, sample_size, share_interval
from core.project.content.audits import SETTING, audit_outcome, draw_audit, load_audit, open_suggestions
from core.project.content.history import undo
from core.project.content.models import model_path, register_model
from core.project.content.predictions import Prediction, save_predictions
from core.project.content.statistics import checked_since, suggestion_outcomes
from core.project.content.transcriptions import accept_predictions, set_transcription
from core.project.content.word_edits import delete_words, mark_not_a_word
from core.project.content.words import word_ids
from core.project.import_sources import import_contents
from core.project.project import Project
from core.project.query.word_query import find_words

MODEL = "trial"


def add_model(project: Project, name: str, created_at: str) -> None:
    path = model_path(project, name)
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(b"no model: nothing here is recognised")
    register_model(project, name)
    with project.transaction() as connection:
        connection.execute("UPDATE model SET created_at = ? WHERE name = ?", (created_at, name))


def predict(project: Project, name: str, text: str, confidence: float | None = None) -> None:
    ids = word_ids(project)
    save_predictions(
        project,
        name,
        [
            Prediction(i, text, "seen", 1, 1, 0.1, (n + 1) / 40 if confidence is None else confidence, None)
            for n, i in enumerate(ids)
        ],
    )


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    """Forty words suggested as "the", with confidences of 1/40, 2/40 ... 1."""
    with Project.create(tmp_path / "kit") as project:
        import_contents(project, crop_source(tmp_path / "source", [None] * 40))
        add_model(project, MODEL, "2020-01-01T00:00:00.000+00:00")
        predict(project, MODEL, "the")
        yield project


def test_sample_is_drawn_from_unchecked_suggestions_that_are_confident_enough(project: Project) -> None:
    ids = word_ids(project)
    set_transcription(project, ids[39], "the")
    mark_not_a_word(project, [ids[38]])
    found = open_suggestions(project, MODEL, 0.5)
    assert found.count == 19 and found.mean_confidence == pytest.approx(29 / 40)
    audit = draw_audit(project, MODEL, 8, least=0.5, target=0.95, seed=1)
    assert (audit.population, len(audit.words), set(audit.words.values())) == (19, 8, {"the"})
    assert set(audit.words) <= set(ids[19:38])
    assert load_audit(project) == audit
    assert open_suggestions(project, MODEL).count == 38
    assert open_suggestions(project, "other").count == 0


def test_every_word_is_drawn_as_often(project: Project) -> None:
    ids, drawn = word_ids(project), dict.fromkeys(word_ids(project), 0)
    for seed in range(200):
        for word_id in draw_audit(project, MODEL, 10, least=None, target=0.9, seed=seed).words:
            drawn[word_id] += 1
    # binomial with 200 trials of 1/4: 50 and a standard deviation of 6
    assert len(ids) == 40 and min(drawn.values()) >= 25 and max(drawn.values()) <= 75


def test_sample_is_not_larger_than_what_there_is(project: Project) -> None:
    assert len(draw_audit(project, MODEL, 500, least=None, target=0.9).words) == 40
    with pytest.raises(InputError, match="nothing to draw"):
        draw_audit(project, MODEL, 5, least=1.5, target=0.9)


def test_outcome_counts_what_a_person_gave_and_undo_takes_it_back(project: Project) -> None:
    audit = draw_audit(project, MODEL, 6, least=None, target=0.9, seed=2)
    first, second, third, fourth, fifth, sixth = audit.words
    assert audit_outcome(project, audit).checked == 0
    accept_predictions(project, [first], MODEL)
    set_transcription(project, second, "then")
    mark_not_a_word(project, [third])
    delete_words(project, [fourth])
    outcome = audit_outcome(project, audit)
    assert (outcome.checked, outcome.right, set(outcome.open_ids)) == (4, 1, {fifth, sixth})
    undo(project)
    undo(project)
    assert audit_outcome(project, audit).checked == 2


def test_later_suggestions_do_not_change_the_outcome(project: Project) -> None:
    audit = draw_audit(project, MODEL, 3, least=None, target=0.9, seed=3)
    predict(project, MODEL, "then")
    for word_id in audit.words:
        set_transcription(project, word_id, "the")
    assert audit_outcome(project, audit).right == 3


def test_filter_finds_the_words_of_the_sample(project: Project) -> None:
    assert find_words(project, "audit", MODEL) == []
    audit = draw_audit(project, MODEL, 5, least=None, target=0.9)
    assert set(find_words(project, "audit", MODEL)) == set(audit.words)
    set_transcription(project, next(iter(audit.words)), "the")
    assert len(find_words(project, "audit", MODEL, unchecked_only=True)) == 4


@pytest.mark.parametrize("stored", ["text", {"words": []}, {"words": {"a": "the"}}, {"model": "trial"}, [1]])
def test_damaged_sample_counts_as_none(project: Project, stored: object) -> None:
    project.set_setting(SETTING, stored)
    assert load_audit(project) is None and find_words(project, "audit", MODEL) == []


def test_outcomes_are_those_of_the_newest_model_that_cannot_have_learnt_the_word(project: Project) -> None:
    ids = word_ids(project)
    add_model(project, "later", "2999-01-01T00:00:00.000+00:00")
    predict(project, "later", "then")
    add_model(project, "second", "2021-01-01T00:00:00.000+00:00")
    predict(project, "second", "and")
    set_transcription(project, ids[0], "and")
    set_transcription(project, ids[1], "the")
    set_transcription(project, ids[2], "and")
    assert suggestion_outcomes(project) == [True, False, True]


def test_checked_words_are_counted_from_a_time_on_without_imported_ones(project: Project) -> None:
    ids = word_ids(project)
    set_transcription(project, ids[0], "the")
    set_transcription(project, ids[1], "the", "imported")
    assert checked_since(project, "2020-01-01") == 1 and checked_since(project, "2999-01-01") == 0


def test_interval_agrees_with_the_tails_of_the_hypergeometric_distribution() -> None:
    population, checked, right = 500, 80, 71
    low, high = share_interval(right, checked, population)
    least, most = round(low * population), round(high * population)
    assert hypergeom.sf(right - 1, population, least, checked) > 0.025
    assert hypergeom.sf(right - 1, population, least - 1, checked) <= 0.025
    assert hypergeom.cdf(right, population, most, checked) > 0.025
    assert hypergeom.cdf(right, population, most + 1, checked) <= 0.025


def test_interval_of_a_huge_collection_is_that_of_clopper_and_pearson() -> None:
    exact = binomtest(190, 200).proportion_ci(0.95, "exact")
    low, high = share_interval(190, 200, 10_000_000)
    assert (low, high) == pytest.approx((exact.low, exact.high), abs=1e-4)


@pytest.mark.parametrize("right, checked, population", [(0, 40, 40), (40, 40, 40), (25, 40, 40), (1, 1, 1)])
def test_interval_has_no_width_where_all_were_checked(right: int, checked: int, population: int) -> None:
    assert share_interval(right, checked, population) == (right / population, right / population)


def test_interval_contains_the_share_and_shrinks_with_the_sample() -> None:
    assert share_interval(0, 0, 100) == (0.0, 1.0)
    widths = []
    for checked in (10, 50, 200, 900):
        low, high = share_interval(checked * 9 // 10, checked, 1000)
        assert low <= 0.9 <= high
        widths.append(high - low)
    assert widths == sorted(widths, reverse=True)
    assert share_interval(0, 30, 1000)[0] == 0 and share_interval(30, 30, 1000)[1] == 1


@pytest.mark.parametrize("arguments", [(2, 1, 5), (-1, 3, 5), (1, 6, 5), (0, 0, 0)])
def test_impossible_counts_are_refused(arguments: tuple) -> None:
    with pytest.raises(ValueError):
        share_interval(*arguments)


def test_intervals_of_a_thousand_collections_hold_their_level() -> None:
    """The truth may be missed as often as the level allows; three standard deviations are chance."""
    rng = np.random.default_rng(25)
    covered, collections = 0, 1000
    for _ in range(collections):
        population = int(rng.integers(50, 20_000))
        marked = int(rng.binomial(population, rng.uniform(0.5, 1.0)))
        checked = int(rng.integers(10, min(population, 400) + 1))
        right = int(rng.hypergeometric(marked, population - marked, checked))
        low, high = share_interval(right, checked, population)
        covered += low <= marked / population <= high
    least = LEVEL - 3 * (LEVEL * (1 - LEVEL) / collections) ** 0.5
    assert covered / collections >= least


def test_sample_is_large_enough_and_not_much_larger() -> None:
    for population, half_width, share in ((10_000, 0.03, 0.95), (10_000, 0.05, 0.5), (300, 0.02, 0.9)):
        size = sample_size(population, half_width, share)
        low, high = share_interval(round(share * size), size, population)
        assert (high - low) / 2 <= half_width
        fewer = int(size * 0.9)
        low, high = share_interval(round(share * fewer), fewer, population)
        assert (high - low) / 2 > half_width


def test_sample_grows_with_what_is_asked_and_never_beyond_the_collection() -> None:
    assert sample_size(10_000, 0.03, 0.95) < sample_size(10_000, 0.03) < sample_size(10_000, 0.02)
    assert sample_size(100, 0.001) == 100 and sample_size(1, 0.5) == 1
    with pytest.raises(ValueError):
        sample_size(0, 0.1)
    with pytest.raises(ValueError):
        sample_size(10, 0.0)


def test_planned_samples_give_intervals_of_the_planned_width() -> None:
    rng = np.random.default_rng(3)
    population, share, half_width = 5000, 0.93, 0.03
    size, marked = sample_size(population, half_width, share), round(5000 * share)
    widths = []
    for _ in range(200):
        right = int(rng.hypergeometric(marked, population - marked, size))
        low, high = share_interval(right, size, population)
        widths.append((high - low) / 2)
    assert np.mean(widths) == pytest.approx(half_width, rel=0.1)


def test_running_share_is_that_of_the_last_words() -> None:
    after, share = running_share([True, False, True, True], window=2)
    assert after.tolist() == [2, 3, 4] and share.tolist() == [0.5, 0.5, 1.0]
    assert len(running_share([True], window=2)[0]) == 0
    with pytest.raises(ValueError):
        running_share([], window=0)
