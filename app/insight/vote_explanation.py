"""The vote on one word as facts: the role of each member, the counts, and where a wrong word came from. No Qt."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from core.errors import DuctusError
from core.lexicon.text import nfc
from core.project.content.lexicon import words_in_lexicon
from core.project.content.predictions import iter_predictions, predictions_by_model
from core.project.content.words import WordState, WordSummary, word_ids, word_summaries
from core.project.project import Project
from core.recognition.revote import collect_evidence, revote
from core.recognition.vote_details import (
    Candidate,
    MemberVote,
    count_predictions,
    decode_detail,
    is_unlisted,
    rank_unlisted,
)
from core.store.summary import ModelSummary

NARROW_SHARE = 0.05
"""A gate decides narrowly if another vote of this share of its networks would reverse it."""


class Judgement(StrEnum):
    """The comparison of a member's prediction with the transcription."""

    CORRECT = "correct"
    GATE_WRONG = "gate wrong"
    """The nearest word of the other side is the transcribed one."""
    WORD_WRONG = "word wrong"
    """The gate was right, but another word of that side was nearer."""
    BOTH_WRONG = "gate and word wrong"
    SPELLING_WRONG = "spelling wrong"
    """The member treated the word as one in no list and spelled another one."""


@dataclass(frozen=True, slots=True)
class MemberExplanation:
    """The part of member k in the vote. If it treats the word as one in no list, ``first`` is its spelling and
    ``second`` its best word of the list."""

    number: int
    """k, from 1."""
    vote: MemberVote
    first: Candidate | None
    second: Candidate | None
    is_narrow: bool
    reversed_word: str | None
    """The final word if this narrow gate had decided otherwise; None if it stays or the gate is not narrow."""
    judgement: Judgement | None
    """None without a transcription."""


@dataclass(frozen=True, slots=True)
class WordCount:
    """A word of the vote (Algorithm 3), with its number of members and its least distance."""

    word: str
    votes: int
    distance: float


@dataclass(frozen=True, slots=True)
class VoteExplanation:
    """The vote on one image; ``counts`` start with the winner."""

    word: str
    is_seen: bool
    """True if the model was trained on the final word (W_s)."""
    members: tuple[MemberExplanation, ...]
    counts: tuple[WordCount, ...]
    transcription: str | None
    """In NFC."""
    in_lexicon: bool
    """True if the lexicon holds the transcription."""
    is_starter: bool
    """True if the model is the starter model, which was trained on no word of the project."""
    is_unlisted: bool
    """True if the winner is in no list: more than half of the members spelled it."""
    line_word: str | None
    """The likeliest word in the reading of the whole line; None where the line was not read."""
    outvoted: tuple[WordCount, ...]
    """Words in no list that half of the members or fewer spelled; their words of the list are in ``counts``."""

    @property
    def changed_from(self) -> str | None:
        """The word that won the vote, if its line made it another one."""
        return self.counts[0].word if self.counts and self.counts[0].word != self.word else None

    @property
    def is_tied(self) -> bool:
        """Return whether another word had as many votes, so that the distance decided."""
        return bool(self.rivals)

    @property
    def rivals(self) -> tuple[WordCount, ...]:
        """The words that had as many votes as the winner."""
        return tuple(count for count in self.counts[1:] if count.votes == self.counts[0].votes)

    @property
    def n_seen(self) -> int:
        """The number of members that treated the word as one they were trained on."""
        return sum(member.vote.seen and not member.vote.unlisted for member in self.members)

    @property
    def n_unlisted(self) -> int:
        """The number of members that treated the word as one in no list."""
        return sum(member.vote.unlisted for member in self.members)

    def judged(self, judgement: Judgement) -> tuple[int, ...]:
        """Return the numbers of the members with this judgement."""
        return tuple(member.number for member in self.members if member.judgement == judgement)


