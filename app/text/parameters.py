"""The parameters of a preset for people: group, plain name, symbol of the paper, and effect."""

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from app.text.formats import integer, short
from core.model.learner_names import LEARNERS, installed_learners
from core.training.presets import CHOICES, FIELD_NAMES, RANGES


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter; ``symbol`` is that of the paper, or ""."""

    name: str
    title: str
    symbol: str
    hint: str

    @property
    def range(self) -> tuple[float, float] | None:
        return next(((low, high) for name, low, high in RANGES if name == self.name), None)

    @property
    def choices(self) -> tuple[str, ...] | None:
        if self.name == "learner":
            return (*LEARNERS, *installed_learners())
        return next((allowed for name, allowed in CHOICES if name == self.name), None)


def tr(text: str) -> str:
    """Translate a text of this module."""
    return QCoreApplication.translate("Parameters", text)


def groups() -> list[tuple[str, list[Parameter]]]:
    """Return all parameters in groups, in the order in which they are shown."""
    return [
        (tr("Readers"), _readers()),
        (tr("Words set aside"), _set_aside()),
        (tr("Gates: trained on this word or not"), _gates()),
        (tr("Deciding"), _deciding()),
    ]


def _readers() -> list[Parameter]:
    return [
        Parameter("learner", tr("Kind of reader"), "M1", tr("The network that reads a word image")),
        Parameter(
            "starter",
            tr("Start from the starter model"),
            "",
            tr("It was trained on handwriting in general; without it a reader starts from random weights"),
        ),
        Parameter(
            "starter_images",
            tr("Starter weight"),
            "",
            tr("In equivalent images, when the weights of a reader and of the starter model are averaged"),
        ),
        Parameter("members", tr("Number of readers"), "L", tr("Each reads on its own; then they vote")),
        Parameter("steps", tr("Training steps"), "", tr("Of each reader; more take longer")),
        Parameter("max_steps", tr("Most training steps"), "", tr("For hard hands, as long as training still helps")),
        Parameter("batch", tr("Images in a step"), "", tr("More need more memory")),
        Parameter(
            "recipe", tr("How a reader is trained"), "", tr("As ours are, or as the paper's network was published")
        ),
        Parameter("peak_rate", tr("Highest learning rate"), "", tr("Smaller if the training diverges")),
        Parameter("phos_weight", tr("Weight of letter shapes"), "λs", tr("PHOS: how shapes are counted")),
        Parameter("letters_weight", tr("Weight of letters"), "λc", tr("PHOC: which letters stand where")),
        Parameter("metric", tr("How words are compared"), "", tr("Distance between an image and a word")),
    ]


def _set_aside() -> list[Parameter]:
    return [
        Parameter("s", tr("Share of words held out"), "s", tr("Words a reader is not trained on")),
        Parameter("t", tr("Share of images used"), "t", tr("Of each trained word; the others check the reader")),
    ]


def _gates() -> list[Parameter]:
    return [
        Parameter("gates", tr("Gates of each reader"), "n_k", tr("Small networks that vote: trained on or new")),
        Parameter("dims", tr("Numbers a gate sees"), "D", tr("Principal components; 0 means all")),
        Parameter("gate_distances", tr("Gates see distances"), "", tr("To the nearest trained and new word")),
        Parameter(
            "min_gate_images",
            tr("Fewest images for gates"),
            "",
            tr("Of trained and of new words; with fewer the distances decide"),
        ),
        Parameter("gate_width", tr("Width of a gate"), "", tr("Nodes in each layer")),
        Parameter("gate_depth", tr("Depth of a gate"), "", tr("Hidden layers")),
        Parameter("gate_epochs", tr("Passes of the gates"), "", tr("Over all their points")),
        Parameter("synthetic", tr("Synthetic new words"), "Algorithm 4", tr("Points far from all trained words")),
        Parameter(
            "synthetic_space",
            tr("Where they are drawn"),
            "Algorithm 4",
            tr("On the whole signature, as the paper does, or on its principal components"),
        ),
        Parameter("low", tr("Far means below (percent)"), "L, Algorithm 4", tr("Of the synthetic points")),
        Parameter("high", tr("Far means above (percent)"), "R, Algorithm 4", tr("Of the synthetic points")),
    ]


def _deciding() -> list[Parameter]:
    return [
        Parameter("classifier", tr("Classifier of trained words"), "Algorithm 6", tr("Chooses among them")),
        Parameter("cap", tr("Most images of a word"), "m, Algorithm 5", tr("To which words are filled up")),
        Parameter(
            "objective",
            tr("Threshold chosen for"),
            "thres",
            tr("accuracy: most words, with gates or without; h: both kinds; A_b: the weaker kind"),
        ),
        Parameter(
            "ool_percent",
            tr("Words not in the list (percent)"),
            "",
            tr("Prior share of words not in the word list, updated by the transcriptions"),
        ),
    ]


def written_number(value: float) -> str:
    """Return a bound of a range: whole numbers grouped, others as short as possible."""
    return integer(value) if float(value).is_integer() else short(value)


def value_name(name: str, value: object) -> str:
    """Return a value of a parameter for people."""
    names = {
        ("classifier", "nearest"): tr("nearest signature"),
        ("classifier", "lda"): tr("discriminant analysis"),
        ("classifier", "lr"): tr("logistic regression, in small steps"),
        ("classifier", "rf"): tr("forest of randomised trees"),
        ("classifier", "paper-lr"): tr("logistic regression, as published"),
        ("classifier", "paper-rf"): tr("random forest, as published"),
        ("metric", "cosine"): tr("by angle (cosine)"),
        ("metric", "euclid"): tr("by distance (euclid)"),
        ("objective", "accuracy"): tr("most words read (accuracy)"),
        ("objective", "h"): tr("both kinds alike (h)"),
        ("objective", "A_b"): tr("the weaker kind (A_b)"),
        ("learner", "compact"): tr("small network"),
        ("learner", "phoscnet"): tr("the paper's large network"),
        ("learner", "phoscnet-raw"): tr("the paper's large network on grey values"),
        ("synthetic_space", "components"): tr("principal components"),
        ("synthetic_space", "signature"): tr("whole signature"),
        ("recipe", "one-cycle"): tr("one cycle of the learning rate"),
        ("recipe", "published"): tr("as the Pho(SC)Net was published"),
        ("learner", "phosc-ctc"): tr("small network that also spells"),
    }
    if isinstance(value, bool):
        return tr("yes") if value else tr("no")
    if isinstance(value, float):
        return short(value)
    return tr("none") if value is None else names.get((name, str(value)), str(value))


def parameter_title(name: str) -> str:
    """Return the plain name of a parameter of a preset or of a run, given its name or stored name."""
    others = {
        "preset": tr("Preset"),
        "seed": tr("Random seed"),
        "device": tr("Processor"),
        "alphabet": tr("Alphabet"),
        "skip_unencodable": tr("Words left out"),
        "parent": tr("Continues from"),
    }
    titles = {parameter.name: parameter.title for _, group in groups() for parameter in group}
    return others.get(name) or titles.get(FIELD_NAMES.get(name, name), name)
