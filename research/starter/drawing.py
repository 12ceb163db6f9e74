"""Pictures of words in fonts and strokes, drawn in several processes and kept for the next run."""

from __future__ import annotations

from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from research.starter.vocabulary import SCRAMBLED, Vocabulary

CHUNK = 2000
HELD_OUT = 8
"""Fonts that are never trained on; what the starter reads in them stands in its card."""
STROKES = 0.08
"""Share of pictures written by the program's own stroke generator instead of a font."""
FONTS = Path(__file__).parent / "fonts.txt"
Drawn = tuple["np.ndarray[Any, Any]", list[str]]
"""Normalised images uint8 [N, 50, 250] and the word of each."""

_tools: dict[str, Any] = {}


def draw(folder: Path, count: int, processes: int, scrambled: float = SCRAMBLED) -> tuple[Drawn, Drawn]:
    """The pictures for training and 2,000 in fonts held out, kept in ``folder`` for the next time.

    A share ``scrambled`` of the strings is no word.
    """
    kept = folder / f"pictures-{count}{'' if scrambled == SCRAMBLED else f'-scrambled-{scrambled:g}'}.npz"
    if not kept.exists():
        jobs = [(number, "train", CHUNK) for number in range(count // CHUNK)] + [(0, "held out", 2000)]
        with get_context("spawn").Pool(processes, _begin, (folder, scrambled)) as pool:
            parts = []
            for part in pool.imap(_chunk, jobs):
                parts.append(part)
                print(f"{len(parts) * CHUNK:,} pictures", flush=True)
        np.savez(
            kept.with_suffix(".new.npz"),
            train=np.concatenate([images for images, _ in parts[:-1]]),
            held=parts[-1][0],
            words=np.array("\n".join(w for _, words in parts[:-1] for w in words)),
            held_words=np.array("\n".join(parts[-1][1])),
        )
        kept.with_suffix(".new.npz").rename(kept)
    with np.load(kept, allow_pickle=False) as data:
        return ((data["train"], str(data["words"]).split("\n")), (data["held"], str(data["held_words"]).split("\n")))


def count_fonts() -> int:
    """The number of fonts that pictures for training are drawn in."""
    return sum(1 for line in FONTS.read_text(encoding="utf-8").splitlines() if line[:1] not in ("", "#")) - HELD_OUT


def _begin(folder: Path, scrambled: float) -> None:
    """Read fonts and words once in each process."""
    from core.lexicon.alphabet import load_alphabet
    from research.starter.pictures import hands

    alphabet = load_alphabet("latin-extended")
    families = hands(folder, FONTS)
    order = np.random.default_rng(0).permutation(len(families))
    _tools["words"] = Vocabulary.read(folder, FONTS.with_name("words.txt"), alphabet, scrambled)
    _tools["held out"] = [families[i] for i in order[:HELD_OUT]]
    _tools["train"] = [families[i] for i in order[HELD_OUT:]]


def _chunk(job: tuple[int, str, int]) -> Drawn:
    """``count`` pictures of chunk ``number`` in the fonts of ``part``."""
    from core.imaging.normalise import normalise
    from core.imaging.synth.word import render_word
    from core.imaging.synth.writer import Writer
    from research.starter.pictures import picture

    number, part, count = job
    rng = np.random.default_rng([number, len(part)])
    vocabulary, families = _tools["words"], _tools[part]
    images: list[NDArray[np.uint8]] = []
    texts: list[str] = []
    while len(images) < count:
        word = vocabulary.draw(rng)
        if part == "train" and rng.random() < STROKES:
            try:
                image = normalise(render_word(word, Writer.random(int(rng.integers(2**31))), rng))
            except ValueError:
                continue  # a character that the generator has no strokes for
        else:
            family = families[rng.integers(len(families))]
            hand = family[rng.integers(len(family))]
            if not hand.can_write(word):
                continue
            image = picture(word, hand, vocabulary.draw(rng), rng)
        if (image < 128).sum() < 20:
            continue
        images.append(image)
        texts.append(word)
    return np.stack(images), texts
