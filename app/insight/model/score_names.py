"""The names of the scores, with the paper's symbols, for every place where their figures stand."""

from PySide6.QtCore import QObject


class ScoreNames(QObject):
    """Texts about A_u, A_s, h and A_b, by symbol."""

    def titles(self) -> dict[str, str]:
        return {
            "A_u": self.tr("New, unseen (A_u)"),
            "A_s": self.tr("Trained on, seen (A_s)"),
            "h": self.tr("Harmonic mean (h)"),
            "A_b": self.tr("The lower (A_b)"),
        }

    def meanings(self) -> dict[str, str]:
        return {
            "A_u": self.tr("share of correct suggestions among words not trained on"),
            "A_s": self.tr("share of correct suggestions among words trained on"),
            "h": self.tr("one figure for both, low as soon as one of them is low"),
            "A_b": self.tr("accuracy of the weaker kind"),
        }
