"""Free decoding: spellings, their vote and storage; words in no list win with a majority, also at other thresholds."""

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
from core.project.word_images import ImageBlock
from core.recognition import free_decoding
from core.recognition.algorithms import NO_WORD, MemberEvidence, SpelledEvidence, gated_vote, word_texts
from core.recognition.candidates import rank_candidates
from core.recognition.free_decoding import FreeDecoding, Spelling, decode_freely, spellings_of, vote_on_spelling
from core.recognition.revote import at_thresholds, collect_evidence, join_evidence, revote
from core.recognition.unlisted import unlisted_number
from core.recognition.vote_details import (
    Candidate,
    MemberVote,
    count_predictions,
    decode_votes,
    encode_votes,
    is_unlisted,
    member_votes,
    rank_unlisted,
    unlisted_winner,
)

SPELLER, PLAIN = (new_learner(kind, latin(), "cosine", 1) for kind in ("phosc-ctc", "compact"))
GATES, THRES = 6, 3
SPELLINGS = ("benton", "bennet", "")
sixteenths = st.integers(0, 16).map(lambda n: n / 16)
listed = st.tuples(
    st.integers(0, GATES), st.tuples(st.integers(0, 3), sixteenths), st.tuples(st.integers(4, 7), sixteenths)
)
spelling = st.tuples(st.sampled_from(SPELLINGS), sixteenths, st.booleans())
"""A text ("" for none), its distance, and whether the member answers with it."""
votings = st.lists(st.tuples(listed, spelling), min_size=1, max_size=6)
thresholds = st.lists(st.integers(0, GATES + 1), min_size=6, max_size=6)


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


def evidence_on_one(row: tuple) -> MemberEvidence:
    """Return a member's evidence on one image."""
    (votes, seen, unseen), (text, distance, answers) = row
    third = SpelledEvidence(
        np.array([text], object),
        np.array([unlisted_number(text) if text else NO_WORD], np.int32),
        np.array([distance], np.float32),
        np.array([1.0], np.float32),
        np.array([0.625], np.float32),
        np.array([answers and bool(text)]),
        np.array([True]),
    )
    return replace(make_evidence([votes], [seen], [unseen]), spelled=third)


def voters(thres: list[int]) -> list[SimpleNamespace]:
    return [SimpleNamespace(n_gates=GATES, thres=limit) for limit in thres]


def stored(members: list[MemberEvidence], thres: list[int]) -> list[MemberVote]:
    (votes,) = member_votes(members, voters(thres), lexicon(), spellings_of(None, [], members))  # type: ignore[arg-type]
    return decode_votes(encode_votes(votes))


@given(votings, thresholds)
def test_the_stored_votes_give_the_winner_of_recognition(rows: list[tuple], limits: list[int]) -> None:
    members, thres = [evidence_on_one(row) for row in rows], limits[: len(rows)]
    _, result = gated_vote(members, thres)
    (text,) = word_texts(result, members, lexicon().words)
    votes = stored(members, thres)
    first, *others = count_predictions(votes)
    assert first[1:] == (result.votes[0], pytest.approx(float(result.distance[0]), abs=1e-3))
    if not result.tied[0]:
        assert first[0] == text
    assert is_unlisted(votes) == (text in SPELLINGS)
    assert sum(count for _, count, _ in (first, *others)) == len(rows), "each reader counts once"
    evidences = collect_evidence([votes], len(rows))
    for moved in (thres, [0] * len(rows), [GATES + 1] * len(rows)):
        again = revote(evidences, moved).result
        _, expected = gated_vote(members, moved)
        assert again.votes[0] == expected.votes[0] and bool(again.tied[0]) == bool(expected.tied[0])
        if not expected.tied[0]:
            assert [evidences.words[again.word[0]]] == word_texts(expected, members, lexicon().words)
        assert at_thresholds(votes, moved) == stored(members, moved)


@given(votings, st.none() | st.integers(0, 1000).map(lambda n: n / 1000))
def test_votes_with_spellings_survive_encoding(rows: list[tuple], probability: float | None) -> None:
    votes = [
        replace(vote, probability=probability if vote.spelled else None)
        for vote in stored([evidence_on_one(row) for row in rows], [THRES] * len(rows))
    ]
    assert decode_votes(encode_votes(votes)) == votes
    for vote, (_, (text, distance, answers)) in zip(votes, rows, strict=True):
        assert vote.unlisted == (answers and bool(text))
        assert vote.spelled == (Spelling(text, pytest.approx(-distance, abs=1e-3)) if text else None)


def test_predictions_of_earlier_versions_have_no_probability() -> None:
    vote = MemberVote(1, GATES, THRES, False, (), (Candidate("and", 0.5),), Spelling("benton", -0.25), True, 0.75)
    items = json.loads(zlib.decompress(encode_votes([vote])))
    assert items == [[1, 6, 3, 2, [], ["and", 0.5], ["benton", -0.25, 0.75]]]
    items[0][6].pop()
    assert decode_votes(zlib.compress(json.dumps(items).encode())) == [replace(vote, probability=None)]
    items[0].pop()  # an answer without its spelling is damaged: the reader counts with its word of the list
    assert not decode_votes(zlib.compress(json.dumps(items).encode()))[0].unlisted


