"""Training an embedder: it learns, stops, resumes exactly, and halves its batch when memory runs out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from ensemble_helpers import CLASSES, TinyNet, latin, member, word_images

from core.errors import DuctusError
from core.imaging.augment import Augmentation
from core.lexicon.signature import signatures
from core.model import signature_learner
from core.model.learner import new_learner
from core.model.signature_learner import SignatureLearner
from core.training.checkpoints import RunFolder
from core.training.embedder_training import EmbedderSettings, EmbedderTraining

LABELS = np.arange(24) % len(CLASSES)


@pytest.fixture
def tiny(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for kind in ("compact", "phosc-ctc"):
        monkeypatch.setitem(signature_learner.NETS, kind, TinyNet)
    yield


def training(seed: int = 1, kind: str = "compact", unsigned: Sequence[int] = (), **settings: Any) -> EmbedderTraining:
    alphabet = latin()
    learner = new_learner(kind, alphabet, "cosine", seed)
    targets = np.asarray(signatures(list(CLASSES), alphabet), np.float32)
    targets[list(unsigned)] = np.nan
    letters = {c: n + 1 for n, c in enumerate(sorted(alphabet.encodable))}
    spellings = [[letters[c] for c in word] for word in CLASSES]
    how = EmbedderSettings(**({"steps": 18, "batch": 8, "augmentation": Augmentation()} | settings))
    return EmbedderTraining(learner, word_images(LABELS), LABELS, targets, spellings, how, seed, "cpu")


def never() -> bool:
    return False


def silent(text: str) -> None:
    raise AssertionError(f"unexpected note: {text}")


def weights(run: EmbedderTraining) -> dict[str, torch.Tensor]:
    return {name: value.clone() for name, value in run.net.state_dict().items()}


def same(first: dict[str, torch.Tensor], second: dict[str, torch.Tensor]) -> bool:
    return all(torch.allclose(value, second[name], atol=1e-6) for name, value in first.items())


def test_training_lowers_the_loss_and_recognises_its_images() -> None:
    run = training(steps=24, batch=12, augmentation=Augmentation(0, 0, 0, 0, 0, 0), peak_rate=2e-3)
    for module in run.net.modules():
        if isinstance(module, torch.nn.BatchNorm1d | torch.nn.BatchNorm2d):
            module.momentum = 0.5  # its running means would need more steps to settle than a test has
    progress = list(run.run(never, silent))
    assert [p.epoch for p in progress] == list(range(1, run.epochs + 1)) and run.epochs == 12
    assert progress[-1].loss < 0.2 * progress[0].loss and progress[0].images_per_second > 0
    embedded = run.learner.embed(word_images(LABELS, seed=5))
    nearest = run.learner.distances(list(CLASSES), latin())(embedded).argmin(axis=1)
    assert (nearest == LABELS).mean() > 0.6, "chance is a sixth"


@pytest.mark.usefixtures("tiny")
def test_the_same_seed_gives_the_same_weights() -> None:
    runs = [training(seed) for seed in (1, 1, 2)]
    for run in runs:
        torch.rand(3)  # the process-wide random state must not matter
        list(run.run(never, silent))
    assert same(weights(runs[0]), weights(runs[1])) and not same(weights(runs[0]), weights(runs[2]))


@pytest.mark.usefixtures("tiny")
@pytest.mark.parametrize("kind", ["compact", "phosc-ctc"])
def test_a_resumed_run_equals_an_uninterrupted_one(tmp_path: Path, kind: str) -> None:
    whole = training(kind=kind)
    list(whole.run(never, silent))

    broken, folder = training(kind=kind), RunFolder(tmp_path / "run")
    calls = iter([False] * (2 * broken.steps + 1) + [True] * 9)
    for _progress in broken.run(lambda: next(calls), silent):
        folder.save_checkpoint(0, broken, "job")
    assert broken.epoch == 2 < broken.epochs

    resumed = training(kind=kind)
    assert folder.load_checkpoint(0, resumed, "job") and resumed.epoch == 2
    list(resumed.run(never, silent))
    assert resumed.epoch == whole.epoch and same(weights(resumed), weights(whole))


@pytest.mark.usefixtures("tiny")
def test_a_checkpoint_allows_weights_without_gradient(tmp_path: Path) -> None:
    """Without the spelling its convolution, in the middle of the network, has no optimiser state."""
    unbroken, first, folder = (training(spelling_weight=0.0), training(spelling_weight=0.0), RunFolder(tmp_path))
    list(unbroken.run(never, silent))
    next(first.run(never, silent))
    folder.save_checkpoint(1, first, "job")
    resumed = training(spelling_weight=0.0)
    assert folder.load_checkpoint(1, resumed, "job")
    list(resumed.run(never, silent))
    assert same(weights(resumed), weights(unbroken))


def _drop(name: str) -> Callable[[dict[str, Any]], None]:
    return lambda arrays: arrays.pop(name)


def _put(name: str, value: Any) -> Callable[[dict[str, Any]], None]:
    return lambda arrays: arrays.update({name: value})


@pytest.mark.usefixtures("tiny")
@pytest.mark.parametrize(
    "damage",
    [
        _drop("epoch"),
        _drop("net/stem.weight"),
        _drop("optimiser/0/step"),
        _put("net/stem.weight", np.zeros((2, 2), np.float32)),
        _put("net/more", np.zeros(2, np.float32)),
        _put("optimiser/0/exp_avg", np.zeros((2, 2), np.float32)),
        _put("optimiser/99/step", np.zeros((), np.float32)),
        _put("optimiser/x", np.zeros((), np.float32)),
    ],
)
def test_a_checkpoint_that_does_not_fit_changes_nothing(
    damage: Callable[[dict[str, Any]], None], tmp_path: Path
) -> None:
    done = training()
    next(done.run(never, silent))
    arrays = done.to_arrays()
    damage(arrays)
    fresh = training()
    before = weights(fresh)
    with pytest.raises((KeyError, ValueError)):
        fresh.load_arrays(arrays)
    assert fresh.epoch == 0 and same(before, weights(fresh)) and not fresh.optimiser.state_dict()["state"]


@pytest.mark.usefixtures("tiny")
def test_only_a_complete_checkpoint_of_the_same_job_is_loaded(tmp_path: Path) -> None:
    folder, run = RunFolder(tmp_path), training()
    assert not folder.load_checkpoint(0, run, "job")
    next(run.run(never, silent))
    folder.save_checkpoint(0, run, "job")
    fresh = training()
    assert not folder.load_checkpoint(0, fresh, "another job") and fresh.epoch == 0
    path = folder.checkpoint_file(0)
    path.write_bytes(path.read_bytes()[:-500])
    assert not folder.load_checkpoint(0, fresh, "job") and fresh.epoch == 0


@pytest.mark.usefixtures("tiny")
def test_saving_a_member_deletes_its_checkpoint(tmp_path: Path) -> None:
    folder, run = RunFolder(tmp_path), training()
    next(run.run(never, silent))
    folder.save_checkpoint(0, run, "job")
    made = member([0, 2, 3])
    folder.save_member(0, made, "job")
    assert not folder.checkpoint_file(0).exists()
    back = folder.load_member(0, "job", latin(), len(CLASSES))
    assert back is not None and back.seen.tolist() == [0, 2, 3] and back.thres == made.thres
    assert folder.load_member(0, "another job", latin(), len(CLASSES)) is None
    assert folder.load_member(1, "job", latin(), len(CLASSES)) is None
    assert folder.load_member(0, "job", latin(), 2) is None, "it does not fit so few words"


@pytest.mark.usefixtures("tiny")
def test_out_of_memory_halves_the_micro_batch(monkeypatch: pytest.MonkeyPatch) -> None:
    run, notes, sizes = training(), [], []
    loss = EmbedderTraining.loss

    def full_above_four(self: EmbedderTraining, ink: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
        sizes.append(len(ink))
        if len(ink) > 4:
            raise torch.OutOfMemoryError("full")
        return loss(self, ink, labels)

    monkeypatch.setattr(EmbedderTraining, "loss", full_above_four)
    progress = list(run.run(never, notes.append))
    assert notes == ["The memory is full: continuing with 4 images at a time."]
    assert sizes[0] == 8 and set(sizes[1:]) == {4} and len(progress) == run.epochs


@pytest.mark.usefixtures("tiny")
@pytest.mark.parametrize("batch", [2, 3, 5, 7, 8])
def test_no_micro_batch_has_a_single_image(batch: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Batch normalisation cannot train on one picture."""
    run, sizes = training(batch=batch, steps=1), []
    run.micro_batch = 2
    loss = EmbedderTraining.loss
    monkeypatch.setattr(EmbedderTraining, "loss", lambda s, i, n: (sizes.append(len(i)), loss(s, i, n))[1])
    next(run.run(never, silent))
    assert min(sizes) >= 2 and sum(sizes) == batch * run.steps


