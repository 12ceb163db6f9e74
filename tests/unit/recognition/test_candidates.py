"""The order of the candidates for a word."""

from __future__ import annotations

from core.project.content.predictions import Prediction
from core.recognition.candidates import MAX_CANDIDATES, rank_candidates
from core.recognition.free_decoding import FreeDecoding
from core.recognition.vote_details import Candidate, MemberVote


def member(*words: str) -> MemberVote:
    """A member that chose among its seen words, the nearest first."""
    return MemberVote(5, 9, 4, True, tuple(Candidate(word, 0.1 * n) for n, word in enumerate(words, 1)), ())


def member_of_both_sides(seen: bool, seen_words: str, unseen_words: str) -> MemberVote:
    def listed(words: str) -> tuple[Candidate, ...]:
        return tuple(Candidate(w, 0.1 * n + 0.01 * len(w)) for n, w in enumerate(words.split(), 1))

    return MemberVote(5, 9, 4, seen, listed(seen_words), listed(unseen_words))


def prediction(text: str, status: str = "seen", votes: int = 2) -> Prediction:
    return Prediction(1, text, status, votes, 3, 0.1)


def test_predicted_word_comes_first_then_words_of_both_sides_by_votes() -> None:
    members = [
        member_of_both_sides(True, "king ring", "kin"),
        member_of_both_sides(True, "king thing", "kin"),
        member_of_both_sides(False, "ring", "kings"),
    ]
    ranked = rank_candidates(prediction("king"), members)
    assert [candidate.word for candidate in ranked][:2] == ["king", "kings"]
    assert {c.word: c.votes for c in ranked} == {"king": 2, "kings": 1, "ring": 0, "thing": 0, "kin": 0}
    assert {c.word for c in ranked if c.trained_on} == {"king", "ring", "thing"}
    distances = [c.distance for c in ranked[2:]]
    assert distances == sorted(distances), "without votes the nearest comes first"


def test_prediction_without_votes_is_the_only_candidate() -> None:
    (only,) = rank_candidates(Prediction(1, "king", "seen", 2, 3, 0.25), [])
    assert (only.word, only.votes, only.distance, only.trained_on) == ("king", 2, 0.25, True)
    with_free = rank_candidates(prediction("king"), [], FreeDecoding("kin", 1))
    assert [(c.word, c.is_free) for c in with_free] == [("king", False), ("kin", True)]


def test_free_decoding_follows_the_words_with_as_many_votes() -> None:
    members = [member("king", "ring"), member("king"), member("kings"), member("kings"), member("thing")]
    for votes, position in ((2, 2), (1, 3)):
        ranked = rank_candidates(prediction("king"), members, FreeDecoding("kin", votes))
        assert [c.word for c in ranked if not c.is_free] == ["king", "kings", "thing", "ring"]
        free = ranked[position]
        assert (free.word, free.is_free, free.votes) == ("kin", True, votes)
        assert free.distance is None and not free.trained_on
    few = [member("king", "ring"), member("king"), member("at")]
    ranked = rank_candidates(prediction("king"), few, FreeDecoding("kin", 1))
    assert [c.word for c in ranked] == ["king", "at", "kin", "ring"]


def test_free_decoding_that_is_a_candidate_is_listed_once() -> None:
    members = [member("king", "ring"), member("king"), member("at")]
    for word in ("ring", "at"):
        ranked = rank_candidates(prediction("king"), members, FreeDecoding(word, 3))
        assert [c.word for c in ranked] == ["king", "at", "ring"] and not any(c.is_free for c in ranked)


def test_free_decoding_has_a_place_among_many_candidates() -> None:
    many = [member(*(f"w{n}" for n in range(12)))]
    ranked = rank_candidates(prediction("w0", votes=1), many, FreeDecoding("kin", 1))
    assert len(ranked) == MAX_CANDIDATES and ranked[1].is_free
    crowd = [member(f"w{n}") for n in range(12)]
    ranked = rank_candidates(prediction("w0", votes=1), crowd, FreeDecoding("kin", 1))
    assert len(ranked) == MAX_CANDIDATES and ranked[-1].is_free
