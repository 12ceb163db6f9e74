"""How the vote on one word fell, as facts: what the tables show and the sentences say of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from core.recognition.revote import collect_evidence, revote
from core.recognition.vote_details import Candidate, MemberVote, count_predictions

NEAR = 0.05
"""A gate is near its threshold when this share of its networks, deciding otherwise, would turn it."""

RIGHT, WRONG_SIDE, WRONG_WORD, MISSED = "right", "wrong side", "wrong word", "missed"
"""How a reader stands to what a person read: right; its gate fell wrongly, and on the other side it had the
word; it looked on the right side, and another word was nearer; it fell wrongly and had not the word there either."""


@dataclass(frozen=True, slots=True)
class Reader:
    """Member k's part in the vote."""

    number: int
    """k, from 1."""
    votes: int
    gates: int
    thres: int
    seen: bool
    first: Candidate | None
    second: Candidate | None
    near: bool
    turned: str | None
    """The final word had this near gate fallen to the other side; None where it stays or the gate is not near."""
    judged: str
    """One of the four above, or empty where no person's reading stands against it."""


@dataclass(frozen=True, slots=True)
class Count:
    """A line of Algorithm 6's tally."""

    word: str
    votes: int
    distance: float


@dataclass(frozen=True, slots=True)
class VoteExplanation:
    """The whole vote; ``counts`` run from the winner down."""

    word: str
    trained_on: bool
    """Whether the final word is one the model was trained on (W_s)."""
    readers: tuple[Reader, ...]
    counts: tuple[Count, ...]
    truth: str | None
    """A person's reading in NFC."""
    in_lexicon: bool
    """Whether the lexicon holds ``truth``."""
    untrained: bool = False
    """Whether it is the starter model's, which was trained on no word of the project."""

    @property
    def tied(self) -> bool:
        """Whether another word had as many votes, so that the distance decided."""
        return len(self.counts) > 1 and self.counts[0].votes == self.counts[1].votes

    @property
    def rivals(self) -> tuple[Count, ...]:
        """The words that had as many votes as the winner."""
        return tuple(c for c in self.counts[1:] if c.votes == self.counts[0].votes)

    @property
    def said_seen(self) -> int:
        """Readers that took the word for one they were trained on."""
        return sum(reader.seen for reader in self.readers)

    def judged(self, how: str) -> tuple[int, ...]:
        """The numbers of the readers that stand so to the person's reading."""
        return tuple(reader.number for reader in self.readers if reader.judged == how)


def explain_vote(
    word: str,
    members: Sequence[MemberVote],
    *,
    truth: str | None = None,
    in_lexicon: bool = True,
    knows: Sequence[Callable[[str], bool]] = (),
    trained_on: bool = False,
    untrained: bool = False,
) -> VoteExplanation:
    """The story of a prediction ``word``; ``knows[k](text)`` says whether member k was trained on a text.

    ``untrained``: no member was trained on any.
    """
    counts = sorted((Count(*line) for line in count_predictions(members)), key=lambda c: (-c.votes, c.distance, c.word != word))
    readers = tuple(
        Reader(
            k + 1,
            vote.votes,
            vote.gates,
            vote.thres,
            vote.seen,
            vote.choices[0] if vote.choices else None,
            vote.choices[1] if len(vote.choices) > 1 else None,
            near := _near(vote),
            _turned(word, members, k) if near else None,
            _judged(vote, truth, knows[k](truth)) if truth is not None and k < len(knows) else "",
        )
        for k, vote in enumerate(members)
    )
    return VoteExplanation(word, trained_on, readers, tuple(counts), truth, in_lexicon, untrained)


def _near(vote: MemberVote) -> bool:
    if not vote.seen_words or not vote.unseen_words:
        return False  # with words of one kind only the gate had no say
    # so many networks more, or fewer, would have turned it
    lacking = vote.votes - vote.thres + 1 if vote.seen else vote.thres - vote.votes
    return lacking <= max(1, NEAR * vote.gates)


def _turned(word: str, members: Sequence[MemberVote], k: int) -> str | None:
    evidence = collect_evidence([members], len(members))
    thres = [vote.thres for vote in members]
    thres[k] = members[k].votes + 1 if members[k].seen else members[k].votes
    number = int(revote(evidence, thres).result.word[0])
    other = evidence.words[number] if number >= 0 else word
    return other if other != word else None


def _judged(vote: MemberVote, truth: str, known: bool) -> str:
    first = vote.choices[0].word if vote.choices else None
    if first == truth:
        return RIGHT
    if vote.seen == known:
        return WRONG_WORD
    other = vote.unseen_words if vote.seen else vote.seen_words
    return WRONG_SIDE if other and other[0].word == truth else MISSED
