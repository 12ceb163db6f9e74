"""What is made once of a long lexicon and then serves every member and every block of words that is read."""

from __future__ import annotations

from weakref import WeakKeyDictionary

from core.lexicon.lexicon import Lexicon
from core.model.lexicon_search.pca_prefilter import PcaPrefilter
from core.model.lexicon_search.prefix_trie import PrefixTrie

_shortlists: WeakKeyDictionary[Lexicon, dict[str, PcaPrefilter]] = WeakKeyDictionary()
_prefixes: WeakKeyDictionary[Lexicon, PrefixTrie] = WeakKeyDictionary()


def cached_prefilter(lexicon: Lexicon, metric: str) -> PcaPrefilter:
    """The lexicon's words by their principal components; kept for as long as the lexicon lives."""
    kept = _shortlists.setdefault(lexicon, {})
    if metric not in kept:
        kept[metric] = PcaPrefilter(lexicon, metric)
    return kept[metric]


def cached_trie(lexicon: Lexicon) -> PrefixTrie:
    """The lexicon's words by their beginnings; kept for as long as the lexicon lives."""
    if lexicon not in _prefixes:
        _prefixes[lexicon] = PrefixTrie.of(lexicon.words, ["", *sorted(lexicon.alphabet.encodable)])
    return _prefixes[lexicon]
