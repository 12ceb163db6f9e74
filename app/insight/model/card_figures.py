"""The model card: read and copied; and its parts beside the properties: use, data, figures by group and limits."""

import math
from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QObject
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel, QWidget

from app.context import ProjectContext
from app.insight.model.active_model import ActiveModel, OpenedModel
from app.text.formats import decimal, in_percent, integer
from app.widgets import builders
from app.widgets.text_table import NUMBER, Column, TextRow, TextTable
from core.evaluation.card_text import card_markdown
from core.evaluation.group_figures import MET, NOT_MET, GroupFigure, Kind, Share, Status
from core.evaluation.model_card import ModelCard, by_kind, model_card
from core.model.decision import GATES, NO_GATE, STACKING, Decision
from core.project.content.models import load_evaluation
from core.store.starter import starter_about
from core.store.starter_sources import began_with_starter


def read_card(opened: OpenedModel) -> ModelCard:
    """Return the card of a model, with its evaluation and the description of the starter model."""
    starter = starter_about() if began_with_starter(opened.summary.card) else None
    return model_card(opened.summary, starter, load_evaluation(opened.model))


def copy_card(context: ProjectContext, active_model: ActiveModel) -> None:
    """Put the card of the active model, if it is open, on the clipboard as Markdown, and report it."""
    opened = active_model.current
    if opened is None:
        return

    def copy(text: str) -> None:
        QGuiApplication.clipboard().setText(text)
        context.notifications.info(QCoreApplication.translate("copy_card", "The model card is on the clipboard."))

    context.session.query(
        lambda project: card_markdown(read_card(opened)), copy, owner=active_model, key="insight:copy"
    )


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
        use = self.tr(
            "Suggestions for single handwritten words of the hands it was trained on, to be checked by a person. Not "
            "for reading unchecked where errors do harm, for telling who wrote a text, or for hands it has not met."
        )
        spelled = self.tr("It can spell words in no list.")
        listed = self.tr("A word that is not in the word list cannot be read.")
        return f"{use} {spelled if card.spells else listed}"

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


_NUMBER_WIDTH, _SHARE_WIDTH = 64, 120


