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


def _tr(text: str) -> str:
    return QCoreApplication.translate("Parameters", text)


def groups() -> list[tuple[str, list[Parameter]]]:
    """Return all parameters in groups, in the order in which they are shown."""
    return [
        (_tr("Readers"), _readers()),
        (_tr("Words set aside"), _set_aside()),
        (_tr("Gates: trained on this word or not"), _gates()),
        (_tr("Deciding"), _deciding()),
    ]


def _readers() -> list[Parameter]:
    return [
        Parameter("learner", _tr("Kind of reader"), "M1", _tr("The network that reads a word image")),
        Parameter(
            "starter",
            _tr("Start from the starter model"),
            "",
            _tr("It was trained on handwriting in general; without it a reader starts from random weights"),
        ),
        Parameter(
            "starter_images",
            _tr("Starter weight"),
            "",
            _tr("In equivalent images, when the weights of a reader and of the starter model are averaged"),
        ),
        Parameter("members", _tr("Number of readers"), "L", _tr("Each reads on its own; then they vote")),
        Parameter("steps", _tr("Training steps"), "", _tr("Of each reader; more take longer")),
        Parameter("max_steps", _tr("Most training steps"), "", _tr("For hard hands, as long as training still helps")),
        Parameter("batch", _tr("Images in a step"), "", _tr("More need more memory")),
        Parameter(
            "recipe", _tr("How a reader is trained"), "", _tr("As ours are, or as the paper's network was published")
        ),
        Parameter("peak_rate", _tr("Highest learning rate"), "", _tr("Smaller if the training diverges")),
        Parameter("phos_weight", _tr("Weight of letter shapes"), "λs", _tr("PHOS: how shapes are counted")),
        Parameter("letters_weight", _tr("Weight of letters"), "λc", _tr("PHOC: which letters stand where")),
        Parameter("metric", _tr("How words are compared"), "", _tr("Distance between an image and a word")),
    ]


def _set_aside() -> list[Parameter]:
    return [
        Parameter("s", _tr("Share of words held out"), "s", _tr("Words a reader is not trained on")),
        Parameter("t", _tr("Share of images used"), "t", _tr("Of each trained word; the others check the reader")),
    ]


def _gates() -> list[Parameter]:
    return [
        Parameter("gates", _tr("Gates of each reader"), "n_k", _tr("Small networks that vote: trained on or new")),
        Parameter("dims", _tr("Numbers a gate sees"), "D", _tr("Principal components; 0 means all")),
        Parameter("gate_distances", _tr("Gates see distances"), "", _tr("To the nearest trained and new word")),
        Parameter(
            "min_gate_images",
            _tr("Fewest images for gates"),
            "",
            _tr("Of trained and of new words; with fewer the distances decide"),
        ),
        Parameter("gate_width", _tr("Width of a gate"), "", _tr("Nodes in each layer")),
        Parameter("gate_depth", _tr("Depth of a gate"), "", _tr("Hidden layers")),
        Parameter("gate_epochs", _tr("Passes of the gates"), "", _tr("Over all their points")),
        Parameter("synthetic", _tr("Synthetic new words"), "Algorithm 4", _tr("Points far from all trained words")),
        Parameter(
            "synthetic_space",
            _tr("Where they are drawn"),
            "Algorithm 4",
            _tr("On the whole signature, as the paper does, or on its principal components"),
        ),
        Parameter("low", _tr("Far means below (percent)"), "L, Algorithm 4", _tr("Of the synthetic points")),
        Parameter("high", _tr("Far means above (percent)"), "R, Algorithm 4", _tr("Of the synthetic points")),
    ]


def _deciding() -> list[Parameter]:
    return [
        Parameter("classifier", _tr("Classifier of trained words"), "Algorithm 6", _tr("Chooses among them")),
        Parameter("cap", _tr("Most images of a word"), "m, Algorithm 5", _tr("To which words are filled up")),
        Parameter(
            "objective",
            _tr("Threshold chosen for"),
            "thres",
            _tr("accuracy: most words, with gates or without; h: both kinds; A_b: the weaker kind"),
        ),
        Parameter(
            "ool_percent",
            _tr("Words not in the list (percent)"),
            "",
            _tr("Prior share of words not in the word list, updated by the transcriptions"),
        ),
    ]


def written_number(value: float) -> str:
    """Return a bound of a range: whole numbers grouped, others as short as possible."""
    return integer(value) if float(value).is_integer() else short(value)


def value_name(name: str, value: object) -> str:
    """Return a value of a parameter for people."""
    names = {
        ("classifier", "nearest"): _tr("nearest signature"),
        ("classifier", "lda"): _tr("discriminant analysis"),
        ("classifier", "lr"): _tr("logistic regression, in small steps"),
        ("classifier", "rf"): _tr("forest of randomised trees"),
        ("classifier", "paper-lr"): _tr("logistic regression, as published"),
        ("classifier", "paper-rf"): _tr("random forest, as published"),
        ("metric", "cosine"): _tr("by angle (cosine)"),
        ("metric", "euclid"): _tr("by distance (euclid)"),
        ("objective", "accuracy"): _tr("most words read (accuracy)"),
        ("objective", "h"): _tr("both kinds alike (h)"),
        ("objective", "A_b"): _tr("the weaker kind (A_b)"),
        ("learner", "compact"): _tr("small network"),
        ("learner", "phoscnet"): _tr("the paper's large network"),
        ("learner", "phoscnet-raw"): _tr("the paper's large network on grey values"),
        ("synthetic_space", "components"): _tr("principal components"),
        ("synthetic_space", "signature"): _tr("whole signature"),
        ("recipe", "one-cycle"): _tr("one cycle of the learning rate"),
        ("recipe", "published"): _tr("as the Pho(SC)Net was published"),
        ("learner", "phosc-ctc"): _tr("small network that also spells"),
    }
    if isinstance(value, bool):
        return _tr("yes") if value else _tr("no")
    if isinstance(value, float):
        return short(value)
    return _tr("none") if value is None else names.get((name, str(value)), str(value))


def parameter_title(name: str) -> str:
    """Return the plain name of a parameter of a preset or of a run, given its name or stored name."""
    others = {
        "preset": _tr("Preset"),
        "seed": _tr("Random seed"),
        "device": _tr("Processor"),
        "alphabet": _tr("Alphabet"),
        "skip_unencodable": _tr("Words left out"),
        "parent": _tr("Continues from"),
    }
    titles = {parameter.name: parameter.title for _, group in groups() for parameter in group}
    return others.get(name) or titles.get(FIELD_NAMES.get(name, name), name)
