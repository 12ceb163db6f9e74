"""E plain ReLU networks stacked into one: initial weights, and the logits of all of them in one pass.

The parameters are a flat list, layer by layer: weights [E, in, out] and biases [E, 1, out].
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
    """Return (in, out) of every layer: ``depth`` hidden layers of ``width`` nodes, then the one logit."""
    return list(zip([dims] + [width] * depth, [width] * depth + [1], strict=True))


def weight_count(dims: int, width: int, depth: int) -> int:
    """Return the number of weights and biases of one network."""
    return sum((inputs + 1) * outputs for inputs, outputs in layer_sizes(dims, width, depth))


def he_init(seed: int, networks: Sequence[int], dims: int, width: int, depth: int) -> Parameters:
    """Return normal initial weights with variance 2 / in, and zero biases, for the numbered ``networks``.

    K. He, X. Zhang, S. Ren, J. Sun: "Delving Deep into Rectifiers: Surpassing Human-Level Performance on ImageNet
    Classification", ICCV 2015. With torch's default the signal nearly vanishes in ten layers. The draw of network i
    depends on (seed, i) only, so networks that are trained in smaller groups start from the same weights.
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
    """Return the logits [E, B] of standardised points: [B, D] for all networks, or [E, B, D] with one batch each."""
    import torch

    hidden = x.expand(parameters[0].shape[0], *x.shape[-2:])
    for weight, bias in zip(parameters[:-2:2], parameters[1:-2:2], strict=True):
        hidden = torch.baddbmm(bias, hidden, weight).relu_()
    return torch.baddbmm(parameters[-1], hidden, parameters[-2]).squeeze(2)


def to_tensors(parameters: Sequence[NDArray[Any]], device: str) -> list[Tensor]:
    """Return copies of the parameters as float32 tensors on ``device``."""
    import torch

    return [torch.tensor(array, dtype=torch.float32, device=device) for array in parameters]
