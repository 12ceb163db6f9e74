"""Write digests of all words that the starter model learnt from, resources/models/starter-words.h5.

The words are those of the pictures in fonts (`pictures-*.npz`), of the real hands that were not held out
(`real-*.npz`), and of lists (`words-*.txt`, one word a line) in the given folders.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))
sys.path.insert(0, str(HERE.parents[1]))

from real import RealWords  # noqa: E402


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


def main() -> None:
    from core.store.starter import starter_digest, starter_path
    from core.store.starter_words import earlier_digests, save_starter_words, starter_words_path

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--starter", type=Path, default=starter_path())
    parser.add_argument("--out", type=Path, default=starter_words_path())
    parser.add_argument("--earlier", type=Path, help="the digests of the starter that this one began with (--begin)")
    options = parser.parse_args()
    words: set[str] = set()
    about: dict[str, object] = {}
    for folder in options.folders:
        for name, images, found in words_of(folder):
            about[name] = {"images": images, "words": len(set(found))}
            words |= set(found)
            print(name, about[name], flush=True)
    earlier = earlier_digests(options.earlier) if options.earlier else None
    count = save_starter_words(options.out, words, starter_digest(options.starter), about, earlier)
    print(count, "words in lower case")


if __name__ == "__main__":
    main()
