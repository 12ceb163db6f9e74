"""The rule for words in no list: what it is fitted on, what it gives up, and what a member makes of it."""

import numpy as np
import pytest
import torch
from ensemble_helpers import latin

from core.arrays import Arrays
from core.errors import ModelFileError
from core.lexicon.alphabet import load_alphabet
from core.lexicon.lexicon import Lexicon
from core.lexicon.text import nfc
from core.model.ctc_beam import BeamSpellings
from core.model.learner import new_learner
from core.model.lexicon_search.word_lists import WordSearch
from core.model.spelling_learner import SpellingLearner, character_codes
from core.model.unlisted_rule import FEATURES, MAX_LOST, UnlistedRule
from core.recognition.algorithms import NO_WORD, MemberEvidence
from core.recognition.unlisted import FIRST_UNLISTED, Spellings, add_spelled, unlisted_number
from core.training.confidence_fitting import CalibrationRows
from core.training.unlisted_fitting import MIN_IMAGES, UnlistedRows, fit_unlisted, with_third_answer, word_weights

WORDS = [a + b + c for a in ("bar", "ken", "wil", "har") for b in ("ri", "la", "ne") for c in ("ton", "son", "ford")]
"""36 words; the last third is held out."""
SEEN, HELD_OUT = WORDS[:24], WORDS[24:]


def rows(noise: float) -> tuple[SpellingLearner, UnlistedRows, Lexicon]:
    """Return images that spell their words clearly, or less so, six of each word."""
    learner = new_learner("phosc-ctc", latin(), "cosine", 1)
    assert isinstance(learner, SpellingLearner)
    learner.weight = 0.0
    lexicon = Lexicon(WORDS, latin())
    words = [word for word in WORDS for _ in range(6)]
    embeddings = spelled(words, noise)
    is_seen = lexicon.mask(SEEN)
    near = learner.nearest(embeddings, WordSearch(lexicon, is_seen, 5, None))
    seen_words, unseen_words = near.words.transpose(1, 0, 2)
    seen_distances, unseen_distances = near.distances.transpose(1, 0, 2)
    evidence = MemberEvidence(
        np.zeros(len(words), np.int32), seen_words, seen_distances, unseen_words, unseen_distances
    )
    truth = np.array([lexicon.find(word) for word in words])
    return learner, UnlistedRows(embeddings, evidence, truth, ~is_seen[truth]), lexicon


def spelled(words: list[str], noise: float) -> np.ndarray:
    rng = np.random.default_rng(0)
    logits = torch.from_numpy(rng.normal(0, noise, (len(words), 40, len(latin().characters))).astype(np.float32))
    logits[:, :, 0] += 8
    for row, codes in enumerate(character_codes(words, latin())):
        for place, code in enumerate(codes):
            logits[row, 1 + 3 * place, code] += 13
    columns = torch.log_softmax(logits, dim=2).clamp_min(-12)
    return np.concatenate([np.ones((len(words), latin().dim), np.float32), columns.flatten(1).numpy()], axis=1)


def test_words_taken_out_of_the_list_are_spelled_and_listed_ones_are_kept() -> None:
    learner, data, lexicon = rows(noise=1.0)
    fitted = fit_unlisted(learner, data, lexicon, 0.05)
    assert fitted is not None
    assert fitted.rows.tolist() == np.flatnonzero(data.is_held_out).tolist()
    right = fitted.unlisted.is_chosen & (fitted.unlisted.word == fitted.words)
    assert right.mean() > 0.9
    assert fitted.listed.is_chosen.mean() <= MAX_LOST
    assert not set(fitted.listed.text) & set(WORDS)  # no word of the list is ever a third answer

    # at recognition, with a lexicon that lacks the held-out words
    shorter = Lexicon(SEEN, latin())
    near = learner.nearest(data.embeddings, WordSearch(shorter, np.ones(len(shorter), np.bool_), 5, None))
    words, distances = near.words.transpose(1, 0, 2), near.distances.transpose(1, 0, 2)
    evidence = MemberEvidence(np.zeros(len(data.truth), np.int32), words[1], distances[1], words[0], distances[0])
    found = add_spelled(fitted.rule, learner, data.embeddings, evidence, shorter).spelled
    assert found is not None
    texts = np.array([lexicon.words[position] for position in data.truth], object)
    assert (found.is_chosen & (found.text == texts))[data.is_held_out].mean() > 0.8
    assert add_spelled(None, learner, data.embeddings, evidence, shorter) is evidence