class CardFigures(QWidget):
    """Sections one below the other; each has a sentence, and a table where there are figures."""

    def __init__(self) -> None:
        super().__init__()
        self._names = CardNames(self)
        images = Column(self.tr("Images"), self.tr("different word images"), NUMBER, _NUMBER_WIDTH)
        right = Column(self.tr("Right"), self.tr("95 % interval in brackets"), NUMBER, _SHARE_WIDTH)
        confidence = Column(self.tr("Confidence"), self.tr("mean; 95 % interval in brackets"), NUMBER, _SHARE_WIDTH)
        sure = Column(
            self.tr("Wrong, yet sure"),
            self.tr("share that is wrong at a confidence of 90 % or more; 95 % interval in brackets"),
            NUMBER,
            _SHARE_WIDTH,
        )
        self._titles = {
            "tested": self.tr("Test words by group"),
            "set_aside": self.tr("Images set aside from training, by group"),
            "decision": self.tr("What decides between trained and new words"),
            "calibration": self.tr("Calibration of the confidence"),
            "use": self.tr("Intended use"),
            "data": self.tr("Training data and licences"),
            "limits": self.tr("Limits"),
        }
        groups = [Column(self.tr("Group")), images, right, confidence, sure]
        self.tested, self.set_aside = (
            TextTable(self._titles[name], groups, max_rows=12) for name in ("tested", "set_aside")
        )
        error = Column(
            self.tr("Calibration error"),
            self.tr("expected calibration error in ten bins; interval by resampling the images"),
            NUMBER,
            _SHARE_WIDTH + 40,
        )
        measured_on = Column(self.tr("Measured on"))
        self.calibration = TextTable(
            self._titles["calibration"], [measured_on, Column(self.tr("Group")), images, error]
        )
        self._rules = {NO_GATE: self.tr("No gate"), STACKING: self.tr("One offset (stacking)"), GATES: self.tr("Gates")}
        chance = self.tr("expected share of right words; in brackets the standard error of the gain over no gate")
        self.decision = TextTable(
            self._titles["decision"],
            [
                Column(self.tr("Reader"), kind=NUMBER, width=_NUMBER_WIDTH),
                Column(self.tr("Decides")),
                *(Column(name, chance, NUMBER, _SHARE_WIDTH) for name in self._rules.values()),
            ],
        )
        self.collections = TextTable(
            self._titles["data"],
            [
                Column(self.tr("Collection")),
                Column(self.tr("Licence"), width=104),
                Column(self.tr("Hands"), kind=NUMBER, width=_NUMBER_WIDTH),
                Column(self.tr("Words"), kind=NUMBER, width=_NUMBER_WIDTH),
            ],
            max_rows=5,
        )
        self.sentences: dict[str, QLabel] = {name: builders.label("", "quiet") for name in self._titles}
        tables = {
            "tested": self.tested,
            "set_aside": self.set_aside,
            "decision": self.decision,
            "calibration": self.calibration,
            "data": self.collections,
        }
        parts: list[QWidget] = []
        for name, title in self._titles.items():
            parts += [builders.label(title, "section"), self.sentences[name]]
            parts += [tables[name]] if name in tables else []
        builders.column(*parts, parent=self)

    def show_card(self, card: ModelCard) -> None:
        """Replace all figures and sentences."""
        names = self._names
        texts = {
            "tested": names.tested(card),
            "set_aside": names.set_aside(card),
            "use": names.intended_use(card),
            "data": names.data(card),
            "limits": names.limits(card),
            "calibration": self._calibration_text(card),
            "decision": names.decision(card),
        }
        for name, text in texts.items():
            self.sentences[name].setText(text)
        for table, figures in ((self.tested, card.tested), (self.set_aside, card.set_aside)):
            table.setVisible(bool(figures))
            table.show_rows([self._row(figure) for figure in figures])
        measured_on = {True: self.tr("test words"), False: self.tr("images set aside")}
        rows = [
            (measured_on[is_test], names.group(figures), integer(figures.images), self._error(figures.ece))
            for is_test, figures in card.calibration()
            if figures.ece is not None
        ]
        self.calibration.setVisible(bool(rows))
        self.calibration.show_rows(rows)
        decisions = [self._decision_row(k, member.decision) for k, member in enumerate(card.summary.members, start=1)]
        self.decision.setVisible(any(decisions))
        self.decision.show_rows([row for row in decisions if row is not None])
        sources: Sequence[dict[str, object]] = () if card.starter is None else card.starter.get("learnt_from", ())
        self.collections.setVisible(bool(sources))
        self.collections.show_rows(
            [[str(source.get(name, "–")) for name in ("title", "licence", "hands", "words")] for source in sources]
        )

    def _decision_row(self, reader: int, decision: Decision | None) -> TextRow | None:
        if decision is None:
            return None
        shares = (
            f"{in_percent(decision.right[rule], 1)} (± {in_percent(decision.chance[rule], 1)})"
            if rule in decision.right
            else "–"
            for rule in self._rules
        )
        return TextRow((str(reader), self._rules[decision.rule], *shares))

    def _error(self, share: Share) -> str:
        value, low, high = (decimal(part, 3) for part in share)
        return f"{value} ({low}–{high})"

    def _row(self, figure: GroupFigure) -> TextRow:
        interval = self._names.interval
        shares = (figure.right, figure.confidence, figure.sure_wrong)
        cells = (self._names.group(figure), integer(figure.images), *(interval(share) for share in shares))
        return TextRow(cells, bold=figure.kind == Kind.STATUS and figure.group != Status.UNLISTED)

    def _calibration_text(self, card: ModelCard) -> str:
        if not card.is_calibrated:
            return self.tr("The confidence was not fitted on images: it has no measured meaning.")
        if not card.calibration():
            return self.tr("Not recorded by the version that made and measured this model.")
        text = self.tr("0 is perfect: on average the confidence is off by this much.")
        if card.assumed_percent:
            text += " " + self.tr("It assumes that {0} % of the words to be read are in no list.").format(
                card.assumed_percent
            )
        return text
