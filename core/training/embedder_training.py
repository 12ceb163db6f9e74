"""The training loop of one embedder M1^(k): epoch by epoch, so that it can stop and resume."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import astuple, dataclass, field

import numpy as np
import torch
import torch.nn.functional as F
from numpy.typing import NDArray
from torch import Tensor

from core.arrays import Arrays
from core.errors import DuctusError
from core.events import ShouldStop
from core.imaging.augment import Augmentation, augment
from core.language import tr_plural
from core.model.precision import autocast
from core.model.signature_learner import SignatureLearner, to_ink
from core.system.computer import keep_freed_memory
from core.training.schedule import Plateau, learning_rate, stage_ends

_MAX_GRADIENT_NORM = 5.0
"""Gradients are clipped to this norm: several times the usual one, so that only outliers of early steps are cut. A
training as published clips nothing."""
_SHARE_OF_CARD = 0.25
"""Training images are kept on a graphics card if they take up less than this share of its free memory."""
_EPOCH_STRIDE = 1_000_003
"""A prime larger than any number of epochs: (seed, epoch) gives different random streams for different pairs."""


@dataclass(frozen=True, slots=True)
class EmbedderSettings:
    """The settings of the training of an embedder."""

    steps: int = 2500
    """Optimiser steps of the first stage; one cycle of the learning rate spans them."""
    max_steps: int = 0
    """Optimiser steps of all stages at most; with less than twice ``steps`` there is one stage."""
    batch: int = 64
    peak_rate: float = 3e-3
    weight_decay: float = 1e-2
    published: bool = False
    """True to train as the Pho(SC)Net was published, instead of by AdamW and one cycle of the learning rate: by Adam,
    whose rate is lowered where the loss on ``validation`` stays, until that has not fallen for some epochs."""
    phos_weight: float = 4.5
    """Weight of the mean squared error of the shape counts (lambda_s)."""
    letters_weight: float = 10.0
    """Weight of the binary cross-entropy of letters and bigrams (lambda_c)."""
    spelling_weight: float = 1.0
    """Weight of the CTC loss of the spelling, per character; for networks with a spelling head."""
    balance: float = 0.5
    """A word with n images is drawn in proportion to n to the power 1 - balance, its images with equal probability."""
    fresh_heads: bool = True
    """True if the output layers start at the mean signature; not with pretrained weights."""
    augmentation: Augmentation = field(default_factory=Augmentation)

    def steps_per_epoch(self, images: int) -> int:
        """Return the optimiser steps for ``images`` images (the size of T)."""
        return max(1, -(-images // self.batch))

    def epochs(self, images: int) -> int:
        """Return the whole number of epochs nearest to ``steps``."""
        return max(1, round(self.steps / self.steps_per_epoch(images)))


@dataclass(frozen=True, slots=True)
class EpochResult:
    """The state after an epoch: ``epoch`` of ``epochs``, the mean loss, and the speed."""

    epoch: int
    epochs: int
    loss: float
    images_per_second: float


class EmbedderTraining:
    """The state of one embedder in training: network, optimiser, epoch.

    All random draws of epoch e depend on (seed, e) only, so a run resumed from a checkpoint draws what an uninterrupted
    run would have drawn.
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
        validation: tuple[NDArray[np.uint8], NDArray[np.int64]] | None = None,
    ) -> None:
        """Prepare the training on ``images`` uint8 [N, 50, 250] with class numbers ``labels`` [N].

        ``targets`` float32 [C, d] are e(w) of the classes, ``spellings`` [C] their characters as numbers from 1. A
        class whose targets are NaN has no signature, as a piece of a line has none: it teaches its spelling only.
        ``validation`` are further images and labels, by whose loss a training as published lowers its rate.
        """
        keep_freed_memory()
        self.validation = validation
        self.plateau = Plateau(settings.peak_rate)
        self.spellings = [torch.tensor(list(spelling), dtype=torch.long) for spelling in spellings]
        self.learner = learner
        self.settings = settings
        self.seed = seed
        self.device = device
        self.images = torch.from_numpy(np.ascontiguousarray(images))
        self.labels = torch.from_numpy(labels)
        self.targets = torch.from_numpy(targets)
        self.has_signature = torch.from_numpy(np.isfinite(targets).all(axis=1))
        if device.startswith("cuda"):
            # every batch has one shape, so the fastest kernels are worth finding; images on the card need no copies
            torch.backends.cudnn.benchmark = True
            if self.images.nbytes + self.targets.nbytes < _SHARE_OF_CARD * torch.cuda.mem_get_info()[0]:
                self.images, self.targets = self.images.to(device), self.targets.to(device)
        self.phos_dim = learner.phos_dim
        counts = torch.bincount(self.labels, minlength=len(targets)).double()
        self.weights = counts[self.labels] ** -settings.balance
        if settings.fresh_heads:
            _set_biases_to_mean(learner, torch.from_numpy(targets)[self.labels[self.has_signature[self.labels]]])
        self.steps = settings.steps_per_epoch(len(images))
        self.stage_ends = stage_ends(settings.epochs(len(images)), settings.max_steps // self.steps)
        self.epochs = self.stage_ends[0]
        """Epochs at the end of the present stage."""
        self.epoch = 0
        self.kept: dict[str, Tensor] = {}
        """The weights at the end of the stage before; empty in the first one."""
        self.micro_batch = settings.batch
        self.net = learner.net.to(device)
        self.net.to(memory_format=torch.channels_last)  # type: ignore[call-overload]  # missing in torch's stubs
        kind = torch.optim.Adam if settings.published else torch.optim.AdamW
        self.optimiser = kind(
            self.net.parameters(),
            lr=learning_rate(0.0, settings.peak_rate),
            weight_decay=settings.weight_decay,
            # on a processor it saves the Pho(SC)Net a fifth of a step; small networks keep the results they have had
            fused=True if device.startswith("cuda") or (settings.published and device == "cpu") else None,
        )

    def begin_next_stage(self) -> bool:
        """Let :meth:`run` continue for another stage; return False, and do nothing, if there is no further one."""
        later = [end for end in self.stage_ends if end > self.epochs]
        if later:
            self.epochs = later[0]
            self.kept = {name: value.detach().cpu().clone() for name, value in self.net.state_dict().items()}
        return bool(later)

    def undo_stage(self) -> None:
        """Return to the weights at the end of the stage before."""
        self.net.load_state_dict(self.kept)

    def run(self, should_stop: ShouldStop, report: Callable[[str], None]) -> Iterator[EpochResult]:
        """Train to the end of the stage; yield after each epoch. Ends early when asked to stop."""
        while not self.has_ended:
            result = self._epoch_within_memory(should_stop, report)
            if result is None:
                return
            self.epoch += 1
            if self.settings.published and self.validation is not None:
                self.plateau.step(float(self.validation_losses(*self.validation).mean()))
            yield result

    @property
    def has_ended(self) -> bool:
        """True at the end of the stage."""
        return self.epoch >= self.epochs or self.plateau.has_converged

    def _epoch_within_memory(self, should_stop: ShouldStop, report: Callable[[str], None]) -> EpochResult | None:
        """Train one epoch; halve the micro-batch whenever the memory does not suffice."""
        while True:
            try:
                return self._one_epoch(should_stop)
            except (torch.OutOfMemoryError, RuntimeError) as error:
                if not isinstance(error, torch.OutOfMemoryError) and "memory" not in str(error).lower():
                    raise
                if self.micro_batch <= 2:
                    raise DuctusError.of(
                        "The memory of this device does not suffice for two images at a time. The checkpoint "
                        "is kept. "
                        "Choose the preset 'compact-15' or another device."
                    ) from error
                self.micro_batch = max(2, self.micro_batch // 2)
                report(
                    tr_plural(
                        "The memory is full: continuing with {n} image at a time.",
                        "The memory is full: continuing with {n} images at a time.",
                        self.micro_batch,
                    )
                )
                if self.device.startswith("cuda"):
                    torch.cuda.empty_cache()

    def _one_epoch(self, should_stop: ShouldStop) -> EpochResult | None:
        started = time.perf_counter()
        generator = torch.Generator().manual_seed(self.seed * _EPOCH_STRIDE + self.epoch)
        drawn = torch.multinomial(self.weights, self.steps * self.settings.batch, replacement=True, generator=generator)
        self.net.train()
        losses: list[Tensor] = []
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(self.seed * _EPOCH_STRIDE + self.epoch)
            for step in range(self.steps):
                if should_stop():
                    return None
                self._set_rate(self.epoch * self.steps + step)
                rows = drawn[step * self.settings.batch : (step + 1) * self.settings.batch]
                losses.append(self._one_step(rows, generator))
        # read once an epoch: reading each one would make a graphics card wait for the next step
        mean = sum(torch.stack(losses).tolist()) / self.steps
        seconds = time.perf_counter() - started
        if not np.isfinite(mean):
            raise DuctusError.of(
                "The training diverged: the loss is NaN or infinite. The last checkpoint is kept. Train "
                "again with a "
                "smaller learning rate."
            )
        rate = self.steps * self.settings.batch / seconds
        return EpochResult(self.epoch + 1, self.epochs, mean, rate)

    def _one_step(self, rows: Tensor, generator: torch.Generator) -> Tensor:
        """Take one optimiser step on the images ``rows`` and return its loss, on the device.

        Gradients are accumulated over micro-batches.
        """
        ink = to_ink(self.images[rows.to(self.images.device, non_blocking=True)], self.learner.input_size, self.device)
        ink = augment(ink, self.settings.augmentation, generator)
        labels = self.labels[rows]
        self.optimiser.zero_grad(set_to_none=True)
        total = torch.zeros((), device=self.device)
        # pieces of nearly equal size: batch normalisation needs at least two images
        pieces = max(1, len(rows) // self.micro_batch)
        for part, part_labels in zip(ink.tensor_split(pieces), labels.tensor_split(pieces), strict=True):
            loss = self.loss(part, part_labels) * (len(part) / len(rows))
            loss.backward()
            total += loss.detach()
        if not self.settings.published:
            torch.nn.utils.clip_grad_norm_(self.net.parameters(), _MAX_GRADIENT_NORM)
        self.optimiser.step()
        return total

    def loss(self, ink: Tensor, labels: Tensor) -> Tensor:
        """Return the weighted sum of MSE (shape counts), BCE (letters and bigrams) and CTC (spelling)."""
        return self._loss_of(*self._outputs(ink), labels)

    def _outputs(self, ink: Tensor) -> tuple[Tensor, Tensor, Tensor | None]:
        with autocast(self.device):
            phos, letters, spelling = self.net(ink.contiguous(memory_format=torch.channels_last))
        return phos, letters, spelling

    def _loss_of(self, phos: Tensor, letters: Tensor, spelling: Tensor | None, labels: Tensor) -> Tensor:
        loss = self._signature_loss(phos, letters, labels)
        if spelling is not None and self.settings.spelling_weight > 0:
            loss = loss + self.settings.spelling_weight * self._spelling_loss(spelling, labels)
        return loss

    def _signature_loss(self, phos: Tensor, letters: Tensor, labels: Tensor) -> Tensor:
        """Return the weighted sum of MSE and BCE; images without a signature count as having none of either."""
        rows = self.has_signature[labels].nonzero().flatten()
        if not len(rows):
            return torch.zeros((), device=self.device)
        if len(rows) < len(labels):
            taken = rows.to(self.device, non_blocking=True)
            phos, letters = phos[taken], letters[taken]
        target = self.targets[labels[rows].to(self.targets.device, non_blocking=True)].to(self.device)
        shapes = F.mse_loss(phos.float(), target[:, : self.phos_dim])
        units = F.binary_cross_entropy_with_logits(letters.float(), target[:, self.phos_dim :])
        return (self.settings.phos_weight * shapes + self.settings.letters_weight * units) * (len(rows) / len(labels))

    def _spelling_loss(self, spelling: Tensor, labels: Tensor) -> Tensor:
        """Return the mean over words of the CTC loss per character; 0 for words too long for the columns."""
        words = [self.spellings[label] for label in labels.tolist()]
        lengths = torch.tensor([len(word) for word in words])
        columns = torch.full((len(words),), spelling.shape[0])
        return F.ctc_loss(
            spelling,
            torch.cat(words).to(self.device, non_blocking=True),
            columns,
            lengths,
            zero_infinity=True,
            reduction="mean",
        )

    def _set_rate(self, step: int) -> None:
        """Set the learning rate of the stage's cycle, or of the plateau."""
        if self.settings.published:
            for group in self.optimiser.param_groups:
                group["lr"] = self.plateau.rate
            return
        begin = max((end for end in self.stage_ends if end < self.epochs), default=0)
        position = (step - begin * self.steps) / max(1, (self.epochs - begin) * self.steps)
        for group in self.optimiser.param_groups:
            group["lr"] = learning_rate(position, self.settings.peak_rate)

    def validation_losses(self, images: NDArray[np.uint8], labels: NDArray[np.int64]) -> NDArray[np.float64]:
        """Return the loss [n] of each of images uint8 [n, 50, 250] with class numbers [n], without dropout."""
        self.net.eval()
        found: list[Tensor] = []
        with torch.inference_mode():
            for start in range(0, len(images), self.settings.batch):
                part = slice(start, start + self.settings.batch)
                phos, letters, spelling = self._outputs(to_ink(images[part], self.learner.input_size, self.device))
                numbers = torch.from_numpy(labels[part])
                for row in range(len(numbers)):
                    at = slice(row, row + 1)
                    columns = None if spelling is None else spelling[:, at]
                    found.append(self._loss_of(phos[at], letters[at], columns, numbers[at]))
        # read once: reading each one would make a graphics card wait for the next
        return np.array(torch.stack(found).tolist())

    def to_arrays(self) -> Arrays:
        """Return weights and optimiser state as arrays: a checkpoint."""
        state = self.net.state_dict()
        arrays: Arrays = {f"net/{name}": value.detach().cpu().numpy() for name, value in state.items()}
        for number, state in self.optimiser.state_dict()["state"].items():
            for name, value in state.items():
                arrays[f"optimiser/{number}/{name}"] = torch.as_tensor(value).cpu().numpy()
        arrays |= {f"kept/{name}": value.numpy() for name, value in self.kept.items()}
        arrays["epoch"] = np.array(self.epoch)
        arrays["epochs"] = np.array(self.epochs)
        if self.settings.published:
            arrays["plateau"] = np.array(astuple(self.plateau))
        return arrays

    def load_arrays(self, arrays: Arrays) -> None:
        """Restore a checkpoint of :meth:`to_arrays` of a training with the same settings.

        Raises KeyError or ValueError, and changes nothing, when the arrays do not fit.
        """
        net, stage = (
            {name[len(part) :]: torch.from_numpy(np.array(a)) for name, a in arrays.items() if name.startswith(part)}
            for part in ("net/", "kept/")
        )
        epoch, epochs = int(arrays["epoch"]), int(arrays.get("epochs", self.epochs))
        shapes = {name: tensor.shape for name, tensor in self.net.state_dict().items()}
        if any({name: tensor.shape for name, tensor in weights.items()} != shapes for weights in (net, stage or net)):
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
        if epochs not in self.stage_ends or epoch > epochs:
            raise ValueError("the checkpoint's stage is none of this training")
        # weights without a gradient have no state, but after an epoch most weights have one
        if not whole or max(kept, default=0) >= len(parameters) or bool(kept) != (epoch > 0):
            raise ValueError("the checkpoint's optimiser state does not fit this network")
        state["state"] = kept
        self.net.load_state_dict(net)
        self.optimiser.load_state_dict(state)
        self.epoch, self.epochs, self.kept = epoch, epochs, stage
        if "plateau" in arrays:
            rate, best, *counts = arrays["plateau"].tolist()
            self.plateau = Plateau(rate, best, *map(int, counts))


def _set_biases_to_mean(learner: SignatureLearner, targets: Tensor) -> None:
    """Set the biases of the output layers so that the untrained network predicts the mean signature."""
    mean = targets.mean(dim=0)
    letters = mean[learner.phos_dim :].clamp(1e-3, 1 - 1e-3)  # the logit of 0 or 1 would be infinite
    with torch.no_grad():
        _last_linear(learner.net.phos).bias.copy_(mean[: learner.phos_dim])
        _last_linear(learner.net.letters).bias.copy_(torch.log(letters / (1 - letters)))


def _last_linear(head: torch.nn.Module) -> torch.nn.Linear:
    last = head[-1] if isinstance(head, torch.nn.Sequential) else head
    assert isinstance(last, torch.nn.Linear)
    return last
