"""Learners of other Python packages: found by name, and wrapped as the embedder of a member.

docs/learners.md describes them for those who write one. A model file names its learner and holds its numbers. The code
is taken from packages that are installed here and announce it, never from a name that a file brings along.
"""

from __future__ import annotations

import importlib
import logging
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import EntryPoint, entry_points
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import NDArray

from core.arrays import Arrays
from core.errors import DuctusError, InputError, ModelFileError
from core.language import tr, tr_noop, tr_plural
from core.lexicon.signature import signatures
from core.model.learner_names import GROUP, LEARNERS, installed_learners, is_own
from core.model.lexicon_search.nearest_signatures import unit_rows
from core.model.lexicon_search.word_lists import SEEN_SIDE, UNSEEN_SIDE, NearestWords, WordSearch

if TYPE_CHECKING:
    from core.lexicon.alphabet import Alphabet

TRUSTED = "DUCTUS_LEARNERS"
"""Environment variable with classes MODULE:CLASS, separated by commas, that may be used without being announced."""

_METHODS = ("fit", "embed", "to_arrays", "from_arrays")
_log = logging.getLogger(__name__)
"""Takes the tracebacks of foreign code. A process without a log file, such as a command, prints them."""
_MAX_WORDS = 4096
"""Words measured at once: their signatures take 13 MB."""


class PluginLearner(Protocol):
    """The class that a package provides: its objects learn from word images and embed them.

    ``signatures`` are the word signatures e(w), float32 [n, d], of the words beside them. Embeddings may have any width
    E. A class may leave out ``distances``; then E must be d, and the distance is 1 - cos(embedding, e(w)). Where a
    training gives class vectors, they are the signatures.
    """

    def __init__(self, seed: int, **parameters: Any) -> None: ...

    def fit(
        self,
        images: NDArray[Any],
        words: Sequence[str],
        signatures: NDArray[np.float32],
        report: Callable[[float], None],
        should_stop: Callable[[], bool],
    ) -> None:
        """Learn from images of ``words`` [N]: uint8 [N, 50, 250], or [N, ...] as they were given unnormalised.

        ``report`` takes the share that is done, 0 to 1. When ``should_stop`` returns True, return early.
        """

    def embed(self, images: NDArray[Any]) -> NDArray[np.float32]:
        """Return embeddings [N, E] of images like those of ``fit``."""
        ...

    def distances(
        self, embeddings: NDArray[np.float32], words: Sequence[str], signatures: NDArray[np.float32]
    ) -> NDArray[np.float32]:
        """Return distances [N, C] of embeddings [N, E] to ``words`` [C]; smaller is nearer. Optional."""
        ...

    def to_arrays(self) -> Mapping[str, NDArray[Any]]:
        """Return all that was learnt as arrays of numbers, by name."""
        ...

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> PluginLearner:
        """Rebuild from :meth:`to_arrays`. Raise ValueError or KeyError for arrays that do not fit."""
        ...


@dataclass(frozen=True, slots=True)
class LearnerClass:
    """A class that can be used here, and the package it is from, such as "ductus-hog-ridge 1.0"."""

    make: type[PluginLearner]
    package: str


def find_learner(kind: str) -> LearnerClass | None:
    """Return the class of the learner ``kind``: an entry point's name, or a trusted MODULE:CLASS; None without one.

    Raises InputError if the class is there and cannot be loaded.
    """
    for point in entry_points(group=GROUP):
        if point.name == kind:
            package = point.dist
            return LearnerClass(_load(point), "" if package is None else f"{package.name} {package.version}")
    if ":" in kind and kind in _trusted():
        return LearnerClass(_load(EntryPoint(kind, kind, GROUP)), kind.partition(":")[0].partition(".")[0])
    return None


def require_learner(kind: str) -> LearnerClass:
    """Return the class of the learner ``kind``. Raises InputError, which names those there are, without one."""
    found = find_learner(kind)
    if found is None:
        known = ", ".join((*LEARNERS, *installed_learners()))
        raise InputError.of(
            "There is no learner '{kind}' on this computer. Install its package, or choose one of: {known}.",
            kind=kind,
            known=known,
        )
    return found


def require_any_learner(kind: str) -> None:
    """Raise InputError unless the learner is one of ours, one of an installed package, or a class MODULE:CLASS.

    A class that a person names so may be loaded by this process and its children from now on.
    """
    if is_own(kind):
        return
    if ":" in kind and kind not in _trusted():
        os.environ[TRUSTED] = ",".join([*_trusted(), kind])
    require_learner(kind)


