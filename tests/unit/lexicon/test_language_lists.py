"""Word lists of languages: what is in them, in which spelling, and with which counts."""

from __future__ import annotations

import subprocess
import sys
import unicodedata

import pytest

from core.errors import InputError
from core.lexicon.alphabet import load_alphabet, split_encodable
from core.lexicon.elision import join_elisions
from core.lexicon.language_lists import commonest_words, frequencies, languages, plausible_words, with_sharp_s


@pytest.fixture(scope="module")
def lists() -> dict[str, dict[str, int]]:
    return {language: frequencies(language, 3000) for language in languages()}


def test_lists_have_the_words_asked_for_commonest_first(lists: dict[str, dict[str, int]]) -> None:
    for counts in lists.values():
        assert len(counts) == 3000
        assert list(counts.values()) == sorted(counts.values(), reverse=True)
        assert all(type(count) is int and count > 0 for count in counts.values())
    assert next(iter(lists["en"])) == "the"
    assert 50_000_000 < lists["en"]["the"] < 60_000_000  # 5 to 6 % of English words


def test_words_are_in_lower_case_and_nfc_and_can_be_encoded(lists: dict[str, dict[str, int]]) -> None:
    for counts in lists.values():
        for word in counts:
            assert word == unicodedata.normalize("NFC", word.lower())
            assert all(character.isalpha() or character in "'-" for character in word)
        assert split_encodable(counts, load_alphabet("latin-extended"))[1] == []


def test_english_needs_no_accents(lists: dict[str, dict[str, int]]) -> None:
    assert "".join(lists["en"]).replace("'", "").isascii()
    assert "don't" in lists["en"] and "s" not in lists["en"] and "i" in lists["en"]


def test_words_that_nobody_writes_by_hand_are_left_out(lists: dict[str, dict[str, int]]) -> None:
    english = frequencies("en")
    assert not {"http", "html", "lol", "wwe", "ofthe", "bbc", "tv", "hmm"} & english.keys()
    assert {"mr", "mrs", "dr", "st", "lbs", "my", "rhythm"} <= english.keys()
    assert {"bzw", "vgl"} <= frequencies("de").keys()
    assert {"krk", "smrt", "k", "v"} <= frequencies("cs").keys()


def test_words_that_the_source_splits_or_folds_are_whole(lists: dict[str, dict[str, int]]) -> None:
    assert {"d'un", "l'on", "qu'il", "c'est", "j'ai", "aujourd'hui", "l'eau"} <= lists["fr"].keys()
    assert not {"l", "d", "qu"} & lists["fr"].keys()
    assert {"c'è", "l'anno", "dell'anno"} <= lists["it"].keys()
    assert {"groß", "straße", "heißt", "daß", "dass", "weiß"} <= lists["de"].keys()
    assert not {"strasse", "gross"} & lists["de"].keys()


@pytest.mark.parametrize(("language", "most", "message"), [("la", 10, "no word list of 'la'"), ("en", 0, "1 or more")])
def test_impossible_lists_are_refused(language: str, most: int, message: str) -> None:
    with pytest.raises(InputError, match=message):
        frequencies(language, most)


def test_commonest_words_are_those_of_the_list(lists: dict[str, dict[str, int]]) -> None:
    assert commonest_words("nl")[:100] == [w for w in lists["nl"] if len(w) > 1 or w == "u"][:100] or set(
        commonest_words("nl")[:300]
    ) >= set(list(lists["nl"])[:100])


def test_texts_that_are_no_words_of_the_language_are_left_out() -> None:
    given = [("2nd", 0.1), ("naïve", 0.1), ("it’s", 0.02), ("x-ray", 0.01), ("😂", 0.1), ("u.s", 0.1), ("'em", 0.1)]
    assert plausible_words(given, "en") == {"it's": 20_000_000, "x-ray": 10_000_000}
    assert plausible_words([("nai\u0308f", 1e-12)], "fr") == {"naïf": 1}
    assert plausible_words(given, "en", most=1) == {"it's": 20_000_000}


def test_an_elided_part_is_shared_among_its_followers() -> None:
    joined = join_elisions({"l": 400, "eau": 300, "homme": 100, "haut": 100, "et": 900, "mer": 50, "a": 8}, "fr")
    assert joined["l'eau"] == 294 and joined["l'homme"] == 98 and joined["l'a"] == 8
    assert not {"l", "l'haut", "l'et", "l'mer"} & joined.keys()
    assert (joined["eau"], joined["homme"], joined["mer"], joined["haut"]) == (30, 10, 50, 100)
    assert join_elisions({"l": 400, "eau": 300}, "en") == {"l": 400, "eau": 300}


@pytest.mark.parametrize(
    ("folded", "spelled"),
    [
        ("strasse", "straße"),
        ("hauptstrassen", "hauptstraßen"),
        ("grossen", "großen"),
        ("heissen", "heißen"),
        ("schliesslich", "schließlich"),
        ("aussen", "außen"),
        ("aussehen", "aussehen"),
        ("aussage", "aussage"),
        ("wasser", "wasser"),
        ("masse", "masse"),
        ("sass", "saß"),
        ("interesse", "interesse"),
        ("russland", "russland"),
    ],
)
def test_sharp_s_is_restored(folded: str, spelled: str) -> None:
    assert with_sharp_s({folded: 8}) == {spelled: 8}


def test_spelling_before_1996_gets_half_the_count() -> None:
    assert with_sharp_s({"dass": 10, "musste": 4}) == {"dass": 5, "daß": 5, "musste": 2, "mußte": 2}


def test_lists_are_not_kept_in_memory_nor_loaded_with_the_module() -> None:
    code = (
        "import sys; from core.lexicon import language_lists as made; early = 'wordfreq' in sys.modules;"
        " made.frequencies('en', 10); import wordfreq;"
        " print(early, wordfreq.get_frequency_list.cache_info().currsize)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["False", "0"]


def test_a_letter_alone_is_not_elided_before_and_a_listed_elision_keeps_its_count() -> None:
    joined = join_elisions({"l": 400, "eau": 300, "e": 100, "l'eau": 900}, "fr")
    assert joined["l'eau"] == 900 and "l'e" not in joined and joined["e"] == 100
