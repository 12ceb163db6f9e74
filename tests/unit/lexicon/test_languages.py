"""Languages: that of transcriptions is guessed; their word lists, in which spelling, and with which counts."""

from __future__ import annotations

import subprocess
import sys
import unicodedata
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import InputError
from core.lexicon.alphabet import load_alphabet, split_encodable
from core.lexicon.direction import reads_right_to_left, visual_order
from core.lexicon.elision import join_elisions
from core.lexicon.language_lists import (
    LANGUAGES,
    commonest_words,
    frequencies,
    guess_language,
    plausible_words,
    with_sharp_s,
)
from core.lexicon.surface_forms import (
    WritingHabits,
    capitalise,
    ordinary_habits,
    split_mark,
    with_surface_forms,
    writing_habits,
)

HEBREW = ["שלום", "עולם", "טוב"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", False),
        ("12 — !", False),
        ("plain", False),
        ("שלום", True),
        ("سلام", True),
        ("12 سلام", True),
        ("a שלום", False),
        ("«سلام» word", True),
    ],
)
def test_the_first_letter_with_a_direction_decides(text: str, expected: bool) -> None:
    assert reads_right_to_left(text) is expected


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["one", "two", "three"], [0, 1, 2]),
        (HEBREW, [2, 1, 0]),
        # two Latin words inside a Hebrew line keep their own order
        ([HEBREW[0], "deux", "mots", HEBREW[1]], [3, 1, 2, 0]),
        # a number runs with the words before it
        ([HEBREW[0], "page", "12", HEBREW[1]], [3, 1, 2, 0]),
        ([HEBREW[0], "12", HEBREW[1]], [2, 1, 0]),
        # two Hebrew words inside a Latin line stand in reverse
        (["see", HEBREW[0], HEBREW[1], "there"], [0, 2, 1, 3]),
        (["see", "—", "there"], [0, 1, 2]),
    ],
)
def test_words_stand_in_visual_order(words: list[str], expected: list[int]) -> None:
    assert visual_order(words) == expected


@given(st.lists(st.text(min_size=1, max_size=4), max_size=12))
def test_every_word_stands_somewhere_once(words: list[str]) -> None:
    assert sorted(visual_order(words)) == list(range(len(words)))


def test_a_run_of_the_other_direction_ends_with_the_line_or_a_mark_and_takes_numbers_along() -> None:
    assert visual_order(["a", "\u05d0\u05d1", "\u05d2\u05d3"]) == [0, 2, 1]
    assert visual_order(["a", "\u05d0\u05d1", "12", "b"]) == [0, 2, 1, 3]
    assert visual_order(["a", "\u05d0\u05d1", "\u2013", "\u05d2\u05d3", "b"]) == [0, 1, 2, 3, 4]


ENGLISH = "The letters which you sent to me by the last post, and those of your brother, have all come to hand. "


FRENCH = "La lettre que vous m’avez écrite le mois dernier, et celle de votre frère, sont arrivées à la maison. "


GERMAN = "Der Brief, den du mir im letzten Monat geschrieben hast, ist bei uns im Hause angekommen, daß wir wissen. "


LATIN = "Gallia est omnis divisa in partes tres, quarum unam incolunt Belgae, aliam Aquitani, tertiam qui ipsorum. "


def numbered_words(count: int) -> list[str]:
    return ["w" + "".join(chr(97 + int(digit)) for digit in str(n)) for n in range(count)]


@pytest.fixture(scope="module")
def commonest() -> dict[str, list[str]]:
    return {language: commonest_words(language) for language in LANGUAGES}


@pytest.mark.parametrize(("text", "language"), [(ENGLISH, "en"), (FRENCH, "fr"), (GERMAN, "de")])
def test_language_is_recognised_with_the_share_of_its_words(
    commonest: dict[str, list[str]], text: str, language: str
) -> None:
    guess = guess_language(Counter((text * 4).split()), commonest)
    assert guess is not None and guess.language == language
    assert 0.8 < guess.known <= 1


def test_too_little_text_names_no_language(commonest: dict[str, list[str]]) -> None:
    assert guess_language(Counter({"which": 49, "123": 100}), commonest) is None
    assert guess_language(Counter({"which": 50}), commonest) is not None
    assert guess_language(Counter(), {}) is None


@pytest.mark.parametrize("text", [LATIN, "Königshain Söllingen Hähnichen Dortmund "])
def test_other_texts_name_no_language(commonest: dict[str, list[str]], text: str) -> None:
    assert guess_language(Counter((text * 20).split()), commonest) is None


@pytest.mark.parametrize(
    ("first", "second", "named"), [(29, 0, False), (30, 0, True), (60, 41, False), (60, 39, True), (40, 60, False)]
)
def test_enough_words_must_be_known_and_clearly_more_than_in_the_next_language(
    first: int, second: int, named: bool
) -> None:
    listed = numbered_words(100)
    guess = guess_language(dict.fromkeys(listed, 1), {"xx": listed[:first], "yy": listed[:second]})
    assert (guess is not None and guess.language == "xx") is named


@pytest.mark.parametrize(("rank", "named"), [(999, True), (1000, False)])
def test_only_the_thousand_commonest_words_of_a_language_are_compared(rank: int, named: bool) -> None:
    listed = numbered_words(2000)
    assert (guess_language({listed[rank]: 50}, {"xx": listed}) is not None) is named


@pytest.fixture(scope="module")
def lists() -> dict[str, dict[str, int]]:
    return {language: frequencies(language, 3000) for language in LANGUAGES}


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


