"""A reader that begins with the starter model: what is taken over, what is not, and what is refused."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from core.errors import InputError, ModelFileError
from core.lexicon.alphabet import Alphabet, load_alphabet
from core.model.learner import learner_from_arrays, new_learner
from core.store.starter import Starter, load_starter
from core.store.tree import write_tree
from core.training.presets import preset
from core.training.starter_init import transfer_weights
from research.starter.make import save

LATIN, WIDE = load_alphabet("latin"), load_alphabet("latin-extended")


def starter(alphabet: Alphabet = WIDE) -> Starter:
    return Starter(alphabet, new_learner("phosc-ctc", alphabet, "cosine", 3).to_arrays(), {})


def test_weights_are_off_by_at_most_half_a_step_of_their_rows(tmp_path: Path) -> None:
    made = starter()
    save(tmp_path / "s.h5", learner_from_arrays("phosc-ctc", made.arrays, WIDE, "cosine"), {"pictures": 7})
    back = load_starter(tmp_path / "s.h5")
    assert back.alphabet == WIDE
    assert back.about == {"pictures": 7}
    assert set(back.arrays) == set(made.arrays)
    for name, array in made.arrays.items():
        step = np.abs(array.reshape(len(array), -1)).max(axis=1) / 127 if array.ndim > 1 else np.abs(array) / 500
        off = np.abs(back.arrays[name] - array).reshape(*step.shape, -1)
        assert (off <= step[..., None] / 2 + 1e-6).all(), name


def test_another_file_is_no_starter(tmp_path: Path) -> None:
    write_tree(tmp_path / "m.h5", {"format": "ductus-model", "version": 1}, {"a": np.zeros(3)})
    with pytest.raises(ModelFileError, match="expects another kind of file"):
        load_starter(tmp_path / "m.h5")


def test_the_same_alphabet_takes_all_over() -> None:
    made = starter()
    fresh = new_learner("phosc-ctc", WIDE, "cosine", 4).to_arrays()
    warm = transfer_weights(made, fresh, WIDE)
    for name in fresh:
        np.testing.assert_array_equal(warm[name], made.arrays[name])


def test_a_letter_is_found_by_its_name_in_another_alphabet() -> None:
    made = starter()
    warm = transfer_weights(made, new_learner("phosc-ctc", LATIN, "cosine", 4).to_arrays(), LATIN)
    for character in ("a", "z", "Q"):
        here = 1 + sorted(LATIN.encodable).index(character)
        there = 1 + sorted(WIDE.encodable).index(character)
        np.testing.assert_array_equal(warm["spelling.weight"][here], made.arrays["spelling.weight"][there])
    # the second of three parts of the word, the shape "circle"
    here = (1 + 2 + 1) * 0 + (1 + 2) * len(LATIN.shapes) + len(LATIN.shapes) + LATIN.shapes.index("circle")
    there = (1 + 2) * len(WIDE.shapes) + len(WIDE.shapes) + WIDE.shapes.index("circle")
    np.testing.assert_array_equal(warm["phos.weight"][here], made.arrays["phos.weight"][there])
    # the first half of the word, the letter "e"
    here, there = LATIN.units.index("e"), WIDE.units.index("e")
    np.testing.assert_array_equal(warm["letters.bias"][here], made.arrays["letters.bias"][there])
    # the pair "th" in the second half
    here = LATIN.phoc_dim + len(LATIN.bigrams) + LATIN.bigrams.index("th")
    there = WIDE.phoc_dim + len(WIDE.bigrams) + WIDE.bigrams.index("th")
    np.testing.assert_array_equal(warm["letters.weight"][here], made.arrays["letters.weight"][there])


def test_the_trunk_goes_over_and_the_network_reads() -> None:
    made = starter()
    warm = transfer_weights(made, new_learner("compact", LATIN, "cosine", 4).to_arrays(), LATIN)
    np.testing.assert_array_equal(warm["block3.conv1.weight"], made.arrays["block3.conv1.weight"])
    learner = learner_from_arrays("compact", warm, LATIN, "cosine")
    assert learner.embed(np.full((1, 50, 250), 255, np.uint8)).shape == (1, LATIN.dim)


def test_what_the_starter_does_not_know_stays_fresh() -> None:
    made = starter(LATIN)
    fresh = new_learner("phosc-ctc", WIDE, "cosine", 4).to_arrays()
    warm = transfer_weights(made, fresh, WIDE)
    unknown = 1 + sorted(WIDE.encodable).index("ß")
    np.testing.assert_array_equal(warm["spelling.weight"][unknown], fresh["spelling.weight"][unknown])
    other = replace(LATIN, phoc_levels=(7,))
    warm = transfer_weights(starter(other), new_learner("phosc-ctc", LATIN, "cosine", 4).to_arrays(), LATIN)
    assert np.isfinite(warm["letters.weight"]).all()


def test_there_is_none_for_the_large_network() -> None:
    with pytest.raises(InputError, match="no starter"):
        preset("paper-15").changed(starter=True)
