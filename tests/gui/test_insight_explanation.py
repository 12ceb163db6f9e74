"""The vote on a word in plain sentences: each way a vote can fall."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from app.insight.word.explanation_text import ExplanationText
from app.insight.word.vote_explanation import MISSED, RIGHT, WRONG_SIDE, WRONG_WORD, explain_vote
from core.recognition.vote_details import Candidate, MemberVote

GATES, THRES = 500, 300


def vote(seen: str, unseen: str, votes: int, seen_at: float = 0.2, unseen_at: float = 0.3) -> MemberVote:
    """A member with one word of either kind."""
    return MemberVote(votes, GATES, THRES, votes >= THRES, (Candidate(seen, seen_at),), (Candidate(unseen, unseen_at),))


def said(word: str, members: list[MemberVote], **more) -> str:
    return " ".join(ExplanationText().of(explain_vote(word, members, **more)))


def knowing(*words: str) -> Callable[[str], bool]:
    return words.__contains__


def test_a_unanimous_vote() -> None:
    text = said("day", [vote("day", "dey", 490)] * 3, trained_on=True)
    assert "All 3 readers read “day”." in text and "Every reader takes the picture for a word it was trained on" in text
    assert "narrowly" not in text and "person" not in text


def test_a_majority_names_the_others() -> None:
    members = [vote("day", "x", 490), vote("day", "x", 490), vote("dog", "x", 490)]
    assert "2 of 3 readers read “day”; the others: “dog” (1)." in said("day", members)


def test_the_most_votes_need_not_be_half() -> None:
    words = ["day", "day", "dog", "bed", "cat"]
    assert "2 of 5 readers, the most but not half, read “day”" in said("day", [vote(w, "x", 490) for w in words])


def test_a_tie_says_which_distance_decided() -> None:
    members = [vote("day", "x", 490, 0.25), vote("dog", "x", 490, 0.21)] * 2
    story = explain_vote("dog", members)
    assert story.tied and [count.word for count in story.rivals] == ["day"]
    text = said("dog", members)
    assert "“dog” and “day” have 2 votes each" in text and "0.210 against 0.250" in text


def test_all_different_is_decided_by_the_nearest() -> None:
    text = said("dog", [vote("day", "x", 490, 0.25), vote("dog", "x", 490, 0.21)])
    assert "Each of the 2 readers reads another word; “dog” wins" in text and "“day”, 0.250" in text


def test_one_reader_alone() -> None:
    assert "The only reader reads “day”." in said("day", [vote("day", "x", 490)])


def test_readers_that_disagree_on_the_kind() -> None:
    text = said("day", [vote("day", "x", 490), vote("y", "day", 10), vote("y", "day", 10)])
    assert "The readers disagree on that: 1 of 3" in text and "2 for one that was not in their training" in text


def test_a_gate_near_its_threshold_and_what_it_would_have_changed() -> None:
    members = [vote("day", "dog", 299), vote("day", "dog", 490), vote("y", "dog", 10)]
    story = explain_vote("dog", members)
    assert [reader.near for reader in story.readers] == [True, False, False]
    assert story.readers[0].turned == "day"
    text = said("dog", members)
    assert "Reader 1 decided narrowly: 299 of 500" in text and "would have gone to “day”" in text


@pytest.mark.parametrize(("votes", "near"), [(274, False), (275, True), (300, True), (324, True), (325, False)])
def test_near_is_a_twentieth_of_the_networks(votes: int, near: bool) -> None:
    assert explain_vote("day", [vote("day", "dog", votes)]).readers[0].near is near


def test_a_gate_without_a_choice_is_never_near() -> None:
    only_seen = MemberVote(300, GATES, 300, True, (Candidate("day", 0.1),), ())
    assert not explain_vote("day", [only_seen]).readers[0].near


def test_the_side_that_was_wrong_is_told() -> None:
    members = [
        vote("day", "dog", 490),  # right
        vote("day", "dog", 10),  # its gate fell wrongly, the word was on the other side
        vote("bed", "dog", 490),  # the right side, another word
        vote("bed", "dog", 10),  # the wrong side, and the word nowhere
    ]
    story = explain_vote("dog", members, truth="day", knows=[knowing("day")] * 4)
    assert [reader.judged for reader in story.readers] == [RIGHT, WRONG_SIDE, WRONG_WORD, MISSED]
    text = said("dog", members, truth="day", knows=[knowing("day")] * 4)
    assert "Reader 1 had that word but was outvoted" in text and "Reader 2 had that word on the other side" in text
    assert "Reader 3 looked on the right side" in text and "Reader 4 looked on the wrong side" in text


def test_a_person_who_reads_the_same() -> None:
    text = said("day", [vote("day", "x", 490)] * 2, truth="day", knows=[knowing("day")] * 2)
    assert text.endswith("A person reads the same.")


def test_a_word_that_no_reader_could_find() -> None:
    text = said("day", [vote("day", "x", 490)], truth="dawn", in_lexicon=False, knows=[knowing()])
    assert "not in the lexicon" in text and "Add it" in text and "Reader 1" not in text


def test_an_empty_vote_is_told_too() -> None:
    assert "lexicon was empty" in said("", [MemberVote(3, GATES, THRES, False, (), ())])
