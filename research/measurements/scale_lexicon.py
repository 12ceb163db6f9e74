"""Lexicons of growing size on embeddings of real readers: time and memory of a search, and what it misses."""

from __future__ import annotations

import gc
import re
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch

from core.lexicon.alphabet import load_alphabet
from core.lexicon.lexicon import Lexicon
from core.lexicon.signature import signatures
from core.model.ctc import ctc_costs
from core.model.learner import learner_from_arrays
from core.model.lexicon_search.pca_prefilter import cached_prefilter
from core.model.lexicon_search.spelling_search import cached_index
from core.model.lexicon_search.word_lists import EXHAUSTIVE_LIMIT, WordSearch
from core.model.signature_learner import SignatureLearner
from core.model.spelling_learner import SpellingLearner, character_codes
from core.store.tree import read_tree
from research.benchmark.datasets import load_gw

WEIGHT = 10.0
"""Of the signature beside the spelling; the readers of GW choose about this."""

PIECE = 10_000


@dataclass(frozen=True)
class Reader:
    """One trained network, seen as a learner of either kind, with its embeddings of test words."""

    learners: tuple[SignatureLearner, SpellingLearner]
    embeddings: np.ndarray
    seen: list[str]


def readers(folder: Path, data: Path, fold: int, queries: int) -> list[Reader]:
    """The members that a run left in ``folder``, on ``queries`` test words of the fold."""
    gw, alphabet = load_gw(data, fold), load_alphabet("latin")
    rows = np.random.default_rng(0).permutation(len(gw.test.words))[:queries]
    made = []
    for path in sorted(folder.glob("member-*.h5")):
        _, arrays = read_tree(path)
        weights = {
            n.split("/", 1)[1]: a
            for n, a in arrays.items()
            if n.startswith("embedder/") and not n.endswith("joint_weight")
        }
        plain = learner_from_arrays("compact", weights, alphabet, "cosine")
        spells = learner_from_arrays("phosc-ctc", weights | {"joint_weight": np.array(WEIGHT)}, alphabet, "cosine")
        assert isinstance(spells, SpellingLearner)
        embeddings = spells.embed(gw.test.images[rows]).astype(np.float16).astype(np.float32)
        made.append(Reader((plain, spells), embeddings, [gw.train.classes[c] for c in arrays["seen"]]))
    return made


def long_list(first: list[str], files: list[Path], count: int) -> list[str]:
    """``count`` different words: those of ``first``, of the files, then two of the files' words written as one."""
    words = dict.fromkeys(first)
    for path in files:
        words |= dict.fromkeys(re.findall(r"^[a-z]+(?=/|\s|$)", path.read_text(errors="replace").lower(), re.M))
    short = [word for word in words if 3 <= len(word) <= 8]
    rng = np.random.default_rng(0)
    while len(words) < count:
        words[short[rng.integers(len(short))] + short[rng.integers(len(short))]] = None
    return list(words)[:count]


def exact(reader: Reader, rows: slice, lexicon: Lexicon, excluded: np.ndarray, spelled: bool) -> np.ndarray:
    """The nearest word of each embedding by measuring all of the lexicon's words, piece by piece."""
    plain, spells = reader.learners
    F = reader.embeddings[rows]
    best, where = np.full(len(F), np.inf), np.full(len(F), -1)
    closed = np.zeros(len(lexicon), np.bool_)
    closed[excluded] = True
    for start in range(0, len(lexicon), PIECE):
        words = list(lexicon.words[start : start + PIECE])
        distance = plain.distances(words, lexicon.alphabet)(spells.signature_part(F))
        if spelled:
            codes = character_codes(words, lexicon.alphabet)
            distance = ctc_costs(spells.spelling_part(F), codes).numpy() + spells.weight * distance
        distance[:, closed[start : start + PIECE]] = np.inf
        nearest = distance.argmin(axis=1)
        value = distance[np.arange(len(F)), nearest]
        where[value < best] = start + nearest[value < best]
        best = np.minimum(best, value)
    return where


def memory() -> float:
    """MB that this process holds."""
    return int(re.findall(r"VmRSS:\s+(\d+)", Path("/proc/self/status").read_text())[0]) / 1024


def child(arguments: list[str]) -> None:
    """One size: a line for each kind of reader."""
    folder, data, fold, size, queries, checked, spelled_checked, *files = arguments
    torch.set_num_threads(1)
    found = readers(Path(folder), Path(data), int(fold), int(queries))
    own = sorted({word for reader in found for word in reader.seen} | set(load_gw(Path(data), int(fold)).lexicon))
    words = long_list(own, [Path(file) for file in files], int(size))
    signatures(words[:1000], load_alphabet("latin"))
    gc.collect()
    before = memory()
    lexicon = Lexicon(words, load_alphabet("latin"))
    for kind, (name, count) in enumerate((("signature", checked), ("spelling and signature", spelled_checked))):
        started = time.process_time()
        if kind == 1:
            cached_index(lexicon)
        elif len(lexicon) > EXHAUSTIVE_LIMIT:
            cached_prefilter(lexicon.words, lexicon.alphabet, "cosine")
        built = time.process_time() - started
        cpu = wall = 0.0
        same = asked = 0
        for reader in found:
            excluded = np.flatnonzero(lexicon.mask(reader.seen))
            learner = reader.learners[kind]
            is_seen = lexicon.mask(reader.seen)
            learner.nearest(_part(reader, kind)[:2], WordSearch(lexicon, is_seen, 5))  # compiles
            started, worked = time.perf_counter(), time.process_time()
            got = learner.nearest(_part(reader, kind), WordSearch(lexicon, is_seen, 5)).words[:, 1, 0]
            wall, cpu = wall + time.perf_counter() - started, cpu + time.process_time() - worked
            rows = slice(0, -(-int(count) // len(found)))
            true = exact(reader, rows, lexicon, excluded, kind == 1)
            same, asked = same + int((got[rows] == true).sum()), asked + len(true)
        searched = len(found) * len(found[0].embeddings)
        print(
            f"RESULT {len(lexicon):>9,}  {name:<23} {1000 * cpu / searched:7.2f} {1000 * wall / searched:8.2f}"
            f" {built:7.1f} {memory() - before:8.0f}   {same} of {asked}",
            flush=True,
        )
        if kind == 0:
            cached_prefilter.cache_clear()
            gc.collect()


def _part(reader: Reader, kind: int) -> np.ndarray:
    return reader.embeddings if kind else reader.learners[1].signature_part(reader.embeddings)


if __name__ == "__main__":
    child(sys.argv[2:])
