"""The vote on a word in plain sentences. No widgets: the same story always gives the same words."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject

from app.insight.word.vote_explanation import MISSED, RIGHT, WRONG_SIDE, WRONG_WORD, VoteExplanation
from app.text.number_format import distance as near


class ExplanationText(QObject):
    """Says a :class:`VoteExplanation`."""

    def of(self, story: VoteExplanation) -> list[str]:
        """The sentences, the most important first."""
        if not story.counts:
            return [self.tr("No reader found any word: the lexicon was empty when this was read.")]
        said = [self._count(story), self._sides(story), *self._near(story)]
        if story.truth is not None:
            said.append(self._person(story))
        return said

    def _count(self, story: VoteExplanation) -> str:
        first, total = story.counts[0], len(story.readers)
        if total == 1:
            return self.tr("The only reader reads “{0}”.").format(first.word)
        if first.votes == total:
            return self.tr("All {0} readers read “{1}”.").format(total, first.word)
        if first.votes == 1:
            return self.tr(
                "Each of the {0} readers reads another word; “{1}” wins because it is nearest to the picture "
                "(distance {2}; the next, “{3}”, {4})."
            ).format(total, first.word, near(first.distance), story.counts[1].word, near(story.counts[1].distance))
        if story.tied:
            rivals = self._listed([f"“{count.word}”" for count in story.rivals])
            return self.tr(
                "A tie: “{0}” and {1} have {2} votes each. “{0}” wins because it is nearer to the picture "
                "(distance {3} against {4})."
            ).format(first.word, rivals, first.votes, near(first.distance), near(story.counts[1].distance))
        others = self._listed([self.tr("“{0}” ({1})").format(count.word, count.votes) for count in story.counts[1:]])
        if first.votes * 2 > total:
            text = self.tr("{0} of {1} readers read “{2}”; the others: {3}.")
        else:
            text = self.tr("{0} of {1} readers, the most but not half, read “{2}”; the others: {3}.")
        return text.format(first.votes, total, first.word, others)

    def _sides(self, story: VoteExplanation) -> str:
        if story.untrained:
            return self.tr(
                "It is the starter model: trained on no word of this project, it chose among all words of the lexicon."
            )
        total, seen = len(story.readers), story.said_seen
        if seen == total:
            sides = self.tr("Every reader takes the picture for a word it was trained on.")
        elif seen == 0:
            sides = self.tr("Every reader takes the picture for a word that was not in its training.")
        else:
            sides = self.tr(
                "The readers disagree on that: {0} of {1} take the picture for a word they were trained on, {2} "
                "for one that was not in their training."
            ).format(seen, total, total - seen)
        if story.trained_on and seen == 0:
            # each member leaves out some words of the training: for it they are new
            sides += " " + self.tr("The model as a whole was trained on “{0}”, though.").format(story.word)
        return sides

    def _near(self, story: VoteExplanation) -> list[str]:
        said = []
        for reader in story.readers:
            if not reader.near:
                continue
            text = self.tr(
                "Reader {0} decided narrowly: {1} of {2} networks say “in training”, where it takes {3}."
            ).format(reader.number, reader.votes, reader.gates, reader.thres)
            if reader.turned is not None:
                text += " " + self.tr("Had it fallen the other way, the vote would have gone to “{0}”.").format(
                    reader.turned
                )
            said.append(text)
        if len(said) <= 2:
            return said
        return [*said[:2], self.tr("%Ln further reader(s) were as narrow.", "", len(said) - 2)]

    def _person(self, story: VoteExplanation) -> str:
        truth = str(story.truth)
        if truth == story.word:
            return self.tr("A person reads the same.")
        start = self.tr("A person reads “{0}”.").format(truth)
        if not story.in_lexicon:
            return (
                start
                + " "
                + self.tr(
                    "That word is not in the lexicon, so no reader could find it. Add it, then read the words again."
                )
            )
        reasons = {
            RIGHT: (
                self.tr("Reader {0} had that word but was outvoted."),
                self.tr("Readers {0} had that word but were outvoted."),
            ),
            WRONG_SIDE: (
                self.tr(
                    "Reader {0} had that word on the other side: its gate (in training or not) was wrong, not its "
                    "reading."
                ),
                self.tr(
                    "Readers {0} had that word on the other side: their gates (in training or not) were wrong, not "
                    "their readings."
                ),
            ),
            WRONG_WORD: (
                self.tr("Reader {0} looked on the right side and found another word nearer: its reading was wrong."),
                self.tr("Readers {0} looked on the right side and found others nearer: their readings were wrong."),
            ),
            MISSED: (
                self.tr("Reader {0} looked on the wrong side, and had another word nearer on the right one as well."),
                self.tr("Readers {0} looked on the wrong side, and had other words nearer on the right one as well."),
            ),
        }
        parts = []
        for how, (one, more) in reasons.items():
            if numbers := story.judged(how):
                text = one if len(numbers) == 1 else more
                parts.append(text.format(self._listed([str(n) for n in numbers])))
        return " ".join([start, *parts])

    def _listed(self, parts: Sequence[str]) -> str:
        if len(parts) == 1:
            return parts[0]
        return self.tr("{0} and {1}").format(", ".join(parts[:-1]), parts[-1])
