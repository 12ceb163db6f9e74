"""The base of all networks: the sizes of their input, their outputs, and their weights as files hold them."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor, nn

from core.arrays import Arrays


class SignatureNet(nn.Module):
    """A network from ink [B, 1, height, width], 1 for ink and 0 for paper, to the parts of a word signature.

    It returns shape counts [B, phos_dim], logits of letters and bigrams [B, letters_dim], and for a
    :class:`SpellingNet` the spelling, else None.
    """

    input_size: tuple[int, int]
    """Height and width of the ink."""
    phos: nn.Module
    """The head for the shape counts; it ends in a linear layer."""
    letters: nn.Module
    """The head for letters and bigrams, likewise."""


class SpellingNet(SignatureNet):
    """A network that also spells: log probabilities [columns, B, characters + 1] of each character, 0 for none."""

    columns: int
    """Positions along the word."""
    spelling: nn.Conv1d
    stride: int
    """Pixels of the input from one position to the next."""

    def spell(self, ink: Tensor) -> Tensor:
        """Return the log probabilities [T, B, characters + 1] of ink [B, 1, h, w] of any size, T about w / stride."""
        raise NotImplementedError


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
