"""500 gates of 10 x 32 on 15 coordinates: all at once against the same networks in a loop.

Both train from the same first weights on the same minibatches, subsets and rates, for a few epochs: a whole
training in a loop takes minutes.

Run: python -m research.measurements.bench_gates [--gates 500] [--rows 4000] [--epochs 2]
Ends with status 1 when the losses differ or the loop is less than 3 times slower.

With --full instead: the 500 gates of one member of the paper's presets on 20,000 rows of 15 numbers for all their
epochs, and that times its five members. Ends with status 1 when the five would take 15 minutes or more.
"""

from __future__ import annotations

import argparse
import sys
import time

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

from core.gates.fitting import GateData, GateSettings, epoch_batches, group_size, lr_at, train_networks
from core.gates.network import he_init, layer_sizes
from core.gates.training import draw_subsets
from core.training.presets import preset

DIMS = 15
FASTER, TOLERANCE = 3.0, 2e-3
FULL_ROWS, LIMIT_MINUTES = 20_000, 15.0


def points(rows: int, gates: int) -> GateData:
    """Seen words in many clumps, unseen ones between them; every network on its own 80 %."""
    rng = np.random.default_rng(0)
    seen = rng.random(rows) < 0.5
    clumps = rng.standard_normal((2, 200, DIMS))
    x = clumps[seen.astype(int), rng.integers(0, 200, rows)] + 0.4 * rng.standard_normal((rows, DIMS))
    used = draw_subsets(gates, rows, seed=0)
    return GateData(x.astype(np.float32), seen.astype(np.float32), used)


def one_by_one(data: GateData, settings: GateSettings, seed: int) -> list[list[float]]:
    """The loss of every network and epoch [E][epochs], each network trained alone as an `nn.Sequential`."""
    everything = []
    x, y = torch.from_numpy(data.points), torch.from_numpy(data.labels)
    for number in range(len(data.used)):
        start = he_init(seed, [number], DIMS, settings.width, settings.depth)
        layers: list[nn.Module] = []
        for place, sizes in enumerate(layer_sizes(DIMS, settings.width, settings.depth)):
            linear = nn.Linear(*sizes)
            with torch.no_grad():
                linear.weight.copy_(torch.from_numpy(start[2 * place][0].T))
                linear.bias.copy_(torch.from_numpy(start[2 * place + 1][0, 0]))
            layers += [linear, nn.ReLU()]
        net = nn.Sequential(*layers[:-1])
        optimiser = torch.optim.Adam(net.parameters(), lr=settings.peak_lr, fused=True)
        used = torch.from_numpy(data.used[number].astype(np.float32))
        curve = []
        for epoch in range(settings.epochs):
            batches = epoch_batches(seed, epoch, len(x), settings.batch)
            total = torch.zeros(())
            for step, rows in enumerate(batches):
                for options in optimiser.param_groups:
                    options["lr"] = lr_at((epoch + step / len(batches)) / settings.epochs, settings.peak_lr)
                optimiser.zero_grad(set_to_none=True)
                scores = net(x[rows]).squeeze(1)
                loss = F.binary_cross_entropy_with_logits(scores, y[rows], weight=used[rows], reduction="sum")
                loss = loss / used[rows].sum()
                loss.backward()
                optimiser.step()
                total += loss.detach()
            curve.append(float(total) / len(batches))
        everything.append(curve)
    return everything


def whole_training(name: str, rows: int) -> int:
    """Time all gates of one member of the preset ``name`` on ``rows`` points, reported epoch by epoch."""
    wanted = preset(name)
    settings = GateSettings(wanted.gate_width, wanted.gate_depth, wanted.gate_epochs)
    data = points(rows, wanted.gates)
    train_networks(points(128, 4), GateSettings(epochs=1), seed=0)  # first calls are slow
    started, processor = time.perf_counter(), time.process_time()

    def tell(epoch: int, epochs: int, loss: float) -> None:
        if epoch % 10 == 0 or epoch == epochs:
            seconds = time.perf_counter() - started
            print(f"  {epoch} of {epochs} passes after {seconds:.0f} s, loss {loss:.3f}", flush=True)

    print(
        f"'{name}': {wanted.gates} gates {wanted.gate_depth}x{wanted.gate_width}, {rows} rows x {DIMS}, "
        f"{wanted.gate_epochs} epochs of batch {settings.batch}, {torch.get_num_threads()} threads"
    )
    train_networks(data, settings, seed=0, progress=tell)
    minutes = (time.perf_counter() - started) / 60
    busy = (time.process_time() - processor) / 60  # less than the minutes where other work ran beside it
    total = minutes * wanted.members
    print(f"one member {minutes:.1f} minutes ({busy:.1f} of processor time)")
    print(f"times {wanted.members} members, not measured one by one: {total:.1f} minutes, limit {LIMIT_MINUTES:.0f}")
    return int(total >= LIMIT_MINUTES)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--gates", type=int, default=500)
    parser.add_argument("--rows", type=int, default=4_000)
    parser.add_argument("--epochs", type=int, default=2)
    parser.add_argument("--full", action="store_true", help="time a whole training at the paper's size")
    options = parser.parse_args()
    if options.full:
        return whole_training("paper-15", FULL_ROWS)
    data = points(options.rows, options.gates)
    settings = GateSettings(epochs=options.epochs)

    for warm_up in (
        lambda: train_networks(points(128, 4), settings, seed=0),
        lambda: one_by_one(points(128, 1), settings, 0),
    ):
        warm_up()
    batched: dict[int, list[float]] = {}
    started = time.perf_counter()
    train_networks(
        data,
        settings,
        seed=0,
        progress=lambda epoch, _, loss: batched.setdefault((epoch - 1) % settings.epochs, []).append(loss),
    )
    batched_seconds = time.perf_counter() - started

    started = time.perf_counter()
    alone = np.array(one_by_one(data, settings, seed=0))
    loop_seconds = time.perf_counter() - started

    most = group_size(DIMS, settings)
    sizes = [min(most, options.gates - start) for start in range(0, options.gates, most)]
    together = np.array([np.average(batched[epoch], weights=sizes) for epoch in range(settings.epochs)])
    difference = float(np.abs(together - alone.mean(axis=0)).max())
    faster = loop_seconds / batched_seconds
    print(
        f"{options.gates} gates 10x32, {options.rows} rows x {DIMS}, {settings.epochs} epochs of batch "
        f"{settings.batch}, {torch.get_num_threads()} threads"
    )
    print(f"at once {batched_seconds:.2f} s, in a loop {loop_seconds:.2f} s: {faster:.1f} times faster")
    print(
        f"mean loss by epoch: at once {np.round(together, 4)}, in a loop {np.round(alone.mean(axis=0), 4)}; "
        f"largest difference {difference:.1e}"
    )
    return int(faster < FASTER or difference > TOLERANCE)


if __name__ == "__main__":
    sys.exit(main())
