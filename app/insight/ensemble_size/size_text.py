"""What the theory says of the readers, in plain sentences, and what it does not say."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QObject

from app.insight.ensemble_size.ensemble_size import Aim, Basis
from core.evaluation.bounds.ensemble_size import MAX_MEMBERS

FEW = 30
"""With fewer test words of either kind, what readers have in common is a hint and no more."""
_NOTHING = 0.995
"""A bound of so much allows anything."""


@dataclass(frozen=True, slots=True)
class Row:
    """One yardstick: its name, what it is in the paper, what it says of the present readers, and how many it asks."""

    name: str
    about: str
    now: str
    enough: str


class SizeText(QObject):
    """Sentences and rows for a :class:`Basis` and an :class:`Aim`."""

    def headline(self, found: Basis, aim: Aim) -> str:
        """The answer to "how many would be enough?", or that there is none."""
        if not found.works:
            return self.tr("No number of readers like these is enough.")
        if found.rho is None:
            return self._if_independent(found, aim)
        if aim.enough.exchangeable is None:
            if found.floor is not None and found.floor <= aim.wanted:
                return self.tr("More than {0} readers like these would be needed.").format(f"{MAX_MEMBERS:,}")
            return self.tr("No number of readers like these is proven to be enough.")
        if aim.enough.exchangeable <= found.readers:
            return self.tr("%Ln reader(s) are proven to be enough; there are {0}.", "", aim.enough.exchangeable).format(
                found.readers
            )
        return self.tr("{0} readers like these are proven to be enough; there are %Ln now.", "", found.readers).format(
            f"{aim.enough.exchangeable:,}"
        )

    def reasons(self, found: Basis, aim: Aim) -> list[str]:
        """Why it is so and what it rests on, the most important first."""
        if found.kind is None:
            return []
        said = [
            self.tr("A verdict says whether a word was in training. Shares are those of the worse kind of word."),
            self._why(found, aim),
        ]
        if (told := self._today(found, aim)) is not None:
            said.append(told)
        if found.now is not None and found.now.theorem_2 >= _NOTHING:
            said.append(
                self.tr(
                    "For so few readers the paper's formula allows any share of wrong verdicts: it says nothing, "
                    "neither good nor bad. That is usual."
                )
            )
        return [*said, self._basis(found)]

    def rows(self, found: Basis, aim: Aim) -> list[Row]:
        """The yardsticks, the most careful promise first."""
        now, enough = found.now, aim.enough
        return [
            Row(
                self.tr("Proven, errors in common counted"),
                self.tr(
                    "The paper's theorem on exchangeable readers as it does hold: Cantelli's bound with the "
                    "correlation of two readers' votes, measured on words kept for testing. The formula as "
                    "printed takes the votes for independent."
                ),
                _most(now.exchangeable if now else None),
                self._number(enough.exchangeable) if found.rho is not None else "–",
            ),
            Row(
                self.tr("Proven, if readers err independently"),
                self.tr(
                    "The paper's Theorems 1 and 2 with Hoeffding's sharper inequality in place of Chernoff's, at "
                    "the best number of votes."
                ),
                _most(now.hoeffding if now else None),
                self._number(enough.hoeffding),
            ),
            Row(
                self.tr("The paper's own formula, likewise"),
                self.tr(
                    "Theorem 2 as printed, at its best eta: A statistical approach to bias in zero-shot learning "
                    "(Chew, Chia, Chanda, Ghosh and Mukherjee)."
                ),
                _most(now.theorem_2 if now else None),
                self._number(enough.theorem_2),
            ),
            Row(
                self.tr("Expected, if readers err independently"),
                self.tr("No bound but the exact law of the votes (the paper's Appendix B.1)."),
                percent(now.exact) if now else "–",
                self._number(enough.exact),
            ),
            Row(
                self.tr("Measured on words kept for testing"),
                self.tr(
                    "The same rule, “in training” when at least m readers say so, played with parts of the "
                    "present readers."
                ),
                "–" if not found.measured or found.measured[-1] is None else percent(found.measured[-1]),
                "–" if aim.measured is None else str(aim.measured),
            ),
        ]

    def _if_independent(self, found: Basis, aim: Aim) -> str:
        if aim.enough.hoeffding is None:
            return self.tr("Not even {0} readers like these are proven to be enough.").format(f"{MAX_MEMBERS:,}")
        return self.tr(
            "If they erred independently, %Ln reader(s) like these would be proven to be enough.",
            "",
            aim.enough.hoeffding,
        )

    def _why(self, found: Basis, aim: Aim) -> str:
        if not found.works:
            return self.tr(
                "On pictures kept back, their verdicts “in training” or “not in training” are no better than chance, "
                "and many guesses are still a guess. Transcribe more words, then train anew."
            )
        if found.rho is None and found.readers < 2:
            return self.tr("Whether readers err on the same pictures cannot be told of one reader alone.")
        if found.rho is None:
            return self.tr(
                "Whether they do cannot be told: that takes words kept for testing, some that the model was trained on "
                "and some that it was not, which it has read. As a rule readers err on the same pictures, and then "
                "it takes more of them, or no number is enough."
            )
        together = self.tr(
            "They err on the same pictures: all look at the same blot or odd letter, so that their votes go together "
            "(correlation {0} on words in training, {1} on others)."
        ).format(f"{found.rho[0]:.2f}", f"{found.rho[1]:.2f}")
        if max(found.rho) < 0.005:
            together = self.tr(
                "On the words kept for testing they erred together no more often than chance would have it."
            )
        if aim.enough.exchangeable is None and found.floor is not None and found.floor > aim.wanted:
            together += " " + self.tr(
                "However many such readers vote, the proof must allow for {0} of wrong verdicts. What helps is better "
                "or different readers: more transcribed words, another preset."
            ).format(percent(found.floor))
        if min(found.known_words, found.new_words) < FEW:
            together += " " + self.tr("It was measured on few words ({0} and {1}): take it as a hint.").format(
                found.known_words, found.new_words
            )
        return together

    def _today(self, found: Basis, aim: Aim) -> str | None:
        """What was measured against what independent readers would do."""
        measured = found.measured[-1] if found.measured else None
        if measured is None or found.now is None:
            return None
        said = self.tr(
            "Measured with all %Ln readers: {0} of wrong verdicts, on {1} pictures of words in "
            "training and {2} of others. Expected of independent readers: {3}.",
            "",
            found.readers,
        ).format(percent(measured), f"{found.known_words:,}", f"{found.new_words:,}", percent(found.now.exact))
        if aim.measured is None:
            return said
        return (
            said
            + " "
            + self.tr(
                "On those pictures %Ln reader(s) kept within your aim; that is no proof for other words.",
                "",
                aim.measured,
            )
        )

    def _basis(self, found: Basis) -> str:
        assert found.kind is not None
        return self.tr(
            "All of this takes for exact how often one reader alone was wrong, at the thresholds in force, on pictures "
            "kept back from it: {0} on words in training (95 % interval {1}), {2} on others ({3}). Training chose its "
            "thresholds on the same pictures, so that looks a little too good."
        ).format(
            percent(found.kind.alpha),
            _interval(found.alpha_interval),
            percent(found.kind.beta),
            _interval(found.beta_interval),
        )

    def _number(self, count: int | None) -> str:
        return self.tr("none") if count is None else f"{count:,}"


def percent(share: float) -> str:
    """A share of wrong verdicts: one decimal, and never 0 for what is not nothing."""
    if 0 < share < 0.0005:
        return "< 0.1 %"
    return f"{100 * share:.1f} %"


def _interval(ends: tuple[float, float]) -> str:
    return f"{100 * ends[0]:.1f}–{100 * ends[1]:.1f} %"


def _most(bound: float | None) -> str:
    if bound is None:
        return "–"
    return "≤ 100 %" if bound >= _NOTHING else f"≤ {percent(bound)}"
