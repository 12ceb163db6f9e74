"""Free decoding: the members' spellings, their vote, and how they are stored with a prediction."""

from __future__ import annotations

import json
import zlib
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
import torch
from ensemble_helpers import ensemble as tiny_ensemble
from ensemble_helpers import latin, lexicon, make_evidence
from hypothesis import given
from hypothesis import strategies as st
from project_helpers import filled_project

from core.errors import DuctusError
from core.events import ignore_events
from core.jobs.recognition.recognise import predict_block
from core.lexicon.signature import signatures
from core.model.ctc import ctc_costs
from core.model.ensemble import Ensemble
from core.model.learner import new_learner
from core.model.spelling_learner import character_codes
from core.project.content.lexicon import add_words, words_in_lexicon
from core.project.content.predictions import Prediction
from core.project.content.word_edits import mark_not_a_word
from core.project.word_images.loading import ImageBlock
from core.recognition import free_decoding
from core.recognition.free_decoding import FreeDecoding, Spelling, decode_freely, vote_on_spelling
from core.recognition.revote import at_thresholds
from core.recognition.vote_details import MemberVote, decode_votes, encode_votes, member_votes

SPELLER, PLAIN = (new_learner(kind, latin(), "cosine", 1) for kind in ("phosc-ctc", "compact"))


def embedding(*rows: tuple[str, float]) -> np.ndarray:
    """Embeddings whose columns spell each text, every letter with this probability, a gap with the rest."""
    codes = len(latin().encodable) + 1
    columns = torch.full((len(rows), 40, codes), -12.0)
    columns[:, :, 0] = 0.0
    for row, (text, chance) in enumerate(rows):
        for place, code in enumerate(character_codes([text], latin())[0] if text else []):
            columns[row, 2 + 3 * place, 0] = float(np.log(1 - chance))
            columns[row, 2 + 3 * place, code] = float(np.log(chance))
    return np.concatenate([np.zeros((len(rows), latin().dim), np.float32), columns.flatten(1).numpy()], axis=1)


def ensemble(*learners: object) -> SimpleNamespace:
    return SimpleNamespace(alphabet=latin(), members=[SimpleNamespace(learner=learner) for learner in learners])


def test_spellings_are_scored_by_all_members() -> None:
    first, second = embedding(("door", 0.9), ("", 0.9)), embedding(("doom", 0.6), ("it", 0.9))
    found = decode_freely(ensemble(SPELLER, SPELLER), [first, second])
    assert found is not None
    assert [[one.text if one else None for one in member] for member in found] == [["door", None], ["doom", "it"]]
    for row, spelling in ((0, found[0][0]), (0, found[1][0]), (1, found[1][1])):
        code = character_codes([spelling.text], latin())
        costs = [ctc_costs(SPELLER.spelling_part(part)[row : row + 1], code).item() for part in (first, second)]
        assert spelling.score == pytest.approx(-sum(costs), abs=1e-3)
    assert vote_on_spelling([found[0][0], found[1][0]]) == FreeDecoding("door", 1)  # of two, the surer


def test_members_that_compare_signatures_have_no_spelling() -> None:
    rows = embedding(("door", 0.9))
    found = decode_freely(ensemble(PLAIN, SPELLER), [rows[:, : latin().dim], rows])
    assert found is not None and found[0] == [None] and found[1][0].text == "door"
    assert decode_freely(ensemble(PLAIN), [rows[:, : latin().dim]]) is None


def test_scoring_in_blocks_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = embedding(*[(word, 0.8) for word in ("and", "bed", "cat", "day", "eat")])
    whole = decode_freely(ensemble(SPELLER), [rows])
    monkeypatch.setattr(free_decoding, "_MAX_PAIRS", 2)
    assert decode_freely(ensemble(SPELLER), [rows]) == whole
    assert all(one.score <= 0 for one in whole[0])


def test_the_most_frequent_spelling_wins_then_the_more_probable() -> None:
    door, doom, boom = Spelling("door", -9.0), Spelling("doom", -1.0), Spelling("boom", -1.0)
    assert vote_on_spelling([door, doom, door, None]) == FreeDecoding("door", 2)
    assert vote_on_spelling([door, doom]) == FreeDecoding("doom", 1)
    assert vote_on_spelling([doom, boom]) == FreeDecoding("boom", 1)
    assert vote_on_spelling([None, None]) is None and vote_on_spelling([]) is None


