"""How well columns of letter probabilities spell each word: the cost that CTC training lowers, for whole lists."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor

_CELLS = 1_500_000
"""Most states held at once: what stays in a processor's cache is several times faster."""

_GROUPS = 5
"""Words are grouped by length, so that short ones do not pay for the longest."""

_TINY = 1e-30


def ctc_costs(log_probs: Tensor, words: Sequence[Sequence[int]]) -> Tensor:
    """Negative log likelihood float32 [N, V] of V words under log probabilities [N, T, C] (0: no character).

    ``words`` are character numbers from 1, at least one each. What cannot be spelled in T columns costs about
    as much as an impossible word (69 and more). Equal to torch's ``ctc_loss`` for each pair, but all words
    share the passes over the columns.
    """
    count = len(log_probs)
    out = torch.empty(count, len(words))
    lengths = torch.tensor([len(word) for word in words])
    probs = log_probs.exp()
    for group in torch.argsort(lengths, stable=True).tensor_split(min(_GROUPS, max(1, len(words) // 50))):
        if not len(group):
            continue
        members = [words[i] for i in group.tolist()]
        longest = max(len(word) for word in members)
        labels = torch.zeros(len(members), longest, dtype=torch.long)
        for row, word in enumerate(members):
            labels[row, : len(word)] = torch.tensor(list(word))
        block = max(1, _CELLS // (len(members) * longest))
        for start in range(0, count, block):
            rows = probs[start : start + block]
            out[start : start + len(rows), group] = _costs(rows, labels, lengths[group])
    return out


def _costs(probs: Tensor, labels: Tensor, lengths: Tensor) -> Tensor:
    """The forward pass over columns [n, T, C] for words [v, l] padded with 0: letters and gaps apart.

    ``letters`` [n, v, l] is the likelihood of having come to a letter, ``gaps`` [n, v, l + 1] of standing in the
    gap before it (the last: after the word). Both are scaled to 1 now and then; the logarithms add up.
    """
    n, columns, _ = probs.shape
    v, longest = labels.shape
    differs = torch.zeros(v, longest)
    differs[:, 1:] = (labels[:, 1:] != labels[:, :-1]).float()
    letters = torch.zeros(n, v, longest)
    gaps = torch.zeros(n, v, longest + 1)
    gaps[:, :, 0] = probs[:, 0, 0, None]
    letters[:, :, 0] = probs[:, 0, labels[:, 0]]
    scale = torch.zeros(n, v)
    for t in range(1, columns):
        here = probs[:, t]
        step = letters + gaps[:, :, :longest]
        step[:, :, 1:] += letters[:, :, :-1] * differs[:, 1:]
        gaps[:, :, 1:] += letters
        gaps *= here[:, 0, None, None]
        letters = step * here[:, labels]
        if t % 4 == 3:
            top = torch.maximum(letters.amax(2), gaps.amax(2)).clamp_min(_TINY)
            letters /= top[:, :, None]
            gaps /= top[:, :, None]
            scale += top.log()
    last = lengths.expand(n, v)[:, :, None]
    end = letters.gather(2, last - 1) + gaps.gather(2, last)
    return -(end[:, :, 0].clamp_min(_TINY).log() + scale)


def greedy_decode(log_probs: Tensor) -> list[list[int]]:
    """The likeliest characters of each row [N, T, C], repeats and gaps taken out: a reading without a lexicon."""
    spelled = []
    for row in log_probs.argmax(dim=2).tolist():
        kept, before = [], 0
        for code in row:
            if code not in (0, before):
                kept.append(code)
            before = code
        spelled.append(kept)
    return spelled
