"""Words of a language with how often they occur, from the package wordfreq, and which language a text is in.

The attribution that its data needs is in resources/NOTICE-wordlists.txt; see docs/decisions/0019-language-lists.md.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from core.errors import InputError
from core.lexicon.elision import join_elisions
from core.lexicon.surface_forms import fold, split_mark
from core.lexicon.text import nfc

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


LANGUAGES = ("cs", "de", "en", "es", "fr", "it", "nl", "pl", "pt", "sv")
"""Codes of the languages with a list (ISO 639-1), sorted."""

MOST = 50_000
"""Words of a list, unless another number is asked for."""

_BILLION = 1_000_000_000
_LETTERS = {
    "cs": "áčďéěíňóřšťúůýž",
    "de": "äöüß",
    "en": "",
    "es": "áéíñóúü",
    "fr": "àâæçèéêëîïôœùûüÿ",
    "it": "àèéìíîòóùú",
    "nl": "áèéêëïíóöúü",
    "pl": "ąćęłńóśźż",
    "pt": "áâãàçéêíóôõúü",
    "sv": "äåéö",
}
"""Letters of each language beside a to z. A word with others is a foreign one."""

_ONE_LETTER = {
    "cs": "aikosuvz",
    "de": "o",
    "en": "aio",
    "es": "aeouy",
    "fr": "aàyô",
    "it": "aeèio",
    "nl": "uo",
    "pl": "aiouwz",
    "pt": "aàeéoó",
    "sv": "iåö",
}
"""Words of a single letter. Others in a list are abbreviations and parts of words."""


_MODERN = frozenset({
    "android", "app", "apps", "bitcoin", "blog", "blogs", "com", "covid", "download", "email", "emails",
    "emoji", "facebook", "gif", "google", "gps", "html", "http", "https", "instagram", "internet", "iphone",
    "ipad", "javascript", "jpg", "laptop", "linkedin", "lmao", "lol", "mp3", "netflix", "offline", "omg",
    "online", "pdf", "php", "playstation", "podcast", "reddit", "selfie", "smartphone", "snapchat", "spotify",
    "tiktok", "tweet", "tweets", "twitter", "unfollow", "url", "usb", "username", "website", "websites",
    "whatsapp", "wifi", "wikipedia", "wwe", "www", "xbox", "xml", "yahoo", "youtube",
})  # fmt: skip
"""Words of computers, which no archive's pages have."""
_ABBREVIATIONS = frozenset({
    "bd", "bzw", "cf", "ch", "chr", "cl", "cm", "cts", "cwt", "dl", "dr", "esq", "fr", "ft", "ggf", "gr", "hl",
    "hr", "hrs", "hrsg", "jr", "kg", "km", "lb", "lbs", "ltd", "mg", "mgr", "mlle", "mm", "mme", "mr", "mrs",
    "ms", "mss", "mt", "nb", "nr", "ns", "pp", "ps", "rd", "sgt", "sq", "sr", "st", "str", "th", "vgl", "vs",
    "wm",
})  # fmt: skip
"""Words without a vowel that people write."""
_NEED_VOWELS = frozenset({"de", "en", "es", "fr", "it", "nl", "pt", "sv"})
_VOWELS = frozenset("aeiouyáàâãäåæéèêëěíìîïóòôõöœúùûüýÿ")
_RUN_TOGETHER = frozenset({"inthe", "ofthe", "onthe", "tothe"})


def frequencies(language: str, most: int = MOST) -> dict[str, int]:
    """Return the ``most`` commonest words of a language, each with its occurrences per billion words, commonest first.

    Words are in lower case and NFC, of letters, apostrophes (') and hyphens. Raises InputError if there is no list of
    that language, or ``most`` is below 1.
    """
    check_language(language)
    if most < 1:
        raise InputError.of("A list of {most} words cannot be made. Choose 1 or more.", most=most)
    # other spellings and elided words take the places of rarer words, so more words are read than asked for
    counts = plausible_words(_read(language, "large"), language, 2 * most)
    if language == "de":
        counts = with_sharp_s(counts)
    single = _ONE_LETTER[language]
    joined = join_elisions(counts, language)
    words = [(word, count) for word, count in joined.items() if len(word) > 1 or word in single]
    words.sort(key=lambda entry: (-entry[1], entry[0]))
    return dict(words[:most])