def _trusted() -> list[str]:
    return [name.strip() for name in os.environ.get(TRUSTED, "").split(",") if name.strip()]


def _load(point: EntryPoint) -> type[PluginLearner]:
    importlib.invalidate_caches()
    try:
        found = point.load()
    except Exception as error:  # whatever a foreign module does when it is imported
        _log.exception("learner %s", point.name)
        raise InputError.of(
            "The learner '{learner}' cannot be loaded from {target}: {error}",
            learner=point.name,
            target=point.value,
            error=error,
        ) from error
    missing = [name for name in _METHODS if not callable(getattr(found, name, None))]
    if not isinstance(found, type) or missing:
        raise InputError.of(
            "The learner '{learner}' ({target}) is no class with {missing}; docs/learners.md describes what it needs.",
            learner=point.name,
            target=point.value,
            missing=", ".join(missing) or tr("these methods"),
        )
    return found


def _run(kind: str, package: str, action: Callable[[], Any], what: str) -> Any:
    """Return what foreign code returns. Raises DuctusError if it fails; the traceback goes to the log."""
    try:
        return action()
    except DuctusError:
        raise
    except Exception as error:
        _log.exception("learner %s", kind)
        raise DuctusError.of(
            "The learner '{kind}' of {package} failed to {what}: {error}",
            kind=kind,
            package=package,
            what=tr(what),
            error=f"{type(error).__name__}: {error}",
        ) from error


