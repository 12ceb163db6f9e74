"""The weights of a network as arrays by name, as files hold them."""

from __future__ import annotations

import numpy as np
import torch
from torch import nn

from core.arrays import Arrays


def weights_of(net: nn.Module) -> Arrays:
    """Return the weights by name."""
    return {name: value.detach().cpu().numpy() for name, value in net.state_dict().items()}


def load_weights(net: nn.Module, arrays: Arrays) -> None:
    """Give a network the weights of :func:`weights_of`, of any precision.

    Raises RuntimeError if arrays are missing, surplus or of other shapes, and ValueError if a number is not finite.
    """
    tensors = {
        name: torch.from_numpy(np.asarray(array, np.float32 if array.dtype.kind == "f" else array.dtype))
        for name, array in arrays.items()
    }
    net.load_state_dict(tensors)
    if not all(bool(torch.isfinite(value).all()) for value in net.state_dict().values()):
        raise ValueError("a weight is not a number")
