"""The folder of a training or an adaptation: what is finished of it, and a checkpoint of the member in training."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

from core.errors import InputError, ModelFileError
from core.language import tr
from core.store.embedding_cache import EmbeddingCache
from core.store.tree import read_tree, write_tree
from core.system.plain_files import NotPlainError, make_folders_below, path_below, remove_below

if TYPE_CHECKING:
    from core.lexicon.alphabet import Alphabet
    from core.model.ensemble import Member
    from core.training.embedder_training import EmbedderTraining

Curves = dict[str, list[float]]
"""Figures after each epoch of an embedder, by name."""


class RunFolder:
    """The folder of one run, such as ``runs/<id>``. A finished member's file is never written again."""

    def __init__(self, path: Path, embeddings: EmbeddingCache | None = None, project: Path | None = None) -> None:
        """Make the folder if needed; the embeddings of X and X' are kept in ``embeddings``.

        Below the folder ``project``, by default that of the embeddings, no link is followed: InputError is raised for
        one at each use.
        """
        self.path = path
        self.embeddings = embeddings
        self._root = project or (path if embeddings is None else embeddings.project)
        self._root.mkdir(parents=True, exist_ok=True)
        with self._refusing(path):
            make_folders_below(self._root, self._below(path))

    def member_file(self, k: int) -> Path:
        """Return the path of the finished member k."""
        return self._checked(self.path / f"member-{k:02d}.h5")

    def checkpoint_file(self, k: int) -> Path:
        """Return the path of the checkpoint of member k."""
        return self._checked(self.path / f"checkpoint-{k:02d}.h5")

    def round_file(self, number: int) -> Path:
        """Return the path of what a round of an adaptation learnt."""
        return self._checked(self.path / f"round-{number}.h5")

    def save_checkpoint(self, k: int, training: EmbedderTraining, key: str, curves: Curves | None = None) -> None:
        """Write a checkpoint; ``key`` identifies the job, so that no other job continues from it."""
        card = {"key": key, "curves": curves or {}}
        write_tree(self.checkpoint_file(k), card, training.to_arrays())

    def load_checkpoint(self, k: int, training: EmbedderTraining, key: str, curves: Curves | None = None) -> bool:
        """Restore ``training`` and ``curves`` from the checkpoint of this job; return False without a valid one."""
        path = self.checkpoint_file(k)
        if not path.exists():
            return False
        try:
            card, arrays = read_tree(path)
            if card.get("key") != key:
                return False
            stored = {str(name): [float(value) for value in row] for name, row in card.get("curves", {}).items()}
            training.load_arrays(arrays)
        except (ModelFileError, AttributeError, KeyError, TypeError, ValueError, RuntimeError):
            return False
        if curves is not None:
            curves.update(stored)
        return True

    def save_member(self, k: int, member: Member, key: str) -> None:
        """Write the finished member, then delete its checkpoint."""
        from core.store.model_file import member_to_tree

        card, arrays = member_to_tree(member)
        write_tree(self.member_file(k), {"key": key, "member": card}, arrays)
        remove_below(self._root, self._below(self.checkpoint_file(k)))

    def load_member(self, k: int, key: str, alphabet: Alphabet, classes: int) -> Member | None:
        """Read the finished member k of this job; None without one. A damaged file counts as not finished."""
        from core.store.model_file import member_from_tree

        path = self.member_file(k)
        if not path.exists():
            return None
        try:
            card, arrays = read_tree(path)
            if card.get("key") != key:
                return None
            return member_from_tree(card["member"], arrays, alphabet, classes, str(path))
        except (ModelFileError, KeyError, TypeError):
            return None

    def _checked(self, path: Path) -> Path:
        with self._refusing(path):
            return path_below(self._root, self._below(path))

    def _below(self, path: Path) -> PurePath:
        return path.absolute().relative_to(self._root.absolute())

    @contextmanager
    def _refusing(self, path: Path) -> Iterator[None]:
        try:
            yield
        except NotPlainError:
            raise InputError.at(path, tr("this is not a plain file")) from None