class ForeignLearner:
    """A plug-in learner as the embedder of a member: what it returns is checked, and searches measure all words."""

    metric = "cosine"

    def __init__(self, kind: str, package: str, plugin: PluginLearner) -> None:
        self.kind = kind
        self.package = package
        self.plugin = plugin
        self.predicts_signatures = not hasattr(plugin, "distances")

    @classmethod
    def new(cls, kind: str, found: LearnerClass, seed: int, parameters: Mapping[str, Any]) -> ForeignLearner:
        """Make an untrained learner. Raises DuctusError if the class fails, such as for a parameter that it lacks."""
        return cls(
            kind, found.package, _run(kind, found.package, lambda: found.make(seed, **parameters), tr_noop("start"))
        )

    @classmethod
    def from_arrays(cls, kind: str, found: LearnerClass, arrays: Arrays) -> ForeignLearner:
        """Rebuild from :meth:`to_arrays`. Raises ModelFileError for arrays that the class does not accept."""
        try:
            return cls(kind, found.package, found.make.from_arrays(arrays))
        except Exception as error:  # foreign code, on numbers that may be damaged
            _log.exception("learner %s", kind)
            raise ModelFileError.of(
                "The learner '{kind}' of {package} cannot use its numbers: {error}",
                kind=kind,
                package=found.package,
                error=error,
            ) from error

    def fit(
        self,
        images: NDArray[Any],
        words: Sequence[str],
        targets: NDArray[np.float32],
        report: Callable[[float], None],
        should_stop: Callable[[], bool],
    ) -> None:
        """Learn from images [N, ...] of ``words`` [N] with signatures float32 [N, d]."""
        self._call(lambda: self.plugin.fit(images, words, targets, report, should_stop), tr_noop("learn"))

    def embed(self, images: NDArray[Any], device: str = "cpu") -> NDArray[np.float32]:
        """Return embeddings float32 [N, E] of images [N, ...]; the class chooses where it computes."""
        return self._checked(
            self._call(lambda: self.plugin.embed(images), tr_noop("embed")), len(images), tr_noop("embeddings")
        )

    def signature_part(self, embeddings: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return the whole embeddings [N, E], the input of PCA and gates."""
        return embeddings

    def tune(self, *set_aside: object) -> None:
        """Do nothing: a third-party learner sets its parameters itself."""

    def distances(self, words: list[str], alphabet: Alphabet) -> Callable[[NDArray[np.float32]], NDArray[np.float32]]:
        """Return a function from embeddings [N, E] to distances [N, len(words)]."""
        blocks = [words[start : start + _MAX_WORDS] for start in range(0, len(words), _MAX_WORDS)]

        def measure(embeddings: NDArray[np.float32]) -> NDArray[np.float32]:
            parts = [self._block_distances(embeddings, block, alphabet) for block in blocks]
            return np.concatenate([np.zeros((len(embeddings), 0), np.float32), *parts], axis=1)

        return measure

    def _block_distances(
        self, embeddings: NDArray[np.float32], words: list[str], alphabet: Alphabet
    ) -> NDArray[np.float32]:
        table = np.asarray(signatures(words, alphabet), np.float32)
        own = getattr(self.plugin, "distances", None)
        if own is not None:
            found = self._checked(
                self._call(lambda: own(embeddings, words, table), tr_noop("measure")),
                len(embeddings),
                tr_noop("distances"),
            )
            if found.shape[1] != len(words):
                raise DuctusError(
                    tr_plural(
                        "The learner '{kind}' gave {n} distance for {n_words} words.",
                        "The learner '{kind}' gave {n} distances for {n_words} words.",
                        found.shape[1],
                        kind=self.kind,
                        n_words=len(words),
                    )
                )
            return found
        if embeddings.shape[1] != table.shape[1]:
            raise DuctusError.of(
                "The learner '{kind}' has embeddings of {n_embedding} numbers and no distances of its own; "
                "to be compared with word signatures they need {n_signature}.",
                kind=self.kind,
                n_embedding=embeddings.shape[1],
                n_signature=table.shape[1],
            )
        return np.asarray(1.0 - unit_rows(embeddings) @ unit_rows(table).T, np.float32)

    def nearest(self, embeddings: NDArray[np.float32], search: WordSearch) -> NearestWords:
        """Find the nearest words on both sides as described in :class:`core.model.learner.Learner`, measuring all."""
        near = NearestWords.empty(len(embeddings), search.count)
        for side in (SEEN_SIDE, UNSEEN_SIDE):
            near.measure_side(side, self.distances, embeddings, search)
        return near

    def weights(self) -> Arrays:
        """Return all numbers of the plug-in: any of them may count. Raises DuctusError as :meth:`to_arrays`."""
        return self.to_arrays()

    def to_arrays(self) -> Arrays:
        """Return the numbers of the plug-in. Raises DuctusError for arrays that hold anything else."""
        arrays = {
            str(name): np.asarray(array) for name, array in self._call(self.plugin.to_arrays, tr_noop("save")).items()
        }
        odd = [name for name, array in arrays.items() if array.dtype.kind not in "biuf"]
        if odd:
            raise DuctusError.of(
                "The learner '{kind}' wants to store '{odd}', which is no array of numbers.", kind=self.kind, odd=odd[0]
            )
        return arrays

    def _call(self, action: Callable[[], Any], what: str) -> Any:
        return _run(self.kind, self.package, action, what)

    def _checked(self, found: object, rows: int, what: str) -> NDArray[np.float32]:
        array = np.asarray(found, np.float32)
        if array.ndim != 2 or len(array) != rows or not np.isfinite(array).all():
            raise DuctusError.of(
                "The learner '{kind}' of {package} gave {what} of shape {shape} for {rows} images, or values "
                "that are not finite.",
                kind=self.kind,
                package=self.package,
                what=tr(what),
                shape=array.shape,
                rows=rows,
            )
        return array


class MissingLearner:
    """Stands for a learner whose package is not installed: its model can be looked at, not used."""

    metric = "cosine"
    predicts_signatures = False

    def __init__(self, kind: str, package: str, arrays: Arrays) -> None:
        self.kind = kind
        self.package = package
        self._arrays = arrays

    def to_arrays(self) -> Arrays:
        return dict(self._arrays)

    def weights(self) -> Arrays:
        return self.to_arrays()

    def signature_part(self, embeddings: NDArray[np.float32]) -> NDArray[np.float32]:
        return embeddings

    def tune(self, *set_aside: object) -> None:
        raise self._error()

    def embed(self, images: NDArray[np.uint8], device: str = "cpu") -> NDArray[np.float32]:
        raise self._error()

    def distances(self, words: list[str], alphabet: Alphabet) -> Callable[[NDArray[np.float32]], NDArray[np.float32]]:
        raise self._error()

    def nearest(self, embeddings: NDArray[np.float32], search: WordSearch) -> NearestWords:
        raise self._error()

    def _error(self) -> InputError:
        if ":" in self.kind:
            hint = tr(
                "If you trust that class, set the environment variable {trusted} to {kind}",
                trusted=TRUSTED,
                kind=self.kind,
            )
        elif self.package:
            hint = tr("Install the package {package} to read with this model", package=self.package)
        else:
            hint = tr("Install the package that provides it to read with this model")
        return InputError.of(
            "This model was made with the learner '{kind}', which is not installed here. Its suggestions stay as "
            "they are.",
            kind=self.kind,
            hint=hint,
        )
