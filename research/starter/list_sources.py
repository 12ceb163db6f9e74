"""Write digests of the words and images that the starter model learnt from, resources/models/starter-sources.h5.

Words are those of the pictures in fonts (`pictures-*.npz`), of the real hands that were not held out (`real-*.npz`),
and of lists (`words-*.txt`, one word a line) in the given folders. Images are those of the tables of words, as they
are read for a training.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from core.arrays import Arrays
from core.store.starter_sources import SOURCES, StarterSources, word_digests
from core.store.tree import write_part
from research.starter.real import RealWords, read_table


def words_of(folder: Path) -> Iterator[tuple[str, int, list[str]]]:
    """Yield the name of each source in ``folder``, the number of its images or lines, and its words."""
    for path in sorted(folder.glob("pictures-*.npz")):
        with np.load(path, allow_pickle=False) as data:
            words = str(data["words"]).split("\n")
        yield path.name, len(words), words
    for path in sorted(folder.glob("real-*.npz")):
        real = RealWords.read(path)
        learnt = real.take(~real.is_held_out())
        in_pieces = [word for words in learnt.take(learnt.is_piece).words for word in words.split()]
        yield path.name, len(learnt.words), learnt.take(~learnt.is_piece).words + in_pieces
    for path in sorted(folder.glob("words-*.txt")):
        words = path.read_text(encoding="utf-8").splitlines()
        yield path.name, len(words), words


def sources_of(words: Iterable[str], images: NDArray[np.uint64]) -> StarterSources:
    """Return the digests of ``words``, and those of ``images``, each once."""
    return StarterSources(np.unique(word_digests(sorted(set(words)))), np.unique(images))


def joined(one: StarterSources, other: StarterSources) -> StarterSources:
    """Return the digests of both, as of a starter model that began with the weights of another."""
    return StarterSources(np.union1d(one.words, other.words), np.union1d(one.images, other.images))


def save_sources(path: Path, sources: StarterSources, starters: Sequence[str], about: dict[str, object]) -> None:
    """Write the digests; ``starters`` are those of the starter's files, ``about`` what each source held."""
    arrays: Arrays = {"words": sources.words, "images": sources.images}
    counts = {name: len(digests) for name, digests in arrays.items()}
    write_part(path, SOURCES, arrays, about, starters=list(starters), **counts)


def main() -> None:
    from core.store.starter import load_starter, starter_digest, starter_path
    from core.store.starter_sources import read_starter_sources, starter_sources_path
    from core.training.samples import image_hashes

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", type=Path, nargs="*")
    parser.add_argument("--tables", type=Path, nargs="*", default=[], help="tables of word images (make.py --words)")
    parser.add_argument("--starter", type=Path, default=starter_path())
    parser.add_argument("--out", type=Path, default=starter_sources_path())
    parser.add_argument(
        "--earlier", type=Path, help="digests to go on from: of this starter, or of the one that it began with"
    )
    options = parser.parse_args()
    words: set[str] = set()
    images = [np.zeros(0, np.uint64)]
    about: dict[str, object] = {}
    for folder in options.folders:
        for name, count, found in words_of(folder):
            about[name] = {"images": count, "words": len(set(found))}
            words |= set(found)
            print(name, about[name], flush=True)
    for folder in options.tables:
        real = read_table(folder, load_starter(options.starter).alphabet)
        # hands held out too: choices were made on them
        images.append(image_hashes(real.images))
        learnt = real.take(~real.is_held_out())
        about[folder.name] = {"images": len(real.words), "words": len(set(learnt.words))}
        words |= set(learnt.words)
        print(folder.name, about[folder.name], flush=True)
    sources = sources_of(words, np.concatenate(images))
    starters = [starter_digest(options.starter)]
    if options.earlier:
        card, earlier = read_starter_sources(options.earlier)
        sources, about = joined(sources, earlier), {**card["about"], **about}
        if starters[0] in card["starters"]:
            starters = card["starters"]
    save_sources(options.out, sources, starters, about)
    print(len(sources.words), "words in lower case,", len(sources.images), "images of tables")


if __name__ == "__main__":
    main()
