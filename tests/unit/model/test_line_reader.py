"""The line reader: spelling lines of any size, its file, its training; CTC costs of word lists and its beam search."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import cv2
import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst
from line_helpers import LINE, written_line

from core.errors import ModelFileError
from core.imaging.normalise import normalise_line
from core.lexicon.alphabet import Alphabet, load_alphabet
from core.lexicon.character_model import CharacterModel
from core.model.ctc import costs_in_columns, ctc_costs, greedy_decode
from core.model.ctc_beam import beam_search
from core.model.line_reader import LINE_HEIGHT, LineReader, LineReaderNet
from core.model.spelling_learner import SpellingLearner
from core.recognition.line_words import spelled_text
from core.store.shipped_files import LINE_READER, line_reader_path, load_line_reader
from core.store.starter import load_starter, starter_path
from core.store.tree import read_about, read_tree, write_tree
from core.training.line_reader_training import AUGMENTATION, LineExample, LineReaderTraining
from research.line_reader.make import save
from research.line_reader.training import ManyHandsTraining


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


def test_a_training_lowers_the_loss_and_stops_when_asked_to(alphabet: Alphabet) -> None:
    lines = examples(alphabet)
    losses = [r.loss for r in LineReaderTraining(new_reader(alphabet), lines, 3, 1e-3, seed=1, pixels=500).run()]
    assert losses[-1] < losses[0]
    stopped = LineReaderTraining(new_reader(alphabet), lines, 3, 1e-3, seed=1, pixels=500)
    assert list(stopped.run(lambda: True)) == [] and stopped.number == 0


def test_a_training_on_many_hands_resumes_where_it_was(alphabet: Alphabet) -> None:
    lines = examples(alphabet)
    fair = np.full(len(lines), 1 / len(lines))

    def training() -> ManyHandsTraining:
        return ManyHandsTraining(
            new_reader(alphabet), lines, 3, 1e-3, seed=1,
            chances=fair, per_pass=len(lines), augmentation=AUGMENTATION, pixels=500,
        )  # fmt: skip

    losses = [result.loss for result in training().run()]
    first = training()
    for result in first.run():
        if result.number == 2:
            break
    kept = first.to_arrays()
    resumed = training()
    resumed.load_arrays(kept)
    (last,) = resumed.run()
    assert last.loss == pytest.approx(losses[-1], rel=1e-4)


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


torch.set_num_threads(1)
WORDS = st.lists(st.lists(st.integers(1, 4), min_size=1, max_size=6), min_size=1, max_size=9)


def columns(count: int, length: int, seed: int) -> torch.Tensor:
    return torch.randn(count, length, 5, generator=torch.Generator().manual_seed(seed)).log_softmax(2)


@settings(max_examples=40, deadline=None)
@given(WORDS, st.integers(0, 1000))
def test_costs_equal_torch_s_loss(words: list[list[int]], seed: int) -> None:
    log_probs = columns(3, 12, seed)
    costs = ctc_costs(log_probs, words)
    for index, word in enumerate(words):
        expected = torch.nn.functional.ctc_loss(
            log_probs.permute(1, 0, 2),
            torch.tensor([word] * 3),
            torch.full((3,), 12),
            torch.full((3,), len(word)),
            reduction="none",
        )
        assert costs[:, index].tolist() == pytest.approx(expected.tolist(), rel=1e-3, abs=1e-3)


@settings(max_examples=40, deadline=None)
@given(WORDS, st.integers(0, 1000), st.sampled_from([1, 3, 12, 200]))
def test_costs_of_one_image_are_those_of_many(words: list[list[int]], seed: int, length: int) -> None:
    log_probs = columns(2, length, seed)
    both = ctc_costs(log_probs, words)
    for image in (0, 1):
        assert costs_in_columns(log_probs[image].numpy(), words) == pytest.approx(both[image].numpy(), rel=1e-4)
    assert len(costs_in_columns(log_probs[0].numpy(), [])) == 0


def test_long_lists_are_grouped_and_keep_their_order(monkeypatch: pytest.MonkeyPatch) -> None:
    words = [[1 + (i * 7 + j) % 4 for j in range(1 + i % 6)] for i in range(300)]
    log_probs = columns(5, 14, 1)
    whole = ctc_costs(log_probs, words)
    monkeypatch.setattr("core.model.ctc._MAX_CELLS", 50)
    assert torch.allclose(ctc_costs(log_probs, words), whole)
    alone = torch.cat([ctc_costs(log_probs, [word]) for word in words], dim=1)
    assert torch.allclose(alone, whole, atol=1e-3)


def test_words_that_the_columns_cannot_spell_cost_much() -> None:
    log_probs = columns(1, 3, 2)
    possible, impossible = ctc_costs(log_probs, [[1, 2], [1, 1, 1]])[0].tolist()
    assert possible < 30 < 60 < impossible


def test_greedy_decoding_drops_blanks_and_repeats() -> None:
    path = torch.tensor([0, 3, 3, 0, 3, 2, 2, 0])
    log_probs = torch.nn.functional.one_hot(path, 5).float().mul(20).log_softmax(1)[None]
    assert greedy_decode(log_probs) == [[3, 3, 2]]


CHARACTERS = ("", "a", "b")
COLUMNS = 4
ALL = [list(word) for length in range(1, COLUMNS + 1) for word in product((1, 2), repeat=length)]
MODEL = CharacterModel.build(["ab", "abab", "ba", "abb"], CHARACTERS)

scores = npst.arrays(np.float64, (COLUMNS, 3), elements=st.floats(-3, 3, width=32))


def log_columns(logits: np.ndarray) -> np.ndarray:
    probs = np.exp(logits)
    return (probs / probs.sum(axis=1, keepdims=True)).astype(np.float32)


@settings(deadline=None)
@given(scores, st.sampled_from([0.0, 0.5, 1.0]))
def test_the_best_spellings_of_all_are_found(logits: np.ndarray, weight: float) -> None:
    probs = log_columns(logits)[None]
    cost = ctc_costs(torch.from_numpy(probs).log(), ALL).numpy()[0].astype(np.float64)
    total = cost + weight * np.array([-MODEL.log_prob(word) for word in ALL])
    # at most 15 prefixes of four columns are possible, and 16 are kept: nothing is lost
    found = beam_search(probs, MODEL, weight, 3)
    for rank, best in enumerate(np.argsort(total, kind="stable")[:3]):
        word = found.codes[0, rank, : found.lengths[0, rank]].tolist()
        assert found.costs[0, rank] + weight * found.character_costs[0, rank] == pytest.approx(total[best], abs=1e-3)
        at = ALL.index(word)
        assert found.costs[0, rank] == pytest.approx(cost[at], abs=1e-3)
        assert found.character_costs[0, rank] == pytest.approx(-MODEL.log_prob(word), abs=1e-4)


def test_each_image_has_its_own_list_and_a_blank_one_none() -> None:
    sure_a, blank = np.full((COLUMNS, 3), 1e-6), np.full((COLUMNS, 3), 1e-6)
    sure_a[:, 0], sure_a[1, 1], sure_a[1, 0] = 1, 1, 1e-6
    blank[:, 0] = 1
    found = beam_search(np.stack([sure_a, blank]), MODEL, 0.5, 2)
    assert found.codes[0, 0, : found.lengths[0, 0]].tolist() == [1]
    assert found.lengths[1].tolist() == [0, 0]


def test_the_character_model_decides_between_equal_columns() -> None:
    probs = np.full((1, COLUMNS, 3), 1e-6)
    probs[0, :, 0] = 1.0
    probs[0, 0, :] = (0.0, 0.5, 0.5)
    probs[0, 2, :] = (0.0, 0.0, 1.0)
    found = beam_search(probs, MODEL, 1.0, 2)
    assert found.codes[0, 0, : found.lengths[0, 0]].tolist() == [1, 2]  # "ab" is a word of the list, "bb" is none
    assert found.codes[0, 1, : found.lengths[0, 1]].tolist() == [2, 2]
