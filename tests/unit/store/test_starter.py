"""The starter model: a reader that begins with it, the digests of what it learnt from, and its use in a project."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from core.cli.main import main
from core.errors import InputError, ModelFileError
from core.events import ignore_events
from core.formats.records import CropRecord, SourceContents
from core.imaging.normalise import normalise_all
from core.imaging.read import read_gray
from core.imaging.synth.word import render_word
from core.imaging.synth.writer import Writer
from core.jobs.recognition.recognise import recognise
from core.jobs.recognition.revote_predictions import revote_block
from core.jobs.recognition.starter import StarterReadiness, add_starter, starter_readiness
from core.jobs.requests import RecogniseRequest
from core.jobs.training.train import train
from core.lexicon.alphabet import Alphabet, load_alphabet
from core.model.learner import learner_from_arrays, new_learner
from core.project.content.lexicon import add_words
from core.project.content.models import get_model, is_starter
from core.project.content.predictions import predictions_by_model
from core.project.content.word_edits import delete_words
from core.project.content.words import word_ids
from core.project.import_sources import import_contents
from core.project.project import Project
from core.project.query.word_query import find_words
from core.store import starter_sources
from core.store.starter import Starter, load_starter, starter_digest
from core.store.starter_sources import (
    SOURCES,
    STARTER_ITSELF,
    images_learnt_before,
    load_starter_sources,
    met_by_starter_of,
    read_starter_sources,
    starter_sources_path,
    word_digests,
)
from core.store.summary import model_summary
from core.store.tree import write_part, write_tree
from core.training.presets import preset
from core.training.samples import image_hashes
from core.training.starter_init import transfer_weights
from core.training.train_request import TrainRequest
from research.starter.list_sources import joined, save_sources, sources_of
from research.starter.make import save

LATIN, WIDE = load_alphabet("latin"), load_alphabet("latin-extended")
NO_IMAGES = np.zeros(0, np.uint64)
ITSELF = {"preset": {"name": STARTER_ITSELF}}


def starter(alphabet: Alphabet = WIDE) -> Starter:
    return Starter(alphabet, new_learner("phosc-ctc", alphabet, "cosine", 3).to_arrays(), {})


def test_weights_are_off_by_at_most_half_a_step_of_their_rows(tmp_path: Path) -> None:
    made = starter()
    save(tmp_path / "s.h5", learner_from_arrays("phosc-ctc", made.arrays, WIDE, "cosine"), {"pictures": 7})
    back = load_starter(tmp_path / "s.h5")
    assert back.alphabet == WIDE
    assert back.about == {"pictures": 7}
    assert set(back.arrays) == set(made.arrays)
    for name, array in made.arrays.items():
        step = np.abs(array.reshape(len(array), -1)).max(axis=1) / 127 if array.ndim > 1 else np.abs(array) / 500
        off = np.abs(back.arrays[name] - array).reshape(*step.shape, -1)
        assert (off <= step[..., None] / 2 + 1e-6).all(), name


def test_another_file_is_no_starter(tmp_path: Path) -> None:
    write_tree(tmp_path / "m.h5", {"format": "ductus-model", "version": 1}, {"a": np.zeros(3)})
    with pytest.raises(ModelFileError, match="expects another kind of file"):
        load_starter(tmp_path / "m.h5")


def test_the_same_alphabet_takes_all_over() -> None:
    made = starter()
    fresh = new_learner("phosc-ctc", WIDE, "cosine", 4).to_arrays()
    warm = transfer_weights(made, fresh, WIDE)
    for name in fresh:
        np.testing.assert_array_equal(warm[name], made.arrays[name])


def test_a_letter_is_found_by_its_name_in_another_alphabet() -> None:
    made = starter()
    warm = transfer_weights(made, new_learner("phosc-ctc", LATIN, "cosine", 4).to_arrays(), LATIN)
    for character in ("a", "z", "Q"):
        here = 1 + sorted(LATIN.encodable).index(character)
        there = 1 + sorted(WIDE.encodable).index(character)
        np.testing.assert_array_equal(warm["spelling.weight"][here], made.arrays["spelling.weight"][there])
    # the second of three parts of the word, the shape "circle"
    here = (1 + 2 + 1) * 0 + (1 + 2) * len(LATIN.shapes) + len(LATIN.shapes) + LATIN.shapes.index("circle")
    there = (1 + 2) * len(WIDE.shapes) + len(WIDE.shapes) + WIDE.shapes.index("circle")
    np.testing.assert_array_equal(warm["phos.weight"][here], made.arrays["phos.weight"][there])
    # the first half of the word, the letter "e"
    here, there = LATIN.units.index("e"), WIDE.units.index("e")
    np.testing.assert_array_equal(warm["letters.bias"][here], made.arrays["letters.bias"][there])
    # the pair "th" in the second half
    here = LATIN.phoc_dim + len(LATIN.bigrams) + LATIN.bigrams.index("th")
    there = WIDE.phoc_dim + len(WIDE.bigrams) + WIDE.bigrams.index("th")
    np.testing.assert_array_equal(warm["letters.weight"][here], made.arrays["letters.weight"][there])


def test_the_trunk_goes_over_and_the_network_reads() -> None:
    made = starter()
    warm = transfer_weights(made, new_learner("compact", LATIN, "cosine", 4).to_arrays(), LATIN)
    np.testing.assert_array_equal(warm["block3.conv1.weight"], made.arrays["block3.conv1.weight"])
    learner = learner_from_arrays("compact", warm, LATIN, "cosine")
    assert learner.embed(np.full((1, 50, 250), 255, np.uint8)).shape == (1, LATIN.dim)


def test_what_the_starter_does_not_know_stays_fresh() -> None:
    made = starter(LATIN)
    fresh = new_learner("phosc-ctc", WIDE, "cosine", 4).to_arrays()
    warm = transfer_weights(made, fresh, WIDE)
    unknown = 1 + sorted(WIDE.encodable).index("ß")
    np.testing.assert_array_equal(warm["spelling.weight"][unknown], fresh["spelling.weight"][unknown])
    other = replace(LATIN, phoc_levels=(7,))
    warm = transfer_weights(starter(other), new_learner("phosc-ctc", LATIN, "cosine", 4).to_arrays(), LATIN)
    assert np.isfinite(warm["letters.weight"]).all()


def test_there_is_none_for_the_large_network() -> None:
    with pytest.raises(InputError, match="no starter"):
        preset("paper-15").changed(starter=True)


def test_words_are_met_in_any_capitals_and_unicode_form(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sources = sources_of(["Letter", "cafe\u0301", "letter"], NO_IMAGES)
    assert len(sources.words) == 2
    save_sources(tmp_path / "w.h5", sources, [starter_digest()], {})
    monkeypatch.setattr(starter_sources, "starter_sources_path", lambda: tmp_path / "w.h5")
    met = met_by_starter_of(ITSELF, ["LETTER", "caf\u00e9", "lette", "letters"])
    assert met is not None and met.tolist() == [True, True, False, False]


def test_sources_of_the_starter_that_it_began_with_are_kept(tmp_path: Path) -> None:
    first = sources_of(["ink", "pen"], np.array([5, 3, 5], np.uint64))
    save_sources(tmp_path / "first.h5", first, ["first"], {"fonts": 2})
    card, earlier = read_starter_sources(tmp_path / "first.h5")
    assert (card["words"], card["images"], card["about"]) == (2, 2, {"fonts": 2})
    both = joined(sources_of(["pen", "nib"], np.array([4], np.uint64)), earlier)
    save_sources(tmp_path / "second.h5", both, ["second"], {})
    kept = load_starter_sources(tmp_path / "second.h5", "second")
    assert kept is not None and set(kept.words.tolist()) == set(word_digests(["ink", "pen", "nib"]).tolist())
    assert kept.images.tolist() == [3, 4, 5]


def test_a_list_of_another_starter_or_none_says_nothing(tmp_path: Path) -> None:
    save_sources(tmp_path / "w.h5", sources_of(["a"], NO_IMAGES), ["another"], {})
    assert load_starter_sources(tmp_path / "w.h5", starter_digest()) is None
    assert load_starter_sources(tmp_path / "none.h5", starter_digest()) is None


def test_damaged_lists_are_refused(tmp_path: Path) -> None:
    words = word_digests(["a", "b"])
    for damaged in (words.astype(np.float32), np.array([3, 3], np.uint64)):
        for arrays in ({"words": damaged, "images": NO_IMAGES}, {"words": words, "images": damaged}, {"words": words}):
            write_part(tmp_path / "w.h5", SOURCES, arrays, {})
            with pytest.raises(ModelFileError, match=r"w\.h5: the digests"):
                load_starter_sources(tmp_path / "w.h5", "x")
    write_tree(tmp_path / "w.h5", {"format": "other"}, {})
    with pytest.raises(ModelFileError, match="expects another kind of file"):
        load_starter_sources(tmp_path / "w.h5", "x")


def test_the_shipped_list_belongs_to_the_shipped_starter() -> None:
    met = met_by_starter_of(ITSELF, ["the", "and", "street", "xqzzvwkj"])
    assert met is not None and met.tolist() == [True, True, True, False]
    assert len(images_learnt_before({"preset": preset("phosc-ctc").to_json()})) > 10_000


@pytest.mark.parametrize(
    ("card", "is_known"),
    [
        ({"preset": preset("phosc-ctc").to_json(), "starter": starter_digest()}, True),
        ({"preset": preset("phosc-ctc").to_json(), "starter": "a1360696b1bed7e11bbe04b6f9097e13"}, True),
        ({"preset": preset("phosc-ctc").to_json(), "starter": "another"}, False),
        ({"preset": preset("compact-15").to_json()}, False),
        ({"preset": {"name": "starter"}, "starter": {"digest": starter_digest()}}, True),
        ({"preset": {"name": "starter"}, "starter": {"digest": "another"}}, False),
        ({}, False),
    ],
    ids=[
        "trained from it",
        "from its earlier file",
        "from another",
        "from nothing",
        "the starter itself",
        "another itself",
        "an old card",
    ],
)
def test_images_count_as_learnt_for_models_that_began_with_the_starter(card: dict, is_known: bool) -> None:
    assert bool(len(images_learnt_before(card))) == is_known


def test_four_fifths_of_the_writers_of_a_table_were_learnt_from(shared_data: Callable[[str], Path]) -> None:
    """The digests are those of images as they are normalised today, so a change of that would be seen here."""
    folder, known = shared_data("dhsd"), load_starter_sources(starter_sources_path(), starter_digest())
    assert known is not None
    rows = [line.split(",") for line in (folder / "words.csv").read_text("utf-8").splitlines()[1:]]
    learnt = {
        writer: np.isin(image_hashes(normalise_all(read_gray(folder / file) for file in files)), known.images)
        for writer in sorted({row[-1] for row in rows})
        for files in [[row[0] for row in rows if row[-1] == writer][:3]]
    }
    assert sum(bool(found.all()) for found in learnt.values()) >= 20
    assert sum(not found.any() for found in learnt.values()) >= 5


WORDS = ["letter", "captain", "river"]


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    rng, crops = np.random.default_rng(1), []
    for word in WORDS:
        path = tmp_path / f"{word}.png"
        cv2.imwrite(str(path), render_word(word, Writer(), rng))
        crops.append(CropRecord(path, None))
    with Project.create(tmp_path / "letters") as project:
        import_contents(project, SourceContents(crops=tuple(crops)), role="train")
        yield project


def test_the_starter_is_useful_without_a_model_only(project: Project) -> None:
    readiness = starter_readiness(project)
    assert readiness == StarterReadiness(False, False, len(WORDS)) and readiness.is_useful
    add_words(project, WORDS, added_by="names.txt")
    assert starter_readiness(project).has_lexicon
    add_starter(project)
    assert starter_readiness(project).has_model and not starter_readiness(project).is_useful


def test_predictions_of_the_starter_have_no_confidence(project: Project) -> None:
    add_words(project, WORDS, added_by="names.txt")
    add_starter(project)
    assert is_starter(get_model(project))
    result = recognise(project, RecogniseRequest(), ignore_events, lambda: False)
    assert (result.words, result.seen) == (len(WORDS), 0)
    summary = model_summary(get_model(project).file)
    assert summary.classes == () and summary.members[0].seen == frozenset()
    for thres in (1, 2):
        revote_block(project, "starter", summary, [thres])
        predictions = [predictions_by_model(project, word_id)["starter"] for word_id in word_ids(project)]
        assert {prediction.confidence for prediction in predictions} == {None}
    assert find_words(project, "conf<=1", "starter") == []
    assert len(find_words(project, "unseen", "starter")) == len(WORDS)


def test_word_that_is_gone_when_it_is_its_turn_is_left_out(project: Project) -> None:
    add_words(project, WORDS, added_by="names.txt")
    add_starter(project)
    first, second, _ = word_ids(project)
    delete_words(project, [first])
    result = recognise(project, RecogniseRequest(ids=(first, second, 999)), ignore_events, lambda: False)
    assert result.words == 1 and predictions_by_model(project, second)
    assert main(["recognise", str(project.folder), "--word", "999"]) == 2


def test_the_starter_cannot_be_a_parent(project: Project) -> None:
    add_words(project, WORDS, added_by="names.txt")
    add_starter(project)
    request = TrainRequest(preset("quick"), 1, "cpu", parent="starter")
    with pytest.raises(InputError, match="starter model"):
        train(project, request, ignore_events, lambda: False)


def test_only_the_words_asked_for_are_read(project: Project) -> None:
    add_words(project, WORDS, added_by="names.txt")
    add_starter(project)
    first, second, third = word_ids(project)
    result = recognise(project, RecogniseRequest(ids=(second, second)), ignore_events, lambda: False)
    assert result.words == 1
    assert [bool(predictions_by_model(project, word_id)) for word_id in (first, second, third)] == [False, True, False]
