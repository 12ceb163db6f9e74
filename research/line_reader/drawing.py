"""Lines drawn in handwriting fonts, for the languages and marks that few real lines have."""

from __future__ import annotations

from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np

from core.imaging.normalise import normalise_line
from core.imaging.synth.corpus import english_words
from core.lexicon.alphabet import load_alphabet
from core.model.line_reader import LINE_HEIGHT
from research.line_reader.lines import LONGEST, Lines
from research.starter.pictures import FONTS, HELD_OUT, hands, scan
from research.starter.vocabulary import Vocabulary

CHUNK = 500
_WORDS = (1, 9)
"""Least and most words of a line."""
_MARKS = (("", 0.78), (",", 0.1), (".", 0.06), (";", 0.02), (":", 0.02), (" -", 0.01), (" &", 0.01))
"""What follows a word in a line, and how often."""

_CAPITALS, _IN_CAPITALS = 0.3, 0.04
"""Share of lines in capitals, as headings are, and of words in capitals in the other lines. Real lines have few."""

_tools: dict[str, Any] = {}


def draw_lines(folder: Path, fonts: Path, count: int, processes: int) -> Lines:
    """Draw ``count`` lines, or read those kept in ``folder``; ``fonts`` is where the packages of the fonts lie."""
    kept = folder / f"drawn-{count}.npz"
    if not kept.exists():
        lines = Lines()
        with get_context("spawn").Pool(processes, _begin, (fonts,)) as pool:
            for part in pool.imap(_chunk, range(count // CHUNK)):
                lines.extend(part)
                print(f"{len(lines.texts):,} lines drawn", flush=True)
        lines.write(kept)
    return Lines.read(kept)


def _begin(fonts: Path) -> None:
    families = hands(fonts, FONTS)
    order = np.random.default_rng(0).permutation(len(families))
    alphabet = load_alphabet("latin-extended")
    _tools["vocabulary"] = Vocabulary.read(fonts, FONTS.with_name("words.txt"), alphabet, 0.06)
    _tools["common"] = english_words()
    _tools["families"] = [families[i] for i in order[HELD_OUT:]]


def _chunk(number: int) -> Lines:
    rng = np.random.default_rng([7, number])
    lines = Lines()
    while len(lines.texts) < CHUNK:
        family = _tools["families"][rng.integers(len(_tools["families"]))]
        hand = family[rng.integers(len(family))]
        text = _text(rng)
        if not hand.can_write(text):
            continue
        strip = normalise_line(scan(text, hand, _text(rng), rng), LINE_HEIGHT)
        if 2 * len(text) < strip.shape[1] <= LONGEST and (strip < 128).sum() > 30:
            lines.add(strip, text, "fonts", hand.family)
    return lines


def _text(rng: np.random.Generator) -> str:
    """Words as they might stand in one line, with marks; about half of the lines are of the commonest English words."""
    vocabulary, common = _tools["vocabulary"], _tools["common"]
    is_common = rng.random() < 0.45
    in_capitals = 1.0 if rng.random() < _CAPITALS else _IN_CAPITALS
    names, chances = zip(*_MARKS, strict=True)
    words = []
    for number in range(int(rng.integers(_WORDS[0], _WORDS[1] + 1))):
        if is_common and rng.random() < 0.85:
            # lists are sorted by frequency: a letter uses common words more often than rare ones
            word = common[int(len(common) * rng.random() ** 3)]
            word = word.capitalize() if number == 0 and rng.random() < 0.5 else word
        else:
            word = vocabulary.draw(rng)
        if rng.random() < in_capitals:
            word = word.upper()
        mark = names[rng.choice(len(names), p=chances)]
        words.append(word + (mark if word[-1].isalnum() else ""))
    return " ".join(words)
