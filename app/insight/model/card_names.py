"""The texts of the model card on the screen: names of groups, intended use, data, limits and unknowns."""

from __future__ import annotations

import math

from PySide6.QtCore import QObject

from app.text.number_format import in_percent, integer
from core.evaluation.group_figures import MET, NOT_MET, GroupFigure, Kind, Share, Status
from core.evaluation.model_card import ModelCard, by_kind


class CardNames(QObject):
    """Texts about a :class:`~core.evaluation.model_card.ModelCard`."""

    def group(self, figure: GroupFigure) -> str:
        """Return the name of a group of words."""
        names = {
            (Kind.STATUS, Status.SEEN): self.tr("Words trained on"),
            (Kind.STATUS, Status.UNSEEN): self.tr("New words"),
            (Kind.STATUS, Status.UNLISTED): self.tr("Words in no list"),
            (Kind.STARTER, MET): self.tr("New words that the starter model met"),
            (Kind.STARTER, NOT_MET): self.tr("New words that it did not meet"),
        }
        if figure.kind == Kind.LENGTH:
            return self.tr("Length in letters: {0}").format(self._range(figure.group))
        if figure.kind == Kind.FREQUENCY:
            return self.tr("Images trained on: {0}").format(self._range(figure.group))
        if figure.kind == Kind.WRITER:
            return self.tr("Writer: {0}").format(figure.group or self.tr("not known"))
        return next((name for key, name in names.items() if key == (figure.kind, figure.group)), figure.group)

    def intended_use(self, card: ModelCard) -> str:
        spelled = self.tr("It can spell words in no list.")
        return " ".join(
            [
                self.tr(
                    "Suggestions for single handwritten words of the hands it was trained on, to be checked by a "
                    "person. Not for reading unchecked where errors do harm, for telling who wrote a text, or for "
                    "hands it has not met."
                ),
                spelled if card.spells else self.tr("A word that is not in the word list cannot be read."),
            ]
        )

    def data(self, card: ModelCard) -> str:
        rights = self.tr(
            "The rights in the word images trained on are those of the project's scans and transcriptions; the model's "
            "file holds neither."
        )
        if card.starter is None:
            return f"{rights} " + self.tr("It began with random weights, or its file does not show otherwise.")
        if card.adapted:
            adapted = self.tr(
                "The starter model read %Ln word image(s) of this project and learnt from the surest of its own "
                "readings, without transcriptions and without images of transcribed test words.",
                "",
                int(card.adapted.get("images", 0)),
            )
            rights = f"{rights} {adapted}"
        return f"{rights} " + self.tr(
            "It began with the starter model, which learnt from {0} pictures of words in {1} fonts under open licences "
            "and from these collections:"
        ).format(integer(card.starter.get("pictures", 0)), integer(card.starter.get("fonts", 0)))

    def limits(self, card: ModelCard) -> str:
        texts = [
            self.tr("Other hands, scans and ways of cutting words are likely to be read worse."),
            self.tr("Words of one page err together, so the true uncertainty is larger than the intervals."),
        ]
        if card.least_new:
            texts.append(
                self.tr("Figures on new words rest on %Ln image(s) or more for each reader.", "", card.least_new)
            )
        return " ".join(texts)

    def decision(self, card: ModelCard) -> str:
        """Return what the figures on rules are, or why there are none."""
        decisions = [member.decision for member in card.summary.members if member.decision]
        if not decisions:
            return self.tr("Set by the preset: what the thresholds were chosen for stands among the properties.")
        share = sum(decision.new_share for decision in decisions) / len(decisions)
        return self.tr(
            "Each reader has the rule that is expected to read most words, tried on words set aside that are weighed "
            "as words to come: {0} of them new. No gate decides where no other rule gains more than chance."
        ).format(in_percent(share, 1))

    def tested(self, card: ModelCard) -> str:
        """Return what the figures on test words are, or why there are none."""
        if card.evaluation is None:
            return self.tr("Not measured. Measure the model in Results.")
        if not card.tested:
            return self.tr("Measured by an earlier version, which did not record groups. Measure again in Results.")
        text = self.tr("The vote of all readers, each as it decides; words in no list as on unread pages.")
        return text if by_kind(card.tested, Kind.WRITER) else f"{text} {self._no_writers()}"

    def set_aside(self, card: ModelCard) -> str:
        """Return what the figures on X and X' are, or why there are none."""
        if not card.is_calibrated:
            return self.tr("None: the model was not trained on transcriptions of this handwriting.")
        if not card.set_aside:
            return self.tr("The model's file does not hold them: it was made by an earlier version.")
        text = self.tr(
            "Each reader alone on images it was not trained on (X and X'). Its threshold was chosen on them, so the "
            "figures are a little too good. Writers are numbered, since a model may go to other people."
        )
        return text if by_kind(card.set_aside, Kind.WRITER) else f"{text} {self._no_writers()}"

    def interval(self, share: Share) -> str:
        """Return ``93.4 % (91–95)``, the ends rounded outwards, so that the value lies between them."""
        value, low, high = share
        return f"{in_percent(value, 1)} ({math.floor(100 * low)}–{math.ceil(100 * high)})"

    def _no_writers(self) -> str:
        return self.tr("By writer: not known, since the project names none.")

    def _range(self, group: str) -> str:
        first, dash, last = group.partition("-")
        if not dash:
            return first
        return self.tr("{0} to {1}").format(first, last) if last else self.tr("{0} or more").format(first)
