"""The sentences of Review about a word, its candidates and the progress."""

from __future__ import annotations

from PySide6.QtCore import QObject

from app.review.review_queries import VoteSummary, WordCard
from app.session.time_left import format_duration
from app.text.formats import distance, integer, percent
from app.text.names import state_names
from core.project.content.words import WordState
from core.recognition.candidates import RankedCandidate


class ReviewText(QObject):
    """The texts, as a QObject for ``tr``."""

    def state(self, card: WordCard) -> str:
        """Return the state of a word."""
        name = self.tr("marked as not a word") if card.not_a_word else state_names()[card.state]
        return name[:1].upper() + name[1:]

    def explanation(self, card: WordCard, *, is_starter: bool, is_outdated: bool) -> str:
        """Return the vote, the confidence and the free decoding of a word; "" without a prediction.

        ``is_outdated``: the confidence was made with another word list.
        """
        confidence = self.confidence(card, is_starter=is_starter, is_outdated=is_outdated)
        parts = (self.look_alike(card), self.vote(card), confidence, self.free_decoding(card))
        return " ".join(part for part in parts if part)

    def vote(self, card: WordCard) -> str:
        """Return how the readers voted; "" if it was not stored."""
        vote = card.vote
        if vote is None or card.predicted is None:
            return ""
        if vote.winner != card.predicted:
            text = self.tr("Alone the word image reads “{0}”; with its line it reads “{1}”.")
            return text.format(vote.winner, card.predicted)
        if vote.is_unlisted:
            return self._in_no_list(card, vote)
        if vote.members == 1:
            return self.tr("The model has one reader; it chose “{0}”.").format(vote.winner)
        if not vote.others:
            return self.tr("All {0} readers chose “{1}”.").format(vote.members, vote.winner)
        text = self.tr("{0} of {1} readers chose “{2}”; {3}.")
        text = text.format(vote.votes, vote.members, vote.winner, self._others(vote))
        if vote.is_tie:
            text += " " + self.tr("The vote is a tie; “{0}” is nearest to the word image.").format(vote.winner)
        return text

    def look_alike(self, card: WordCard) -> str:
        """Return that a word looks like a checked one; "" if it does not."""
        if card.look_alike is None or card.is_checked:
            return ""
        return self.tr("It looks like a word that is checked as “{0}”.").format(card.look_alike.text)

    def confidence(self, card: WordCard, *, is_starter: bool, is_outdated: bool) -> str:
        """Return the confidence with its meaning, or that there is none; "" without a prediction."""
        if card.predicted is None or card.look_alike is not None:
            return ""
        if card.confidence is not None:
            if is_outdated:
                text = self.tr("Confidence {0} %, but with an earlier word list.")
                return text.format(percent(card.confidence))
            text = self.tr("Confidence {0} %: the estimated probability that this suggestion is correct.")
            return text.format(percent(card.confidence))
        if is_starter and card.state == WordState.UNCERTAIN:
            return self.tr(
                "Confidence unknown (starter model), but the letters fit badly: most such suggestions are wrong."
            )
        return self.tr("Confidence unknown (starter model).") if is_starter else self.tr("Confidence not measured.")

    def free_decoding(self, card: WordCard) -> str:
        """Return what was read without the word list; "" if it is in the list, or the word is checked."""
        free = next((candidate for candidate in card.candidates[1:] if candidate.is_free), None)
        if free is None or card.is_checked:
            return ""
        text = self.tr("%Ln reader(s) read “{0}” without the word list; it is not in the list.", "", free.votes)
        text = text.format(free.word)
        if card.confidence is None:
            return text
        return text + " " + self.tr("The confidence ignores this; check the image.")

    def candidate(self, number: int, candidate: RankedCandidate) -> str:
        """Return a candidate for a screen reader."""
        votes = candidate.votes
        if candidate.is_look_alike:
            return self.tr("Candidate {0}: {1}, looks like a checked word").format(number, candidate.word)
        if candidate.distance is None:
            text = self.tr("Candidate {0}: {1}, not in the word list, read without it by %Ln reader(s)", "", votes)
            return text.format(number, candidate.word)
        if candidate.is_free:
            text = self.tr(
                "Candidate {0}: {1}, not in the word list, distance {2}, spelled by %Ln reader(s)", "", votes
            )
            return text.format(number, candidate.word, distance(candidate.distance))
        kind = self.tr("trained on") if candidate.trained_on else self.tr("new word")
        text = self.tr("Candidate {0}: {1}, {2}, distance {3}, chosen by %Ln reader(s)", "", votes)
        return text.format(number, candidate.word, kind, distance(candidate.distance))

    def location(self, card: WordCard) -> str:
        """Return the page of a word."""
        if card.page_number is None:
            return card.page_name or self.tr("Word image without a page")
        return self.tr("Page {0} · {1}").format(card.page_number, card.page_name)

    def progress(self, remaining: int, handled: int, seconds: float | None) -> str:
        """Return how many words remain and are done, and the time left at the present pace."""
        parts = [
            self.tr("%Ln word(s) left", "", remaining),
            self.tr("{0} done in this session").format(integer(handled)),
        ]
        if seconds is not None and remaining:
            parts.append(self.tr("about {0} at the present pace").format(format_duration(seconds)))
        return "  ·  ".join(parts)

    def _in_no_list(self, card: WordCard, vote: VoteSummary) -> str:
        if vote.members == 1:
            text = self.tr("In no list: the model has one reader; it spells it “{0}”.").format(vote.winner)
        elif not vote.others:
            text = self.tr("In no list: all {0} readers spell it “{1}”.").format(vote.members, vote.winner)
        else:
            text = self.tr("In no list: {0} of {1} readers spell it “{2}”; {3}.")
            text = text.format(vote.votes, vote.members, vote.winner, self._others(vote))
        is_listed_now = not any(candidate.is_free for candidate in card.candidates[:1])
        if is_listed_now and not card.is_checked:
            text += " " + self.tr("It is in the word list now.")
        return text

    def _others(self, vote: VoteSummary) -> str:
        texts = [self.tr("{0} chose “{1}”").format(count, word) for word, count in vote.others[:2]]
        if more := len(vote.others) - len(texts):
            texts.append(self.tr("and %Ln other word(s)", "", more))
        return ", ".join(texts)
