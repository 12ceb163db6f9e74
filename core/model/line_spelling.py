"""Letter probabilities along a whole text line; those of a network that was trained on single words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import torch
from numpy.typing import NDArray

from core.imaging.normalise import HEIGHT, normalise_line
from core.model.precision import autocast

if TYPE_CHECKING:
    from core.model.spelling_learner import SpellingLearner


@dataclass(frozen=True, slots=True)
class SpelledLine:
    """Log probabilities float32 [T, C] of C classes at T positions along a line; class 0 is the blank."""

    log_probs: NDArray[np.float32]
    step: float
    """Pixels of the line's image from one position to the next."""
    start: float = 0.0
    """Where position 0 begins, in pixels of the line's image: negative where a margin stands before the line."""


NO_CHARACTER = -12.0
"""Log probability of a character that cannot stand in a place."""


def without_spaces(log_probs: NDArray[np.float32], space: int) -> NDArray[np.float32]:
    """Return log probabilities [T, C] in which a ``space`` (its class; 0 for none) is no character but the blank."""
    if not space:
        return log_probs
    merged = log_probs.copy()
    merged[:, 0] = np.logaddexp(log_probs[:, 0], log_probs[:, space])
    merged[:, space] = NO_CHARACTER
    return merged


SCALES = (1.15, 1.5)
"""Enlargements at which a network of words spells a line. Of 200 lines of 700 hands most fitted their text best at 1.3
or 1.6, some at 1."""


def spell_at_scales(learner: SpellingLearner, gray: NDArray[np.uint8]) -> list[SpelledLine]:
    """Return the letter probabilities along the grey image of a line, uint8 [H, W], at each of :data:`SCALES`."""
    return [spell_line(learner, gray, scale) for scale in SCALES]


def spell_line(learner: SpellingLearner, gray: NDArray[np.uint8], scale: float = 1.0) -> SpelledLine:
    """Return the letter probabilities along the grey image of a line, uint8 [H, W].

    The network reads words that fill their image from top to bottom. ``scale`` enlarges the line above that: the words
    of a line are lower than the line, so most are read best at 1.3 to 1.6.
    """
    net = learner.net.to("cpu").eval()
    rows = max(net.stride, round(learner.input_size[0] * scale))
    line = normalise_line(gray, round(HEIGHT * scale))
    ink = torch.from_numpy(255 - line)[None, None].to(torch.float32) / 255
    width = max(net.stride, round(line.shape[1] * rows / line.shape[0]))
    small = torch.nn.functional.interpolate(ink, size=(rows, width), mode="area")
    with torch.inference_mode(), autocast("cpu"):
        log_probs = net.spell(small.contiguous(memory_format=torch.channels_last))[:, 0].float().numpy()
    return SpelledLine(log_probs, gray.shape[1] / width * net.stride)
