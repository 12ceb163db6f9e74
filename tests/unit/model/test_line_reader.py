"""The line reader: spelling lines of any size, its file, and a training that can stop and resume."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
import torch
from line_helpers import LINE, written_line

from core.errors import ModelFileError
from core.imaging.normalise import normalise_line
from core.lexicon.alphabet import Alphabet, load_alphabet
from core.model.line_reader import LINE_HEIGHT, LineReader, LineReaderNet
from core.model.spelling_learner import SpellingLearner
from core.recognition.line_words import spelled_text
from core.store.shipped_files import LINE_READER, line_reader_path, load_line_reader
from core.store.starter import load_starter, starter_path
from core.store.tree import read_about, read_tree, write_tree
from core.training.line_reader_training import LineExample, LineReaderTraining
from research.line_reader.make import save


@pytest.fixture(scope="module")
def alphabet() -> Alphabet:
    return load_alphabet("latin")


def new_reader(alphabet: Alphabet, seed: int = 0) -> LineReader:
    with torch.random.fork_rng():
        torch.manual_seed(seed)
        return LineReader(LineReaderNet(len(alphabet.characters) - 1), alphabet)


@pytest.fixture(scope="module")
def shipped() -> LineReader:
    return load_line_reader(line_reader_path())


def test_the_shipped_reader_reads_a_drawn_line(shipped: LineReader) -> None:
    gray, _ = written_line()
    (spelled,) = shipped.spell([gray])
    read = spelled_text(shipped, spelled).split()
    assert len(read) == len(LINE)
    assert sum(word == true for word, true in zip(read, LINE, strict=True)) >= 3


def test_its_file_is_small_and_says_what_it_learnt_from() -> None:
    assert line_reader_path().stat().st_size < 40_000_000
    about = read_about(line_reader_path(), LINE_READER)
    assert all({"title", "licence", "source", "lines"} <= set(source) for source in about["learnt_from"])
    assert len(about["learnt_from"]) > 5 and not any("peraire" in str(source) for source in about["learnt_from"])
    assert set(about["voice"]) >= {"costs", "calibration"}


def test_a_line_is_spelled_the_same_alone_and_among_others(shipped: LineReader) -> None:
    gray, _ = written_line()
    narrow = np.ascontiguousarray(gray[:, : gray.shape[1] // 2])
    alone, among = shipped.spell([narrow])[0], shipped.spell([gray, narrow])[1]
    assert len(alone.log_probs) == len(among.log_probs) and alone.step == among.step
    assert (alone.log_probs.argmax(axis=1) == among.log_probs.argmax(axis=1)).mean() > 0.95


def test_positions_are_places_in_the_image(shipped: LineReader) -> None:
    gray, places = written_line()
    for factor in (1, 2):
        (spelled,) = shipped.spell([np.ascontiguousarray(np.kron(gray, np.ones((factor, factor), np.uint8)))])
        letters = np.flatnonzero(spelled.log_probs.argmax(axis=1) > 0)
        columns = spelled.start + (letters + 0.5) * spelled.step
        assert factor * (places[0][0] - 20) < columns[0] and columns[-1] < factor * (places[-1][1] + 20)


def test_another_alphabet_has_its_own_columns(shipped: LineReader, alphabet: Alphabet) -> None:
    (spelled,) = shipped.spell([written_line()[0]])
    own = shipped.in_alphabet(spelled, alphabet)
    assert own.log_probs.shape == (len(spelled.log_probs), len(alphabet.characters))
    a, shipped_a = alphabet.characters.index("a"), shipped.alphabet.characters.index("a")
    assert np.array_equal(own.log_probs[:, a], spelled.log_probs[:, shipped_a])
    assert shipped.in_alphabet(spelled, shipped.alphabet) is spelled


def test_a_saved_reader_is_read_again_and_a_damaged_one_is_refused(tmp_path: Path, alphabet: Alphabet) -> None:
    reader = new_reader(alphabet)
    save(tmp_path / "a.h5", reader, {"passes": 1})
    again = load_line_reader(tmp_path / "a.h5")
    assert again.alphabet == alphabet and read_about(tmp_path / "a.h5", LINE_READER) == {"passes": 1}
    for name, array in reader.to_arrays().items():
        assert np.allclose(again.to_arrays()[name], array, atol=1e-3, rtol=1e-2)
    card, arrays = read_tree(tmp_path / "a.h5")
    arrays.pop("stem.weight")
    write_tree(tmp_path / "b.h5", card, arrays)
    with pytest.raises(ModelFileError, match=r"b\.h5: a part of the line reader"):
        load_line_reader(tmp_path / "b.h5")
    write_tree(tmp_path / "c.h5", card | {"format": "ductus-model"}, {})
    with pytest.raises(ModelFileError, match=r"c\.h5: .* another kind of file"):
        load_line_reader(tmp_path / "c.h5")


def examples(alphabet: Alphabet) -> list[LineExample]:
    """Four lines of strokes: a code for each kind of stroke, far apart."""
    rng = np.random.default_rng(0)
    names = alphabet.characters
    lines = []
    for _ in range(8):
        text = rng.choice(list("aou"), 5)
        strip = np.full((LINE_HEIGHT, 200), 255, np.uint8)
        for place, letter in enumerate(text):
            x = 10 + 38 * place
            top = {"a": 8, "o": 20, "u": 34}[str(letter)]
            strip[top : top + 8, x : x + 22] = 0
        lines.append(LineExample(strip, tuple(names.index(str(letter)) for letter in text)))
    return lines


def test_a_training_lowers_the_loss_and_resumes_where_it_was(alphabet: Alphabet) -> None:
    lines = examples(alphabet)

    def training() -> LineReaderTraining:
        return LineReaderTraining(new_reader(alphabet), lines, 3, 1e-3, seed=1, pixels=500)

    whole = training()
    losses = [result.loss for result in whole.run()]
    assert losses[-1] < losses[0]
    first = training()
    for result in first.run():
        if result.number == 2:
            break
    kept = first.to_arrays()
    resumed = training()
    resumed.load_arrays(kept)
    (last,) = resumed.run()
    assert last.loss == pytest.approx(losses[-1], rel=1e-4)
    stopped = training()
    assert list(stopped.run(lambda: True)) == [] and stopped.number == 0


@pytest.fixture(scope="module")
def learner() -> SpellingLearner:
    return load_starter(starter_path()).learner()


def test_a_word_spells_the_same_whether_or_not_it_is_read_as_a_line(learner: SpellingLearner) -> None:
    ink = torch.rand(2, 1, *learner.input_size)
    net = learner.net.eval()
    with torch.inference_mode():
        assert torch.equal(net.spell(ink), net(ink)[2])
        assert net.spell(torch.rand(1, 1, 48, 720)).shape[0] == 720 // net.stride


def test_a_line_keeps_its_columns() -> None:
    gray, places = written_line()
    half = normalise_line(gray, gray.shape[0] // 2)
    assert half.shape[1] == pytest.approx(gray.shape[1] / 2, rel=0.01)
    dark = np.flatnonzero((half < 100).any(axis=0))
    assert abs(2 * dark[0] - places[0][0]) < 8 and abs(2 * dark[-1] - places[-1][1]) < 16
    assert (normalise_line(np.full((30, 200), 200, np.uint8), 50) == 255).all(), "no ink"
    flipped = normalise_line(np.asarray(255 - cv2.GaussianBlur(gray, (3, 3), 1), np.uint8), 40)
    assert np.median(flipped) > 200, "light ink on dark paper is inverted"
    with pytest.raises(ValueError, match="at least one pixel"):
        normalise_line(np.zeros((0, 5), np.uint8), 50)