def commonest_words(language: str) -> list[str]:
    """Return some 25,000 words of a language, commonest first, quicker than :func:`frequencies` does."""
    check_language(language)
    counts = plausible_words(_read(language, "small"), language)
    return list(with_sharp_s(counts) if language == "de" else counts)


def check_language(language: str) -> None:
    """Raise InputError if there is no list of that language."""
    if language not in LANGUAGES:
        raise InputError.of(
            "There is no word list of '{language}'. Choose one of {choices}.",
            language=language,
            choices=", ".join(LANGUAGES),
        )


def plausible_words(occurrences: Iterable[tuple[str, float]], language: str, most: int | None = None) -> dict[str, int]:
    """Return those of ``occurrences`` (text, share 0 to 1) that are words of the language, with counts per billion.

    It ends after ``most`` words. Texts with digits, signs or letters of other languages are left out.
    """
    letters = f"[a-z{_LETTERS[language]}]+"
    word_pattern = re.compile(f"{letters}(?:['-]{letters})*")
    counts: dict[str, int] = {}
    for given, share in occurrences:
        word = nfc(given).replace("’", "'")
        if word_pattern.fullmatch(word) and _is_written(word, language):
            counts[word] = counts.get(word, 0) + max(round(share * _BILLION), 1)
            if len(counts) == most:
                break
    return counts


def _is_written(word: str, language: str) -> bool:
    """Return whether people write a word by hand: no word of computers, and no initials (bbc) or noises (hmm)."""
    if word in _MODERN or word in _RUN_TOGETHER:
        return False
    return len(word) == 1 or language not in _NEED_VOWELS or word in _ABBREVIATIONS or not _VOWELS.isdisjoint(word)


def _read(language: str, size: str) -> Iterator[tuple[str, float]]:
    """Return the words of a list, ``size`` "small" or "large", with their shares, commonest first; 0.05 to 0.3 s."""
    from wordfreq import cB_to_freq, get_frequency_list

    bins = get_frequency_list(language, size)
    # a large list takes some 60 MB, which wordfreq would never release
    get_frequency_list.cache_clear()
    return ((word, cB_to_freq(-number)) for number, words in enumerate(bins) for word in words)


LEAST_TOKENS = 50
"""Transcribed words below which no language is named."""

_COMMONEST = 1_000
"""Words of each language that are compared; these are hardly ever names or loans."""

_LEAST_KNOWN = 0.3
_LEAST_LEAD = 1.5
"""Least ratio of the words known in the language to those known in the next one (2.4 or more in 11 collections)."""


@dataclass(frozen=True, slots=True)
class LanguageGuess:
    """``known``: share (0 to 1) of the transcribed words that are in the list of the language, with repetitions."""

    language: str
    known: float


def guess_language(words: Mapping[str, int], lists: Mapping[str, Sequence[str]]) -> LanguageGuess | None:
    """Return the language of ``words`` (with their numbers), or None if there are too few or none is clearly best.

    ``lists``: the words of each language in lower case, commonest first. Capitals and marks around words are ignored.
    """
    times: dict[str, int] = {}
    for text, count in words.items():
        if word := fold(split_mark(text)[0]):
            times[word] = times.get(word, 0) + count
    total = sum(times.values())
    if total < LEAST_TOKENS or not lists:
        return None
    shares = {language: _known(times, listed[:_COMMONEST]) / total for language, listed in lists.items()}
    best, *others = sorted(shares, key=lambda language: -shares[language])
    if shares[best] < _LEAST_KNOWN or (others and shares[best] < _LEAST_LEAD * shares[others[0]]):
        return None
    return LanguageGuess(best, _known(times, lists[best]) / total)


def _known(times: Mapping[str, int], listed: Sequence[str]) -> int:
    return sum(times.get(word, 0) for word in dict.fromkeys(listed))
