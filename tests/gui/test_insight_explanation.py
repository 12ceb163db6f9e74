"""The explanation of a vote in sentences, for each way a vote can end."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from app.insight.explanation_text import ExplanationText
from app.insight.vote_explanation import Judgement, explain_vote
from core.recognition.vote_details import Candidate, MemberVote

GATES, THRES = 500, 300

pytestmark = pytest.mark.usefixtures("qapp")


def vote(seen: str, unseen: str, votes: int, seen_at: float = 0.2, unseen_at: float = 0.3) -> MemberVote:
    """Return a member's vote with one word of either kind."""
    return MemberVote(votes, GATES, THRES, votes >= THRES, (Candidate(seen, seen_at),), (Candidate(unseen, unseen_at),))


def text_of(word: str, members: list[MemberVote], **more) -> str:
    return " ".join(ExplanationText().sentences(explain_vote(word, members, **more)))


def seen(*words: str) -> Callable[[str], bool]:
    return words.__contains__


def test_unanimous_vote_names_all_readers() -> None:
    text = text_of("day", [vote("day", "dey", 490)] * 3, is_seen=True)
    assert "All 3 readers suggest “day”." in text and "Every reader treats it as a word it was trained on" in text
    assert "narrowly" not in text and "transcription" not in text


def test_majority_names_the_other_words() -> None:
    members = [vote("day", "x", 490), vote("day", "x", 490), vote("dog", "x", 490)]
    assert "2 of 3 readers suggest “day”; the others: “dog” (1)." in text_of("day", members)


def test_most_votes_without_majority_are_described_as_such() -> None:
    words = ["day", "day", "dog", "bed", "cat"]
    text = text_of("day", [vote(w, "x", 490) for w in words])
    assert "2 of 5 readers, the most but no majority, suggest “day”" in text


def test_tie_names_the_distance_that_decided() -> None:
    members = [vote("day", "x", 490, 0.25), vote("dog", "x", 490, 0.21)] * 2
    explanation = explain_vote("dog", members)
    assert explanation.is_tied and [count.word for count in explanation.rivals] == ["day"]
    text = text_of("dog", members)
    assert "“dog” and “day” have 2 votes each" in text and "0.210 against 0.250" in text


def test_all_different_words_are_decided_by_the_nearest() -> None:
    text = text_of("dog", [vote("day", "x", 490, 0.25), vote("dog", "x", 490, 0.21)])
    assert "Each of the 2 readers suggests another word; “dog” wins" in text and "“day”, 0.250" in text


def test_single_reader_is_named_as_the_only_one() -> None:
    assert "The only reader suggests “day”." in text_of("day", [vote("day", "x", 490)])


def test_disagreement_on_the_kind_is_counted() -> None:
    text = text_of("day", [vote("day", "x", 490), vote("y", "day", 10), vote("y", "day", 10)])
    assert "The readers disagree: 1 of 3" in text and "2 as a new word" in text


def test_word_of_the_model_that_each_reader_leaves_out_is_explained() -> None:
    text = text_of("day", [vote("y", "day", 10)] * 2, is_seen=True)
    assert "treats it as a new word" in text and "The model as a whole was trained on “day”" in text


def test_narrow_gate_is_described_with_the_word_of_the_opposite_decision() -> None:
    members = [vote("day", "dog", 299), vote("day", "dog", 490), vote("y", "dog", 10)]
    explanation = explain_vote("dog", members)
    assert [member.is_narrow for member in explanation.members] == [True, False, False]
    assert explanation.members[0].reversed_word == "day"
    text = text_of("dog", members)
    assert "Reader 1 decided narrowly: 299 of 500" in text and "would have given “day”" in text


def test_further_narrow_gates_are_counted() -> None:
    assert "1 more reader decided as narrowly" in text_of("day", [vote("day", "dog", 301)] * 3)


@pytest.mark.parametrize(("votes", "narrow"), [(274, False), (275, True), (300, True), (324, True), (325, False)])
def test_narrow_is_a_twentieth_of_the_gate_networks(votes: int, narrow: bool) -> None:
    assert explain_vote("day", [vote("day", "dog", votes)]).members[0].is_narrow is narrow


def test_gate_with_words_on_one_side_only_is_never_narrow() -> None:
    only_seen = MemberVote(300, GATES, 300, True, (Candidate("day", 0.1),), ())
    assert not explain_vote("day", [only_seen]).members[0].is_narrow


def test_wrong_gates_and_wrong_words_are_distinguished() -> None:
    members = [
        vote("day", "dog", 490),  # correct
        vote("day", "dog", 10),  # the gate is wrong, the word is on the other side
        vote("bed", "dog", 490),  # the correct side, another word
        vote("bed", "dog", 10),  # the gate is wrong, and the word is on neither side
    ]
    explanation = explain_vote("dog", members, transcription="day", seen_by=[seen("day")] * 4)
    assert [member.judgement for member in explanation.members] == list(Judgement)[:4]
    text = text_of("dog", members, transcription="day", seen_by=[seen("day")] * 4)
    assert "Reader 1 suggested that word but was outvoted" in text
    assert "Reader 2 had that word on the other side" in text
    assert "Reader 3 looked on the correct side" in text and "Reader 4: the gate was wrong, and so was" in text
    text = text_of("dog", [*members[:1] * 2, *members[1:]], transcription="day", seen_by=[seen("day")] * 5)
    assert "Readers 1 and 2 suggested that word but were outvoted" in text


def test_same_transcription_is_reported() -> None:
    text = text_of("day", [vote("day", "x", 490)] * 2, transcription="day", seen_by=[seen("day")] * 2)
    assert text.endswith("The transcription is the same.")


def test_transcription_outside_the_lexicon_blames_no_reader() -> None:
    text = text_of("day", [vote("day", "x", 490)], transcription="dawn", in_lexicon=False, seen_by=[seen()])
    assert "not in the word list" in text and "Add it" in text and "Reader 1" not in text


def test_vote_without_words_is_explained() -> None:
    assert "word list was empty" in text_of("", [MemberVote(3, GATES, THRES, False, (), ())])


def test_the_line_reader_is_one_more_voice() -> None:
    members = [vote("dog", "x", 490)] * 3
    text = text_of("dig", members, line_word="dig")
    assert "The line reader, which sees the whole line, reads “dig”." in text
    assert "with its line it reads “dig”" in text
    assert "line reader" not in text_of("dog", members)
