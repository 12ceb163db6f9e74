"""Which words of a document stay, go or come when a page's words are written back into it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from core.formats.boxes import overlap
from core.formats.records import WordRecord
from core.geometry import Box

_MOSTLY = 0.5


@dataclass(frozen=True, slots=True)
class Step:
    """One word of the page, in order. ``place`` is (line, word) in the document, or None for a new word.

    ``line`` is the document's line that a new word belongs to; None asks for a new line, one for all new
    words with the same ``word.line``.
    """

    word: WordRecord
    place: tuple[int, int] | None
    line: int | None


@dataclass(frozen=True, slots=True)
class Plan:
    """``steps`` in the order of the page; ``removed`` as (line, word) in the document."""

    steps: tuple[Step, ...]
    removed: tuple[tuple[int, int], ...]


def plan(document: Sequence[Sequence[WordRecord]], boxes: Sequence[Box | None], wanted: Sequence[WordRecord]) -> Plan:
    """Match the words wanted with those of the document by id, else by equal box.

    ``document`` holds the words of every line, ``boxes`` the box of every line. A new word goes to the line
    of the matched words that share its line number, else to the line that covers most of it (at least half).
    """
    by_ref: dict[str, list[tuple[int, int]]] = {}
    by_box: dict[Box, list[tuple[int, int]]] = {}
    for i, words in enumerate(document):
        for j, word in enumerate(words):
            if word.ref:
                by_ref.setdefault(word.ref, []).append((i, j))
            by_box.setdefault(word.box, []).append((i, j))
    used: set[tuple[int, int]] = set()

    def claim(candidates: Sequence[tuple[int, int]]) -> tuple[int, int] | None:
        place = next((c for c in candidates if c not in used), None)
        if place is not None:
            used.add(place)
        return place

    places = [claim(by_ref.get(word.ref or "", ())) for word in wanted]
    places = [
        claim(by_box.get(word.box, ())) if place is None else place for word, place in zip(wanted, places, strict=True)
    ]
    line_of: dict[int, int] = {}
    for word, place in zip(wanted, places, strict=True):
        if place is not None:
            line_of.setdefault(word.line, place[0])
    steps = []
    for word, place in zip(wanted, places, strict=True):
        line = place[0] if place is not None else line_of.get(word.line)
        steps.append(Step(word, place, _covering(word.box, boxes) if line is None else line))
    removed = [(i, j) for i, words in enumerate(document) for j in range(len(words)) if (i, j) not in used]
    return Plan(tuple(steps), tuple(removed))


def _covering(box: Box, lines: Sequence[Box | None]) -> int | None:
    shares = [(overlap(box, line) if line is not None else 0.0, -i) for i, line in enumerate(lines)]
    share, index = max(shares, default=(0.0, 0))
    return -index if share >= _MOSTLY else None
