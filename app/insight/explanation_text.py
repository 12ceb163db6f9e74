"""The vote on a word in sentences."""

from collections.abc import Sequence

from PySide6.QtCore import QObject

from app.insight.vote_explanation import Judgement, VoteExplanation
from app.text.formats import distance

_MAX_NARROW = 2
"""This many narrow gates are described; others are only counted."""
_SPELLED = (Judgement.CORRECT, Judgement.SPELLING_WRONG)
"""The remarks on readers that hold that a word is not in the word list."""


class ExplanationText(QObject):
    """Describes a :class:`VoteExplanation`."""

    def sentences(self, vote: VoteExplanation, *, with_gates: bool = True) -> list[str]:
        """Return the sentences, the most important first; ``with_gates``: also those on single readers' gates."""
        if not vote.counts:
            return [self.tr("No reader found a word: the word list was empty at that time.")]
        counts = self._unlisted_counts(vote) if vote.is_unlisted else self._counts(vote)
        sentences = [counts, self._sides(vote), *self._outvoted(vote)]
        if vote.line_word is not None:
            sentences.insert(
                1, self.tr("The line reader, which sees the whole line, reads “{0}”.").format(vote.line_word)
            )
        if with_gates:
            sentences += self._narrow_gates(vote)
        if vote.changed_from is not None:
            text = self.tr("Alone the word image reads “{0}”; with its line it reads “{1}”.")
            sentences.insert(0, text.format(vote.changed_from, vote.word))
        if vote.transcription is not None:
            sentences.append(self._compare(vote, vote.transcription, with_gates=with_gates))
        return sentences

    def _counts(self, vote: VoteExplanation) -> str:
        first, total = vote.counts[0], len(vote.members)
        if total == 1:
            return self.tr("The only reader suggests “{0}”.").format(first.word)
        if first.votes == total:
            return self.tr("All {0} readers suggest “{1}”.").format(total, first.word)
        if first.votes == 1:
            second = vote.counts[1]
            return self.tr(
                "Each of the {0} readers suggests another word; “{1}” wins because it is nearest to the image "
                "(distance {2}; the next, “{3}”, {4})."
            ).format(total, first.word, distance(first.distance), second.word, distance(second.distance))
        if vote.is_tied:
            rivals = self._join([f"“{count.word}”" for count in vote.rivals])
            return self.tr(
                "A tie: “{0}” and {1} have {2} votes each. “{0}” wins because it is nearer to the image (distance {3} "
                "against {4})."
            ).format(first.word, rivals, first.votes, distance(first.distance), distance(vote.counts[1].distance))
        others = self._join([self.tr("“{0}” ({1})").format(count.word, count.votes) for count in vote.counts[1:]])
        if first.votes * 2 > total:
            text = self.tr("{0} of {1} readers suggest “{2}”; the others: {3}.")
        else:
            text = self.tr("{0} of {1} readers, the most but no majority, suggest “{2}”; the others: {3}.")
        return text.format(first.votes, total, first.word, others)

    def _unlisted_counts(self, vote: VoteExplanation) -> str:
        first, total = vote.counts[0], len(vote.members)
        if total == 1:
            return self.tr("The only reader treats it as a word in no list and spells it “{0}”.").format(first.word)
        if first.votes == total:
            text = self.tr("All {0} readers treat it as a word in no list and spell it “{1}”.")
            return text.format(total, first.word)
        if len(vote.counts) == 1:
            text = self.tr("{0} of {1} readers treat it as a word in no list and spell it “{2}”.")
            return text.format(first.votes, total, first.word)
        others = self._join([self.tr("“{0}” ({1})").format(count.word, count.votes) for count in vote.counts[1:]])
        text = self.tr("{0} of {1} readers treat it as a word in no list and spell it “{2}”; the others: {3}.")
        return text.format(first.votes, total, first.word, others)

    def _outvoted(self, vote: VoteExplanation) -> list[str]:
        if not vote.outvoted:
            return []
        words = self._join([self.tr("“{0}” ({1})").format(count.word, count.votes) for count in vote.outvoted])
        text = self.tr(
            "Spelled as a word in no list: {0}. That is not more than half of the readers, so the words of the list "
            "were put to the vote."
        )
        return [text.format(words)]

    def _sides(self, vote: VoteExplanation) -> str:
        if vote.is_starter:
            return self.tr(
                "This is the starter model: it was not trained on transcribed words of this project and chose from the "
                "whole word list."
            )
        total, seen, unlisted = len(vote.members), vote.n_seen, vote.n_unlisted
        if unlisted:
            return self._three_sides(total, seen, unlisted)
        if seen == total:
            return self.tr("Every reader treats it as a word it was trained on.")
        if seen:
            return self.tr(
                "The readers disagree: {0} of {1} treat it as a word they were trained on, {2} as a new word."
            ).format(seen, total, total - seen)
        text = self.tr("Every reader treats it as a new word.")
        if vote.is_seen:
            text += " " + self.tr(
                "The model as a whole was trained on “{0}”, but each reader leaves out some of the training words."
            ).format(vote.word)
        return text

    def _three_sides(self, total: int, seen: int, unlisted: int) -> str:
        note = self.tr("Thresholds do not change the spelling of a word in no list.")
        if unlisted == total:
            return note
        text = self.tr(
            "The readers disagree: {0} of {1} treat it as a word in no list, {2} as a word they were trained on, {3} "
            "as a new word."
        )
        return text.format(unlisted, total, seen, total - seen - unlisted) + " " + note

    def _narrow_gates(self, vote: VoteExplanation) -> list[str]:
        sentences = []
        for member in vote.members:
            if not member.is_narrow:
                continue
            text = self.tr("Reader {0} decided narrowly: {1} of {2} votes for “trained on”; {3} are needed.").format(
                member.number, member.vote.votes, member.vote.gates, member.vote.thres
            )
            if member.reversed_word is not None:
                text += " " + self.tr("The opposite decision would have given “{0}”.").format(member.reversed_word)
            sentences.append(text)
        more = len(sentences) - _MAX_NARROW
        if more <= 0:
            return sentences
        return [*sentences[:_MAX_NARROW], self.tr("%Ln more reader(s) decided as narrowly.", "", more)]

    def _compare(self, vote: VoteExplanation, transcription: str, *, with_gates: bool) -> str:
        if transcription == vote.word:
            return self.tr("The transcription is the same.")
        parts = [self.tr("The transcription is “{0}”.").format(transcription)]
        if not vote.in_lexicon and vote.n_unlisted:
            parts.append(self.tr("That word is not in the word list: readers can only spell it."))
        elif not vote.in_lexicon:
            parts.append(
                self.tr(
                    "That word is not in the word list, so no reader could suggest it. Add it, then suggest readings "
                    "again."
                )
            )
            return " ".join(parts)
        for judgement in Judgement if with_gates else ():
            if (numbers := vote.judged(judgement)) and (vote.in_lexicon or judgement in _SPELLED):
                text = self._judgement(judgement, len(numbers))
                parts.append(text.format(self._join([str(number) for number in numbers])))
        return " ".join(parts)

    def _judgement(self, judgement: Judgement, count: int) -> str:
        if judgement == Judgement.CORRECT:
            return self.tr("Reader(s) {0} suggested that word but were outvoted.", "", count)
        if judgement == Judgement.GATE_WRONG:
            return self.tr("Reader(s) {0} had that word on the other side: only the gate was wrong.", "", count)
        if judgement == Judgement.SPELLING_WRONG:
            return self.tr("Reader(s) {0} treated it as a word in no list and spelled another one.", "", count)
        if judgement == Judgement.WORD_WRONG:
            return self.tr("Reader(s) {0} looked on the correct side but found another word nearer.", "", count)
        return self.tr("Reader(s) {0}: the gate was wrong, and so was its best word on the correct side.", "", count)

    def _join(self, parts: Sequence[str]) -> str:
        if len(parts) == 1:
            return parts[0]
        return self.tr("{0} and {1}").format(", ".join(parts[:-1]), parts[-1])
