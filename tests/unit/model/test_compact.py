"""The network `compact`: its context, with and without."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from ensemble_helpers import CLASSES, latin, word_images

from core.arrays import Arrays
from core.errors import ModelFileError
from core.model.learner import learner_from_arrays, new_learner
from core.model.nets.compact import DILATIONS, Compact
from core.store.starter import Starter
from core.training.starter_init import transfer_weights

IMAGES = word_images(np.arange(6) % len(CLASSES))


@pytest.fixture(scope="module")
def earlier() -> Arrays:
    """The weights of a network made before there was a context."""
    arrays = new_learner("phosc-ctc", latin(), "cosine", 3).to_arrays()
    return {name: array for name, array in arrays.items() if not is_context(name)}


def is_context(name: str) -> bool:
    return name.split(".")[0] in ("rows", "context")


def test_a_network_made_before_there_was_a_context_is_kept_as_it_was(earlier: Arrays) -> None:
    learner = learner_from_arrays("phosc-ctc", earlier, latin(), "cosine")
    assert isinstance(learner.net, Compact) and learner.net.rows is None and not learner.net.context
    assert set(learner.to_arrays()) == set(earlier)


def test_a_context_begins_as_nothing(earlier: Arrays) -> None:
    new = new_learner("phosc-ctc", latin(), "cosine", 4).to_arrays()
    grown = transfer_weights(Starter(latin(), earlier, {}), new, latin())
    assert set(grown) == set(new) > set(earlier)
    with_context = learner_from_arrays("phosc-ctc", grown, latin(), "cosine")
    without = learner_from_arrays("phosc-ctc", earlier, latin(), "cosine")
    assert (with_context.embed(IMAGES) == without.embed(IMAGES)).all()


def test_a_column_is_told_by_columns_up_to_ten_away() -> None:
    learner = new_learner("phosc-ctc", latin(), "cosine", 0)
    net = learner.net.eval()
    assert isinstance(net, Compact)
    with torch.no_grad():
        for block in net.context:
            block.norm2.weight.fill_(1.0)
        columns = torch.rand(1, 128, 61)
        changed = columns.clone()
        changed[:, :, 30] += 1
        for block in net.context:
            columns, changed = block(columns), block(changed)
    differs = (columns != changed).any(dim=1)[0].nonzero().flatten()
    reach = sum(dilation + 1 for dilation in DILATIONS)
    assert reach == 10 and (differs.min(), differs.max()) == (30 - reach, 30 + reach)


def test_the_height_of_a_stroke_counts_in_words_and_in_larger_lines() -> None:
    net = new_learner("phosc-ctc", latin(), "cosine", 0).net.eval()
    assert isinstance(net, Compact) and net.rows is not None
    for height in (32, 51):
        high = torch.zeros(1, 1, height, 160)
        high[:, :, 2:10, 70:80] = 1
        before = net.spell(high)
        with torch.no_grad():
            net.rows.weight.normal_()
        assert before.shape == net.spell(high).shape and not torch.equal(before, net.spell(high))
        with torch.no_grad():
            net.rows.weight.zero_()


def test_half_a_context_is_refused() -> None:
    arrays = new_learner("phosc-ctc", latin(), "cosine", 0).to_arrays()
    del arrays["context.1.conv1.weight"]
    with pytest.raises(ModelFileError, match=r"context\.1\.conv1\.weight"):
        learner_from_arrays("phosc-ctc", arrays, latin(), "cosine")
