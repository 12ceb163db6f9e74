"""Reading outside the lexicon: what members spell, their vote on it, and how it is kept with a prediction."""

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
from ensemble_helpers import latin, lexicon, readings
from hypothesis import given
from hypothesis import strategies as st
from project_helpers import filled

from core.errors import DuctusError
from core.jobs.recognition.inference import predict_block
from core.lexicon.signature import signatures
from core.model.ctc import ctc_costs
from core.model.learners import new_learner
from core.model.spelling_learner import spellings
from core.project.content.lexicon import add_words, words_in_lexicon
from core.project.content.word_edits import mark_not_a_word
from core.recognition import free_decoding as spelled_module
from core.recognition.free_decoding import FreeReading, Spelling, decode_freely, free_reading
from core.recognition.revote import at_thresholds
from core.recognition.vote import decide_by_votes
from core.recognition.vote_details import MemberVote, decode_votes, encode_votes, reencode_votes

SPELLER, PLAIN = (new_learner(kind, latin(), "cosine", 1) for kind in ("phosc-ctc", "compact"))


def embedding(*rows: tuple[str, float]) -> np.ndarray:
    """Embeddings whose columns spell each text, every letter with this probability, a gap with the rest."""
    codes = len(latin().encodable) + 1
    columns = torch.full((len(rows), 40, codes), -12.0)
    columns[:, :, 0] = 0.0
    for row, (text, chance) in enumerate(rows):
        for place, code in enumerate(spellings([text], latin())[0] if text else []):
            columns[row, 2 + 3 * place, 0] = float(np.log(1 - chance))
            columns[row, 2 + 3 * place, code] = float(np.log(chance))
    return np.concatenate([np.zeros((len(rows), latin().dim), np.float32), columns.flatten(1).numpy()], axis=1)


def ensemble(*learners: object) -> SimpleNamespace:
    return SimpleNamespace(alphabet=latin(), members=[SimpleNamespace(learner=one) for one in learners])


def test_each_member_spells_and_its_word_is_weighed_by_all() -> None:
    first, second = embedding(("door", 0.9), ("", 0.9)), embedding(("doom", 0.6), ("it", 0.9))
    found = decode_freely(ensemble(SPELLER, SPELLER), [first, second])
    assert found is not None
    assert [[one.text if one else None for one in member] for member in found] == [["door", None], ["doom", "it"]]
    for row, spelling in ((0, found[0][0]), (0, found[1][0]), (1, found[1][1])):
        code = spellings([spelling.text], latin())
        costs = [ctc_costs(SPELLER.spelling_part(part)[row : row + 1], code).item() for part in (first, second)]
        assert spelling.score == pytest.approx(-sum(costs), abs=1e-3)
    assert free_reading([found[0][0], found[1][0]]) == FreeReading("door", 1)  # of two, the surer


def test_members_that_only_compare_have_no_spelling() -> None:
    rows = embedding(("door", 0.9))
    found = decode_freely(ensemble(PLAIN, SPELLER), [rows[:, : latin().dim], rows])
    assert found is not None and found[0] == [None] and found[1][0].text == "door"
    assert decode_freely(ensemble(PLAIN), [rows[:, : latin().dim]]) is None


def test_many_spellings_are_weighed_in_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = embedding(*[(word, 0.8) for word in ("and", "bed", "cat", "day", "eat")])
    whole = decode_freely(ensemble(SPELLER), [rows])
    monkeypatch.setattr(spelled_module, "_PAIRS", 2)
    assert decode_freely(ensemble(SPELLER), [rows]) == whole
    assert all(one.score <= 0 for one in whole[0])


def test_the_most_frequent_spelling_wins_then_the_likelier() -> None:
    door, doom, boom = Spelling("door", -9.0), Spelling("doom", -1.0), Spelling("boom", -1.0)
    assert free_reading([door, doom, door, None]) == FreeReading("door", 2)
    assert free_reading([door, doom]) == FreeReading("doom", 1)
    assert free_reading([doom, boom]) == FreeReading("boom", 1)
    assert free_reading([None, None]) is None and free_reading([]) is None


