"""Elided words: "l'eau" and "c'è" from the parts into which word lists split them.

Lists that were counted from tokenised text hold "l" and "eau", but never "l'eau"; on paper it is one word. The count of
a part such as "l" is shared out among the words that it can stand before, in proportion to their own counts.
"""

from collections.abc import Iterator, Mapping

_VOWELS = frozenset("aàâäæeéèêëhiîïìoôòœuùûü")
"""First letters before which a part is elided. French "h" is mostly silent."""

_OPEN = {"fr": ("l", "d"), "it": ("l",)}
"""Parts that stand before every word with such a first letter, but for those of :data:`_CLOSED`."""

_CLOSED = {
    "fr": {
        "à": "qu jusqu",
        "a": "l m n t",
        "ai": "j n",
        "aime": "j m n t",
        "allais": "j",
        "as": "l m n t",
        "au": "jusqu qu",
        "aurai": "j n",
        "aurait": "l m n t",
        "aussi": "",
        "aux": "qu",
        "avaient": "l m n t",
        "avais": "j l n",
        "avait": "l m n t",
        "avec": "qu",
        "avez": "l m n",
        "avons": "l n",
        "elle": "d qu lorsqu puisqu",
        "elles": "d qu lorsqu puisqu",
        "en": "d jusqu m n qu s t",
        "entre": "d",
        "es": "n t",
        "espère": "j",
        "est": "c n qu s",
        "et": "",
        "étaient": "c n s",
        "étais": "j n",
        "était": "c n qu s",
        "eu": "",
        "eux": "d",
        "ici": "d jusqu",
        "il": "lorsqu puisqu qu s",
        "ils": "lorsqu puisqu qu s",
        "on": "l lorsqu puisqu qu",
        "ont": "l m n t",
        "où": "d",
        "ou": "",
        "oui": "",
        "un": "d l lorsqu puisqu qu",
        "une": "d l lorsqu puisqu qu",
        "y": "d j n qu s",
    },
    "it": {
        "a": "",
        "accordo": "d",
        "acqua": "d l",
        "ad": "",
        "al": "",
        "alla": "",
        "altra": "d l",
        "altro": "d l",
        "anche": "",
        "e": "",
        "è": "c",
        "ed": "",
        "era": "c l",
        "erano": "c",
        "estate": "d l",
        "ha": "l m t",
        "hai": "l m t",
        "hanno": "l m",
        "ho": "l m t",
        "i": "",
        "il": "",
        "in": "",
        "io": "",
        "un": "d",
        "una": "d",
        "o": "",
        "oro": "d l",
    },
}
"""Common words, each with the parts that it takes."""

_FRAGMENTS = {"fr": "l d qu n s j m t c jusqu lorsqu puisqu quoiqu", "it": "l d c m t s n v"}
"""The remains of elided words, which are not words by themselves."""

_ASPIRATED = (
    "hach", "hain", "hall", "hamea", "hanch", "harc", "hard", "harn", "hasard", "haut",
    "hiérarch", "hollan", "hongr", "hont", "hors", "huit", "hurl", "hutt", "hât", "héros",
)  # fmt: skip
"""Beginnings of French words with an "h" before which nothing is elided."""


def join_elisions(counts: Mapping[str, int], language: str) -> dict[str, int]:
    """Return ``counts`` with elided words in place of their parts; unchanged for a language without elisions.

    The count of an elided word is taken from that of its second part, which keeps at least a tenth.
    """
    if language not in _FRAGMENTS:
        return dict(counts)
    fragments = _FRAGMENTS[language].split()
    joined = {word: count for word, count in counts.items() if word not in fragments}
    taken: dict[str, float] = {}
    elided: dict[str, float] = {}
    for part in fragments:
        followers = {word: joined[word] for word in _followers(joined, part, language)} if part in counts else {}
        total = sum(followers.values())
        for word, count in followers.items():
            share = counts[part] * count / total
            taken[word] = taken.get(word, 0) + share
            elided[f"{part}'{word}"] = share
    for word, lost in taken.items():
        joined[word] = max(round(joined[word] - lost), joined[word] // 10, 1)
    for word, share in elided.items():
        joined[word] = max(round(share), joined.get(word, 1))
    return joined


def _followers(counts: Mapping[str, int], part: str, language: str) -> Iterator[str]:
    closed = _CLOSED[language]
    is_open = part in _OPEN[language]
    for word in counts:
        if word in closed:
            if part in closed[word].split():
                yield word
        elif is_open and _can_be_elided_before(word, language):
            yield word


def _can_be_elided_before(word: str, language: str) -> bool:
    is_aspirated = language == "fr" and word.startswith(_ASPIRATED)
    return len(word) > 1 and word[0] in _VOWELS and "'" not in word and not is_aspirated
