"""Lines and words that were found on whole pages, and the kinds of errors in their words: the work left to do."""

from collections import Counter
from collections.abc import Mapping, Sequence
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from core.evaluation.page_text import PageText
from core.geometry import Box, Polygon
from core.lexicon.text import nfc

_SHARE = 1 / 3
"""Two words belong together if at least this share of the shorter one's characters stand for one another."""


class WordFate(StrEnum):
    """The fate of a word that is written; the last is that of one that is not, but was read."""

    RIGHT = "right"
    MISREAD = "misread"
    """Its limits are right, but not all of its characters."""
    CUT = "cut"
    """It was joined to a neighbour, or split."""
    MISSED = "missed"
    GHOST = "ghost"


def word_fates(pages: Sequence[PageText]) -> dict[str, int]:
    """Return how many words of all pages met each :class:`WordFate`, by name.

    The least edits from the written to the read text of a page tell which characters stand for one another.
    """
    fates: Counter[WordFate] = Counter()
    for page in pages:
        fates += _fates(*(" ".join(map(nfc, lines)).split() for lines in (page.written, page.read)))
    return {fate.value: fates[fate] for fate in WordFate}


def share_of_written(fates: Mapping[str, int], fate: WordFate) -> float:
    """Return how many words met a fate, as a share of those that are written; 0 without any."""
    written = sum(fates.values()) - fates[WordFate.GHOST]
    return fates[fate] / max(1, written)


def _fates(written: Sequence[str], read: Sequence[str]) -> Counter[WordFate]:
    shared = _shared_characters(written, read)
    pairs = [(w, r) for (w, r), count in shared.items() if count >= _SHARE * min(len(written[w]), len(read[r]))]
    parts, wholes = Counter(w for w, _ in pairs), Counter(r for _, r in pairs)
    fates = Counter({WordFate.MISSED: len(written) - len(parts), WordFate.GHOST: len(read) - len(wholes)})
    for w in parts:
        partners = [r for other, r in pairs if other == w]
        if len(partners) > 1 or wholes[partners[0]] > 1:
            fates[WordFate.CUT] += 1
        else:
            fates[WordFate.RIGHT if written[w] == read[partners[0]] else WordFate.MISREAD] += 1
    return fates


def _shared_characters(written: Sequence[str], read: Sequence[str]) -> Counter[tuple[int, int]]:
    """Return how many characters of which written word stand for some of which read word."""
    from rapidfuzz.distance import Levenshtein

    shared: Counter[tuple[int, int]] = Counter()
    words = [_word_of_characters(words) for words in (written, read)]
    for part in Levenshtein.opcodes(" ".join(written), " ".join(read)):
        if part.tag in ("equal", "replace"):
            pairs = zip(words[0][part.src_start : part.src_end], words[1][part.dest_start : part.dest_end], strict=True)
            shared.update((w, r) for w, r in pairs if w is not None and r is not None)
    return shared


def _word_of_characters(words: Sequence[str]) -> list[int | None]:
    """Return the number of the word of each character of the text that ``words`` make; None for the spaces."""
    numbers: list[int | None] = []
    for number, word in enumerate(words):
        numbers += [*([None] if number else []), *[number] * len(word)]
    return numbers


MIN_OVERLAP = 0.5
"""More than this share of the ink, or of the area, must be common."""

Shape = Sequence[Box | Polygon]
"""Parts of a line, together its area: its outline, its box, or the boxes of its words."""


def found_lines(is_ink: NDArray[np.bool_], true: Sequence[Shape], found: Sequence[Shape]) -> int:
    """Return how many true lines of a page with ink [H, W] share more than half of their ink with a line found.

    It must be more than half of the ink of either, so that a line is paired with at most one other.
    """
    if not true or not found:
        return 0
    pixels = np.flatnonzero(is_ink)
    ours, theirs = (
        np.array([_mask(shape, is_ink.shape).ravel()[pixels] for shape in shapes], np.float32)
        for shapes in (true, found)
    )
    shared = ours @ theirs.T
    of_true, of_found = ours.sum(axis=1)[:, None], theirs.sum(axis=1)[None]
    return int(((shared > MIN_OVERLAP * of_true) & (shared > MIN_OVERLAP * of_found)).any(axis=1).sum())


def found_boxes(true: Sequence[Box], found: Sequence[Box]) -> int:
    """Return how many true boxes have a box found with an intersection over union of .5 or more, one to one."""
    from scipy.optimize import linear_sum_assignment

    if not true or not found:
        return 0
    overlap = iou_matrix(true, found)
    pairs = linear_sum_assignment(overlap, maximize=True)
    return int((overlap[pairs] >= MIN_OVERLAP).sum())


def iou_matrix(a: Sequence[Box], b: Sequence[Box]) -> NDArray[np.float64]:
    """Return the intersection over union of every box of ``a`` and every box of ``b``: float64 [len(a), len(b)]."""
    first = np.asarray(a, np.float64).reshape(-1, 1, 4)
    second = np.asarray(b, np.float64).reshape(1, -1, 4)
    low = np.maximum(first[..., :2], second[..., :2])
    high = np.minimum(first[..., :2] + first[..., 2:], second[..., :2] + second[..., 2:])
    shared = np.clip(high - low, 0, None).prod(-1)
    both = first[..., 2:].prod(-1) + second[..., 2:].prod(-1) - shared
    return np.asarray(shared / np.maximum(both, 1e-9), np.float64)


def _mask(shape: Shape, size: tuple[int, ...]) -> NDArray[np.bool_]:
    import cv2

    mask: NDArray[np.uint8] = np.zeros(size[:2], np.uint8)
    for part in shape:
        if isinstance(part[0], int):
            x, y, w, h = (int(value) for value in part)
            mask[max(0, y) : max(0, y + h), max(0, x) : max(0, x + w)] = 1
        else:
            cv2.fillPoly(mask, [np.asarray(part, np.int32)], 1)
    return mask > 0
