"""The word classifiers of Algorithm 6 (among seen words) by name: from a projected signature to one of them."""

from __future__ import annotations

from core.arrays import Arrays
from core.errors import ModelFileError
from core.model.word_classifiers.forest import ForestClassifier
from core.model.word_classifiers.interface import WordClassifier
from core.model.word_classifiers.lda import LdaClassifier
from core.model.word_classifiers.lr import LogisticClassifier
from core.model.word_classifiers.nearest import NearestClassifier
from core.model.word_classifiers.paper_classifiers import PaperForestClassifier, PaperLogisticClassifier

__all__ = ["WORD_CLASSIFIERS", "WordClassifier", "load_word_classifier"]

WORD_CLASSIFIERS: dict[str, type[NearestClassifier | LdaClassifier | LogisticClassifier | ForestClassifier]] = {
    kind.kind: kind
    for kind in (
        NearestClassifier,
        LdaClassifier,
        LogisticClassifier,
        ForestClassifier,
        PaperLogisticClassifier,
        PaperForestClassifier,
    )
}
"""By the names of ``--classifier``; `lr` and `rf` are ours, `paper-lr` and `paper-rf` the paper's."""


def load_word_classifier(kind: str, arrays: Arrays) -> WordClassifier:
    """Rebuild the classifier ``kind`` from its arrays. Raises ModelFileError for unknown kinds or invalid arrays."""
    if kind not in WORD_CLASSIFIERS:
        raise ModelFileError.of("The word classifier '{kind}' is unknown; the model needs a newer Ductus.", kind=kind)
    return WORD_CLASSIFIERS[kind].from_arrays(arrays)
