"""Stacked networks: initial weights."""

from __future__ import annotations

import torch

from core.gates.network import he_init, logits, to_tensors


def test_initial_weights_keep_the_signal_through_ten_layers() -> None:
    weights = to_tensors(he_init(0, range(20), 15, 32, 10), "cpu")
    scores = logits(weights, torch.randn(200, 15, generator=torch.Generator().manual_seed(0)))
    assert 0.2 < float(scores.std()) < 5
    assert all((bias == 0).all() for bias in weights[1::2])
