"""n_k plain ReLU networks as one stack of matrices: their first weights and their logits.

Kept apart from how they are trained and voted with: weights are a flat list of tensors, layer by layer
[E, in, out] and [E, 1, out], and every product is one batched product over the E networks.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from torch import Tensor

Parameters = list[NDArray[np.float32]]
"""Weight [E, in, out] and bias [E, 1, out] of each layer in turn, 2 * (depth + 1) arrays."""


def layer_sizes(dims: int, width: int, depth: int) -> list[tuple[int, int]]:
    """(in, out) of every layer: ``depth`` hidden layers of ``width`` nodes and the one logit."""
    return list(zip([dims] + [width] * depth, [width] * depth + [1], strict=True))


def he_init(seed: int, networks: Sequence[int], dims: int, width: int, depth: int) -> Parameters:
    """He's normal initialisation with zero bias.

    The framework's own default nearly kills the signal at ten layers. Network i's draw depends on (seed, i)
    alone, so training the networks in smaller groups gives the same networks.
    """
    sizes = layer_sizes(dims, width, depth)
    total = sum(inputs * outputs for inputs, outputs in sizes)
    draws = np.stack([np.random.default_rng((seed, 1, i)).standard_normal(total, np.float32) for i in networks])
    parameters, start = [], 0
    for inputs, outputs in sizes:
        part = draws[:, start : start + inputs * outputs].reshape(-1, inputs, outputs)
        start += inputs * outputs
        parameters.append(part * np.float32(np.sqrt(2 / inputs)))
        parameters.append(np.zeros((len(networks), 1, outputs), np.float32))
    return parameters


def logits(parameters: Sequence[Tensor], x: Tensor) -> Tensor:
    """Standardised points [B, D], or for each network its own [E, B, D], to logits [E, B] of the E networks."""
    import torch

    hidden = x.expand(parameters[0].shape[0], *x.shape[-2:])
    for weight, bias in zip(parameters[:-2:2], parameters[1:-2:2], strict=True):
        hidden = torch.baddbmm(bias, hidden, weight).relu_()
    return torch.baddbmm(parameters[-1], hidden, parameters[-2]).squeeze(2)


def bytes_per_network(dims: int, width: int, depth: int, batch: int) -> int:
    """Estimate of what training one network holds: weights, gradients and Adam's two moments; activations."""
    weights = sum((inputs + 1) * outputs for inputs, outputs in layer_sizes(dims, width, depth))
    # Each hidden layer is kept for the backward pass; two more are in work, as value and as gradient.
    return 4 * (4 * weights + batch * width * (depth + 4))


def load(parameters: Sequence[NDArray[Any]], device: str) -> list[Tensor]:
    """Copies of the parameters as float32 tensors on ``device``."""
    import torch

    return [torch.tensor(array, dtype=torch.float32, device=device) for array in parameters]
