"""Words along a line: cut by what is read, or by known words on their most probable path, with boxes in the gaps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from line_helpers import LINE, written_line

from core.lexicon.alphabet import Alphabet, load_alphabet
from core.lexicon.lexicon import Lexicon
from core.model.line_beam import LineLanguage
from core.model.line_reader import LineReader
from core.model.line_spelling import SpelledLine, spell_at_scales
from core.model.reading_weights import ReadingWeights
from core.model.spelling_learner import SpellingLearner
from core.recognition.line_alignment import (
    NO_ROOM,
    AlignedLine,
    PlacedWord,
    align_words,
    cut_between,
    place_words,
    score_cuts,
)
from core.recognition.line_language import line_language
from core.recognition.line_voice import as_written, word_limits, word_voices
from core.recognition.line_words import ReadLine, miscut_places, read_line, read_lines, spelled_text
from core.recognition.word_model import WordModel
from core.store.shipped_files import line_reader_path, load_line_reader
from core.store.starter import load_starter, starter_path


@pytest.fixture(scope="module")
def reader() -> LineReader:
    return load_line_reader(line_reader_path())


def language_of(lexicon: Lexicon, familiar: tuple[str, ...] = ()) -> LineLanguage:
    return line_language(WordModel.build([], lexicon), lexicon.alphabet, familiar)


def spelled(reader: LineReader, text: str, step: float = 10.0) -> SpelledLine:
    """A line on which ``text`` stands, one character in every second position."""
    names = reader.alphabet.characters
    log_probs = np.full((2 * len(text) + 1, len(names)), -9.0, np.float32)
    log_probs[::2, 0] = -0.01
    for place, character in enumerate(text):
        log_probs[2 * place + 1, names.index(character)] = -0.01
    return SpelledLine(log_probs, step)


def inked(text: str, step: float = 10.0) -> np.ndarray:
    """Its image: a stroke for every character that is not a space."""
    gray = np.full((50, round((2 * len(text) + 1) * step)), 230, np.uint8)
    for place, character in enumerate(text):
        if character != " ":
            x = round((2 * place + 1) * step)
            gray[12:38, x - 8 : x + 18] = 20
    return gray


def test_a_line_is_cut_at_the_spaces_that_are_read(reader: LineReader) -> None:
    text = "to the camp"
    words = read_line(reader, inked(text), spelled(reader, text)).words
    assert [word.text for word in words] == text.split()
    ends = [(word.box.left, word.box.right) for word in words]
    assert all(right <= left + 12 for (_, right), (left, _) in pairwise(ends))
    assert ends[0][0] <= 8 and ends[-1][1] >= 218


def test_a_comma_alone_belongs_to_the_word_before_it(reader: LineReader) -> None:
    text = "yes , sir"
    assert [word.text for word in read_line(reader, inked(text), spelled(reader, text)).words] == ["yes,", "sir"]
    assert [word.text for word in read_line(reader, inked(", a"), spelled(reader, ", a")).words] == [",", "a"]


def test_words_of_a_list_decide_letters_and_spaces(reader: LineReader) -> None:
    lexicon = Lexicon(["to", "the", "camp"], reader.alphabet)
    language = language_of(lexicon)
    text = "to thecamp"
    doubtful = spelled(reader, text)
    names = reader.alphabet.characters
    # between "the" and "camp" a space is possible, and the last letter may be an n
    doubtful.log_probs[12, [0, names.index(" ")]] = np.log([0.6, 0.4])
    doubtful.log_probs[19, [names.index("p"), names.index("n")]] = np.log([0.4, 0.6])
    assert spelled_text(reader, doubtful) == "to thecamn"
    assert spelled_text(reader, doubtful, language) == "to the camp"
    words = read_line(reader, inked(text), doubtful, language).words
    assert [word.text for word in words] == ["to", "the", "camp"]


FAMILIAR = ("dans", "de", "des", "elle", "et", "la", "les", "lettre", "lettres", "ont", "que", "sont", "une", "vous")


def test_where_a_list_is_in_another_language_it_counts_more_and_familiar_letters_less(reader: LineReader) -> None:
    at_home = language_of(Lexicon(["lettre", "lettres", "que", "vous", "sont"], reader.alphabet), FAMILIAR)
    abroad = language_of(Lexicon(["which", "would", "through", "shall", "now", "why"], reader.alphabet), FAMILIAR)
    unknown = language_of(Lexicon(["which", "would", "through"], reader.alphabet))
    assert at_home.weights == unknown.weights and at_home.weights.familiar == 0
    assert abroad.weights.words > at_home.weights.words and abroad.weights.familiar > 0
    names = reader.alphabet.characters
    doubtful = spelled(reader, "lo sont")
    # the last word may also be "shnt", which is nothing, but strange to a reader of French
    doubtful.log_probs[9, [names.index("o"), names.index("h")]] = np.log([0.7, 0.3])
    empty = Lexicon([], reader.alphabet)
    plain, wary = (replace(language_of(empty, FAMILIAR), weights=ReadingWeights(0.0, weight)) for weight in (0.0, 0.5))
    assert spelled_text(reader, doubtful, plain) == "lo sont"
    assert spelled_text(reader, doubtful, wary) == "lo shnt"


def test_clear_letters_stand_against_a_list(reader: LineReader) -> None:
    lexicon = Lexicon(["public", "march"], reader.alphabet)
    language = language_of(lexicon)
    for text in ("March 20, 1905.", "the publick,", "Pub: in MARCH"):
        assert spelled_text(reader, spelled(reader, text), language) == text


def test_an_apostrophe_is_read_as_the_transcribed_lines_have_it(reader: LineReader) -> None:
    lexicon = Lexicon(["l'eau", "j’ai"], reader.alphabet)
    doubtful = spelled(reader, "l'eau")
    names = reader.alphabet.characters
    doubtful.log_probs[3, [names.index("'"), names.index("’")]] = np.log([0.5, 0.5])
    for transcribed, text in (("j’ai", "l’eau"), ("j'ai", "l'eau")):
        language = line_language(WordModel.build([transcribed] * 9, lexicon), reader.alphabet)
        assert spelled_text(reader, doubtful, language) == text


def test_words_of_a_list_decide_letters_of_words_in_capitals(reader: LineReader) -> None:
    lexicon = Lexicon(["march", "to"], reader.alphabet)
    language = language_of(lexicon)
    doubtful = spelled(reader, "TO MARCH")
    names = reader.alphabet.characters
    # as a capital and as a small letter a C looks alike; the last letter may be an A
    for place, pair in ((13, "cC"), (15, "AH")):
        doubtful.log_probs[place, [names.index(character) for character in pair]] = np.log([0.6, 0.4])
    assert spelled_text(reader, doubtful) == "TO MARcA"
    assert spelled_text(reader, doubtful, language) == "TO MARCH"


def test_a_line_is_read_without_words_of_a_list(reader: LineReader) -> None:
    language = line_language(WordModel.build([], Lexicon([], reader.alphabet)), reader.alphabet)
    assert spelled_text(reader, spelled(reader, "to the"), language) == "to the"


def test_where_nothing_is_read_there_are_no_words(reader: LineReader) -> None:
    assert read_lines(reader, [np.full((60, 400), 220, np.uint8)]) == [ReadLine()]


def test_the_words_of_a_drawn_line_stand_in_their_ink(reader: LineReader) -> None:
    gray, places = written_line()
    (line,) = read_lines(reader, [gray])
    middles = [(word.box.left + word.box.right) / 2 for word in line.words]
    assert len(middles) == len(places)
    assert all(left < middle < right for middle, (left, right) in zip(middles, places, strict=True))


def test_limits_lie_between_the_boxes() -> None:
    limits = word_limits([(10, 0, 30, 40), (60, 0, 20, 40)], 40)
    assert limits == [(-6.0, 50.0), (50.0, 96.0)]
    assert word_limits([], 40) == []


def test_a_voice_offers_words_of_the_list_and_others_with_their_costs(reader: LineReader) -> None:
    lexicon = Lexicon(["orders", "order", "of", "regiment"], reader.alphabet)
    text = "Orders, oq"
    boxes = [(5, 5, 135, 40), (165, 5, 45, 40)]
    first, second = word_voices(spelled(reader, text), boxes, 50, lexicon, language_of(lexicon))
    assert "orders" in first.offered() and "Orders," in first.offered()
    assert "of" in second.offered() and "oq" in second.offered()
    costs = dict(zip(("Orders,", "orders", "of"), first.costs(("Orders,", "orders", "of"), lexicon), strict=True))
    assert costs["Orders,"] < costs["orders"] < costs["of"]
    assert first.costs(["漢"], lexicon)[0] > costs["of"]


@pytest.mark.parametrize(
    ("word", "read", "written"),
    [
        ("orders", "Orders,", "Orders,"),
        ("orders", "ordcrs", "orders"),
        ("orders", "ORDERS.", "ORDERS."),
        ("regiment", "(regment)", "(regiment)"),
        ("of", "—", "of"),
    ],
)
def test_a_word_of_the_list_is_written_as_it_is_spelled(word: str, read: str, written: str) -> None:
    assert as_written(word, read) == written


def test_every_alphabet_can_be_asked(reader: LineReader) -> None:
    alphabet = load_alphabet("latin")
    lexicon = Lexicon(["orders", "of"], alphabet)
    own = reader.in_alphabet(spelled(reader, "of"), alphabet)
    (voice,) = word_voices(own, [(5, 5, 40, 40)], 50, lexicon, language_of(lexicon))
    assert voice.offered()[0] == "of" and LINE


@pytest.mark.parametrize(
    ("cut", "places"),
    [
        ([(0, 40), (50, 90), (100, 160)], []),
        ([(3, 36), (52, 97), (95, 150)], []),
        ([(0, 90), (100, 160)], [0]),
        ([(0, 40), (50, 90), (100, 128), (132, 160)], [2, 3]),
        ([(0, 18), (22, 95), (100, 160)], [0]),
        ([(0, 40), (50, 90), (100, 160), (170, 200)], [3]),
        ([], []),
    ],
)
def test_a_box_with_a_part_of_a_word_or_several_words_is_cut_wrongly(
    cut: list[tuple[int, int]], places: list[int]
) -> None:
    written = [(0, 0, 40, 20), (50, 5, 40, 10), (100, 0, 60, 20)]
    boxes = [(left, 2, right - left, 15) for left, right in cut]
    assert miscut_places(boxes, written) == places
    assert miscut_places(boxes, []) == list(range(len(cut)))


@pytest.fixture(scope="module")
def starter() -> tuple[SpellingLearner, Alphabet]:
    found = load_starter(starter_path())
    return found.learner(), found.alphabet


def find_words(starter: tuple[SpellingLearner, Alphabet], gray: np.ndarray, words: Sequence[str]) -> AlignedLine | None:
    learner, alphabet = starter
    return align_words(spell_at_scales(learner, gray), alphabet, gray, words)


def test_every_word_is_found_in_its_ink(starter: tuple[SpellingLearner, Alphabet]) -> None:
    gray, places = written_line()
    line = find_words(starter, gray, LINE)
    assert line is not None
    for word, (left, right) in zip(line.words, places, strict=True):
        assert word is not None
        assert word.left <= left + 6 and right - 6 <= word.right, "all of the word, but for the end of a stroke"
        assert word.right - word.left < right - left + 60, "and nothing of its neighbours"


def test_a_wrong_text_fits_worse(starter: tuple[SpellingLearner, Alphabet]) -> None:
    gray, _ = written_line()
    right, wrong = find_words(starter, gray, LINE), find_words(starter, gray, ["quite", "another", "text", "here"])
    assert right is not None and wrong is not None
    assert wrong.score < right.score - 1


def test_a_word_without_letters_of_the_alphabet_has_no_place(starter: tuple[SpellingLearner, Alphabet]) -> None:
    gray, _ = written_line()
    line = find_words(starter, gray, [*LINE, "漢字"])
    assert line is not None and line.words[-1] is None and all(line.words[:-1])
    assert find_words(starter, gray, ["漢字"]) is None


def test_a_text_too_long_for_the_line_or_a_line_without_ink_gives_nothing(
    starter: tuple[SpellingLearner, Alphabet],
) -> None:
    gray, _ = written_line()
    assert find_words(starter, gray[:, :200], ["abcdefghijklmnopqrstuvwxyz" * 20]) is None
    assert find_words(starter, np.full((60, 600), 230, np.uint8), ["some", "words"]) is None


def test_a_cut_through_the_words_fits_worse_than_one_between_them(starter: tuple[SpellingLearner, Alphabet]) -> None:
    gray, places = written_line()
    shifted = [(left + 60, right + 60) for left, right in places]
    found = find_words(starter, gray, LINE)
    assert found is not None
    columns = [(word.left, word.right) for word in found.words if word is not None]
    right, aligned, wrong, no_room = score_cuts(
        spell_at_scales(starter[0], gray), starter[1], LINE, [places, columns, shifted, [(5, 9)] * 5]
    )
    assert abs(right - aligned) < 0.25 and right - wrong > 1 and no_room == NO_ROOM


def test_a_space_that_the_network_sees_between_two_words_belongs_to_neither(
    starter: tuple[SpellingLearner, Alphabet],
) -> None:
    _, alphabet = starter
    blank, a, b, space = 0, *(alphabet.characters.index(character) for character in "ab ")
    log_probs = np.full((12, len(alphabet.characters)), -20, np.float32)
    log_probs[:, blank], log_probs[2:10, blank] = 0, -20
    log_probs[1, a] = log_probs[10, b] = log_probs[2:10, space] = 0
    # where it is sure of a space, the letter before is likelier than no character
    log_probs[2:10, a] = -8
    gray = np.full((40, 120), 255, np.uint8)
    gray[10:30, 8:22] = gray[10:30, 94:112] = 0
    gray[29, 8:112] = 0  # an underline joins the words, so that the cut decides
    line = align_words([SpelledLine(log_probs, 10.0)], alphabet, gray, ["a", "b"])
    assert line is not None
    first, second = line.words
    assert first is not None and second is not None
    assert first.right < 75 and second.left > 45, "cut in the middle of the gap"


def log_probabilities(seed: int, positions: int, classes: int) -> np.ndarray:
    raw = np.random.default_rng(seed).normal(size=(positions, classes)) * 2
    return np.asarray(raw - np.log(np.exp(raw).sum(axis=1, keepdims=True)), np.float32)


def collapse(path: tuple[int, ...]) -> list[int]:
    kept = [code for number, code in enumerate(path) if number == 0 or code != path[number - 1]]
    return [code for code in kept if code]


@given(st.integers(0, 10_000), st.lists(st.lists(st.integers(1, 2), min_size=1, max_size=2), min_size=1, max_size=2))
def test_the_path_is_the_most_probable_of_all_that_spell_the_text(seed: int, words: list[list[int]]) -> None:
    log_probs = log_probabilities(seed, 6, 3)
    text = [code for word in words for code in word]
    paths = [path for path in product(range(3), repeat=6) if collapse(path) == text]
    placed = place_words(log_probs, words)
    if not paths:
        assert placed is None
        return
    assert placed is not None
    best = max(paths, key=lambda path: sum(float(log_probs[t, code]) for t, code in enumerate(path)))
    starts = [t for t, code in enumerate(best) if code and (t == 0 or best[t - 1] != code)]
    ends = [t for t, code in enumerate(best) if code and (t == 5 or best[t + 1] != code)]
    at = np.cumsum([0, *map(len, words)])
    assert [(word.first, word.last) for word in placed] == [(starts[a], ends[b - 1]) for a, b in pairwise(at.tolist())]


def test_score_tells_how_well_the_characters_fit() -> None:
    log_probs = np.log(np.array([[0.1, 0.8, 0.1], [0.8, 0.1, 0.1], [0.1, 0.1, 0.8], [0.8, 0.1, 0.1]], np.float32))
    good, bad = place_words(log_probs, [[1], [2]]), place_words(log_probs, [[2], [1]])
    assert good is not None and bad is not None
    assert [word.first for word in good] == [0, 2]
    assert good[0].score == pytest.approx(np.log(0.8)) and good[0].score > bad[0].score


def test_a_text_that_does_not_fit_has_no_place() -> None:
    log_probs = log_probabilities(1, 4, 3)
    assert place_words(log_probs, [[1, 2], [1, 2, 1]]) is None
    assert place_words(log_probs, [[1, 1], [1]]) is None, "a repeated character needs a blank between"
    assert place_words(log_probs, []) == []
    with pytest.raises(ValueError, match="without characters"):
        place_words(log_probs, [[1], []])


def test_words_are_cut_in_the_widest_gap_between_their_characters() -> None:
    ink = np.zeros(60)
    ink[5:20] = ink[22:30] = ink[40:55] = 3.0  # a narrow gap inside the first word, a wide one after it
    placed = [PlacedWord(1, 4, 0.0), PlacedWord(10, 13, 0.0)]
    assert cut_between(ink, placed, 4.0) == [(5, 35), (35, 55)]
    assert cut_between(np.zeros(60), placed, 4.0) == []


def test_joined_words_are_cut_where_the_ink_is_least() -> None:
    ink = np.full(40, 5.0)
    ink[21] = 1.0
    (a, b), (c, d) = cut_between(ink, [PlacedWord(0, 3, 0.0), PlacedWord(6, 9, 0.0)], 4.0)
    assert (a, d) == (0, 40) and b == c and abs(b - 21) <= 1
