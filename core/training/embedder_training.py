"""Algorithm 1, line 3: training one embedder M1^(k), epoch by epoch, so that it can stop and resume."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field

import numpy as np
import torch
import torch.nn.functional as F
from numpy.typing import NDArray
from torch import Tensor

from core.errors import DuctusError
from core.imaging.augment import Augmentation, augment
from core.model.learner import Arrays, Progress
from core.model.signature_learner import SignatureLearner, to_ink


@dataclass(frozen=True, slots=True)
class EmbedderSettings:
    """How an embedder is trained. Where the published text and code disagree see docs/decisions."""

    steps: int = 2500
    """Optimiser steps in all; the learning rate's one cycle spans them."""
    batch: int = 64
    peak_rate: float = 3e-3
    weight_decay: float = 1e-2
    phos_weight: float = 4.5
    """Weight of the mean squared error of the shape counts (lambda_s)."""
    letters_weight: float = 10.0
    """Weight of the binary cross-entropy of letters and bigrams (lambda_c)."""
    spelling_weight: float = 1.0
    """Weight of the connectionist (CTC) loss of the columns' spelling, per character; for learners that spell."""
    balance: float = 0.5
    """A word's images are drawn in proportion to its count to the power 1 - balance, shared among them."""
    fresh_heads: bool = True
    """Whether the heads start at the mean signature; not so when going on from trained weights."""
    augmentation: Augmentation = field(default_factory=Augmentation)

    def to_json(self) -> dict[str, object]:
        return asdict(self)


def epochs_for(settings: EmbedderSettings, images: int) -> int:
    """Number of epochs (passes over as many images as T holds) that make up ``settings.steps``."""
    return max(1, round(settings.steps / steps_per_epoch(settings, images)))


