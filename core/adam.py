"""Adam and AdamW without the compiler of torch, which ``torch.optim`` imports: a second and a half of each process.

D. P. Kingma, J. Ba: "Adam: A Method for Stochastic Optimization", ICLR 2015; the decoupled weight decay is that of
I. Loshchilov, F. Hutter: "Decoupled Weight Decay Regularization", ICLR 2019. Each step has
the bits of ``torch.optim``.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import sqrt
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from torch import Tensor

_BETA1, _BETA2, _EPSILON = 0.9, 0.999, 1e-8
"""The values that the paper recommends."""

Moments = dict[str, "Tensor"]
"""``step``, the number of steps taken, float32 [], and ``exp_avg`` and ``exp_avg_sq``, in the parameter's shape."""


class Adam:
    """Change parameters in place by their gradients, and keep the moments of these."""

    def __init__(
        self,
        parameters: Iterable[Tensor],
        rate: float,
        *,
        weight_decay: float = 0.0,
        is_decoupled: bool = False,
        is_fused: bool = False,
    ) -> None:
        """Prepare steps at ``rate``, which may be set anew before each.

        ``is_decoupled`` gives AdamW. With ``is_fused`` one kernel takes the step of all parameters, on a processor or a
        graphics card of Nvidia: faster, with other last bits.
        """
        self.parameters = list(parameters)
        self.rate = rate
        self.weight_decay = weight_decay
        self.is_decoupled = is_decoupled
        self.is_fused = is_fused
        self.moments: dict[int, Moments] = {}
        """By the parameter's number; parameters that had no gradient yet are left out."""

    def clear_gradients(self) -> None:
        """Remove the gradients of the last step."""
        for parameter in self.parameters:
            parameter.grad = None

    def step(self) -> None:
        """Take a step; parameters without a gradient stay as they are."""
        import torch

        with torch.no_grad():
            moving = [number for number, parameter in enumerate(self.parameters) if parameter.grad is not None]
            for number in moving:
                if number not in self.moments:
                    self.moments[number] = self._moments_at_rest(number)
            if self.is_fused:
                self._fused_step(moving)
            else:
                for number in moving:
                    self._step_of(number)

    def load_moments(self, moments: dict[int, Moments]) -> None:
        """Continue with these moments instead of the present ones."""
        self.moments = {}
        for number, values in moments.items():
            # the fused kernel needs the parameter's order in memory
            at_rest = self._moments_at_rest(number)
            self.moments[number] = {name: at_rest[name].copy_(values[name]) for name in at_rest}

    def _moments_at_rest(self, number: int) -> Moments:
        import torch

        parameter = self.parameters[number]
        device = parameter.device if self.is_fused else "cpu"
        moments = {"step": torch.zeros((), device=device)}
        return moments | {name: torch.zeros_like(parameter).detach() for name in ("exp_avg", "exp_avg_sq")}

    def _step_of(self, number: int) -> None:
        parameter, moments = self.parameters[number], self.moments[number]
        gradient, mean, square = parameter.grad, moments["exp_avg"], moments["exp_avg_sq"]
        assert gradient is not None
        moments["step"] += 1
        count = moments["step"].item()
        if self.is_decoupled:
            parameter.mul_(1 - self.rate * self.weight_decay)
        elif self.weight_decay:
            gradient = gradient.add(parameter, alpha=self.weight_decay)
        mean.lerp_(gradient, 1 - _BETA1)
        square.mul_(_BETA2).addcmul_(gradient, gradient, value=1 - _BETA2)
        spread = square.sqrt().div_(sqrt(1 - _BETA2**count)).add_(_EPSILON)
        parameter.addcdiv_(mean, spread, value=-self.rate / (1 - _BETA1**count))

    def _fused_step(self, moving: list[int]) -> None:
        import torch

        steps, means, squares = ([self.moments[n][name] for n in moving] for name in ("step", "exp_avg", "exp_avg_sq"))
        for step in steps:
            step += 1
        kernel = torch.ops.aten._fused_adamw_ if self.is_decoupled else torch.ops.aten._fused_adam_
        kernel(
            [self.parameters[n] for n in moving],
            [self.parameters[n].grad for n in moving],
            means,
            squares,
            [],
            steps,
            lr=self.rate,
            beta1=_BETA1,
            beta2=_BETA2,
            weight_decay=self.weight_decay,
            eps=_EPSILON,
            amsgrad=False,
            maximize=False,
        )