@pytest.mark.parametrize(
    "spelling",
    [
        ["benton"],
        ["benton", 0.5, 2],
        ["benton", 0.5, -1],
        ["benton", 0.5, "x"],
        ["benton", 0.5, 0.5, 0.5],
        ["", 0.5],
        [5, 0.5],
    ],
)
def test_damaged_spellings_of_unlisted_words_raise_one_sentence(spelling: list) -> None:
    with pytest.raises(DuctusError, match="Recognise the word again"):
        decode_votes(zlib.compress(json.dumps([[1, 6, 3, 2, [], ["and", 0.5], spelling]]).encode()))


def vote(word: str, distance: float, text: str | None = None, at: float = 0.1) -> MemberVote:
    spelled = None if text is None else Spelling(text, -at)
    return MemberVote(1, GATES, THRES, False, (), (Candidate(word, distance),), spelled, text is not None)


def test_more_than_half_must_spell_the_same_word() -> None:
    half = [vote("and", 0.5, "benton"), vote("bed", 0.4, "benton"), vote("and", 0.3), vote("bed", 0.2)]
    assert unlisted_winner(half) is None
    assert count_predictions(half) == [("bed", 2, 0.2), ("and", 2, 0.3)], "all count with their words of the list"
    assert rank_unlisted(half) == [("benton", 2, 0.1)]
    more = [*half, vote("cat", 0.1, "benton", 0.05)]
    assert unlisted_winner(more) == ("benton", 3, 0.05)
    assert count_predictions(more) == [("benton", 3, 0.05), ("bed", 1, 0.2), ("and", 1, 0.3)]
    split = [vote("and", 0.5, "benton"), vote("and", 0.4, "bennet"), vote("and", 0.3, "benton"), vote("cat", 0.1)]
    assert unlisted_winner(split) is None and count_predictions(split)[0] == ("and", 3, 0.3)
    assert unlisted_winner([]) is None


def test_a_winner_in_no_list_is_the_first_candidate_and_marked() -> None:
    votes = [vote("and", 0.5, "benton"), vote("and", 0.4, "benton"), vote("bed", 0.3)]
    prediction = SimpleNamespace(text="benton", status="unlisted", votes=2, distance=0.1)
    ranked = rank_candidates(prediction, votes)
    assert [(one.word, one.votes, one.distance, one.is_free) for one in ranked] == [
        ("benton", 2, 0.1, True),
        ("bed", 1, 0.3, False),
        ("and", 0, 0.4, False),
    ]
    # without a majority the members that spell a word count with their word of the list, here as in the vote
    outvoted = [votes[0], vote("cat", 0.2), votes[2]]
    prediction = SimpleNamespace(text="cat", status="unseen", votes=1, distance=0.2)
    assert [(candidate.word, candidate.votes) for candidate in rank_candidates(prediction, outvoted)] == [
        ("cat", 1),
        ("bed", 1),
        ("and", 1),
    ]


def test_joined_parts_keep_the_winners_in_no_list() -> None:
    details = [
        [vote("and", 0.5, "benton"), vote("bed", 0.4, "benton"), vote("and", 0.3)],
        [vote("and", 0.5), vote("and", 0.4), vote("benton", 0.3)],
        [vote("cat", 0.5, "bennet"), vote("and", 0.4, "bennet"), vote("and", 0.3, "bennet", 0.0625)],
    ]
    joined = join_evidence([collect_evidence([detail], 3) for detail in details], 3)
    result = revote(joined, [THRES] * 3).result
    assert [joined.words[word] for word in result.word] == ["benton", "and", "bennet"]
    assert result.votes.tolist() == [2, 2, 3] and result.distance.tolist()[2] == 0.0625
    assert joined.unlisted_wins.tolist() == [True, False, True] and not result.tied.any()


def test_an_answer_is_stored_even_if_another_reader_only_decodes_freely(monkeypatch: pytest.MonkeyPatch) -> None:
    one = evidence_on_one(((1, (0, 0.5), (4, 0.5)), ("benton", 0.25, True)))
    other = evidence_on_one(((1, (0, 0.5), (4, 0.5)), ("bennet", 0.25, False)))
    without = make_evidence([1], [(0, 0.5)], [(4, 0.5)])
    free = [[Spelling("bentom", -3.0)], [Spelling("bennel", -4.0)], [None]]
    monkeypatch.setattr(free_decoding, "decode_freely", lambda ensemble, embeddings: free)
    members = [one, other, without]
    spelled = spellings_of(None, [], members)  # type: ignore[arg-type]
    assert spelled == [[Spelling("benton", -0.25)], [Spelling("bennel", -4.0)], [None]]
    (votes,) = member_votes(members, voters([THRES] * 3), lexicon(), spelled)
    back = decode_votes(encode_votes(votes))
    assert [member.unlisted for member in back] == [True, False, False]
    assert [member.probability for member in back] == [0.625, None, None], "no probability is that of another text"