def test_the_trials_keep_the_images_of_held_out_words_only() -> None:
    learner, data, lexicon = rows(noise=1.0)
    fitted = fit_unlisted(learner, data, lexicon, 0.05)
    assert fitted is not None
    votes, hashes = np.zeros(len(data.truth), np.float32), np.arange(len(data.truth), dtype=np.uint64)
    rows_before = CalibrationRows(data.evidence, votes, data.evidence, data.truth, hashes)
    trials = with_third_answer(fitted, rows_before)
    assert trials.evidence.spelled is fitted.listed and len(trials.evidence.votes) == len(data.truth)
    assert trials.out_of_lexicon is not None and trials.out_of_lexicon.spelled is fitted.unlisted
    assert len(trials.out_of_lexicon.votes) == data.is_held_out.sum()
    assert trials.ool_rows is fitted.rows and trials.ool_words is fitted.words
    assert set(fitted.words.tolist()) == {unlisted_number(word) for word in HELD_OUT}
    assert fitted.words.min() >= FIRST_UNLISTED


def test_too_few_images_and_unreadable_ones_give_no_rule() -> None:
    learner, data, lexicon = rows(noise=1.0)
    few = np.flatnonzero(data.is_held_out)[: MIN_IMAGES - 1]
    kept = np.append(np.flatnonzero(~data.is_held_out), few)
    part = UnlistedRows(data.embeddings[kept], data.evidence.take(kept), data.truth[kept], data.is_held_out[kept])
    assert fit_unlisted(learner, part, lexicon, 0.05) is None
    learner, noise, lexicon = rows(noise=30.0)
    assert fit_unlisted(learner, noise, lexicon, 0.05) is None


def test_the_bar_gives_up_few_correct_answers_however_often_words_are_missing() -> None:
    rng = np.random.default_rng(0)
    listed, unlisted = rng.normal(0, 1, (2000, FEATURES)), rng.normal(0.7, 1, (300, FEATURES))
    for rate in (0.01, 0.2, 0.5):
        rule = UnlistedRule.fit(0.5, listed, unlisted, rate, (0.9, 0.8))
        assert rule.bar >= 0.5
        assert (rule.probability(listed) >= rule.bar).mean() <= MAX_LOST
        assert (rule.probability(unlisted) >= rule.bar).mean() > 0.1
    rare, common = (UnlistedRule.fit(0.5, listed, unlisted, rate, (0.9, 0.8)) for rate in (0.01, 0.3))
    assert (rare.probability(unlisted) < common.probability(unlisted)).all()


def test_a_rule_survives_storage_and_a_damaged_one_is_refused() -> None:
    rng = np.random.default_rng(1)
    rule = UnlistedRule.fit(0.75, rng.normal(0, 1, (50, FEATURES)), rng.normal(1, 1, (20, FEATURES)), 0.05, (1, 1))
    again = UnlistedRule.from_arrays(rule.to_arrays())
    points = rng.normal(0, 2, (9, FEATURES))
    assert again.probability(points).tolist() == rule.probability(points).tolist()
    assert (again.bar, again.character_weight) == (rule.bar, 0.75)
    damaged: list[Arrays] = [
        rule.to_arrays() | {"weights": np.zeros(3)},
        rule.to_arrays() | {"scale": np.zeros(FEATURES)},
        rule.to_arrays() | {"numbers": np.array([np.nan, 1.0])},
        {name: array for name, array in rule.to_arrays().items() if name != "mean"},
    ]
    for arrays in damaged:
        with pytest.raises(ModelFileError):
            UnlistedRule.from_arrays(arrays)


def test_every_word_weighs_the_same() -> None:
    assert word_weights(np.array([7, 3, 7, 7, 7])).tolist() == [0.25, 1, 0.25, 0.25, 0.25]


def test_numbers_of_words_are_alike_in_every_process_and_form() -> None:
    assert unlisted_number("Bennington") == unlisted_number("Bennington") != unlisted_number("bennington")
    assert unlisted_number("cafe\N{COMBINING ACUTE ACCENT}") == unlisted_number(
        "caf\N{LATIN SMALL LETTER E WITH ACUTE}"
    )
    assert FIRST_UNLISTED <= unlisted_number("x") < 2**31 and NO_WORD < FIRST_UNLISTED


def test_a_letter_and_a_mark_that_make_no_character_of_the_alphabet_are_no_spelling() -> None:
    alphabet = load_alphabet("latin-extended")
    tilde = "\N{COMBINING TILDE}"
    assert not alphabet.unencodable("v" + tilde) and alphabet.unencodable(nfc("v" + tilde))
    codes = np.zeros((1, 2, 4), np.int32)
    beam = BeamSpellings(codes, np.array([[2, 3]], np.int32), np.ones((1, 2)), np.ones((1, 2)))
    lexicon = Lexicon(["vat"], alphabet)
    assert Spellings(beam, [[nfc("v" + tilde), "vit"]], 0.5).first_allowed(lexicon).tolist() == [1]
    assert Spellings(beam, [[nfc("v" + tilde), "vat"]], 0.5).first_allowed(lexicon).tolist() == [-1]
