"""The German "ß", which word lists in folded case write "ss"."""

import re
from collections.abc import Mapping

_ALWAYS = re.compile(
    r"(?<=[eiä]u)ss|(?<=ei)ss|(?<=ie)ss|(?<=\bau)ss(?=e[nr])|(?<=\bdrau)ss(?=en)"
    r"|(?<=stra)ss(?=e)|(?<=gr[oöuü])ss|(?<=st[oö])ss|(?<=f[uü])ss|(?<=sü)ss|(?<=m[aä])ss(?=ig|nah|st[aä]b|$)"
    r"|(?<=spa)ss|(?<=b[uü])ss(?=e)|(?<=blo)ss|(?<=gefä)ss|(?<=schö)ss|(?<=klö)ss"
    r"|(?<=\bsa)ss(?=(?:en|es?t)?$)|(?<=\ba)ss(?=(?:en|es?t)?$)|(?<=besa)ss(?=(?:en|es?t)?$)|(?<=fra)ss(?=$|en$)|(?<=erga)ss"
)
"""After a diphthong or a long vowel: both in the spelling since 1996 and before."""

_BEFORE_1996 = re.compile(r"(?<=[aeiouäöü])ss(?=t?$|t(?:e[nt]?|est|s?ein)$)")
"""At the end of a syllable, after a short vowel, too: "daß", "mußte", "bewußt"."""

_SHARE_BEFORE_1996 = 0.5


def with_sharp_s(counts: Mapping[str, int]) -> dict[str, int]:
    """Return German ``counts``, lower case without "ß", with the spellings that have it.

    A word that is always written with "ß" gives it its whole count; one that was so written before 1996 gives it half.
    """
    spelled: dict[str, int] = {}
    for word, count in counts.items():
        sharp = _ALWAYS.sub("ß", word)
        old = _BEFORE_1996.sub("ß", sharp)
        old_count = round(count * _SHARE_BEFORE_1996) if old != sharp else 0
        spelled[sharp] = spelled.get(sharp, 0) + count - old_count
        if old_count:
            spelled[old] = spelled.get(old, 0) + old_count
    return spelled
