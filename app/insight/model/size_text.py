"""The conclusions from the readers' errors, their assumptions and their limits, in sentences."""

from PySide6.QtCore import QObject

from app.insight.model.ensemble_size import MemberErrors, SizeAnswer
from app.text.formats import decimal, in_percent, integer, with_percent_sign
from app.widgets.text_table import TextRow
from core.evaluation.bounds.ensemble_size import MAX_MEMBERS
from core.evaluation.metrics import Interval

FEW_WORDS = 30
"""With fewer test words of either kind, the correlation of the readers is only a hint."""
_VACUOUS = 0.995
"""A bound of this size or more excludes nothing."""
_UNCORRELATED = 0.005
"""A correlation below this is shown as 0.00."""


class SizeText(QObject):
    """Describes :class:`MemberErrors` and a :class:`SizeAnswer`."""

    def headline(self, errors: MemberErrors, answer: SizeAnswer) -> str:
        """Return how many readers are enough, or that no number is."""
        required = answer.required
        if not errors.is_better_than_chance:
            return self.tr("No number of readers like these is enough.")
        if errors.rho is None:
            if (enough := required.hoeffding) is None:
                return self.tr("Not even {0} readers like these are estimated to be enough.").format(
                    integer(MAX_MEMBERS)
                )
            return self.tr("If they erred independently, %Ln reader(s) would be enough, as estimated.", "", enough)
        if required.exchangeable is None:
            if errors.limit is not None and errors.limit <= answer.error:
                return self.tr("More than {0} readers like these would be needed.").format(integer(MAX_MEMBERS))
            return self.tr("No number of readers like these is estimated to be enough.")
        if required.exchangeable <= errors.members:
            text = self.tr("%Ln reader(s) are estimated to be enough; there are {0}.", "", required.exchangeable)
            return text.format(errors.members)
        text = self.tr("{0} readers like these are estimated to be enough; there are %Ln now.", "", errors.members)
        return text.format(integer(required.exchangeable))

    def reasons(self, errors: MemberErrors, answer: SizeAnswer) -> list[str]:
        """Return the reasons and the assumptions, the most important first."""
        if errors.rates is None:
            return []
        reasons = [
            self.tr(
                "The readers decide whether they were trained on a word. Shares are those of the kind of word, trained "
                "on or new, with more wrong decisions."
            ),
            self._correlation(errors, answer),
        ]
        if uncertain := self._uncertainty(answer):
            reasons.append(uncertain)
        if measured := self._measured(errors, answer):
            reasons.append(measured)
        if errors.present is not None and errors.present.theorem_2 >= _VACUOUS:
            reasons.append(
                self.tr(
                    "For so few readers the paper's formula allows any share of wrong decisions: it excludes nothing. "
                    "That is usual."
                )
            )
        return [*reasons, self._assumptions(errors)]

    def rows(self, errors: MemberErrors, answer: SizeAnswer) -> list[TextRow]:
        """Return the bounds, the most cautious first: for the present readers, and the number that each requires."""
        present, needed = errors.present, answer.required
        measured = errors.measured[-1] if errors.measured else None
        bounds = [
            (
                self.tr("Estimated, common errors included"),
                self.tr(
                    "The paper's theorem on exchangeable readers in a form that holds: Cantelli's bound with the "
                    "correlation of two readers' votes, measured on test words. The printed formula takes the votes "
                    "as independent."
                ),
                _bound(present.exchangeable if present else None),
                self._number(needed.exchangeable) if errors.rho is not None else "–",
            ),
            (
                self.tr("Estimated bound, if readers err independently"),
                self.tr(
                    "The paper's Theorems 1 and 2 with Hoeffding's sharper inequality in place of Chernoff's, at the "
                    "best number of votes."
                ),
                _bound(present.hoeffding if present else None),
                self._number(needed.hoeffding),
            ),
            (
                self.tr("The paper's formula, likewise"),
                self.tr(
                    "Theorem 2 as printed, at its best eta: A statistical approach to bias in zero-shot learning "
                    "(Chew, Chia, Chanda, Ghosh and Mukherjee)."
                ),
                _bound(present.theorem_2 if present else None),
                self._number(needed.theorem_2),
            ),
            (
                self.tr("Expected, if readers err independently"),
                self.tr("Not a bound but the exact distribution of the votes (the paper's Appendix B.1)."),
                percent(present.exact) if present else "–",
                self._number(needed.exact),
            ),
            (
                self.tr("Measured on test words"),
                self.tr(
                    "The same rule, “trained on” if at least m readers vote for it, measured on subsets of the current "
                    "readers."
                ),
                "–" if measured is None else percent(measured),
                "–" if answer.measured is None else str(answer.measured),
            ),
        ]
        return [TextRow((name, now, required), tip=about) for name, about, now, required in bounds]

    def _correlation(self, errors: MemberErrors, answer: SizeAnswer) -> str:
        if not errors.is_better_than_chance:
            return self.tr(
                "On images set aside from training the readers' decisions are no better than chance, and a vote does "
                "not improve that. Transcribe more words, then train again."
            )
        if errors.rho is None and errors.members < 2:
            return self.tr("With one reader alone it is unknown whether readers err on the same images.")
        if errors.rho is None:
            return self.tr(
                "Whether they do is unknown: measuring it takes test words with suggestions, both trained on and new. "
                "As a rule readers err on the same images, and then more readers are needed, or no number is enough."
            )
        if max(errors.rho) < _UNCORRELATED:
            text = self.tr("On the test words they erred together no more often than by chance.")
        else:
            text = self.tr(
                "They err on the same images, such as those with a blot or an odd letter: their votes are correlated "
                "({0} on words trained on, {1} on new words)."
            ).format(*(_correlation(value, errors.rho_interval, side) for side, value in enumerate(errors.rho)))
        if answer.required.exchangeable is None and errors.limit is not None and errors.limit > answer.error:
            text += " " + self.tr(
                "However many such readers vote, the bound must allow for {0} of wrong decisions. Better or different "
                "readers help: more transcribed words, another preset."
            ).format(percent(errors.limit))
        if min(errors.n_seen, errors.n_unseen) < FEW_WORDS:
            few = self.tr("This was measured on few words ({0} and {1}) and is only a hint.")
            text += " " + few.format(errors.n_seen, errors.n_unseen)
        return text

    def _uncertainty(self, answer: SizeAnswer) -> str:
        """Return how uncertain the number is that allows for common errors; "" where there is none."""
        if answer.interval is None:
            return ""
        low, high = answer.interval
        if low is None:
            return self.tr("The data are clear in this: with 95 % confidence no number of such readers is enough.")
        if high is None:
            return self.tr(
                "The number is uncertain: with 95 % confidence it is {0} or more, and perhaps no number is enough. It "
                "rests on estimates from few images."
            ).format(integer(low))
        return self.tr("With 95 % confidence the number lies between {0} and {1}: it rests on estimates.").format(
            integer(low), integer(high)
        )

    def _measured(self, errors: MemberErrors, answer: SizeAnswer) -> str:
        """Compare the measured errors with those of independent readers; "" if they were not measured."""
        measured = errors.measured[-1] if errors.measured else None
        if measured is None or errors.present is None:
            return ""
        text = self.tr(
            "Measured with all %Ln readers: {0} of wrong decisions, on {1} images of words trained on and {2} of new "
            "words. Expected of independent readers: {3}.",
            "",
            errors.members,
        ).format(percent(measured), integer(errors.n_seen), integer(errors.n_unseen), percent(errors.present.exact))
        if answer.measured is not None:
            text += " " + self.tr(
                "On these images %Ln reader(s) reached the target; that proves nothing for other words.",
                "",
                answer.measured,
            )
        return text

    def _assumptions(self, errors: MemberErrors) -> str:
        assert errors.rates is not None
        return self.tr(
            "The curves take the measured error rates as exact: those of one reader alone on images set aside for it, "
            "at the thresholds in force, {0} on words trained on (95 % interval {1}) and {2} on new words ({3}). "
            "Training chose its thresholds on the same images, so these rates are a little too good."
        ).format(
            percent(errors.rates.alpha),
            _interval(errors.alpha_interval),
            percent(errors.rates.beta),
            _interval(errors.beta_interval),
        )

    def _number(self, count: int | None) -> str:
        return self.tr("none") if count is None else integer(count)


def percent(share: float) -> str:
    """Return a share with one decimal; a share above 0 is never shown as 0."""
    return f"< {in_percent(0.001, 1)}" if 0 < share < 0.0005 else in_percent(share, 1)


def _interval(ends: Interval) -> str:
    return with_percent_sign(f"{decimal(100 * ends[0], 1)}–{decimal(100 * ends[1], 1)}")


def _correlation(rho: float, intervals: tuple[Interval, Interval] | None, side: int) -> str:
    """Return ``0.05``, with its 95 % interval where it is known: ``0.05, 0.01–0.12``."""
    if intervals is None:
        return decimal(rho, 2)
    low, high = intervals[side]
    return f"{decimal(rho, 2)} [{decimal(low, 2)}–{decimal(high, 2)}]"


def _bound(value: float | None) -> str:
    if value is None:
        return "–"
    return "≤ 100 %" if value >= _VACUOUS else f"≤ {percent(value)}"
