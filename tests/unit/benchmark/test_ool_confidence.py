"""How sure an ensemble is of words that the lexicon lacks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from unittest.mock import Mock

import numpy as np
import pytest
from ensemble_helpers import CLASSES, TinyNet, ensemble, lexicon, pictures

from core.benchmark.ool_confidence import ool_confidence
from core.cli.commands.evaluate import show
from core.evaluation.decision_rules import truth_of
from core.model import signature_learner
from core.recognition.confidence import confidences
from core.recognition.read import embed_all, read_embeddings
from core.recognition.vote import gated_vote

WORDS = ("gold", "and", "hat")


@pytest.fixture(autouse=True)
def tiny(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setitem(signature_learner.NETS, "compact", TinyNet)
    yield


def test_it_is_what_reading_without_the_word_would_say() -> None:
    made, images = ensemble(2), pictures([6, 0, 7])
    embeddings, whole = embed_all(made, images), lexicon()
    truth = truth_of(WORDS, made, whole)
    told = ool_confidence(made, embeddings, read_embeddings(made, embeddings, whole), truth)
    thres, sure = [member.thres for member in made.members], []
    for row, word in ((0, "gold"), (2, "hat")):
        less = lexicon([w for w in whole.words if w != word])
        read = read_embeddings(made, [rows[[row]] for rows in embeddings], less)
        verdicts, final = gated_vote(read, thres)
        sure += confidences(made, thres, read, verdicts, final.word).tolist()
    assert told["images"] == 2 and told["confidence"] == pytest.approx(np.mean(sure))
    assert told["half"] == np.mean([s >= 0.5 for s in sure])
    assert told["nine_tenths"] == np.mean([s >= 0.9 for s in sure])


def test_without_unseen_words_there_is_nothing_to_tell() -> None:
    made, images = ensemble(2), pictures([0, 1])
    embeddings = embed_all(made, images)
    truth = truth_of(CLASSES[:2], made, lexicon())
    told = ool_confidence(made, embeddings, read_embeddings(made, embeddings, lexicon()), truth)
    assert told == {"images": 0, "confidence": None, "half": None, "nine_tenths": None}


def test_the_confidence_is_told_below_the_table() -> None:
    console = Mock()
    scores = dict.fromkeys(("A_u", "A_s", "h", "A_b"), 0.5)
    result: dict[str, Any] = {
        "n_seen": 3,
        "n_unseen": 0,
        **scores,
        **{f"{key}_interval": [0.4, 0.6] for key in scores},
        "confidence": {"ece_seen": 0.024, "ece_unseen": None, "augrc": 0.0123},
    }
    show(result, console)
    told = console.say.call_args.args[0]
    assert "off by 0.024 on seen words (expected" in told and "0.0123 of all are wrong" in told
    lost = {"images": 7, "confidence": 0.161, "half": 0.2, "nine_tenths": 0.06}
    show(result | {"lacking": lost}, console)
    told = console.say.call_args.args[0]
    assert "the 7 unseen ones" in told and "0.16 on average, 6% of them" in told
