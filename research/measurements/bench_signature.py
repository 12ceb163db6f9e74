"""Time of half a million signatures on one core: ``python -m research.measurements.bench_signature``."""

from __future__ import annotations

import sys
import time
from itertools import islice
from random import Random

from core.lexicon.alphabet import load_alphabet
from core.lexicon.signature import collisions, signatures

COUNT = 500_000
LIMIT_S = 5.0


def words(count: int) -> list[str]:
    """Distinct words of 2 to 14 letters, lengths and letters about as in English."""
    random = Random(1)
    letters = "eeeeeeeeeeettttttttaaaaaaoooooooiiiiiinnnnnnssssshhhhhrrrrrrddddlllluuucccmmmwwffggyyppbbvkjxqz"
    lengths = [2, 3, 4, 4, 5, 5, 6, 6, 6, 7, 7, 7, 8, 8, 8, 9, 9, 10, 10, 11, 12, 13, 14]

    def made():  # type: ignore[no-untyped-def]
        met: set[str] = set()
        while True:
            word = "".join(random.choices(letters, k=random.choice(lengths)))
            if word not in met:
                met.add(word)
                yield word

    return list(islice(made(), count))


def main() -> int:
    """Print seconds for each alphabet; 1 where the best of three runs of ``latin`` misses its limit.

    The first run also waits for the system to hand out the memory (1.5 GB for ``latin``), which on a busy or
    virtual machine can take longer than the work itself; so it is printed apart.
    """
    sample = words(COUNT)
    best = {}
    for name in ("latin", "latin-extended"):
        alphabet = load_alphabet(name)
        runs = []
        for _ in range(3):
            start = time.perf_counter()
            made = signatures(sample, alphabet)
            runs.append(time.perf_counter() - start)
            shape = made.shape
            del made
        best[name] = min(runs)
        print(f"{name}: {shape[0]:,} signatures of {shape[1]} in {min(runs):.2f} s (first run {runs[0]:.2f} s)")
        start = time.perf_counter()
        groups = collisions(sample, alphabet)
        print(f"{name}: {len(groups):,} groups of equal signatures in {time.perf_counter() - start:.2f} s")
    return int(best["latin"] > LIMIT_S)


if __name__ == "__main__":
    sys.exit(main())