@given(st.lists(st.none() | st.builds(Spelling, st.sampled_from("abc"), st.sampled_from([-3.0, -2.0]))), st.randoms())
def test_the_vote_does_not_depend_on_the_order_of_members(given_: list, chance) -> None:
    shuffled = list(given_)
    chance.shuffle(shuffled)
    # one image's score of a text is the same with every member
    same = {spelling.text: spelling for spelling in given_ if spelling is not None}
    first, second = ([s and same[s.text] for s in row] for row in (given_, shuffled))
    assert vote_on_spelling(first) == vote_on_spelling(second)


def evidence(free: list[list[Spelling | None]] | None) -> bytes:
    members = [make_evidence([4], [(0, 0.5)], [(6, 0.25)]), make_evidence([1], [(1, 0.5)], [(6, 0.75)])]
    voter = SimpleNamespace(n_gates=6, thres=3)
    return encode_votes(member_votes(members, [voter, voter], lexicon(), free)[0])


def test_stored_spellings_survive_a_revote() -> None:
    votes = decode_votes(evidence([[Spelling("döor", -1.25)], [None]]))
    assert [vote.spelled for vote in votes] == [Spelling("döor", -1.25), None]
    moved = at_thresholds(votes, [6, 0])
    assert [vote.seen for vote in moved] == [False, True]
    assert decode_votes(encode_votes(moved)) == moved and moved[0].spelled == votes[0].spelled


def test_older_predictions_without_spellings_are_decoded() -> None:
    """Such details have six parts a member; without spellings the same is written today."""
    old = json.dumps([[5, 6, 3, 1, ["and", 0.5], ["gold", 0.25]]], separators=(",", ":")).encode()
    (vote,) = decode_votes(zlib.compress(old))
    assert vote.spelled is None and vote.choices[0].word == "and"
    assert zlib.decompress(encode_votes([vote])) == old
    assert all(len(item) == 6 for item in json.loads(zlib.decompress(evidence(None))))


@pytest.mark.parametrize("last", ["[7,-1.0]", '["",-1.0]', '["a",null]', '["a",Infinity]', '["a"]', '["a",1],2', "{}"])
def test_damaged_spellings_raise_one_sentence(last: str) -> None:
    with pytest.raises(DuctusError, match="Recognise the word again"):
        decode_votes(zlib.compress(f"[[1,2,3,0,[],[],{last}]]".encode()))


def test_a_vote_without_spelling_equals_one_without_the_field() -> None:
    assert MemberVote(1, 2, 1, True, (), ()) == MemberVote(1, 2, 1, True, (), (), None)


def test_words_in_lexicon_finds_listed_and_transcribed_words(tmp_path: Path) -> None:
    with filled_project(tmp_path) as project:
        add_words(project, ["härter"])
        read = project.query(
            "SELECT r.nfc, w.id FROM word w JOIN transcription r ON r.id = w.transcription_id"
            " WHERE w.role = 'train' AND w.not_a_word = 0"
        )
        known = {text for text, _ in read}
        assert known and words_in_lexicon(project, ["härter", "harter", *known]) == {"härter", *known}
        mark_not_a_word(project, [word_id for _, word_id in read])
        assert words_in_lexicon(project, ["härter", *known]) == {"härter"}
        assert words_in_lexicon(project, []) == set()


def predictions_of(ensemble: Ensemble, embeddings: list[np.ndarray]) -> list[Prediction]:
    """Predict two words from ready embeddings."""
    thres = [member.thres for member in ensemble.members]
    model = SimpleNamespace(ensemble=ensemble, lexicon=lexicon(), thres=thres, embed=lambda images, emit: embeddings)
    block = ImageBlock([7, 8], np.zeros((2, 50, 250), np.uint8))
    return list(predict_block(model, block, ignore_events).predictions)


def test_recognition_stores_spellings_with_each_prediction() -> None:
    whole = tiny_ensemble(2)
    speaking = replace(whole, members=tuple(replace(member, learner=SPELLER) for member in whole.members))
    rows = embedding(("wild", 0.9), ("", 0.9))
    rows[:, : latin().dim] = signatures(["cat", "day"], latin())
    kept = [decode_votes(one.detail) for one in predictions_of(speaking, [rows, rows])]
    assert [[vote.spelled and vote.spelled.text for vote in votes] for votes in kept] == [["wild"] * 2, [None] * 2]
    bare = [rows[:, : latin().dim]] * 2
    assert all(
        len(item) == 6 for one in predictions_of(whole, bare) for item in json.loads(zlib.decompress(one.detail))
    )