def steps_per_epoch(settings: EmbedderSettings, images: int) -> int:
    return max(1, -(-images // settings.batch))


class EmbedderTraining:
    """The state of one embedder in training: network, optimiser, place in the cycle.

    Every random draw of epoch ``e`` comes from (seed, e), so a run resumed from a checkpoint draws what the
    unbroken run would have drawn.
    """

    def __init__(
        self,
        learner: SignatureLearner,
        images: NDArray[np.uint8],
        labels: NDArray[np.int64],
        targets: NDArray[np.float32],
        spellings: Sequence[Sequence[int]],
        settings: EmbedderSettings,
        seed: int,
        device: str,
    ) -> None:
        """``images`` uint8 [N, 50, 250]; ``labels`` [N] row numbers of ``targets`` float32 [C, d] = e(w).

        ``spellings`` [C] gives each word's characters as numbers from 1.
        """
        self.spellings = [torch.tensor(list(spelling), dtype=torch.long) for spelling in spellings]
        self.learner = learner
        self.settings = settings
        self.seed = seed
        self.device = device
        self.images = torch.from_numpy(np.ascontiguousarray(images))
        self.labels = torch.from_numpy(labels)
        self.targets = torch.from_numpy(targets)
        self.phos_dim = learner.phos_dim
        counts = torch.bincount(self.labels, minlength=len(targets)).double()
        self.weights = counts[self.labels] ** -settings.balance
        if settings.fresh_heads:
            _start_at_the_mean(learner, self.targets[self.labels])
        self.steps = steps_per_epoch(settings, len(images))
        self.epochs = epochs_for(settings, len(images))
        self.epoch = 0
        self.micro_batch = settings.batch
        self.net = learner.net.to(device, memory_format=torch.channels_last)
        self.optimiser = torch.optim.AdamW(
            self.net.parameters(), lr=settings.peak_rate / 25, weight_decay=settings.weight_decay
        )

    def run(self, should_stop: Callable[[], bool], say: Callable[[str], None]) -> Iterator[Progress]:
        """Train on from ``self.epoch``; yields after each epoch. Ends early when ``should_stop`` says so."""
        while self.epoch < self.epochs:
            progress = self._epoch_that_fits(should_stop, say)
            if progress is None:
                return
            self.epoch += 1
            yield progress

    def _epoch_that_fits(self, should_stop: Callable[[], bool], say: Callable[[str], None]) -> Progress | None:
        """One epoch; when memory runs out the pictures go through in halves, with a word to the user."""
        while True:
            try:
                return self._one_epoch(should_stop)
            except (torch.OutOfMemoryError, RuntimeError) as error:
                if not isinstance(error, torch.OutOfMemoryError) and "memory" not in str(error).lower():
                    raise
                if self.micro_batch <= 2:
                    raise DuctusError(
                        "Even two pictures at a time do not fit into the memory of this device. "
                        "What was trained is kept; choose the preset 'compact-15' or another device."
                    ) from error
                self.micro_batch = max(2, self.micro_batch // 2)
                say(f"The memory is full: going on with {self.micro_batch} pictures at a time.")
                if self.device.startswith("cuda"):
                    torch.cuda.empty_cache()

    def _one_epoch(self, should_stop: Callable[[], bool]) -> Progress | None:
        started = time.perf_counter()
        generator = torch.Generator().manual_seed(self.seed * 1_000_003 + self.epoch)
        drawn = torch.multinomial(self.weights, self.steps * self.settings.batch, replacement=True, generator=generator)
        self.net.train()
        total = 0.0
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(self.seed * 1_000_003 + self.epoch)
            for step in range(self.steps):
                if should_stop():
                    return None
                self._set_rate(self.epoch * self.steps + step)
                rows = drawn[step * self.settings.batch : (step + 1) * self.settings.batch]
                total += self._one_step(rows, generator)
        seconds = time.perf_counter() - started
        mean = total / self.steps
        if not np.isfinite(mean):
            raise DuctusError(
                "The training has run away: the loss is no longer a number. What was trained before is kept; "
                "start again with a smaller learning rate."
            )
        rate = self.steps * self.settings.batch / seconds
        return Progress(self.epoch + 1, self.epochs, mean, images_per_second=rate)

    def _one_step(self, rows: Tensor, generator: torch.Generator) -> float:
        """One optimiser step over ``rows``; gradients add up over micro-batches."""
        ink = to_ink(self.images[rows], self.learner.input_size, self.device)
        ink = augment(ink, self.settings.augmentation, generator)
        labels = self.labels[rows]
        self.optimiser.zero_grad(set_to_none=True)
        total = 0.0
        # parts of nearly equal size: batch normalisation needs two pictures at least
        pieces = max(1, len(rows) // self.micro_batch)
        for part, part_labels in zip(ink.tensor_split(pieces), labels.tensor_split(pieces), strict=True):
            loss = self.loss(part, part_labels) * (len(part) / len(rows))
            loss.backward()
            total += float(loss.detach())
        torch.nn.utils.clip_grad_norm_(self.net.parameters(), 5.0)
        self.optimiser.step()
        return total

    def loss(self, ink: Tensor, labels: Tensor) -> Tensor:
        """MSE of the shape counts, BCE of letters and bigrams, CTC of the spelling, each by its weight."""
        kind = self.device.split(":")[0]
        target = self.targets[labels].to(self.device)
        with torch.autocast(kind, torch.bfloat16, enabled=kind != "mps"):
            phos, letters, spelling = self.net(ink.contiguous(memory_format=torch.channels_last))
        shapes = F.mse_loss(phos.float(), target[:, : self.phos_dim])
        units = F.binary_cross_entropy_with_logits(letters.float(), target[:, self.phos_dim :])
        loss = self.settings.phos_weight * shapes + self.settings.letters_weight * units
        if spelling is not None and self.settings.spelling_weight > 0:
            loss = loss + self.settings.spelling_weight * self._spelling_loss(spelling, labels)
        return loss

    def _spelling_loss(self, spelling: Tensor, labels: Tensor) -> Tensor:
        """Mean over words of the CTC loss per character; words too long for the columns count nothing."""
        words = [self.spellings[label] for label in labels.tolist()]
        lengths = torch.tensor([len(word) for word in words])
        columns = torch.full((len(words),), spelling.shape[0])
        return F.ctc_loss(
            spelling, torch.cat(words).to(self.device), columns, lengths, zero_infinity=True, reduction="mean"
        )

    def _set_rate(self, step: int) -> None:
        """One cycle: up along a half cosine over the first 30 %, then down to nearly nothing."""
        place = step / max(1, self.epochs * self.steps)
        peak = self.settings.peak_rate
        if place < 0.3:
            rate = peak / 25 + (peak - peak / 25) * (1 - np.cos(np.pi * place / 0.3)) / 2
        else:
            rate = peak * 1e-4 + peak * (1 + np.cos(np.pi * (place - 0.3) / 0.7)) / 2
        for group in self.optimiser.param_groups:
            group["lr"] = float(rate)

    def to_arrays(self) -> Arrays:
        """Weights and optimiser state as plain arrays: a checkpoint."""
        state = self.net.state_dict()
        arrays: Arrays = {f"net/{name}": value.detach().cpu().numpy() for name, value in state.items()}
        for number, state in self.optimiser.state_dict()["state"].items():
            for name, value in state.items():
                arrays[f"optimiser/{number}/{name}"] = torch.as_tensor(value).cpu().numpy()
        arrays["epoch"] = np.array(self.epoch)
        return arrays

    def load_arrays(self, arrays: Arrays) -> None:
        """Go on from a checkpoint written by :meth:`to_arrays` of a training with the same settings.

        Raises KeyError or ValueError when the arrays do not fit; nothing is changed then.
        """
        net = {name[4:]: torch.from_numpy(np.array(a)) for name, a in arrays.items() if name.startswith("net/")}
        epoch = int(arrays["epoch"])
        shapes = {name: tensor.shape for name, tensor in self.net.state_dict().items()}
        if {name: tensor.shape for name, tensor in net.items()} != shapes:
            raise ValueError("the checkpoint's weights do not fit this network")
        state = self.optimiser.state_dict()
        kept: dict[int, dict[str, Tensor]] = {}
        for name, array in arrays.items():
            if name.startswith("optimiser/"):
                _, number, field_name = name.split("/")
                kept.setdefault(int(number), {})[field_name] = torch.from_numpy(np.array(array))
        parameters = list(self.net.parameters())
        whole = all(
            set(values) == {"step", "exp_avg", "exp_avg_sq"}
            and values["exp_avg"].shape == values["exp_avg_sq"].shape == parameters[number].shape
            for number, values in kept.items()
            if number < len(parameters)
        )
        # a weight that no part of the loss reaches has no state, but after an epoch most have
        if not whole or max(kept, default=0) >= len(parameters) or bool(kept) != (epoch > 0):
            raise ValueError("the checkpoint's optimiser state does not fit this network")
        state["state"] = kept
        self.net.load_state_dict(net)
        self.optimiser.load_state_dict(state)
        self.epoch = epoch


def _start_at_the_mean(learner: SignatureLearner, targets: Tensor) -> None:
    """Set the heads' biases so that the fresh network answers the mean signature: it need not learn that first."""
    mean = targets.mean(dim=0)
    letters = mean[learner.phos_dim :].clamp(1e-3, 1 - 1e-3)
    with torch.no_grad():
        _last_linear(learner.net.phos).bias.copy_(mean[: learner.phos_dim])
        _last_linear(learner.net.letters).bias.copy_(torch.log(letters / (1 - letters)))


def _last_linear(head: torch.nn.Module) -> torch.nn.Linear:
    last = head[-1] if isinstance(head, torch.nn.Sequential) else head
    assert isinstance(last, torch.nn.Linear)
    return last