def explain_vote(
    word: str,
    votes: Sequence[MemberVote],
    *,
    transcription: str | None = None,
    in_lexicon: bool = True,
    seen_by: Sequence[Callable[[str], bool]] = (),
    is_seen: bool = False,
    is_starter: bool = False,
    line_word: str | None = None,
) -> VoteExplanation:
    """Explain how ``votes`` [L] gave the prediction ``word``.

    ``seen_by[k](text)`` returns whether member k was trained on a text; the other arguments are fields of the result.
    """
    counts = [WordCount(*line) for line in count_predictions(votes)]
    # among equals the predicted word comes first
    counts.sort(key=lambda count: (-count.votes, count.distance, count.word != word))
    members = []
    for k, vote in enumerate(votes):
        first, second = _first_two(vote)
        is_narrow = not vote.unlisted and _is_narrow(vote)
        judged = transcription is not None and k < len(seen_by)
        members.append(
            MemberExplanation(
                k + 1,
                vote,
                first,
                second,
                is_narrow,
                _reversed_word(word, votes, k) if is_narrow else None,
                _judge(vote, str(transcription), seen_by[k](str(transcription))) if judged else None,
            )
        )
    wins = is_unlisted(votes)
    outvoted = () if wins else tuple(WordCount(*line) for line in rank_unlisted(votes))
    return VoteExplanation(
        word, is_seen, tuple(members), tuple(counts), transcription, in_lexicon, is_starter, wins, line_word, outvoted
    )


def _first_two(vote: MemberVote) -> tuple[Candidate | None, Candidate | None]:
    """Return the member's word and its second choice."""
    if vote.unlisted and vote.spelled is not None:
        return Candidate(vote.spelled.text, -vote.spelled.score), next(iter(vote.choices), None)
    first, second = (*vote.choices[:2], None, None)[:2]
    return first, second


def _is_narrow(vote: MemberVote) -> bool:
    if not vote.seen_words or not vote.unseen_words:
        return False  # with words on one side only the gate does not decide
    needed = vote.votes - vote.thres + 1 if vote.seen else vote.thres - vote.votes
    return needed <= max(1, NARROW_SHARE * vote.gates)


def _reversed_word(word: str, votes: Sequence[MemberVote], k: int) -> str | None:
    evidence = collect_evidence([votes], len(votes))
    thres = [vote.thres for vote in votes]
    thres[k] = votes[k].votes + 1 if votes[k].seen else votes[k].votes
    number = int(revote(evidence, thres).result.word[0])
    other = evidence.words[number] if number >= 0 else word
    return other if other != word else None


def _judge(vote: MemberVote, truth: str, is_seen: bool) -> Judgement:
    if vote.unlisted and vote.spelled is not None:
        return Judgement.CORRECT if vote.spelled.text == truth else Judgement.SPELLING_WRONG
    if vote.choices and vote.choices[0].word == truth:
        return Judgement.CORRECT
    if vote.seen == is_seen:
        return Judgement.WORD_WRONG
    other = vote.unseen_words if vote.seen else vote.seen_words
    return Judgement.GATE_WRONG if other and other[0].word == truth else Judgement.BOTH_WRONG


@dataclass(frozen=True, slots=True)
class WordFacts:
    """One word. Without an ``explanation`` the model has no prediction, or one that is unreadable for the ``error``."""

    word_id: int
    summary: WordSummary
    explanation: VoteExplanation | None = None
    error: str = ""

    @property
    def is_transcribed(self) -> bool:
        return self.summary.state in (WordState.TYPED, WordState.ACCEPTED)


def read_word(project: Project, word_id: int, model: str, summary: ModelSummary) -> WordFacts | None:
    """Return what is known of a word and explain the vote of ``model`` on it; None if there is no such word."""
    summaries = word_summaries(project, [word_id], model)
    if not summaries:
        return None
    facts = WordFacts(word_id, summaries[0])
    prediction = predictions_by_model(project, word_id).get(model)
    if prediction is None or prediction.detail is None:
        return facts
    try:
        votes, line = decode_detail(prediction.detail)
    except DuctusError as error:
        return WordFacts(word_id, facts.summary, error=str(error))
    word = nfc(prediction.text)
    transcription = nfc(facts.summary.text) if facts.is_transcribed and facts.summary.text else None
    explanation = explain_vote(
        word,
        votes,
        transcription=transcription,
        in_lexicon=transcription is None or bool(words_in_lexicon(project, [transcription])),
        seen_by=[member.seen.__contains__ for member in summary.members],
        is_seen=word in summary.known,
        is_starter=not summary.classes,
        line_word=min(line, key=line.__getitem__, default=None),
    )
    return WordFacts(word_id, facts.summary, explanation)


def ids_in_reading_order(project: Project, model: str) -> tuple[list[int], int | None]:
    """Return the ids of all words in reading order, and the first with a prediction of ``model``."""
    ids = word_ids(project)
    return ids, next((prediction.word_id for prediction in iter_predictions(project, model, ids)), None)