@given(st.lists(st.none() | st.builds(Spelling, st.sampled_from("abc"), st.sampled_from([-3.0, -2.0]))), st.randoms())
def test_the_vote_does_not_depend_on_the_order_of_members(given_: list, chance) -> None:
    shuffled = list(given_)
    chance.shuffle(shuffled)
    # one image's score of a text is the same with every member
    same = {spelling.text: spelling for spelling in given_ if spelling is not None}
    first, second = ([s and same[s.text] for s in row] for row in (given_, shuffled))
    assert free_reading(first) == free_reading(second)


def evidence(free: list[list[Spelling | None]] | None) -> bytes:
    members = [readings([4], [(0, 0.5)], [(6, 0.25)]), readings([1], [(1, 0.5)], [(6, 0.75)])]
    verdicts = [decide_by_votes(member, 3) for member in members]
    return encode_votes(0, members, verdicts, [6, 6], [3, 3], lexicon(), free)


def test_spellings_are_kept_with_the_prediction_and_stay_when_votes_are_cast_anew() -> None:
    votes = decode_votes(evidence([[Spelling("döor", -1.25)], [None]]))
    assert [vote.spelled for vote in votes] == [Spelling("döor", -1.25), None]
    moved = at_thresholds(votes, [6, 0])
    assert [vote.seen for vote in moved] == [False, True]
    assert decode_votes(reencode_votes(moved)) == moved and moved[0].spelled == votes[0].spelled


def test_predictions_made_before_there_were_spellings_open_as_they_did() -> None:
    """Such details have six parts a member; without spellings the same is written today."""
    old = json.dumps([[5, 6, 3, 1, ["and", 0.5], ["gold", 0.25]]], separators=(",", ":")).encode()
    (vote,) = decode_votes(zlib.compress(old))
    assert vote.spelled is None and vote.choices[0].word == "and"
    assert zlib.decompress(reencode_votes([vote])) == old
    assert all(len(item) == 6 for item in json.loads(zlib.decompress(evidence(None))))


@pytest.mark.parametrize("last", ["[7,-1.0]", '["",-1.0]', '["a",null]', '["a",Infinity]', '["a"]', '["a",1],2', "{}"])
def test_damaged_spellings_are_told_in_a_sentence(last: str) -> None:
    with pytest.raises(DuctusError, match="recognise the word again"):
        decode_votes(zlib.compress(f"[[1,2,3,0,[],[],{last}]]".encode()))


def test_a_vote_without_spelling_equals_one_made_without_the_field() -> None:
    assert MemberVote(1, 2, 1, True, (), ()) == MemberVote(1, 2, 1, True, (), (), None)


def test_whether_words_are_in_the_lexicon(tmp_path: Path) -> None:
    with filled(tmp_path) as project:
        add_words(project, ["härter"])
        read = project.query(
            "SELECT r.nfc, w.id FROM word w JOIN reading r ON r.id = w.reading_id"
            " WHERE w.role = 'train' AND w.not_a_word = 0"
        )
        known = {text for text, _ in read}
        assert known and words_in_lexicon(project, ["härter", "harter", *known]) == {"härter", *known}
        mark_not_a_word(project, [word_id for _, word_id in read])
        assert words_in_lexicon(project, ["härter", *known]) == {"härter"}
        assert words_in_lexicon(project, []) == set()


def test_recognition_keeps_what_was_spelled_with_each_prediction() -> None:
    whole = tiny_ensemble(2)
    speaking = replace(whole, members=tuple(replace(member, learner=SPELLER) for member in whole.members))
    rows = embedding(("wild", 0.9), ("", 0.9))
    rows[:, : latin().dim] = signatures(["cat", "day"], latin())
    kept = [decode_votes(one.detail) for one in predict_block(speaking, lexicon(), [7, 8], [rows, rows])]
    assert [[vote.spelled and vote.spelled.text for vote in votes] for votes in kept] == [["wild"] * 2, [None] * 2]
    bare = [rows[:, : latin().dim]] * 2
    assert all(
        len(item) == 6
        for one in predict_block(whole, lexicon(), [7, 8], bare)
        for item in json.loads(zlib.decompress(one.detail))
    )
