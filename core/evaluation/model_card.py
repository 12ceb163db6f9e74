"""A model's card: figures by group with intervals, the data behind the model, and what is not known of it.

The parts follow Mitchell et al., "Model Cards for Model Reporting", FAT* 2019. They are numbers and names;
:mod:`core.evaluation.card_text` and the app put them into words.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.evaluation.bounds.estimate import member_rates
from core.evaluation.group_figures import GroupFigure, Kind, Share, Status, figures_from_json
from core.evaluation.metrics import wilson_interval
from core.model.ensemble import Calibration
from core.store.calibration_card import was_calibrated
from core.store.summary import MemberSummary, ModelSummary

FIGURES = "figures"
"""Key of the figures on X and X' in the card that a model's file holds."""
CARD_TEXT = "model_card"
"""Key of the card as Markdown in it, for people who open the file with another program."""


@dataclass(frozen=True, slots=True)
class ShareOf:
    """A share of ``n`` images with its 95 % interval."""

    share: Share
    n: int


@dataclass(frozen=True, slots=True)
class ReaderFigures:
    """One reader alone on X and X'; None where there are no images."""

    seen: ShareOf | None
    unseen: ShareOf | None
    alpha: ShareOf | None
    """Words trained on that its gates take for new ones."""
    beta: ShareOf | None
    """New words that its gates take for words trained on."""


@dataclass(frozen=True, slots=True)
class ModelCard:
    """A model's card. Figures come from two sources, which are never mixed: X and X', and test words."""

    summary: ModelSummary
    starter: Mapping[str, Any] | None
    """The starter model's own description, for a model that began with it."""
    evaluation: Mapping[str, Any] | None
    """The stored result of :func:`core.jobs.evaluation.evaluate.evaluate`."""
    readers: tuple[ReaderFigures, ...]
    set_aside: tuple[GroupFigure, ...]
    """All readers on X and X'; empty in files of earlier versions."""
    tested: tuple[GroupFigure, ...]
    """The vote with gates on test words; empty if not measured, or by an earlier version."""

    @property
    def name(self) -> str:
        return str(self.summary.card.get("name", "unnamed"))

    @property
    def data(self) -> dict[str, Any]:
        """Images, words and list of the training, as far as they are recorded."""
        return part_of(self.summary.card, "data")

    @property
    def adapted(self) -> dict[str, Any]:
        """How the starter model adapted itself to the handwriting, if this model is that one or began with it."""
        return part_of(self.summary.card, "adapted")

    @property
    def spells(self) -> bool:
        """True if it can answer with words that are in no list."""
        return any(member.spells for member in self.summary.members)

    @property
    def list_words(self) -> int | None:
        """Words in the list that gates, thresholds and confidence were fitted with."""
        words = part_of(self.summary.card, "calibration").get("words")
        return words if isinstance(words, int) else None

    @property
    def assumed_percent(self) -> Any:
        """Percent of the words to be read that the confidence takes to be in no list; None where it does not."""
        return part_of(self.summary.card, "preset").get("lacking")

    @property
    def least_new(self) -> int:
        """The least number of images of X' that a reader has."""
        return min(int((~member.calibration.is_seen).sum()) for member in self.summary.members)

    @property
    def is_calibrated(self) -> bool:
        """False if the confidence was never fitted on images."""
        return was_calibrated(self.summary)

    def calibration(self) -> list[tuple[bool, GroupFigure]]:
        """Return the groups by status, those of test words (True) before those of X and X' (False)."""
        return [
            (is_test, figure)
            for is_test, figures in ((True, self.tested), (False, self.set_aside))
            for figure in figures
            if figure.kind == Kind.STATUS
        ]


def model_card(
    summary: ModelSummary, starter: Mapping[str, Any] | None = None, evaluation: Mapping[str, Any] | None = None
) -> ModelCard:
    """Gather the card of a model."""
    return ModelCard(
        summary,
        starter,
        evaluation or None,
        tuple(_reader(member) for member in summary.members),
        figures_from_json(summary.card.get(FIGURES)),
        figures_from_json((evaluation or {}).get("groups")),
    )


def part_of(card: Mapping[str, Any], name: str) -> dict[str, Any]:
    """Return an entry of a card that is a dictionary; an empty one where it is missing or of another kind."""
    part = card.get(name)
    return part if isinstance(part, dict) else {}


def by_kind(figures: Sequence[GroupFigure], kind: Kind) -> list[GroupFigure]:
    """Return the figures of one kind, in their order."""
    return [figure for figure in figures if figure.kind == kind]


def status_figure(figures: Sequence[GroupFigure], status: Status) -> GroupFigure | None:
    """Return the figure of one group by status, if there is one."""
    return next((figure for figure in by_kind(figures, Kind.STATUS) if figure.group == status), None)


def _reader(member: MemberSummary) -> ReaderFigures:
    calibration: Calibration = member.calibration
    right = np.where(calibration.votes >= member.thres, calibration.right_if_seen, calibration.right_if_unseen)
    rates = member_rates(calibration, member.thres)
    return ReaderFigures(
        _share_of(right[calibration.is_seen]),
        _share_of(right[~calibration.is_seen]),
        None if rates.alpha is None else ShareOf((rates.alpha, *rates.alpha_interval), rates.n_seen),
        None if rates.beta is None else ShareOf((rates.beta, *rates.beta_interval), rates.n_unseen),
    )


def _share_of(right: NDArray[np.bool_]) -> ShareOf | None:
    if not len(right):
        return None
    return ShareOf((float(right.mean()), *wilson_interval(int(right.sum()), len(right))), len(right))
