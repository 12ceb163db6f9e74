"""What Review says of a word, in plain sentences."""

from __future__ import annotations

from PySide6.QtCore import QObject

from app.review.word_card import VoteSummary, WordCard
from app.session.time_left import format_duration
from app.text import number_format as figures
from app.text.number_format import percent
from core.recognition.candidates import RankedCandidate


class ReviewText(QObject):
    """Sentences about cards, candidates and counts."""

    def state(self, card: WordCard) -> str:
        """The state of a word, as a person would say it."""
        if card.not_a_word:
            return self.tr("Marked as no word")
        return {
            "typed": self.tr("Read by a person"),
            "accepted": self.tr("Accepted from the model"),
            "seen": self.tr("Suggested: a word the model was trained on"),
            "unseen": self.tr("Suggested: a word the model was not trained on"),
            "uncertain": self.tr("Suggested, but the model is uncertain"),
            "unread": self.tr("Nobody has read this word yet"),
        }[card.state]

    def vote(self, card: WordCard) -> str:
        """How the members' vote fell, in one sentence; "" when there was none."""
        vote = card.vote
        if vote is None or card.predicted is None:
            return ""
        if vote.winner != card.predicted:
            # thresholds were changed after the details were written: say only what the row itself says
            return self.tr("{0} of {1} readers chose “{2}”.").format(card.votes, card.members, card.predicted)
        if vote.members == 1:
            return self.tr("The model has one reader; it chose “{0}”.").format(vote.winner)
        if not vote.others:
            return self.tr("All {0} readers chose “{1}”.").format(vote.members, vote.winner)
        text = self.tr("{0} of {1} readers chose “{2}”; {3}.")
        text = text.format(vote.votes, vote.members, vote.winner, self._others(vote))
        if vote.tied:
            text += " " + self.tr("It was a tie; “{0}” lies nearest to the picture.").format(vote.winner)
        return text

    def confidence(self, card: WordCard) -> str:
        """What the model's confidence is and means, or that it is not measured; "" without a prediction."""
        if card.predicted is None:
            return ""
        if card.confidence is None:
            return self.tr("How sure that is, was not measured.")
        return self.tr("Confidence {0} %: so likely does the model hold this reading to be right.").format(
            percent(card.confidence)
        )

    def spelled(self, card: WordCard) -> str:
        """What the letters alone say, where the lexicon lacks it and no person has spoken; "" else."""
        free = next((choice for choice in card.candidates if choice.is_free), None)
        if free is None or card.settled:
            return ""
        said = self.tr(
            "By the letters alone %Ln reader(s) spell “{0}”, which is not in the lexicon.", "", free.votes
        ).format(free.word)
        if card.confidence is None:
            return said
        return said + " " + self.tr("The confidence does not weigh that: look closely.")

    def choice(self, number: int, choice: RankedCandidate) -> str:
        """A candidate for a screen reader."""
        if choice.is_free or choice.distance is None:
            return self.tr(
                "Candidate {0}: {1}, not in the lexicon, spelled by itself by %Ln reader(s)", "", choice.votes
            ).format(number, choice.word)
        kind = self.tr("trained on") if choice.trained_on else self.tr("new to the model")
        return self.tr("Candidate {0}: {1}, {2}, distance {3}, chosen by %Ln reader(s)", "", choice.votes).format(
            number, choice.word, kind, figures.distance(choice.distance)
        )

    def where(self, card: WordCard) -> str:
        """Where the word is."""
        if card.page is None:
            return card.page_name or self.tr("A picture of its own")
        return self.tr("Page {0} · {1}").format(card.page, card.page_name)

    def counts(self, left: int, handled: int, seconds: float | None) -> str:
        """How much is left, done, and how long it will take at the present pace."""
        parts = [self.tr("%Ln word(s) left", "", left), self.tr("{0} done in this sitting").format(f"{handled:,}")]
        if seconds is not None and left:
            parts.append(self.tr("about {0} at the present pace").format(format_duration(seconds)))
        return "  ·  ".join(parts)

    def _others(self, vote: VoteSummary) -> str:
        named = [self.tr("{0} says “{1}”").format(count, word) for word, count in vote.others[:2]]
        more = len(vote.others) - len(named)
        if more:
            named.append(self.tr("and %Ln other word(s)", "", more))
        return ", ".join(named)