LISTED = {"the": 1000, "king": 100, "december": 10, "don't": 5}


def test_lower_case_transcriptions_leave_the_list_as_it_is() -> None:
    habits = writing_habits({"the": 90, "king": 10}, LISTED, "en")
    assert habits == WritingHabits()
    assert with_surface_forms(LISTED, habits) == LISTED


def test_shares_are_those_of_the_transcriptions() -> None:
    habits = writing_habits({"the": 40, "The": 10, "king,": 25, "King": 25, "Zebra": 900}, LISTED, "en")
    assert habits.capitalised[0] == pytest.approx(0.35)
    assert dict(habits.marks) == {",": 0.25}


def test_rare_words_have_a_share_of_their_own() -> None:
    listed = {f"w{'x' * n}": 10 for n in range(200)}
    rare = list(listed)[150]
    habits = writing_habits({"w": 500, rare.capitalize(): 500}, listed, "en")
    assert habits.capitalised[0] < 0.05 and habits.capitalised[1] > 0.95


@pytest.mark.parametrize("language", ["de", "en"])
def test_ordinary_habits_hold_until_enough_is_transcribed(language: str) -> None:
    assert writing_habits({"the": 49}, LISTED, language) == ordinary_habits(language)
    assert writing_habits({"the": 50}, LISTED, language) == WritingHabits()


def test_odd_endings_are_no_marks() -> None:
    assert writing_habits({"the¬": 30, "the": 30}, LISTED, "en").marks == {}


def test_apostrophes_are_written_as_in_the_transcriptions() -> None:
    curly = writing_habits({"the": 60, "don’t": 3, "can't": 1}, LISTED, "en")
    assert "don’t" in with_surface_forms(LISTED, curly) and "don't" not in with_surface_forms(LISTED, curly)
    assert "don't" in with_surface_forms(LISTED, writing_habits({"the": 499}, LISTED, "en"))
    assert "don't" not in with_surface_forms(LISTED, writing_habits({"the": 500}, LISTED, "en"))


def test_the_english_pronoun_is_a_capital_where_capitals_are_written() -> None:
    listed = {"i": 900, "in": 500, "i'm": 40}
    for transcribed in ({}, {"The": 30, "i": 30}):
        forms = with_surface_forms(listed, writing_habits(transcribed, listed, "en"))
        assert forms["I"] == 900 and forms["I'm"] == 40 and forms["i"] == 1 and forms["in"] > forms["In"]
    assert "I" not in with_surface_forms(listed, writing_habits({"in": 60}, listed, "en")), "no capitals at all"
    assert with_surface_forms(listed, ordinary_habits("it"))["i"] > 800, "an article"


def test_counts_are_shared_among_the_forms() -> None:
    habits = WritingHabits((0.2, 0.2, 0.2, 0.2), {",": 0.1})
    forms = with_surface_forms({"king": 1000}, habits, growth=4)
    assert forms == {"king": 720, "King": 180, "king,": 80, "King,": 20}
    assert with_surface_forms({"king": 1000}, habits, growth=2) == {"king": 720, "King": 180}


@given(
    st.dictionaries(st.text("abßéI'", min_size=1, max_size=4).map(str.lower), st.integers(1, 10**8), max_size=30),
    st.tuples(*[st.floats(0, 1)] * 4),
    st.dictionaries(st.sampled_from([",", ".", ")."]), st.floats(0, 0.3)),
    st.floats(1, 3),
)
def test_every_word_stays_and_the_list_keeps_its_bound(
    listed: dict[str, int], capitals: tuple[float, ...], marks: dict[str, float], growth: float
) -> None:
    forms = with_surface_forms(listed, WritingHabits(capitals, marks), growth)
    assert listed.keys() <= forms.keys()
    assert len(forms) <= growth * len(listed)
    assert all(count > 0 for count in forms.values())
    # each of a word's eight forms is rounded, and a word keeps at least 1
    assert sum(forms.values()) <= sum(listed.values()) + 9 * len(listed)


def test_parts_of_a_token() -> None:
    assert [split_mark(text) for text in ("(Loire),", "d'un.", "1754", "été")] == [
        ("Loire", "),"),
        ("d'un", "."),
        ("", "1754"),
        ("été", ""),
    ]
    assert [capitalise(word) for word in ("été", "ßa", "")] == ["Été", "ßa", ""]


def test_a_band_with_few_words_leans_on_the_share_of_all() -> None:
    """As if twenty more words of it had been transcribed, capitalised as often as words are on the whole."""
    words = ["w" + "".join(chr(97 + int(digit)) for digit in str(n)) for n in range(2000)]
    transcribed = {words[99]: 60, words[100].capitalize(): 20, words[1000].capitalize(): 20}
    habits = writing_habits(transcribed, dict.fromkeys(words, 10), "en")
    assert habits.capitalised == pytest.approx((8 / 80, 28 / 40, 28 / 40, 8 / 20))


def test_only_the_four_commonest_marks_are_attached_and_no_rare_one() -> None:
    marked = {"king,": 50, "king.": 40, "king;": 30, "king:": 20, "king!": 10}
    habits = writing_habits({"the": 850, **marked}, LISTED, "en")
    assert dict(habits.marks) == pytest.approx({",": 0.05, ".": 0.04, ";": 0.03, ":": 0.02})
    rare = writing_habits({"the": 986, "king,": 5, "king.": 4, "king": 5}, LISTED, "en")
    assert dict(rare.marks) == pytest.approx({",": 0.005})
