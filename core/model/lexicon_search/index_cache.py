"""What is made once of a long lexicon and then serves every member and every block of words that is read."""

from __future__ import annotations

from weakref import WeakKeyDictionary

from core.lexicon.lexicon import Lexicon
from core.model.lexicon_search.pca_prefilter import Shortlist
from core.model.lexicon_search.prefix_trie import Prefixes

_shortlists: WeakKeyDictionary[Lexicon, dict[str, Shortlist]] = WeakKeyDictionary()
_prefixes: WeakKeyDictionary[Lexicon, Prefixes] = WeakKeyDictionary()


def shortlist_of(lexicon: Lexicon, metric: str) -> Shortlist:
    """The lexicon's words by their principal components; kept for as long as the lexicon lives."""
    kept = _shortlists.setdefault(lexicon, {})
    if metric not in kept:
        kept[metric] = Shortlist(lexicon, metric)
    return kept[metric]


def prefixes_of(lexicon: Lexicon) -> Prefixes:
    """The lexicon's words by their beginnings; kept for as long as the lexicon lives."""
    if lexicon not in _prefixes:
        _prefixes[lexicon] = Prefixes.of(lexicon.words, ["", *sorted(lexicon.alphabet.encodable)])
    return _prefixes[lexicon]
