"""Which alphabet a list of words needs."""

from __future__ import annotations

from collections.abc import Sequence

from core.lexicon.alphabet import Alphabet, load_alphabet
from core.lexicon.signature import split_encodable

AUTO = "auto"
_TRIED = ("latin", "latin-extended")


def choose_alphabet(name: str, words: Sequence[str]) -> Alphabet:
    """The alphabet asked for, or with ``auto`` the smallest that encodes every word (else the widest).

    InputError where there is no alphabet of that name.
    """
    if name != AUTO:
        return load_alphabet(name)
    for candidate in _TRIED:
        alphabet = load_alphabet(candidate)
        if not split_encodable(words, alphabet)[1]:
            return alphabet
    return load_alphabet(_TRIED[-1])
