"""Every parameter of a preset as a person reads it: its group, plain name, the paper's symbol, and what it does."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QLocale

from core.training.presets import CHOICES, RANGES


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter as a person sees it; ``symbol`` is the paper's, "" where it has none."""

    name: str
    title: str
    symbol: str
    hint: str

    @property
    def range(self) -> tuple[float, float] | None:
        return next(((low, high) for name, low, high in RANGES if name == self.name), None)

    @property
    def choices(self) -> tuple[str, ...] | None:
        return next((allowed for name, allowed in CHOICES if name == self.name), None)


def _tr(text: str) -> str:
    return QCoreApplication.translate("Parameters", text)


def groups() -> list[tuple[str, list[Parameter]]]:
    """All parameters in groups, in the order in which they are shown."""
    return [
        (_tr("Readers"), _readers()),
        (_tr("Words held back"), _held_back()),
        (_tr("Gates: does the reader know this word?"), _gates()),
        (_tr("Deciding"), _deciding()),
    ]


def _readers() -> list[Parameter]:
    return [
        Parameter("learner", _tr("Kind of reader"), "M1", _tr("The network that looks at a word's picture")),
        Parameter(
            "starter",
            _tr("Begins with the starter model"),
            "",
            _tr("It knows handwriting in general; without it a reader begins from nothing"),
        ),
        Parameter(
            "starter_images",
            _tr("Weight of the starter model"),
            "",
            _tr("It counts as much as so many pictures when a reader that began with it is blended with it"),
        ),
        Parameter("members", _tr("Number of readers"), "L", _tr("Each reads on its own; then they vote")),
        Parameter("steps", _tr("Learning steps"), "", _tr("Of each reader; more take longer")),
        Parameter("batch", _tr("Pictures in a step"), "", _tr("More need more memory")),
        Parameter("peak_rate", _tr("Highest learning rate"), "", _tr("Smaller if the training runs away")),
        Parameter("phos_weight", _tr("Weight of letter shapes"), "λs", _tr("PHOS: how shapes are counted")),
        Parameter("letters_weight", _tr("Weight of letters"), "λc", _tr("PHOC: which letters stand where")),
        Parameter("metric", _tr("How words are compared"), "", _tr("Between a picture and a word")),
    ]


def _held_back() -> list[Parameter]:
    return [
        Parameter("s", _tr("Share of words held out"), "s", _tr("Words a reader does not get to know")),
        Parameter("t", _tr("Share of images learnt"), "t", _tr("Of each known word; the rest checks it")),
    ]


def _gates() -> list[Parameter]:
    return [
        Parameter("gates", _tr("Gates of each reader"), "n_k", _tr("Small networks that vote: known or new")),
        Parameter("dims", _tr("Numbers a gate sees"), "D", _tr("Principal components; 0 means all of them")),
        Parameter("gate_distances", _tr("Gates see distances"), "", _tr("To the nearest known and new word")),
        Parameter(
            "gate_least",
            _tr("Fewest images for gates"),
            "",
            _tr("Of known and of new words; with fewer the nearest word decides"),
        ),
        Parameter("gate_width", _tr("Width of a gate"), "", _tr("Nodes in each layer")),
        Parameter("gate_depth", _tr("Depth of a gate"), "", _tr("Hidden layers")),
        Parameter("gate_epochs", _tr("Passes of the gates"), "", _tr("Over all their points")),
        Parameter("synthetic", _tr("Made-up new words"), "Algorithm 2", _tr("Points far from all known words")),
        Parameter("low", _tr("Far means below (percent)"), "L, Algorithm 2", _tr("Of the made-up points")),
        Parameter("high", _tr("Far means above (percent)"), "R, Algorithm 2", _tr("Of the made-up points")),
    ]


def _deciding() -> list[Parameter]:
    return [
        Parameter("classifier", _tr("Choice among known words"), "Algorithm 4", _tr("How a known word is picked")),
        Parameter("cap", _tr("Most images of a word"), "m, Algorithm 3", _tr("To which words are filled up")),
        Parameter("objective", _tr("Threshold chosen for"), "thres", _tr("h: both kinds; A_b: the weaker kind")),
        Parameter(
            "lacking",
            _tr("Missing words (percent)"),
            "",
            _tr("Expected beforehand to be missing from the lexicon; what is transcribed corrects it"),
        ),
    ]


def written_number(value: float) -> str:
    """A bound of a range: whole ones in the person's way of writing, others as short as they go."""
    return QLocale().toString(int(value)) if float(value).is_integer() else f"{value:g}"


def value_name(name: str, value: object) -> str:
    """A parameter's value as a person reads it."""
    names = {
        ("classifier", "nearest"): _tr("nearest signature"),
        ("classifier", "lda"): _tr("discriminant analysis"),
        ("classifier", "lr"): _tr("logistic regression"),
        ("classifier", "rf"): _tr("random forest"),
        ("metric", "cosine"): _tr("by angle (cosine)"),
        ("metric", "euclid"): _tr("by distance (euclid)"),
        ("objective", "h"): _tr("both kinds alike (h)"),
        ("objective", "A_b"): _tr("the weaker kind (A_b)"),
        ("learner", "compact"): _tr("small network"),
        ("learner", "phoscnet"): _tr("the paper's large network"),
        ("learner", "phosc-ctc"): _tr("small network that also spells"),
    }
    if isinstance(value, bool):
        return _tr("yes") if value else _tr("no")
    if isinstance(value, float):
        return f"{value:g}"
    return _tr("none") if value is None else names.get((name, str(value)), str(value))


def parameter_title(name: str) -> str:
    """The plain name of a parameter of a preset or of a run."""
    others = {
        "preset": _tr("Preset"),
        "seed": _tr("Seed"),
        "device": _tr("Processor"),
        "alphabet": _tr("Alphabet"),
        "skip_unencodable": _tr("Words left out"),
        "parent": _tr("Goes on from"),
    }
    every = {parameter.name: parameter.title for _, group in groups() for parameter in group}
    return others.get(name) or every.get(name, name)
