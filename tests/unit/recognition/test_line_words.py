"""Words cut by what is read along a line: their texts and their boxes."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from line_helpers import LINE, written_line

from core.lexicon.alphabet import load_alphabet
from core.lexicon.lexicon import Lexicon
from core.model.line_beam import LineLanguage
from core.model.line_reader import LineReader
from core.model.line_spelling import SpelledLine
from core.model.reading_weights import ReadingWeights
from core.recognition.line_language import line_language
from core.recognition.line_voice import as_written, word_limits, word_voices
from core.recognition.line_words import ReadLine, miscut_places, read_line, read_lines, spelled_text
from core.recognition.word_model import WordModel
from core.store.shipped_files import line_reader_path, load_line_reader


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
