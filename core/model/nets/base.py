"""The base of all networks: the sizes of their input and their outputs."""

from __future__ import annotations

from torch import Tensor, nn


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
