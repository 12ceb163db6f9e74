"""The comparison of two lexicons by their lengths."""

_TOLERANCE = 0.02


def has_similar_length(before: int, now: int) -> bool:
    """Return whether a lexicon of ``now`` words is about as long as one of ``before`` words: within 2 %.

    Then a calibration and figures still hold: single words that a person adds do not move the distances to the nearest
    words.
    """
    return abs(now - before) <= _TOLERANCE * before
