"""The starter model adapted to a handwriting: which readings it learns from, and what decides the result."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from ensemble_helpers import latin
from hypothesis import given
from hypothesis import strategies as st
from job_helpers import json_into
from numpy.typing import NDArray

from core.errors import InputError, Stopped
from core.events import ignore_events
from core.imaging.normalise import normalise_all
from core.imaging.synth.word import render_word
from core.imaging.synth.writer import Writer
from core.lexicon.lexicon import Lexicon
from core.model.ensemble import Ensemble
from core.model.precision import VARIABLE
from core.recognition.evidence import find_words
from core.store.model_file import NO_CLASSES, load_ensemble, member_digest, save_ensemble
from core.store.starter import load_starter, starter_path
from core.training import adaptation
from core.training.adaptation import AdaptationSettings, adapt, surest_readings
from core.training.checkpoints import RunFolder
from core.training.starter_init import starter_ensemble

WORDS = ("letter", "captain", "river", "and", "the", "winter", "orders", "company", "regiment", "received")
QUICK = AdaptationSettings(shares=(0.5, 0.6), steps=4)
IMAGES = 40


@pytest.fixture(scope="module", autouse=True)
def few_images() -> Iterator[None]:
    """Let so many images suffice, in a precision that every processor has: figures are then those of any machine."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(VARIABLE, "float32")
        patch.setattr(adaptation, "MIN_IMAGES", IMAGES)
        yield


@given(st.lists(st.tuples(st.floats(0, 50, width=32), st.floats(0, 20, width=32), st.integers(1, 20)), min_size=2))
def test_a_reading_that_is_surer_in_both_comes_first(rows: list[tuple[float, float, int]]) -> None:
    nearest, lead, lengths = (np.array(column) for column in zip(*rows, strict=True))
    distances = np.stack([nearest, nearest + lead], axis=1).astype(np.float32)
    order = surest_readings(distances, nearest.astype(np.float32), lengths.astype(np.int64)).tolist()
    assert sorted(order) == list(range(len(rows)))
    leads = distances[:, 1].astype(np.float64) - distances[:, 0]
    costs = nearest.astype(np.float32) / lengths
    for before, after in pairwise(order):
        assert not (leads[after] > leads[before] and costs[after] < costs[before])


@pytest.fixture(scope="module")
def images() -> NDArray[np.uint8]:
    rng = np.random.default_rng(3)
    words = [WORDS[number % len(WORDS)] for number in range(IMAGES)]
    return normalise_all([render_word(word, Writer(), rng) for word in words])


@pytest.fixture(scope="module")
def starter() -> Ensemble:
    return starter_ensemble(load_starter(starter_path()), latin())


@pytest.fixture(scope="module")
def lexicon() -> Lexicon:
    return Lexicon([*WORDS, "ridge", "comply", "cabin"], latin())


@pytest.fixture(scope="module")
def events() -> list[dict[str, Any]]:
    return []


@pytest.fixture(scope="module")
def adapted(
    starter: Ensemble,
    images: NDArray[np.uint8],
    lexicon: Lexicon,
    events: list[dict[str, Any]],
    tmp_path_factory: pytest.TempPathFactory,
) -> Ensemble:
    folder = tmp_path_factory.mktemp("adapted")
    return adapt(starter, images, lexicon, QUICK, 1, "cpu", RunFolder(folder), json_into(events), lambda: False)


def test_its_own_readings_fit_better_afterwards(
    starter: Ensemble, adapted: Ensemble, images: NDArray[np.uint8], lexicon: Lexicon, tmp_path: Path
) -> None:
    path = tmp_path / "adapted.h5"
    save_ensemble(path, adapted)
    costs = []
    for ensemble in (starter, load_ensemble(path)):
        (member,) = ensemble.members
        found = find_words(member, ensemble, member.learner.embed(images), lexicon, keep=1)
        costs.append(float(found.unseen_distances.mean()))
    assert costs[1] < 0.95 * costs[0]


def test_the_card_tells_from_what_it_learnt(adapted: Ensemble, lexicon: Lexicon) -> None:
    told = adapted.card["adapted"]
    assert (told["images"], told["lexicon"], told["seed"], told["steps"]) == (IMAGES, len(lexicon), 1, 4)
    assert adapted.card["precision"] == "float32"
    assert adapted.card["manifest"] == [member_digest(adapted.members[0])]
    assert not len(adapted.members[0].trained_on) and adapted.classes == NO_CLASSES


def test_progress_covers_all_rounds(adapted: Ensemble, events: list[dict[str, Any]]) -> None:
    steps = [(event["done"], event["total"]) for event in events if event["event"] == "progress"]
    total = steps[-1][1]
    assert steps == [(done, total) for done in range(1, total + 1)]
    notes = [event["text"] for event in events if event["event"] == "note"]
    assert ["20 of 40" in notes[0], "24 of 40" in notes[1]] == [True, True]


def stop_in_second_round(seen: list[dict[str, Any]]) -> Callable[[], bool]:
    return lambda: sum(event["event"] == "note" for event in seen) == 2


def test_a_stopped_adaptation_goes_on_with_the_round_it_was_in(
    starter: Ensemble, adapted: Ensemble, images: NDArray[np.uint8], lexicon: Lexicon, tmp_path: Path
) -> None:
    seen: list[dict[str, Any]] = []
    with pytest.raises(Stopped, match="round 2 of 2"):
        adapt(
            starter, images, lexicon, QUICK, 1, "cpu", RunFolder(tmp_path), json_into(seen), stop_in_second_round(seen)
        )
    again: list[dict[str, Any]] = []
    resumed = adapt(starter, images, lexicon, QUICK, 1, "cpu", RunFolder(tmp_path), json_into(again), lambda: False)
    assert [event["text"][:12] for event in again if event["event"] == "note"] == ["Round 2 of 2"]
    assert member_digest(resumed.members[0]) == member_digest(adapted.members[0])


def test_a_round_of_other_images_or_a_damaged_one_is_not_continued(
    starter: Ensemble, images: NDArray[np.uint8], lexicon: Lexicon, tmp_path: Path
) -> None:
    one_round = AdaptationSettings(shares=(0.5,), steps=2)

    def rounds(words: Lexicon) -> int:
        seen: list[dict[str, Any]] = []
        adapt(starter, images, words, one_round, 1, "cpu", RunFolder(tmp_path), json_into(seen), lambda: False)
        return sum(event["event"] == "note" for event in seen)

    assert (rounds(lexicon), rounds(lexicon)) == (1, 0)
    assert rounds(Lexicon([*lexicon.words, "more"], latin())) == 1
    (tmp_path / "round-1.h5").write_bytes(b"damaged")
    assert rounds(lexicon) == 1


def test_too_few_images_with_ink_are_refused(
    starter: Ensemble, images: NDArray[np.uint8], lexicon: Lexicon, tmp_path: Path
) -> None:
    faint = np.concatenate([images[1:], np.full_like(images[:20], 255)])
    with pytest.raises(InputError, match=f"{IMAGES - 1}"):
        adapt(starter, faint, lexicon, QUICK, 1, "cpu", RunFolder(tmp_path), ignore_events, lambda: False)