@pytest.mark.usefixtures("tiny")
def test_memory_too_small_for_two_images_raises_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(self: EmbedderTraining, ink: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
        raise RuntimeError("MPS backend out of memory")

    monkeypatch.setattr(EmbedderTraining, "loss", full)
    notes: list[str] = []
    with pytest.raises(DuctusError, match="two images at a time"):
        next(training().run(never, notes.append))
    assert len(notes) == 2


@pytest.mark.usefixtures("tiny")
def test_other_errors_are_not_treated_as_out_of_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(self: EmbedderTraining, ink: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
        raise RuntimeError("shapes do not match")

    monkeypatch.setattr(EmbedderTraining, "loss", broken)
    with pytest.raises(RuntimeError, match="shapes do not match"):
        next(training().run(never, silent))


@pytest.mark.usefixtures("tiny")
def test_a_diverged_loss_raises_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    loss = EmbedderTraining.loss
    monkeypatch.setattr(EmbedderTraining, "loss", lambda s, i, n: loss(s, i, n) * float("nan"))
    with pytest.raises(DuctusError, match="diverged"):
        next(training().run(never, silent))


@pytest.mark.usefixtures("tiny")
def test_the_learning_rate_follows_one_cycle() -> None:
    run, rates = training(steps=100), []
    total = run.epochs * run.steps
    for step in range(total):
        run._set_rate(step)
        rates.append(run.optimiser.param_groups[0]["lr"])
    peak = run.settings.peak_rate
    assert rates[0] == pytest.approx(peak / 25) and max(rates) == pytest.approx(peak, rel=1e-3)
    assert 0.25 < rates.index(max(rates)) / total < 0.35 and rates[-1] < peak / 100


@pytest.mark.usefixtures("tiny")
def test_an_untrained_network_predicts_the_mean_signature() -> None:
    run = training()
    mean = run.targets[run.labels].mean(dim=0)
    assert torch.allclose(run.net.phos[-1].bias, mean[: run.phos_dim])
    assert torch.allclose(torch.sigmoid(run.net.letters.bias), mean[run.phos_dim :].clamp(1e-3, 1 - 1e-3), atol=1e-5)
    assert not torch.allclose(training(fresh_heads=False).net.phos[-1].bias, mean[: run.phos_dim])


def test_rare_words_are_oversampled() -> None:
    labels = np.array([0] * 16 + [1])
    learner = SignatureLearner("compact", TinyNet(1, 1, 1), 1, 2, "cosine")
    run = EmbedderTraining(
        learner, word_images(labels), labels, np.full((2, 2), 0.5, np.float32), [[1], [1]], EmbedderSettings(), 0, "cpu"
    )
    share = run.weights / run.weights.sum()
    assert float(share[:16].sum()) == pytest.approx(4 / 5), "16 to the power 1/2 against 1"


def test_steps_become_whole_epochs() -> None:
    assert EmbedderSettings(batch=64).steps_per_epoch(65) == 2
    assert EmbedderSettings(steps=100, batch=64).epochs(640) == 10
    assert EmbedderSettings(steps=1, batch=64).epochs(6400) == 1
    assert asdict(EmbedderSettings())["augmentation"] == {
        "scale": 0.12,
        "shear": 0.6,
        "shift_x": 0.05,
        "shift_y": 0.08,
        "thickness": 0.3,
        "noise": 0.04,
        **dict.fromkeys(("elastic", "fade", "neighbours", "rules", "smaller", "reverse"), 0.0),
    }


@pytest.mark.usefixtures("tiny")
def test_a_further_stage_begins_a_new_cycle_and_can_be_undone(tmp_path: Path) -> None:
    run = training(steps=6, max_steps=12)
    assert run.stage_ends == [2, 4] and run.epochs == 2
    list(run.run(never, silent))
    first, low = weights(run), run.optimiser.param_groups[0]["lr"]
    assert run.begin_next_stage() and run.epochs == 4
    folder = RunFolder(tmp_path / "run")
    next(run.run(never, silent))
    assert run.optimiser.param_groups[0]["lr"] > 5 * low, "the rate has risen again"
    folder.save_checkpoint(0, run, "job")
    list(run.run(never, silent))

    resumed = training(steps=6, max_steps=12)
    assert folder.load_checkpoint(0, resumed, "job") and (resumed.epoch, resumed.epochs) == (3, 4)
    list(resumed.run(never, silent))
    assert same(weights(resumed), weights(run)) and not same(weights(run), first)
    assert not run.begin_next_stage(), "there are two stages"
    resumed.undo_stage()
    assert same(weights(resumed), first)


@pytest.mark.usefixtures("tiny")
def test_the_loss_on_held_out_images_is_repeatable_and_falls() -> None:
    run = training(steps=60, peak_rate=2e-3)
    held = word_images(LABELS, seed=7)
    before = run.validation_losses(held, LABELS)
    assert before.shape == (len(held),) and np.array_equal(before, run.validation_losses(held, LABELS))
    order = np.arange(len(held))[::-1]
    assert np.allclose(run.validation_losses(held[order], LABELS[order]), before[order], rtol=0.05), (
        "each image has its own"
    )
    list(run.run(never, silent))
    assert run.validation_losses(held, LABELS).mean() < before.mean()


@pytest.mark.usefixtures("tiny")
def test_a_class_without_signature_teaches_its_spelling_only() -> None:
    run = training(kind="phosc-ctc", unsigned=[0])
    assert bool(run.net.phos[-1].bias.isfinite().all()), "the mean signature is that of the other classes"
    ink, first, second = torch.rand(4, 1, 8, 40), torch.zeros(4, dtype=torch.long), torch.ones(4, dtype=torch.long)

    run.net.train()
    run.loss(ink, first).backward()
    grad = {name: weight.grad for name, weight in run.net.named_parameters()}
    assert grad["spelling.weight"] is not None and grad["spelling.weight"].abs().sum() > 0
    assert grad["phos.0.weight"] is None and grad["letters.weight"] is None

    run.net.eval()  # this network does not spell then
    mixed = torch.tensor([0, 0, 1, 1])
    with torch.inference_mode():
        assert float(run.loss(ink, first)) == 0
        assert float(run.loss(ink, mixed)) == pytest.approx(float(run.loss(ink[2:], second[2:])) / 2)

    run.net.train()
    assert all(np.isfinite(epoch.loss) for epoch in run.run(never, silent))
